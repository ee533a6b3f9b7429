import {expect} from 'chai'

import type {Review} from '../../src/cluster/review.js'
import type {Body} from './builders.js'
import {at, given} from './test-cluster.js'

/** Returns the field errors of a review as texts, or the message of any other denial. */
const errorsOf = ({allowed, errors, status}: Review): string[] => allowed || errors.length > 0 ? errors.map(String) : [status.message]

const verb = (errors: readonly string[]): string => errors.length === 0 ? 'accepts' : 'rejects'

/** Defines a test for each row: an object to create, and its errors. */
export function checkCreates(table: Readonly<Record<string, readonly [object: Body, ...errors: string[]]>>): void {
  for (const [title, [object, ...errors]] of Object.entries(table)) {
    it(`${verb(errors)} ${title}`, () => expect(errorsOf(given().create(object))).to.deep.equal(errors))
  }
}

/** Defines a test for each row: the stored object, the object of the update, and the errors. */
export function checkUpdates(table: Readonly<Record<string, readonly [old: Body, object: Body, ...errors: string[]]>>): void {
  for (const [title, [old, object, ...errors]] of Object.entries(table)) {
    it(`${verb(errors)} an update of ${title}`, () => expect(errorsOf(given(old).update(object))).to.deep.equal(errors))
  }
}

/** Returns the generation of an object after it is replaced. */
export const generationAfter = (old: Body, object: Body): unknown => at(given(old).update(object).object, 'metadata.generation')
