import {expect} from 'chai'

import {usageNotes, usageSourceText} from '../../src/report/usage-source.js'
import {pod, quota} from '../helpers/builders.js'
import {quotaNamed} from '../helpers/quotas.js'
import {simulated} from '../helpers/simulated.js'

describe('usageNotes', () => {
  const {quotas} = simulated({policies: [
    quotaNamed('a', {pods: '5'}), quotaNamed('b', {pods: '5'}).having({status: {used: {pods: '1'}}}), quota({pods: '5'}).marked({namespace: 'other'}),
  ], existing: [pod().marked({namespace: 'other'})]})
  const shown = quotas.map(({quota: body}) => body)

  it('returns the source of usage for each printed quota', () => {
    expect(usageNotes(quotas, shown)).to.deep.equal([
      `Usage of a: ${usageSourceText.empty}`, `Usage of b: ${usageSourceText.status}`, `Usage of q: ${usageSourceText.recomputed}`,
    ])
  })

  it('omits other quotas', () => {
    expect(usageNotes(quotas, shown.slice(1, 2))).to.deep.equal([`Usage of b: ${usageSourceText.status}`])
    expect(usageNotes(quotas, [])).to.deep.equal([])
  })

  it('uses a different text for each source', () => expect(new Set(Object.values(usageSourceText))).to.have.property('size', 3))
})
