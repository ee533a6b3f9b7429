import {isObject, textOf} from '../machinery/go/json-value.js'
import type {ManifestEntry} from '../manifests/manifest.js'
import {namespaceOf} from '../simulate/object-fields.js'
import {objectKey} from '../simulate/object-key.js'
import type {JsonObject} from '../source/json-value.js'

/** The key of an object, with the namespace that it gets. */
export const keyIn = ({apiVersion, kind, metadata}: JsonObject, namespace: string): string => {
  const own = isObject(metadata) ? metadata : {}
  return objectKey({apiVersion, kind, metadata: {namespace: textOf(own['namespace']) || namespace, name: textOf(own['name'])}})
}

/** The namespace that an object gets. */
export const spaceIn = ({manifest}: ManifestEntry, namespace: string): string => namespaceOf(manifest?.body ?? {}) || namespace
