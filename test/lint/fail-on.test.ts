import {expect} from 'chai'

import {endingOf, lintFacts} from '../../src/lint/ending.js'
import {type FailOn, failOnLevels, isFailure} from '../../src/lint/fail-on.js'
import {finding} from '../helpers/findings.js'

const severities = ['error', 'warning', 'info'] as const

describe('--fail-on', () => {
  const failures: Readonly<Record<FailOn, readonly string[]>> = {error: ['error'], warning: ['error', 'warning'], info: ['error', 'warning', 'info'], none: []}

  for (const failOn of failOnLevels) {
    it(`${failOn} fails on: ${failures[failOn].join(', ')}`, () => {
      expect(severities.filter((severity) => isFailure(severity, failOn))).to.deep.equal(failures[failOn])
      for (const severity of severities) {
        expect(endingOf(lintFacts([finding({severity: 'info'}), finding({severity})], failOn)).exitStatus).to.equal(failures[failOn].includes(severity) || failOn === 'info' ? 1 : 0)
      }
    })
  }

  it('exits with 0 without findings', () => expect(failOnLevels.map((failOn) => endingOf(lintFacts([], failOn)).exitStatus)).to.deep.equal([0, 0, 0, 0]))
})
