import {expect} from 'chai'

import {fieldText, itemsOf, leavesOf, stablePath, stepsTo, valueAt} from '../../src/diff/policy-fields.js'

const configuration = {limits: [{type: 'User', qps: 1}, {type: 'Server', qps: 2}, {type: 'User', qps: 3}], plain: 'x'}

describe('fields of policies', () => {
  it('names items of lists by their type, and the second of a type by its number', () => {
    expect(itemsOf(configuration)).to.deep.equal([['limits', 'type=User'], ['limits', 'type=Server'], ['limits', 'type=User#2'], ['plain']])
    expect(stablePath(configuration, ['limits', 2, 'qps'])).to.deep.equal(['limits', 'type=User#2', 'qps'])
  })

  it('finds what a path names', () => {
    expect(stepsTo(configuration, ['limits', 'type=User#2', 'qps'])).to.deep.equal(['limits', 2, 'qps'])
    expect(valueAt(configuration, ['limits', 'type=User#2', 'qps'])).to.equal(3)
    expect(stepsTo(configuration, ['limits', 'type=Namespace'])).to.equal(undefined)
    expect(valueAt(configuration, ['limits', 'type=User', 'qps', 'deeper'])).to.equal(undefined)
  })

  it('finds each of 20,000 items without going through all of them', () => {
    const policy = {spec: {values: Array.from({length: 20_000}, (_, i) => `v${i}`)}}
    const paths = leavesOf(policy)
    const start = process.cpuUsage()
    expect(paths.map((path) => valueAt(policy, path))).to.deep.equal(policy.spec.values)
    expect(process.cpuUsage(start).user, 'microseconds').to.be.below(3_000_000)
  })

  it('finds the first of two items with the same name', () => {
    expect(stepsTo([{type: 'a'}, {type: 'a'}, {type: 'a#2'}], ['type=a#2'])).to.deep.equal([1])
  })

  const texts: readonly (readonly [kind: string, path: readonly string[], text: string])[] = [
    ['LimitRange', ['spec', 'limits', 'type=Container', 'max', 'memory'], 'max.memory'], ['LimitRange', ['spec', 'limits', 'type=Pod', 'max', 'memory'], 'Pod max.memory'],
    ['LimitRange', ['spec', 'limits', 'type=Pod'], 'Pod'], ['ResourceQuota', ['spec', 'hard', 'requests.cpu'], 'requests.cpu'], ['ResourceQuota', ['spec', 'scopes', '0'], 'scopes[0]'],
    ['Namespace', ['metadata', 'labels', 'a.b/c'], 'metadata.labels[a.b/c]'], ['PriorityClass', ['value'], 'value'], ['AdmissionConfiguration', ['limits', 'type=User'], 'limits[type=User]'],
  ]
  for (const [kind, path, text] of texts) it(`writes ${path.join('/')} of a ${kind} as ${text}`, () => expect(fieldText(kind, path)).to.equal(text))
})
