import {expect} from 'chai'

import {type Baseline, baselineOf, compareToBaseline} from '../../../src/lint/baseline/baseline.js'
import type {Diagnostic} from '../../../src/lint/diagnostic.js'
import {lintText, shown} from '../../helpers/lint-text.js'
import {limits, together} from '../../helpers/rule-table.js'

const same = (path: string): string => path

const compare = (found: readonly Diagnostic[], baseline: Baseline): ReturnType<typeof compareToBaseline> => compareToBaseline(found, baseline, same, (path) => path === 'f.yaml')

const bad = limits('a', 'type: pod', 'type: claim')

const entry = (type: string, i: number): object => ({
  rule: 'limit-range/type', path: 'f.yaml', object: 'v1 LimitRange default/a', field: `spec.limits[${i}].type`,
  message: `spec.limits[${i}].type: Invalid value: "${type}": must be a standard limit type or fully qualified`, count: 1,
})

describe('baseline', () => {
  const twice = together(bad, bad)

  it('stores findings in sorted order, without line numbers', () => {
    const broken = lintText('a: [\n')
    expect(baselineOf([...lintText(bad), ...broken].reverse(), same)).to.deep.equal({
      version: 1, findings: [entry('pod', 0), entry('claim', 1), {rule: 'yaml/syntax', path: 'f.yaml', message: broken[0]!.message, count: 1}],
    })
  })

  it('does not depend on the order of the findings', () => {
    const found = lintText(together(bad, limits('b', 'type: x'), bad))
    expect(JSON.stringify(baselineOf(found, same))).to.equal(JSON.stringify(baselineOf(found.toReversed(), same)))
  })

  it('counts identical findings', () => {
    expect(baselineOf(lintText(twice), same).findings.map(({count}) => count)).to.deep.equal([2, 2, 1])
  })

  it('matches findings that moved to other lines', () => {
    const {fresh, known, stale} = compare(lintText(`# new\n\n${bad}`), baselineOf(lintText(bad), same))
    expect([fresh, known, stale]).to.deep.equal([[], 2, []])
  })

  it('reports changed findings, and findings beyond the stored count', () => {
    const baseline = baselineOf(lintText(bad), same)
    expect(compare(lintText(bad.replace('claim', 'volume')), baseline).fresh.map(shown)).to.deep.equal(['7:12 volume | limit-range/type'])
    const {fresh, known} = compare(lintText(twice), baseline)
    expect([fresh.map(shown), known]).to.deep.equal([['9:1 apiVersion: v1 | manifest/duplicate-object', '14:12 pod | limit-range/type', '15:12 claim | limit-range/type'], 2])
    expect(compare(lintText(bad.replace('name: a', 'name: b')), baseline).known, 'of another object').to.equal(0)
    expect(compareToBaseline(lintText(bad), baseline, (path) => `x/${path}`, () => true).known, 'of another file').to.equal(0)
  })

  it('lists fixed findings of checked files', () => {
    const baseline = baselineOf(lintText(twice), same)
    expect(compare(lintText(bad), baseline).stale.map(({count, rule, field = ''}) => `${count} ${rule} ${field}`))
      .to.deep.equal(['1 limit-range/type spec.limits[0].type', '1 limit-range/type spec.limits[1].type', '1 manifest/duplicate-object '])
    expect(compareToBaseline([], baseline, same, () => false).stale).to.deep.equal([])
  })

  it('ignores positions within an embedded text', () => {
    const [found] = lintText(bad)
    const reported = (line: number): Diagnostic => ({...found!, message: `bad (line ${line}, column 2 of this text)`})
    expect(compare([reported(7)], baselineOf([reported(5)], same)).fresh).to.deep.equal([])
  })

  it('distinguishes findings that differ in one property', () => {
    const [found] = lintText(bad)
    const {object: _, ...without} = found!
    const others: readonly Diagnostic[] = [without, {...found!, field: ''}, {...found!, message: 'other'}, {...found!, ruleId: 'metadata/name'}, {...found!, object: {apiVersion: 'v1', kind: 'Node', name: 'a'}}]
    const baseline = baselineOf([found!], same)
    for (const other of others) expect(compare([other], baseline).known).to.equal(0)
    expect(baselineOf([found!, ...others], same).findings).to.have.length(6)
  })
})
