import {apiPatch} from '../schema/api-tables.js'

/** The merge strategy of a field in a strategic merge patch. */
export interface PatchMeta {
  /** The type of the field if its fields have merge strategies of their own; otherwise empty. */
  readonly type: string
  /** Lists are replaced unless they `merge`; maps are merged unless they are `replace`d. */
  readonly strategy: string
  /** True if the patch lists the remaining fields. */
  readonly retainsKeys: boolean
  /** The merge key of a list; empty for lists of texts. */
  readonly mergeKey: string
}

/** The merge strategy of most fields. */
export const plainMeta: PatchMeta = {type: '', strategy: '', retainsKeys: false, mergeKey: ''}

const objectMeta = 'meta/v1.ObjectMeta'

/** The type of an object in which only the metadata is merged by keys. */
const metadataOnly = 'object'

/** The name of the type of a kind's objects, for `patchMeta`. */
export const patchTypeOf = (apiVersion: string, kind: string): string => apiPatch().kinds[`${apiVersion}/${kind}`] ?? metadataOnly

/** Returns the merge strategy of a field of a type (strategicpatch `LookupPatchMetadataForStruct`), by default `plainMeta`. */
export function patchMeta(type: string, field: string): PatchMeta {
  if (type === metadataOnly) return field === 'metadata' ? {...plainMeta, type: objectMeta} : plainMeta
  const fields = type === '' ? undefined : apiPatch().types[type]
  if (fields === undefined || !Object.hasOwn(fields, field)) return plainMeta
  const [fieldType = '', strategies = '', mergeKey = ''] = fields[field] ?? []
  const names = strategies.split(',')
  return {type: fieldType, strategy: names.find((name) => name !== 'retainKeys') ?? '', retainsKeys: names.includes('retainKeys'), mergeKey}
}
