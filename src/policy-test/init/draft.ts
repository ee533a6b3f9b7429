import type {JsonObject, JsonValue} from '../../source/json-value.js'

/** An object as a test file writes it, and the object that is sent. They differ for a manifest with a patch. */
export interface Subject {
  readonly source: JsonObject
  readonly object: JsonObject
}

/** A test to write. */
export interface DraftTest {
  readonly name: string
  readonly namespace: string
  /** The user who sends the object; undefined for the usual one. */
  readonly user?: string
  readonly existing: readonly JsonObject[]
  readonly object: JsonObject
  readonly expect: Readonly<Record<string, JsonValue>>
}

/** A test of limits of events to write. */
export interface EventsDraft {
  readonly name: string
  readonly namespace: string
  /** The entries of the test's `events`. */
  readonly events: readonly JsonObject[]
}

/** The tests of one policy, and the names of its items for which no test was found. */
export interface Drafts {
  readonly tests: readonly DraftTest[]
  readonly events?: readonly EventsDraft[]
  readonly missing: readonly string[]
}

/** Returns the subject of an object that the test file contains. */
export const inline = (object: JsonObject): Subject => ({source: object, object})
