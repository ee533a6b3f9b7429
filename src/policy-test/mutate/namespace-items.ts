import {levelLabel, levels, type Mode} from '../../admission/plugins/pod-security/index.js'
import {FieldPath} from '../../machinery/field/path.js'
import type {JsonObject} from '../../source/json-value.js'
import {objectAt, scalarText} from './body.js'
import {type ItemDraft, replacement} from './policy-item.js'

/** The modes of Pod Security whose answers tests can compare: audit adds to the audit log only. */
const comparedModes: readonly Mode[] = ['enforce', 'warn']

/**
 * Returns an item for each level of Pod Security that labels of a Namespace set: the other levels are its mutations. None for privileged, which
 * rejects no pod.
 */
export const namespaceItems = ({metadata}: JsonObject): ItemDraft[] => comparedModes.flatMap((mode) => {
  const label = levelLabel(mode)
  const value = scalarText(objectAt(metadata, 'labels')[label])
  if (value === 'privileged' || !levels.some((level) => level === value)) return []
  const field = FieldPath.of('metadata', 'labels').key(label)
  return [{field, name: mode, value, mutations: levels.filter((level) => level !== value).map((level) => [replacement(field, value, level)])}]
})
