import {textOf} from '../../machinery/go/json-value.js'
import {servedResource} from '../../machinery/schema/rest-mapper.js'
import type {Manifest} from '../manifest.js'
import {isFormerCoreVersion} from './kinds.js'

/** Returns an object of a version before Kubernetes 1.0 with apiVersion v1 and unchanged fields; undefined for other objects. */
export function asCoreV1(manifest: Manifest): Manifest | undefined {
  const {body} = manifest
  const isOld = isFormerCoreVersion(textOf(body['apiVersion'])) && servedResource('v1', textOf(body['kind'])) !== undefined
  return isOld ? {...manifest, body: {...body, apiVersion: 'v1'}} : undefined
}
