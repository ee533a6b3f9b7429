import {resolve} from '#platform/paths.js'

import {isObject} from '../machinery/go/json-value.js'
import {type Fields, isInline, isRemote, itemsOf} from './kustomization-fields.js'

/** A patch of a kustomization: its text or file, and its target. */
export interface Patch {
  /** The objects to patch; without a target, each document of the patch names its object. */
  readonly target: Fields | undefined
  /** Absolute; absent for an inline patch. */
  readonly path?: string
  readonly text?: string
}

/** Returns the patches of a kustomization, from all three fields for them. */
export function patchesOf(value: Fields, folder: string): Patch[] {
  const listed = itemsOf(value['patches']).flatMap((item) => isObject(item) ? ofFields(item, folder) : ofText(item, folder))
  const merged = itemsOf(value['patchesStrategicMerge']).flatMap((item) => ofText(item, folder))
  const edits = itemsOf(value['patchesJson6902']).flatMap((item) => isObject(item) ? ofFields(item, folder) : [])
  return [...listed, ...merged, ...edits]
}

function ofFields({target, patch, path}: Fields, folder: string): Patch[] {
  const found = typeof patch === 'string' ? [{text: patch}] : typeof path === 'string' && !isRemote(path) ? [{path: resolve(folder, path)}] : []
  return found.map((place) => ({target: isObject(target) ? target : undefined, ...place}))
}

function ofText(item: unknown, folder: string): Patch[] {
  if (typeof item !== 'string' || item === '') return []
  if (isInline(item)) return [{target: undefined, text: item}]
  return isRemote(item) ? [] : [{target: undefined, path: resolve(folder, item)}]
}
