import {expect} from 'chai'

import {quotaDifferences, totalDifferences} from '../../src/diff/quotas.js'
import {Quantity} from '../../src/machinery/quantity/quantity.js'
import {perPhase, type PerPhase, type Phase, type QuotaNeeds} from '../../src/simulate/capacity/types.js'

const quantity = (text: string): Quantity => Quantity.parse(text)

/** The needs of each phase: those of the steady state, unless given. */
const needs = (steady: string, others: Partial<PerPhase<string>> = {}): PerPhase<Quantity> => perPhase((phase) => quantity(others[phase] ?? steady))

interface Given {
  readonly resource?: string
  readonly hard?: string
  readonly used?: string
  readonly needed?: PerPhase<Quantity>
  readonly unfit?: Partial<PerPhase<readonly string[]>>
}

const quotaNeeds = ({resource = 'pods', hard = '5', used = '1', needed = needs('3'), unfit}: Given): QuotaNeeds => ({
  quota: 'q', resource, hard: quantity(hard), used: quantity(used), needed,
  ...unfit && {unfitIn: (phase: Phase) => (unfit[phase] ?? []).map((name) => ({kind: 'Deployment', name}))},
})

type Run = Parameters<typeof quotaDifferences>[0]

const runOf = (quotas: readonly Given[], total: Readonly<Record<string, string>> = {}, peak = total): Run => {
  const list = (texts: Readonly<Record<string, string>>): Record<string, Quantity> =>
    Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, quantity(text)]))
  return {namespaces: [
    {namespace: 'other', objects: [], total: perPhase(() => ({})), quotas: [quotaNeeds({hard: '77'})]},
    {namespace: 'dev', objects: [], total: perPhase((phase) => list(phase === 'steady' ? total : peak)), quotas: quotas.map(quotaNeeds)},
  ]}
}

const differences = (before: readonly Given[], after: readonly Given[]): ReturnType<typeof quotaDifferences> => quotaDifferences(runOf(before), runOf(after), 'dev')

describe('the diff of quotas', () => {
  it('is empty for equal quotas', () => {
    expect(differences([{}], [{}])).to.deep.equal([])
    expect(differences([{unfit: {peak: ['web']}}], [{unfit: {peak: ['web']}}])).to.deep.equal([])
  })

  const cases: Readonly<Record<string, Given>> = {
    'the bound': {hard: '6'}, 'the usage before': {used: '2'}, 'the needs of all phases': {needed: needs('4')}, 'the needs of one phase': {needed: needs('3', {maxWorst: '9'})},
    'objects that do not fit': {unfit: {worst: ['web']}},
  }
  for (const [what, after] of Object.entries(cases)) {
    it(`reports ${what} if they differ`, () => {
      expect(differences([{}], [after])).to.have.lengthOf(1)
      expect(differences([{}, {resource: 'cpu'}], [after, {resource: 'cpu'}])).to.have.lengthOf(1)
    })
  }

  it('reports the bound less the needs of each phase after the change as headroom', () => {
    const [{headroom, before, after} = {}] = differences([{}], [{hard: '4', used: '2', needed: needs('3', {peak: '4', max: '6'})}])
    expect(Object.entries(headroom ?? {}).map(([phase, room]) => `${phase} ${String(room)}`)).to.deep.equal(['steady 1', 'peak 0', 'worst 1', 'max -2', 'maxWorst 1'])
    expect([before, after].map((state) => `${String(state?.hard)} ${String(state?.used)} ${String(state?.needed.peak)}`)).to.deep.equal(['5 1 3', '4 2 4'])
  })

  it('reports a resource that is bounded on one side only', () => {
    const [added] = differences([], [{}])
    expect([added?.before, String(added?.after?.hard), String(added?.headroom?.steady)]).to.deep.equal([undefined, '5', '2'])
    const [removed] = differences([{}], [])
    expect([String(removed?.before?.hard), removed?.after, removed?.headroom]).to.deep.equal(['5', undefined, undefined])
  })

  it('names the objects that no longer fit in a phase, and not those that did not fit before', () => {
    const [{unfit} = {unfit: []}] = differences([{unfit: {steady: ['a'], max: ['a']}}], [{unfit: {steady: ['a'], max: ['b', 'a', 'c'], maxWorst: ['d']}}])
    expect(unfit.map(({phase, objects}) => `${phase} ${objects.map(({name}) => name).join()}`)).to.deep.equal(['max b,c', 'maxWorst d'])
  })

  it('sorts by quota and resource', () => {
    expect(differences([], [{resource: 'pods'}, {resource: 'cpu'}]).map(({resource}) => resource)).to.deep.equal(['cpu', 'pods'])
  })
})

describe('the diff of totals', () => {
  const totals = (before: Readonly<Record<string, string>>, after: Readonly<Record<string, string>>): string[] =>
    totalDifferences(runOf([], before, {pods: '99'}), runOf([], after, {pods: '1'}), 'dev').map(({resource, ...amounts}) => [resource, amounts.before, amounts.after, amounts.change].map(String).join(' '))

  it('reports each resource that differs in steady state', () => {
    expect(totals({pods: '3', 'requests.cpu': '1'}, {pods: '2', 'requests.cpu': '1', 'limits.memory': '1Gi'})).to.deep.equal(['limits.memory 0 1Gi 1Gi', 'pods 3 2 -1'])
    expect(totals({'requests.cpu': '500m'}, {})).to.deep.equal(['requests.cpu 500m 0 -500m'])
  })

  it('leaves out resources that are counted twice, and namespaces without totals', () => {
    expect(totals({cpu: '1', 'count/pods': '1'}, {cpu: '2', 'count/pods': '2'})).to.deep.equal([])
    expect(totalDifferences(runOf([]), runOf([]), 'nowhere')).to.deep.equal([])
  })
})
