import {parseApiVersion} from '../../machinery/schema/rest-mapper.js'
import type {Metadata} from '../../kinds/metadata-policy/metadata-maps.js'
import {apiResources} from '../../machinery/schema/api-tables.js'
import type {JsonObject} from '../../source/json-value.js'
import {objectAt, scalarText} from '../mutate/body.js'
import {metadataFields} from './admitted-metadata.js'
import type {Subject} from './draft.js'
import {minimalObject} from './minimal-objects.js'
import {merged} from './pods.js'

/** A manifest of the user from which tests can start: the path of its file, and its object. */
export interface Base {
  readonly path: string
  readonly object: JsonObject
}

/** Returns a subject with further labels and annotations. */
export function withMetadata({source, object}: Subject, given: Metadata): Subject {
  const fields = metadataFields(given)
  if (Object.keys(fields).length === 0) return {source, object}
  const isPatch = source['base'] !== undefined
  const patch = isPatch ? withFields(objectAt(source, 'patch'), fields) : undefined
  const changed = withFields(object, fields)
  return {object: changed, source: patch === undefined ? changed : {...source, patch}}
}

function withFields(body: JsonObject, fields: JsonObject): JsonObject {
  const metadata = objectAt(body, 'metadata')
  const maps = Object.entries(fields).map(([map, values]): [string, JsonObject] => [map, {...objectAt(metadata, map), ...objectAt(values)}])
  return {...body, metadata: {...metadata, ...Object.fromEntries(maps)}}
}

/** Returns the base with further fields in its spec; undefined if they do not fit. */
export function patchedBase({path, object}: Base, spec: JsonObject): Subject | undefined {
  const isPatched = Object.keys(spec).length > 0
  const changed = isPatched ? merged(object, {spec}) : object
  const select = `${scalarText(object['kind'])}/${scalarText(objectAt(object, 'metadata')['name'])}`
  return changed && {object: changed, source: {base: path, select, ...isPatched && {patch: {spec}}}}
}

/** Maximum number of manifests of one kind to start from. */
export const maxBases = 3

/** Returns the function that makes objects of a kind: of bases of the user, and a minimal one, all with labels that policies admit. */
export function objectMaker(bases: readonly Base[], metadata: Metadata): (apiVersion: string, kind: string, spec?: JsonObject) => Subject[] {
  return (apiVersion, kind, spec = {}) => {
    const own = bases.filter(({object}) => object['kind'] === kind && object['apiVersion'] === apiVersion).slice(0, maxBases)
    return [...own.flatMap((base) => patchedBase(base, spec) ?? []), minimalObject(apiVersion, kind, spec)].map((subject) => withMetadata(subject, metadata))
  }
}

/** Returns the apiVersion and kind of a resource: `deployments.apps`. For a resource that Kubernetes does not serve, a kind with this plural. */
export function kindOf(resource: string): readonly [apiVersion: string, kind: string] {
  const [name = '', ...groups] = resource.split('.')
  const group = groups.join('.')
  const known = apiResources().find((each) => each.resource === name && (parseApiVersion(each.apiVersion)?.group ?? '') === group)
  return known === undefined ? [`${group}/v1`, kindWithPlural(name)] : [known.apiVersion, known.kind]
}

/** Returns a kind for which Kubernetes guesses a plural (meta.UnsafeGuessKindToResource). */
function kindWithPlural(plural: string): string {
  const singular = plural.endsWith('ies') ? `${plural.slice(0, -3)}y` : plural.endsWith('ses') ? plural.slice(0, -2) : plural.replace(/s$/, '')
  return singular.charAt(0).toUpperCase() + singular.slice(1)
}
