import {expect} from 'chai'
import fc from 'fast-check'

import {Quantity} from '../../../src/machinery/quantity/quantity.js'
import {greatestLimit, minRequest, oneStepToward, stepOf} from '../../../src/machinery/quantity/steps.js'

const parse = (text: string): Quantity => Quantity.parse(text)

describe('steps of a resource', () => {
  it('are thousandths of cpu, and units of other resources', () => {
    expect([stepOf('cpu'), stepOf('memory')].map(String)).to.deep.equal(['1m', '1'])
  })

  for (const [other, amount, resource, expected] of [
    ['3', '2', 'cpu', '2001m'], ['1', '2', 'cpu', '1999m'], ['2', '1', 'example.com/gpu', '2'], ['1Ki', '1Mi', 'memory', '1048575'],
  ] as const) {
    it(`lead from ${amount} of ${resource} toward ${other} to ${expected}`, () => {
      expect(String(oneStepToward(parse(other), parse(amount), resource))).to.equal(expected)
    })
  }
})

describe('minRequest', () => {
  for (const [limit, ratio, resource, expected] of [
    ['1500m', '2', 'cpu', '750m'], ['1', '3', 'cpu', '334m'], ['4', '2', 'cpu', '2'], ['1Gi', '2', 'memory', '512Mi'], ['10', '3', 'memory', '4'],
    ['1Gi', '1500m', 'memory', '715827883'], ['0', '2', 'cpu', '0'],
  ] as const) {
    it(`is ${expected} for the limit ${limit} of ${resource} and the ratio ${ratio}`, () => {
      expect(String(minRequest(parse(limit), parse(ratio), resource))).to.equal(expected)
    })
  }
})

describe('greatestLimit', () => {
  for (const [request, ratio, resource, expected] of [
    ['750m', '2', 'cpu', '1500m'], ['333m', '1500m', 'cpu', '499m'], ['512Mi', '2', 'memory', '1Gi'], ['3', '2500m', 'memory', '7'],
  ] as const) {
    it(`is ${expected} for the request ${request} of ${resource} and the ratio ${ratio}`, () => {
      expect(String(greatestLimit(parse(request), parse(ratio), resource))).to.equal(expected)
    })
  }

  it('is the inverse of minRequest', () => {
    fc.assert(fc.property(fc.bigInt(1n, 10n ** 12n), fc.bigInt(1n, 10n ** 5n), fc.constantFrom('cpu', 'memory'), (steps, ratio, resource) => {
      const [limit, maximum] = [stepOf(resource).times(steps), parse(`${ratio}m`)]
      const request = minRequest(limit, maximum, resource)
      expect(greatestLimit(request, maximum, resource).compare(limit)).to.be.at.least(0)
      expect(greatestLimit(request.sub(stepOf(resource)), maximum, resource).compare(limit)).to.be.below(0)
    }))
  })
})
