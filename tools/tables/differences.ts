import {isDeepStrictEqual} from 'node:util'

import type {Entries, Resource, Tables} from './tables.js'

/** The differences of another version: entries that it changes or adds, and null for those that it lacks. */
export type Differences = Readonly<Record<Exclude<keyof Tables, 'patch'>, unknown>>

/**
 * The differences of a version from the tables in full, which `src/machinery/schema/api-tables.ts` reads. The tables of patches have
 * none: a field has the same strategy in all versions.
 */
export const differencesBetween = (base: Tables, other: Tables): Differences => ({
  fields: {
    kinds: ofEntries(base.fields.kinds, other.fields.kinds),
    types: ofEntries(base.fields.types, other.fields.types, (before, after) => ofEntries(before, after)),
  },
  internal: ofEntries(base.internal, other.internal),
  printed: ofEntries(base.printed, other.printed),
  required: ofEntries(base.required.required, other.required.required),
  resources: ofEntries(byKind(base.resources), byKind(other.resources)),
})

function ofEntries<T>(base: Readonly<Record<string, T>>, other: Readonly<Record<string, T>>, ofChanged = (_: T, changed: T): unknown => changed): Entries {
  const names = [...new Set([...Object.keys(base), ...Object.keys(other)])].sort()
  return Object.fromEntries(names.filter((name) => !isDeepStrictEqual(base[name], other[name])).map((name) => {
    const [before, after] = [base[name], other[name]]
    return [name, after === undefined ? null : before === undefined ? after : ofChanged(before, after)]
  }))
}

const byKind = (resources: readonly Resource[]): Readonly<Record<string, Resource>> =>
  Object.fromEntries(resources.map((resource) => [`${resource.apiVersion}/${resource.kind}`, resource]))
