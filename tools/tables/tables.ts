import type {FieldTable} from '../../src/machinery/schema/field-table.js'

/** A table: its entries by name. */
export type Entries = Readonly<Record<string, unknown>>

/** The resource of a kind. */
export interface Resource {
  readonly apiVersion: string
  readonly kind: string
}

/** The tables of a version. */
export interface Tables {
  /** For each type, its fields as `src/machinery/schema/field-table.ts` writes them. */
  readonly fields: {readonly kinds: Entries, readonly types: Readonly<Record<string, Entries>>}
  readonly internal: Entries
  readonly patch: {readonly kinds: Entries, readonly types: Entries}
  readonly printed: Entries
  readonly required: {readonly packages: Entries, readonly definitions: Entries, readonly required: Entries}
  readonly resources: readonly Resource[]
}

/** The output of the reflector for a version (see reflect/main.go). */
export type ReflectedTables = Omit<Tables, 'fields'> & {
  readonly fields: {readonly kinds: Entries, readonly types: Readonly<Record<string, {readonly fields: Readonly<Record<string, FieldTable>>}>>}
}
