import type {JsonObject} from '../decode/encode.js'
import {textOf} from '../go/json-value.js'
import {isCustomGroup, parseApiVersion} from '../schema/rest-mapper.js'
import {diffMaps} from './diff.js'
import {mergeJson, type ThreeWay, threeWayJsonPatch} from './json-merge.js'
import {mergeMaps} from './merge.js'
import {patchTypeOf} from './patch-meta.js'

/**
 * The patch that `kubectl apply` sends (kubectl `Patcher.patchSimple`): a strategic merge patch, or for a custom resource a JSON
 * merge patch. Values that others set on the server stay, unless the file overrides them.
 *
 * @returns an empty patch if nothing changes, which kubectl does not send
 * @throws PatchError with kubectl's reason not to send one
 */
export function threeWayPatch({original, modified, current}: ThreeWay): JsonObject {
  if (isCustom(modified)) return threeWayJsonPatch({original, modified, current})
  const type = typeOf(modified)
  const changes = diffMaps(current, modified, type, {side: 'changes'})
  const deletions = diffMaps(original, modified, type, {side: 'deletions'})
  return mergeMaps(deletions, changes, type, 'client')
}

/**
 * An object with such a patch applied, as the server does it.
 *
 * @throws PatchError for a patch that the server rejects
 */
export const patched = (current: JsonObject, patch: JsonObject): JsonObject =>
  isCustom(current) ? mergeJson(current, patch) : mergeMaps(current, patch, typeOf(current), 'server')

const typeOf = ({apiVersion, kind}: JsonObject): string => patchTypeOf(textOf(apiVersion), textOf(kind))

const isCustom = ({apiVersion}: JsonObject): boolean => isCustomGroup(parseApiVersion(textOf(apiVersion))?.group ?? '')
