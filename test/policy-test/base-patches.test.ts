import {expect} from 'chai'

import {runTests} from '../../src/policy-test/run-tests.js'
import {SourceFile} from '../../src/source/source-file.js'
import {isReplayed, readVectors} from '../helpers/vectors.js'

type Body = Readonly<Record<string, unknown>>

/** A patch of an object that was just created, and the object as the server stored it. */
interface Vector {
  readonly id: string
  readonly object: Body
  readonly patch: Body | readonly Body[]
  readonly code: number
  readonly stored?: Body
}

/** Returns the fields that a new object has, too: without those that the server gives to each object, and without its status. */
function fieldsOf({status: _status, metadata, ...rest}: Body): Body {
  const {uid: _uid, namespace: _namespace, generation: _generation, ...kept} = metadata as Body
  return {...rest, metadata: kept}
}

/** Runs a test that creates the base with the patch. Returns the paths of the differences. */
function differencesOf({object, patch, stored = {}}: Vector): string[] {
  const test = {name: 'a', object: {base: 'base.yaml', patch}, expect: {stored: fieldsOf(stored)}}
  const file = new SourceFile('a.kadm-test.yaml', JSON.stringify({apiVersion: 'test.kadm.dev/v1', kind: 'Suite', tests: [test]}))
  const base = new SourceFile('base.yaml', JSON.stringify(object))
  const {files: [result]} = runTests([{file, files: new Map([['base.yaml', {sources: [base]}]])}])
  return [
    ...result?.errors.map(({message}) => message) ?? [],
    ...result?.tests.flatMap(({failures, problems}) => [...failures.map(({field, actual}) => `${field}: ${actual}`), ...problems.map(({message}) => message)]) ?? [],
  ]
}

/** Patches that depend on defaults in the stored object, which a manifest does not have. */
const ofDefaults = new Set(['json/lr-max-gone', 'merge/dep-255'])

describe('a base with a patch', () => {
  const recorded = readVectors<Vector>('patches').filter(({id, code}) => code === 200 && !ofDefaults.has(id))

  it('is created as the server stores a patched object', () => {
    expect(recorded.length).greaterThan(70)
    expect(recorded.filter(isReplayed).flatMap((vector) => differencesOf(vector).map((difference) => `${vector.id} ${difference}`))).eql([])
  })
})
