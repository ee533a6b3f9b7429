/** The value of a scalar. Integers beyond ±2^53 that fit in 64 bits are bigints; all other numbers are doubles. */
export type JsonScalar = string | number | bigint | boolean | null

/** The value of a document as plain data. Immutable: parts that aliases repeat are shared. */
export type JsonValue = JsonScalar | readonly JsonValue[] | JsonObject

export interface JsonObject {
  readonly [key: string]: JsonValue
}
