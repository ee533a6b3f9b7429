/** A table: its entries by name. */
export type Entries = Readonly<Record<string, unknown>>

/** The resource of a kind. */
export interface Resource {
  readonly apiVersion: string
  readonly kind: string
}

/** A type of the API with its fields. */
export interface TypeTable {
  readonly fields: Entries
  readonly struct: string
}

/** The output of the reflector for a version (see reflect/main.go). */
export interface Tables {
  readonly fields: {readonly kinds: Entries, readonly types: Readonly<Record<string, TypeTable>>}
  readonly internal: Entries
  readonly patch: {readonly kinds: Entries, readonly types: Entries}
  readonly printed: Entries
  readonly required: {readonly packages: Entries, readonly definitions: Entries, readonly required: Entries}
  readonly resources: readonly Resource[]
}
