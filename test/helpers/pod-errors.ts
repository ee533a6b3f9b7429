import {expect} from 'chai'

import {setPodDefaults} from '../../src/kinds/pod/defaults.js'
import {preparePodCreate} from '../../src/kinds/pod/index.js'
import {validatePod, validatePodCreate} from '../../src/kinds/pod/validate.js'
import {podWarnings} from '../../src/kinds/pod/warnings.js'
import type {Pod} from '../../src/machinery/api/core-v1.js'
import {type Body, pod} from './builders.js'
import {decoded} from './decoded.js'
import {deepFreeze} from './deep-freeze.js'

/** Returns a new pod with defaults, as it is validated on create. */
export const newPod = (spec: Body, metadata: Body = {}): Pod =>
  deepFreeze(preparePodCreate(setPodDefaults(decoded(pod('p').asking(spec).marked(metadata)) as Pod)))

/** Returns the errors of a new pod with this spec. */
export function podErrors(spec: Body, metadata?: Body): string[] {
  const made = newPod(spec, metadata)
  return [...validatePod(made), ...validatePodCreate(made)].map(String)
}

/** Returns the errors of a new pod whose only container has these fields, without the path of the container. */
export const containerErrors = (fields: Body, spec: Body = {}): string[] =>
  podErrors({...spec, containers: [{name: 'c', image: 'i', ...fields}]}).map((error) => error.replace(/^spec\.containers\[0\]\./, ''))

/** Returns the warnings about a new pod. */
export const warningsOf = (spec: Body, metadata?: Body): string[] => podWarnings(newPod(spec, metadata))

/** Inputs by name, with their expected errors. */
export type Table = Readonly<Record<string, readonly [given: Body, ...errors: string[]]>>

/** Defines a test for each row of a table of errors. */
export function check(table: Table, errorsOf: (given: Body) => string[]): void {
  for (const [title, [given, ...errors]] of Object.entries(table)) {
    it(`${errors.length === 0 ? 'accepts' : 'rejects'} ${title}`, () => expect(errorsOf(given)).to.deep.equal(errors))
  }
}

/** Defines a test for each row of a table of warnings. */
export function checkWarnings(table: Table, texts: (given: Body) => string[]): void {
  for (const [title, [given, ...warnings]] of Object.entries(table)) {
    it(`${warnings.length === 0 ? 'does not warn about' : 'warns about'} ${title}`, () => expect(texts(given)).to.deep.equal(warnings))
  }
}
