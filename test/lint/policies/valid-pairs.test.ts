import {expect} from 'chai'
import fc from 'fast-check'

import {lint} from '../../../src/lint/lint-all.js'
import {SourceFile} from '../../../src/source/source-file.js'
import {type Body, limitRange, pod, quota} from '../../helpers/builders.js'
import {given, verdict} from '../../helpers/test-cluster.js'

/** Five amounts of a resource in ascending order: min, default request, default, max of a container, max of a pod. */
const steps = fc.array(fc.integer({min: 1, max: 4}), {minLength: 5, maxLength: 5})

const amounts = (unit: (value: number) => string) => steps
  .map((factors) => factors.reduce<number[]>((all, factor) => [...all, (all.at(-1) ?? 1) * factor], []).map(unit))

/** A consistent LimitRange, and a quota with room for several pods. */
const pair = fc.record({cpu: amounts((value) => `${value * 20}m`), memory: amounts((value) => `${value * 32}Mi`), pods: fc.integer({min: 2, max: 50})})
  .map(({cpu, memory, pods}): Body[] => {
    const each = (i: number): Record<string, string> => ({cpu: cpu[i] ?? '', memory: memory[i] ?? ''})
    return [
      limitRange('limits', {type: 'Container', min: each(0), defaultRequest: each(1), default: each(2), max: each(3)}, {type: 'Pod', max: each(4)}),
      quota({'requests.cpu': '200', 'requests.memory': '2Ti', 'limits.cpu': '400', 'limits.memory': '4Ti', pods}),
    ]
  })

const inNamespace = (object: Body, namespace: string): Body => ({...object, metadata: {...object['metadata'] as Body, namespace}})

describe('consistent LimitRanges and quotas', () => {
  const pairs = fc.sample(pair, {numRuns: 500, seed: 8})

  it('have no findings, each pair in its own namespace @slow', () => {
    const files = pairs.map((objects, i) => {
      const items = objects.map((object) => inNamespace(object, `team-${i}`))
      return new SourceFile(`${i}.json`, JSON.stringify({apiVersion: 'v1', kind: 'List', items}))
    })
    const {diagnostics, objects} = lint(files)
    expect(objects).to.equal(1000)
    expect(diagnostics.map(({file, message}) => `${file.path} ${message}`)).to.deep.equal([])
  })

  it('have no errors, each pair in its own directory without a namespace @slow', () => {
    const files = pairs.flatMap((objects, i) => objects.map((object, j) => new SourceFile(`${i}/${j}.json`, JSON.stringify(object))))
    // Each directory is an environment of its own.
    const errors = lint(files).diagnostics.filter(({severity, ruleId}) => severity === 'error' && ruleId !== 'manifest/duplicate-object')
    expect(errors).to.deep.equal([])
  })

  it('admit a pod without resources', () => {
    for (const objects of pairs.slice(0, 50)) expect(verdict(given(...objects).create(pod()))).to.equal('201')
  })
})
