/** What a scalar of a document means. Integers beyond ±2^53 that fit in 64 bits are bigints; all other numbers are doubles. */
export type JsonScalar = string | number | bigint | boolean | null

/** What a document means, as plain values. Never changed once made: parts that aliases repeat are shared. */
export type JsonValue = JsonScalar | readonly JsonValue[] | JsonObject

export interface JsonObject {
  readonly [key: string]: JsonValue
}
