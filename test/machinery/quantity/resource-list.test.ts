import {expect} from 'chai'
import * as fc from 'fast-check'
import {Quantity} from '../../../src/machinery/quantity/quantity.js'
import {
  add, ceilMilli, equals, exceededNames, intersection, isNegative, lessThanOrEqual, mask, max, noResources, removeZeros, type ResourceList, resourceListOf,
  resourceNames, subtractWithNonNegativeResult, sum, withMissing,
} from '../../../src/machinery/quantity/resource-list.js'

type Texts = Readonly<Record<string, string>>

const list = (texts: Texts): ResourceList => resourceListOf(Object.entries(texts).map(([name, text]) => [name, Quantity.parse(text)]))

const texts = (resources: ResourceList): Texts =>
  Object.fromEntries(Object.entries(resources).map(([name, amount]) => [name, String(amount)]))

const hostileNames = ['__proto__', 'constructor', 'toString', 'valueOf', 'hasOwnProperty', '0', '']

const hostile = (amount: Quantity): ResourceList => resourceListOf(hostileNames.map((name) => [name, amount]))

type Operation = (a: ResourceList, b: ResourceList) => ResourceList

/** Cases of an operation: two lists and the result. */
function testOperation(operation: Operation, cases: readonly [a: Texts, b: Texts, result: Texts][]): void {
  describe(operation.name, () => {
    for (const [a, b, result] of cases) {
      it(`combines ${JSON.stringify(a)} and ${JSON.stringify(b)}`, () => {
        const before = [list(a), list(b)] as const
        expect(texts(operation(...before))).to.deep.equal(result)
        expect(before.map(texts), 'nothing is changed in place').to.deep.equal([list(a), list(b)].map(texts))
      })
    }

    it('accepts names of inherited properties', () => {
      const one = Quantity.parse('1')
      expect(Object.keys(operation(hostile(one), noResources)).sort()).to.deep.equal([...hostileNames].sort())
      expect(Object.keys(operation(noResources, hostile(one))).sort()).to.deep.equal([...hostileNames].sort())
    })
  })
}

describe('resourceListOf', () => {
  it('returns lists without inherited properties', () => {
    const one = list({cpu: '1n'})
    const made = [one, noResources, add(one, one), subtractWithNonNegativeResult(one, one), mask(one, ['cpu']), ceilMilli(one)]
    for (const resources of made) {
      expect(hostileNames.filter((name) => resources[name] !== undefined || name in resources)).to.deep.equal([])
    }
  })

  it('uses the last of several entries', () => {
    expect(texts(resourceListOf([['cpu', Quantity.zero], ['cpu', Quantity.parse('1')]]))).to.deep.equal({cpu: '1'})
  })

  it('protects the empty list from changes', () => {
    expect(() => Object.assign(noResources, {cpu: Quantity.zero})).to.throw(TypeError)
  })
})

testOperation(add, [
  [{}, {}, {}],
  [{cpu: '100m'}, {}, {cpu: '100m'}],
  [{}, {cpu: '1.500'}, {cpu: '1.500'}],
  [{cpu: '10'}, {cpu: '10'}, {cpu: '20'}],
  [{memory: '500M', cpu: '+1'}, {memory: '1Gi', pods: '1'}, {memory: '1573741824', cpu: '+1', pods: '1'}],
  [{memory: '0'}, {memory: '1Gi'}, {memory: '1Gi'}],
])

describe('sum', () => {
  it('gives the same amounts and texts as adding one list after another', () => {
    const amounts = fc.constantFrom('0', '+1', '1500m', '0.5', '1Gi', '500M', '-1', '9Ei', '9E')
    const lists = fc.array(fc.dictionary(fc.constantFrom('cpu', 'memory', 'pods', '__proto__'), amounts).map(list), {maxLength: 6})
    fc.assert(fc.property(lists, (all) => {
      expect(texts(sum(all))).to.deep.equal(texts(all.reduce(add, noResources)))
    }))
  })
})

testOperation(max, [
  [{}, {}, {}],
  [{cpu: '1'}, {memory: '1Gi'}, {cpu: '1', memory: '1Gi'}],
  [{cpu: '2', memory: '1Gi'}, {cpu: '1500m', memory: '2Gi'}, {cpu: '2', memory: '2Gi'}],
  [{memory: '1Gi'}, {memory: '1073741824'}, {memory: '1073741824'}],
])

testOperation(subtractWithNonNegativeResult, [
  [{}, {}, {}],
  [{cpu: '+1'}, {}, {cpu: '+1'}],
  [{}, {cpu: '1'}, {cpu: '0'}],
  [{cpu: '3', memory: '1Gi'}, {cpu: '1', memory: '24Mi'}, {cpu: '2', memory: '1000Mi'}],
  [{cpu: '1', memory: '1Gi'}, {cpu: '2', memory: '1Gi'}, {cpu: '0', memory: '0'}],
  [{cpu: '-1'}, {}, {cpu: '0'}],
  [{cpu: '1'}, {cpu: '-1'}, {cpu: '2'}],
])

describe('subtractWithNonNegativeResult', () => {
  it('returns the decimal zero for results that are not positive', () => {
    const {memory, storage} = subtractWithNonNegativeResult(list({memory: '1Gi', storage: '1Gi'}), list({memory: '2Gi', storage: '1Gi'}))
    expect([memory, storage]).to.deep.equal([Quantity.zero, Quantity.zero])
  })
})

describe('mask', () => {
  it('returns only the named resources', () => {
    const resources = list({cpu: '1', memory: '+1Gi', pods: '2'})
    expect(texts(mask(resources, ['memory', 'cpu', 'services', 'cpu', 'toString']))).to.deep.equal({memory: '+1Gi', cpu: '1'})
    expect(texts(mask(resources, []))).to.deep.equal({})
  })

  it('accepts names of inherited properties', () => {
    expect(Object.keys(mask(hostile(Quantity.zero), ['__proto__', 'toString']))).to.deep.equal(['__proto__', 'toString'])
  })
})

describe('removeZeros', () => {
  it('removes zeros of any format, and nothing else', () => {
    const resources = list({cpu: '0', memory: '0Gi', pods: '1n', services: '-1', secrets: '0e3'})
    expect(texts(removeZeros(resources))).to.deep.equal({pods: '1n', services: '-1'})
  })
})

describe('withMissing', () => {
  it('appends the resources that the list lacks', () => {
    const filled = withMissing(list({memory: '1Gi', cpu: '1'}), list({pods: '3', cpu: '2', storage: '5'}))
    expect(Object.entries(texts(filled))).to.deep.equal([['memory', '1Gi'], ['cpu', '1'], ['pods', '3'], ['storage', '5']])
    expect('toString' in filled).to.equal(false)
  })

  it('returns the same list if it lacks nothing', () => {
    const full = list({cpu: '1'})
    expect(withMissing(full, list({cpu: '2'}))).to.equal(full)
    expect(withMissing(full, noResources)).to.equal(full)
  })
})

describe('resourceNames', () => {
  it('sorts by bytes', () => {
    const sorted = ['10', '9', 'Z', 'a/b', 'cpu', 'memory', 'requests.cpu', '\uffff', '\u{10000}']
    expect(resourceNames(resourceListOf([...sorted].reverse().map((name) => [name, Quantity.zero])))).to.deep.equal(sorted)
  })
})

describe('intersection', () => {
  it('returns the common names once, sorted', () => {
    expect(intersection(['pods', 'cpu', 'memory', 'cpu'], ['memory', 'cpu', 'services', 'memory'])).to.deep.equal(['cpu', 'memory'])
    expect(intersection(['toString'], [])).to.deep.equal([])
  })
})

describe('isNegative', () => {
  it('returns the names of negative resources, sorted', () => {
    expect(isNegative(list({pods: '-1n', cpu: '-1', memory: '0', services: '1'}))).to.deep.equal(['cpu', 'pods'])
  })
})

describe('equals', () => {
  const cases: readonly [a: Texts, b: Texts, equal: boolean][] = [
    [{}, {}, true],
    [{cpu: '1'}, {}, false],
    [{}, {cpu: '0'}, false],
    [{cpu: '1', memory: '1Gi'}, {memory: '1073741824', cpu: '1000m'}, true],
    [{cpu: '1'}, {cpu: '1001m'}, false],
    [{cpu: '1'}, {memory: '1'}, false],
  ]
  for (const [a, b, equal] of cases) {
    it(`compares ${JSON.stringify(a)} with ${JSON.stringify(b)}`, () => expect(equals(list(a), list(b))).to.equal(equal))
  }
})

describe('lessThanOrEqual and exceededNames', () => {
  const cases: readonly [a: Texts, b: Texts, exceeded: readonly string[]][] = [
    [{}, {}, []],
    [{cpu: '1'}, {cpu: '1000m'}, []],
    [{cpu: '2', memory: '3', pods: '1'}, {pods: '2', memory: '2', cpu: '1'}, ['cpu', 'memory']],
    [{cpu: '5'}, {memory: '1'}, []],
    [{}, {cpu: '-1'}, []],
    [{cpu: '1'}, {cpu: '-1'}, ['cpu']],
  ]
  for (const [a, b, exceeded] of cases) {
    it(`compares ${JSON.stringify(a)} with ${JSON.stringify(b)}`, () => {
      expect(lessThanOrEqual(list(a), list(b))).to.equal(exceeded.length === 0)
      expect(exceededNames(list(a), list(b))).to.deep.equal(exceeded)
    })
  }
})

describe('ceilMilli', () => {
  it('rounds every amount', () => {
    expect(texts(ceilMilli(list({cpu: '0.0001', memory: '+1Gi', pods: '-1u'})))).to.deep.equal({cpu: '1m', memory: '+1Gi', pods: '-1m'})
  })

  it('returns the same list if no rounding is needed', () => {
    const resources = list({cpu: '100m', memory: '1Gi'})
    expect(ceilMilli(resources)).to.equal(resources)
    expect(ceilMilli(noResources)).to.equal(noResources)
  })
})

describe('resource lists, arbitrary values', () => {
  const names = fc.constantFrom('cpu', 'memory', 'pods', ...hostileNames)
  const amounts = fc.integer({min: -3000, max: 3000}).map((milli) => Quantity.parse(`${milli}m`))
  const lists = fc.array(fc.tuple(names, amounts)).map(resourceListOf)

  it('have consistent operations', () => {
    fc.assert(fc.property(lists, lists, (a, b) => {
      expect(equals(add(a, b), add(b, a))).to.equal(true)
      expect(equals(max(a, b), max(b, a))).to.equal(true)
      expect(lessThanOrEqual(a, max(a, b))).to.equal(true)
      expect(isNegative(subtractWithNonNegativeResult(a, b))).to.deep.equal([])
      expect(resourceNames(add(a, b))).to.deep.equal(resourceNames(max(a, b)))
      expect(resourceNames(mask(a, Object.keys(b)))).to.deep.equal(intersection(Object.keys(a), Object.keys(b)))
    }))
  })
})
