import {expect} from 'chai'
import * as fc from 'fast-check'

import {Quantity} from '../../src/machinery/quantity/quantity.js'
import {percentText, roundDown, roundUp} from '../../src/suggest/readable.js'

describe('roundUp', () => {
  const cases: readonly (readonly [amount: string, resource: string, headroom: bigint, text: string])[] = [
    ['500m', 'cpu', 0n, '500m'], ['500m', 'cpu', 2000n, '600m'], ['1', 'cpu', 2000n, '1200m'], ['250m', 'requests.cpu', 0n, '250m'], ['8', 'cpu', 2000n, '10'],
    ['1n', 'cpu', 0n, '1m'], ['123m', 'limits.cpu', 0n, '130m'], ['0', 'cpu', 2000n, '0'],
    ['512Mi', 'memory', 0n, '512Mi'], ['512Mi', 'memory', 2000n, '640Mi'], ['1Gi', 'memory', 2000n, '1280Mi'], ['500M', 'limits.memory', 0n, '480Mi'],
    ['100', 'memory', 0n, '1Ki'], ['100m', 'memory', 0n, '1Ki'], ['10Gi', 'storage', 2000n, '12Gi'], ['800Mi', 'memory', 0n, '800Mi'], ['100Gi', 'storage', 0n, '100Gi'], ['150Gi', 'requests.storage', 2000n, '180Gi'],
    ['50Mi', 'memory', 2000n, '60Mi'], ['3Gi', 'memory', 2000n, '3750Mi'], ['5888Mi', 'memory', 0n, '6Gi'], ['20Mi', 'hugepages-2Mi', 0n, '20Mi'], ['36Mi', 'hugepages-2Mi', 0n, '36Mi'], ['10Gi', 'fast.storageclass.storage.k8s.io/requests.storage', 0n, '10Gi'],
    ['2Mi', 'hugepages-2Mi', 2000n, '4Mi'], ['14', 'pods', 2000n, '17'], ['1', 'requests.example.com/gpu', 2000n, '2'], ['133', 'pods', 0n, '140'],
    // Beyond int64, servers compute something else.
    ['8E', 'memory', 10_000n, '8E'],
  ]
  for (const [amount, resource, headroom, text] of cases) {
    it(`makes ${text} of ${amount} ${resource} with ${percentText(headroom)}`, () => {
      expect(String(roundUp(Quantity.parse(amount), resource, headroom))).to.equal(text)
    })
  }

  it('returns no less than the amount with its headroom, and at most an eighth more', () => {
    fc.assert(fc.property(fc.bigInt({min: 1n, max: 2n ** 50n}), fc.constantFrom('cpu', 'memory', 'pods'), fc.bigInt({min: 0n, max: 20_000n}), (units, resource, headroom) => {
      const amount = resource === 'cpu' ? Quantity.parse(`${units}m`) : Quantity.fromInteger(units)
      const [rounded, enough] = [roundUp(amount, resource, headroom).times(10_000n), amount.times(10_000n + headroom)]
      expect(rounded.compare(enough)).to.be.at.least(0)
      const smallest = {cpu: Quantity.parse('1m'), memory: Quantity.parse('1Ki'), pods: Quantity.one}[resource].times(10_000n)
      expect(rounded.sub(enough).times(7n).compare(enough.add(smallest.times(8n)))).to.be.below(0)
    }))
  })
})

describe('roundDown', () => {
  const cases: readonly (readonly [amount: string, resource: string, text: string | undefined])[] = [
    ['100m', 'cpu', '100m'], ['123m', 'cpu', '120m'], ['1n', 'cpu', undefined], ['300Mi', 'memory', '300Mi'], ['333Mi', 'memory', '325Mi'], ['1600Mi', 'memory', '1600Mi'], ['1030Mi', 'memory', '1Gi'], ['13Mi', 'hugepages-2Mi', '12Mi'], ['100', 'memory', undefined], ['0', 'memory', undefined], ['1', 'cpu', '1'],
  ]
  for (const [amount, resource, text] of cases) {
    it(`makes ${text ?? 'nothing'} of ${amount} ${resource}`, () => {
      expect(roundDown(Quantity.parse(amount), resource)?.toString()).to.equal(text)
    })
  }
})

describe('percentText', () => {
  it('prints hundredths only where there are some', () => {
    expect([0n, 2000n, 1250n, 1205n].map(percentText)).to.deep.equal(['0 %', '20 %', '12.5 %', '12.05 %'])
  })
})
