import {expect} from 'chai'
import {existsSync} from 'node:fs'

import {allExceptions} from '../helpers/exceptions.js'
import {readVectors} from '../helpers/vectors.js'

// The tests that replay the cases check that each case still differs from its recording (expectRecorded).
describe('exceptions from the recordings', () => {
  for (const {test, recordings, reason, cases, without = []} of allExceptions) {
    const [first = ''] = Object.keys(cases)

    it(`${test}: lists recorded cases of ${recordings} and a reason: ${first}`, () => {
      expect(existsSync(new URL(`${test}.test.ts`, import.meta.url))).to.equal(true)
      expect(readVectors<{readonly id: string}>(recordings).map(({id}) => id)).to.include.members(Object.keys(cases))
      expect(reason).to.match(/^(?:[A-Z]|kadm ).*\.$/)
    })

    it(`${test}: lists cases only once: ${first}`, () => {
      const same = allExceptions.filter((other) => other.test === test)
      const twice = same.flatMap((other) => Object.keys(other.cases).filter((id) => Object.hasOwn(cases, id)))
      expect(twice.sort(), without.join()).to.deep.equal(Object.keys(cases).sort())
    })
  }
})
