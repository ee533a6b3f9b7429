import {expect} from 'chai'

import type {MutationReport} from '../../../src/policy-test/mutate/mutation.js'
import {mutationJson, mutationLines} from '../../../src/report/test/mutation.js'
import {styleFor} from '../../../src/report/style.js'

const report = (limit?: MutationReport['limit']): MutationReport => ({mutants: [], killed: 0, ...limit && {limit}})

describe('report on mutants', () => {
  it('has no score if some mutants did not run', () => {
    const limited = report({by: 'time', untested: 12})
    expect(mutationLines(limited, styleFor(false))).eql(['No policy mutation score: 0 mutants ran (0 killed), and up to 12 more did not'])
    expect(mutationJson(limited)).eql({mutants: [], killed: 0, survived: 0, score: null, isLimited: true, untested: 12})
  })

  it('reports that there is nothing to change', () => {
    expect(mutationLines(report(), styleFor(false))).eql(['No mutants: the policies of the tests have nothing to change.'])
    expect(mutationJson(report())).eql({mutants: [], killed: 0, survived: 0, score: 100, isLimited: false, untested: 0})
  })
})
