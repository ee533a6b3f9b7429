import {expect} from 'chai'
import {readFileSync} from 'node:fs'

/** Recordings that kadm does not reproduce, with the reason (test/conformance/exceptions.json). */
export interface Exceptions {
  /** The test: its file in test/conformance/, without the extension. */
  readonly test: string
  /** The file of recorded answers. */
  readonly recordings: string
  /** Sentences for people, which docs/recordings.md shows. */
  readonly reason: string
  /** The parts of the answer that are not compared; if absent, none is compared with the recording. */
  readonly without?: readonly string[]
  /** The ids of the cases, each with the answer of kadm, or null if there is none. */
  readonly cases: Readonly<Record<string, string | null>>
}

/** All exceptions, in the order of the file. */
export const allExceptions = JSON.parse(readFileSync(new URL('../conformance/exceptions.json', import.meta.url), 'utf8')) as readonly Exceptions[]

/** Returns the exceptions to which a case of a test belongs. */
export const exceptionsOf = (test: string, id: string): readonly Exceptions[] =>
  allExceptions.filter((exceptions) => exceptions.test === test && Object.hasOwn(exceptions.cases, id))

/** Returns the answer of kadm to a case for which it differs from the server; undefined for all other cases. */
export const ownAnswer = (test: string, id: string): string | undefined =>
  exceptionsOf(test, id).map(({cases}) => cases[id] ?? undefined).find((answer) => answer !== undefined)

/**
 * Compares a case with its recording. A case on the list of exceptions must differ: if it does not, its entry must be deleted.
 *
 * @param replay throws if the answer of kadm is not the recorded one
 */
export function expectRecorded(test: string, id: string, replay: () => void): void {
  if (exceptionsOf(test, id).every(({without}) => without !== undefined)) replay()
  else expect(replay, `${id} is as recorded: delete it from test/conformance/exceptions.json`).to.throw()
}
