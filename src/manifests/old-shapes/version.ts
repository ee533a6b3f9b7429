import {textOf} from '../../machinery/json-value.js'
import {servedResource} from '../../machinery/schema/rest-mapper.js'
import type {Manifest} from '../manifest.js'
import {isOldCoreVersion} from './kinds.js'

/** An object of a version of before Kubernetes 1.0 as one of v1, with all of its fields as they are; undefined for any other object. */
export function inVersionOfToday(manifest: Manifest): Manifest | undefined {
  const {body} = manifest
  const isOld = isOldCoreVersion(textOf(body['apiVersion'])) && servedResource('v1', textOf(body['kind'])) !== undefined
  return isOld ? {...manifest, body: {...body, apiVersion: 'v1'}} : undefined
}
