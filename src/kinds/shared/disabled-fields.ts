import type {KubernetesVersion} from '../../machinery/kubernetes-version.js'
import {apiFields, type FieldTable} from '../../machinery/schema/api-tables.js'

type Fields = Readonly<Record<string, unknown>>

/**
 * By version and type, fields that no other version has, and that the version drops: their feature gates are off by default
 * (pkg/features; pkg/api/pod `dropDisabledFields`).
 */
const disabled: Readonly<Partial<Record<KubernetesVersion, Readonly<Record<string, readonly string[]>>>>> = {
  // GenericWorkload
  '1.35': {'core/v1.PodSpec': ['workloadRef']},
}

/** A value without the fields that its version drops; the value itself where there are none. */
export function withoutDisabled<T extends object>(value: T, type: string, version: KubernetesVersion): T {
  const dropped = disabled[version]
  return dropped === undefined ? value : reduced(value as Fields, type, {version, dropped}) as T
}

interface Dropping {
  readonly version: KubernetesVersion
  readonly dropped: Readonly<Record<string, readonly string[]>>
}

function reduced(value: Fields, type: string, dropping: Dropping): Fields {
  const fields = apiFields(dropping.version).types[type]?.fields ?? {}
  const before = Object.entries(value)
  const kept = before.filter(([name]) => dropping.dropped[type]?.includes(name) !== true)
  const after = kept.map(([name, item]) => [name, reducedItem(item, fields[name], dropping)] as const)
  return after.length === before.length && after.every(([, item], i) => item === before[i]?.[1]) ? value : Object.fromEntries(after)
}

function reducedItem(value: unknown, field: FieldTable | undefined, dropping: Dropping): unknown {
  if (typeof value !== 'object' || value === null || field === undefined) return value
  if (field.shape === 'struct') return reduced(value as Fields, field.type ?? '', dropping)
  if (field.shape !== 'list' || !Array.isArray(value)) return value
  const items = value.map((item) => reducedItem(item, field.element, dropping))
  return items.every((item, i) => item === value[i]) ? value : items
}
