import {FieldPath} from '../machinery/field/path.js'
import type {FieldChange} from './plugin.js'

/** The changes between two versions of a part of an object, for the fields that a plugin sets. */
export function changesOf<T extends object>(from: T, to: T, fields: readonly (keyof T & string)[], path: string): FieldChange[] {
  return fields.filter((field) => from[field] !== to[field])
    .map((field) => ({field: FieldPath.of(path, field), from: from[field], to: to[field]}))
}
