import {expect} from 'chai'
import {convertedQuotaRows, quotaRows, scopeHelp, scopesOf} from '../../../../src/admission/plugins/resource-quota/describe.js'
import type {ResourceQuota} from '../../../../src/machinery/api/core-v1.js'
import {type Amounts, type Body, quota} from '../../../helpers/builders.js'
import {decoded} from '../../../helpers/decoded.js'

const read = (hard: Amounts, used: Amounts, spec: Body = {}): ResourceQuota => decoded(quota({pods: '99'}, spec).having({status: {hard, used}}))

describe('description of a ResourceQuota', () => {
  it('lists the enforced bounds, sorted by key', () => {
    expect(quotaRows(read({pods: '5', memory: '1Gi', cpu: '2'}, {pods: '1', cpu: '500m', secrets: '7'})))
      .to.deep.equal([['cpu', '500m', '2'], ['memory', '0', '1Gi'], ['pods', '1', '5']])
  })

  it('is empty for a quota without a status', () => {
    expect(quotaRows(decoded(quota({pods: '1'})))).to.deep.equal([])
    expect(convertedQuotaRows(decoded(quota({pods: '1'}).having({status: {used: {pods: '1'}}})))).to.deep.equal([])
  })

  describe('usage in the format of the bound, rounded up', () => {
    const cases: readonly (readonly [used: string, hard: string, shown: string])[] = [
      ['512M', '1Gi', '500000Ki'], ['1000Ki', '1G', '1024k'], ['1500m', '2e0', '2'], ['1500M', '2e9', '1500e6'], ['1e9', '1Gi', '1000000000'],
      ['1500m', '2', '1500m'], ['1536Mi', '2Gi', '1536Mi'], ['1Gi', '0', '1073741824'], ['12E', '1Ei', '0'], ['9223372036854775808', '1Ei', '-9223372036854775808'],
    ]
    for (const [used, hard, shown] of cases) {
      it(`shows ${used} of ${hard}`, () => {
        expect(convertedQuotaRows(read({memory: hard}, {memory: used}))).to.deep.equal([['memory', shown, hard]])
        expect(quotaRows(read({memory: hard}, {memory: used})), 'in a namespace as it is').to.deep.equal([['memory', used, hard]])
      })
    }
  })

  it('lists the scopes in order and keeps duplicates', () => {
    const scopes = ['Terminating', 'BestEffort', 'Terminating']
    expect(scopesOf(read({}, {}, {scopes}))).to.deep.equal(['BestEffort', 'Terminating', 'Terminating'])
    expect(scopesOf(read({}, {}))).to.deep.equal([])
    expect(scopesOf(decoded(quota({}).having({spec: null})))).to.deep.equal([])
  })

  it('explains four scopes', () => {
    expect([...scopeHelp.keys()]).to.deep.equal(['Terminating', 'NotTerminating', 'BestEffort', 'NotBestEffort'])
    expect(scopeHelp.get('NotTerminating')).to.equal(
      'Matches all pods that do not have an active deadline. These pods usually include long running pods whose container command is not expected to terminate.',
    )
  })
})
