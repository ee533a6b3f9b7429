import {expect} from 'chai'

import type {
  CauseEffects, Diff, Difference, Effect, FieldDifference, IdleChange, NamespaceDiff, ObjectClass, PolicyChange, QuotaDifference, QuotaState, Replicas,
} from '../../src/diff/types.js'
import type {Diagnostic} from '../../src/lint/diagnostic.js'
import type {Status} from '../../src/machinery/meta/status.js'
import {Quantity} from '../../src/machinery/quantity/quantity.js'
import {diffReporters} from '../../src/report/diff/index.js'
import {diffReport} from '../../src/report/diff/pipeline.js'
import {quotaRows, unfitRows} from '../../src/report/diff/quota-rows.js'
import {diffSummary, outcomeCounts} from '../../src/report/diff/summary.js'
import {causeText, effectCounts, effectTexts, idleText, totalCells} from '../../src/report/diff/texts.js'
import {perPhase, type Phase} from '../../src/simulate/capacity/types.js'
import {SourceFile} from '../../src/source/source-file.js'

const file = new SourceFile('app.yaml', 'a: 1\nb: 2\n')

const place = {file, span: {start: 5, end: 9}}

const status = (message: string): Status => ({code: 403, reason: 'Forbidden', message})

const effectOf = (name: string, difference: Difference, more: Partial<Effect> = {}): Effect => ({
  object: {apiVersion: 'apps/v1', kind: 'Deployment', namespace: 'dev', name}, objectClass: 'workload', place, difference, isNewlyDenied: false, otherChanges: [], ...more,
})

const replicas = (created: number, more: Partial<Replicas> = {}): Replicas => ({wanted: 3, created, claimsWanted: 0, claimsCreated: 0, ...more})

const policyChange: PolicyChange = {
  type: 'policy', policy: {apiVersion: 'v1', kind: 'LimitRange', namespace: 'dev', name: 'limits'}, change: 'changed', field: 'max.memory', from: '2Gi', to: '1Gi', place,
}

const idle = (reason: IdleChange['reason'], more: Partial<PolicyChange> = {}): IdleChange => ({...policyChange, ...more, reason})

const namespaceOf = (causes: readonly CauseEffects[], more: Partial<NamespaceDiff> = {}): NamespaceDiff =>
  ({namespace: 'dev', counts: {workload: 7, pod: 5, object: 4}, causes, quotas: [], totals: [], ...more})

const empty = {namespaces: []} as unknown as Diff['before']

const diffOf = (namespaces: readonly NamespaceDiff[], more: Partial<Diff> = {}): Diff =>
  ({before: empty, after: empty, policies: [], withoutEffect: [], server: [], namespaces, objects: 9, stillDenied: 0, ...more})

const causedBy = (effects: readonly Effect[]): CauseEffects => ({cause: policyChange, effects})

const rollout = (name: string): Effect => effectOf(name, {type: 'rollout', from: 'fits', to: 'blocked'}, {isNewlyDenied: true})

/** An effect with each outcome. */
const examples: Readonly<Record<string, (name: string) => Effect>> = {
  denied: (name) => effectOf(name, {type: 'denied', to: status('no')}, {isNewlyDenied: true}),
  limited: rollout,
  admitted: (name) => effectOf(name, {type: 'admitted'}),
  otherwise: (name) => effectOf(name, {type: 'denied-otherwise', to: status('no')}),
  defaults: (name) => effectOf(name, {type: 'defaults', fields: []}),
  warnings: (name) => effectOf(name, {type: 'warnings', added: [], removed: []}),
  edited: (name) => effectOf(name, {type: 'edited', fields: []}),
  added: (name) => effectOf(name, {type: 'added', allowed: true}),
  removed: (name) => effectOf(name, {type: 'removed', allowed: true}),
}

describe('the number of objects in a report on a diff', () => {
  const forms: Readonly<Record<string, readonly [one: string, two: string, word: string]>> = {
    denied: ['is denied', 'are denied', 'newly denied'],
    limited: ['no longer rolls out, scales or completes', 'no longer roll out, scale or complete', 'no longer complete'],
    admitted: ['is admitted', 'are admitted', 'newly admitted'],
    otherwise: ['has another result', 'have other results', 'with other results'],
    defaults: ['gets other defaults', 'get other defaults', 'with other defaults'],
    warnings: ['gets other warnings', 'get other warnings', 'with other warnings'],
    edited: ['changes', 'change', 'changed'],
    added: ['is new', 'are new', 'new'],
    removed: ['is removed', 'are removed', 'removed'],
  }
  for (const [outcome, [one, two, word]] of Object.entries(forms)) {
    it(`has a singular and a plural form for ${outcome}`, () => {
      const effects = (...names: string[]): CauseEffects => causedBy(names.flatMap((name) => examples[outcome]?.(name) ?? []))
      expect(effectCounts(effects('a'), namespaceOf([]))).to.equal(`1 of 7 workloads ${one}`)
      expect(effectCounts(effects('a', 'b', 'a'), namespaceOf([]))).to.equal(`2 of 7 workloads ${two}`)
      const result = diffOf([namespaceOf([effects('a', 'b', 'a')])])
      expect(outcomeCounts(result)).to.deep.equal({...Object.fromEntries(Object.keys(forms).map((name) => [name, 0])), [outcome]: 2})
      expect(diffSummary(result)).to.equal(`9 objects compared: 2 ${word}; no policy changed`)
    })
  }

  it('lists the outcomes in one order, and the classes of objects in each', () => {
    const of = (objectClass: ObjectClass, effect: Effect): Effect => ({...effect, objectClass})
    const effects = [of('object', rollout('c')), of('object', effectOf('c', {type: 'admitted'})), of('pod', effectOf('b', {type: 'admitted'})), effectOf('a', {type: 'admitted'})]
    expect(effectCounts({effects}, namespaceOf([])))
      .to.equal('1 of 4 objects no longer rolls out, scales or completes, 1 of 7 workloads is admitted, 1 of 5 pods is admitted, 1 of 4 objects is admitted')
  })

  it('counts pods that start again as admitted, and other results of workloads as such', () => {
    const counts = (from: number | undefined, to: number): string =>
      effectCounts({effects: [effectOf('a', {type: 'replicas', ...from !== undefined && {from: replicas(from)}, to: replicas(to)})]}, namespaceOf([]))
    expect([counts(1, 2), counts(2, 2), counts(3, 2), counts(undefined, 2)]).to.deep.equal(['is admitted', 'has another result', 'has another result', 'has another result']
      .map((text) => `1 of 7 workloads ${text}`))
    expect(effectCounts({effects: [effectOf('a', {type: 'added', allowed: false}, {isNewlyDenied: true})]}, namespaceOf([]))).to.equal('1 of 7 workloads is denied')
  })

  it('is followed by what stays denied, and by the changes of policies and of the server', () => {
    expect(diffSummary(diffOf([]))).to.equal('9 objects compared: no differences; no policy changed')
    expect(diffSummary(diffOf([], {stillDenied: 2, objects: 1, policies: [policyChange], server: ['a', 'b']})))
      .to.equal('1 object compared: no differences, 2 denied as before; 1 change of policies, 2 changes of the API server')
  })
})

describe('the texts of a report on a diff', () => {
  const fields = (from: FieldDifference['from'], to: FieldDifference['to'], owned?: string): Difference => ({
    type: 'defaults', fields: [{field: 'spec.a', from, to, ...owned !== undefined && {owned: {apiVersion: 'v1', kind: owned, name: 'x'}}}],
  })
  const texts: Readonly<Record<string, readonly [difference: Difference, ...texts: string[]]>> = {
    'a denial': [{type: 'denied', to: status('no')}, 'denied: no'],
    'an admission': [{type: 'admitted', from: status('no')}, 'admitted'],
    'another denial': [{type: 'denied-otherwise', from: status('no'), to: status('never')}, 'still denied: never'],
    'a new object': [{type: 'added', allowed: true}, 'new, admitted'],
    'a new object that is denied': [{type: 'added', allowed: false, status: status('no')}, 'new, denied: no'],
    'a removed object': [{type: 'removed', allowed: true}, 'removed'],
    'a removed object that was denied': [{type: 'removed', allowed: false}, 'removed, was denied'],
    'another value': [fields('a', 'b'), 'spec.a: a → b'],
    'a field that is added': [fields(undefined, ''), 'spec.a: none → ""'],
    'a field of a pod': [fields(1, undefined, 'Pod'), 'pod spec.a: 1 → none'],
    'a value of 60 characters, and a longer one': [fields('x'.repeat(60), 'y'.repeat(61)), `spec.a: ${'x'.repeat(60)} → ${'y'.repeat(57)}...`],
    'warnings': [{type: 'warnings', added: ['a'], removed: ['b']}, 'new warning: a', 'no longer warns: b'],
    'fewer pods': [{type: 'replicas', from: replicas(3), to: replicas(1, {message: 'no'})}, '1 of 3 pods starts, 3 before: no'],
    'more pods': [{type: 'replicas', from: replicas(0), to: replicas(2)}, '2 of 3 pods start, 0 before'],
    'pods that still do not start': [{type: 'replicas', from: replicas(2, {message: 'a'}), to: replicas(2, {message: 'b'})}, 'still 2 of 3 pods start: b'],
    'a new workload': [{type: 'replicas', to: replicas(1, {wanted: 1})}, '1 of 1 pod starts'],
    'claims': [{type: 'replicas', from: replicas(3, {claimsWanted: 2, claimsCreated: 2}), to: replicas(3, {claimsWanted: 2, claimsCreated: 1})}, '3 of 3 pods start, 1 of 2 claims created'],
    'claims that are all created': [{type: 'replicas', from: replicas(2), to: replicas(3, {claimsWanted: 2, claimsCreated: 2})}, '3 of 3 pods start, 2 before'],
    'a rollout': [{type: 'rollout', from: 'fits', to: 'blocked', reason: 'no'}, 'rollout: fits → blocked: no'],
    'a rollout that is still blocked': [{type: 'rollout', from: 'blocked', to: 'blocked'}, 'rollout: still blocked'],
    'a rollout on one side': [{type: 'rollout', to: 'slow'}, 'rollout: none → slow'],
    'a rollout that is gone': [{type: 'rollout', from: 'slow'}, 'rollout: slow → none'],
    'an autoscaler': [{type: 'autoscaler', to: 1, message: 'no'}, 'autoscaler: reaches its maximum → stops at 1 pod: no'],
    'an autoscaler that reaches its maximum': [{type: 'autoscaler', from: 2}, 'autoscaler: stops at 2 pods → reaches its maximum'],
    'a Job': [{type: 'job', from: true, to: false, message: 'no'}, 'Job: completes → does not complete: no'],
    'a new Job': [{type: 'job', to: false}, 'Job: none → does not complete'],
  }
  for (const [what, [difference, ...expected]] of Object.entries(texts)) {
    it(`state ${what}`, () => expect(effectTexts(effectOf('a', difference))).to.deep.equal(expected))
  }

  const {place: _place, from: _from, to: _to, ...named} = policyChange
  const change = (more: Partial<PolicyChange>): PolicyChange => ({...named, ...more})
  const causes: readonly (readonly [Parameters<typeof causeText>[0], string])[] = [
    [policyChange, 'LimitRange limits: max.memory 2Gi → 1Gi (app.yaml:2)'],
    [change({change: 'added', to: '1Gi'}), 'LimitRange limits is new: max.memory 1Gi'],
    [change({change: 'added', field: '', isRejected: true}), 'LimitRange limits is no longer rejected'],
    [change({change: 'removed', from: '2Gi'}), 'LimitRange limits is removed: max.memory 2Gi'],
    [change({change: 'removed', field: '', isRejected: true}), 'LimitRange limits is rejected'],
    [change({change: 'same', from: '1Gi', to: '1Gi'}), 'LimitRange limits: max.memory 1Gi, unchanged'],
    [change({change: 'same'}), 'LimitRange limits: max.memory, unchanged'],
    [change({from: {type: 'a', qps: 1, burst: 2}, to: {type: 'a', qps: 3, burst: 2}}), 'LimitRange limits: max.memory qps 1 → 3'],
    [change({policy: {apiVersion: 'apiserver.config.k8s.io/v1', kind: 'AdmissionConfiguration', name: 'EventRateLimit'}, from: '2Gi', to: '1Gi'}), 'The configuration of EventRateLimit: max.memory 2Gi → 1Gi'],
    [{type: 'object'}, 'Manifests that changed'],
    [{type: 'server', changes: ['a', 'b']}, 'The API server: a, b'],
    [{type: 'other'}, 'Other changes'],
  ]
  for (const [cause, expected] of causes) it(`state the cause "${expected}"`, () => expect(causeText(cause)).to.equal(expected))

  it('state the reason why a change has no effect', () => {
    const reasons: Readonly<Record<IdleChange['reason'], string>> = {
      'plugin-off': 'its admission plugin is off', 'not-read': 'nothing that kadm evaluates reads this field', 'audit-log': 'it changes only the audit log of the API server',
      'same-value': 'both values are the same quantity', 'no-objects': 'no object in namespace dev is compared', 'same-results': 'all results are the same',
    }
    for (const [reason, text] of Object.entries(reasons)) {
      expect(idleText(idle(reason as IdleChange['reason']))).to.equal(`LimitRange limits: max.memory 2Gi → 1Gi (app.yaml:2): ${text}`)
    }
    const ofNamespace = idle('no-objects', {policy: {apiVersion: 'v1', kind: 'Namespace', name: 'ops'}})
    expect(idleText(ofNamespace)).to.match(/: no object in namespace ops is compared$/)
  })

  it('state totals with the sign of their change', () => {
    const cells = (before: string, after: string, change: string): string[] =>
      totalCells({before: Quantity.parse(before), after: Quantity.parse(after), change: Quantity.parse(change)})
    expect([cells('1', '3', '2'), cells('3', '1', '-2'), cells('0', '0', '0')]).to.deep.equal([['1', '3', '+2'], ['3', '1', '-2'], ['0', '0', '0']])
  })
})

const amounts = (steady: string, others: Partial<Record<Phase, string>> = {}): QuotaState['needed'] => perPhase((phase) => Quantity.parse(others[phase] ?? steady))

const state = (hard: string, used: string, needed: QuotaState['needed']): QuotaState => ({hard: Quantity.parse(hard), used: Quantity.parse(used), needed})

const quota: QuotaDifference = {
  quota: 'team', resource: 'pods', before: state('9', '1', amounts('3')), after: state('4', '2', amounts('3', {max: '6', maxWorst: '7'})),
  headroom: amounts('1', {max: '-2', maxWorst: '-3'}), unfit: [{phase: 'max', objects: [{kind: 'Deployment', name: 'web'}]}],
}

describe('the rows of a quota', () => {
  const rows = (difference: QuotaDifference): string[] => quotaRows(difference).map(({quota: name, resource, what, before, after, headroom}) => [name, resource, what, before, after, headroom].join('|'))

  it('are the bound, the usage before, and each phase with other needs', () => {
    expect(rows(quota)).to.deep.equal(['team|pods|hard|9|4|', 'team|pods|used before|1|2|', 'team|pods|steady|3|3|1', 'team|pods|maximum|3|6|-2', 'team|pods|maximum, rollout|3|7|-3'])
  })

  it('name an object that no longer fits once, in the first phase', () => {
    const [web, api] = ['web', 'api'].map((name) => ({kind: 'Deployment', name}))
    const unfit = [{phase: 'steady', objects: [web]}, {phase: 'worst', objects: [web, api]}, {phase: 'max', objects: [web]}] as QuotaDifference['unfit']
    expect(unfitRows({...quota, unfit}).map(({what, objects}) => `${what}: ${objects.join(', ')}`))
      .to.deep.equal(['steady: Deployment/web', 'rollout, terminating: Deployment/api'])
  })

  it('leave out the usage if nothing is used on either side', () => {
    const unused = {...quota, before: state('9', '0', amounts('3')), after: state('4', '0', amounts('3'))}
    expect(rows(unused).map((row) => row.split('|')[2])).to.deep.equal(['hard', 'steady'])
    expect(rows({...unused, after: state('4', '1', amounts('3'))}).map((row) => row.split('|')[2])).to.deep.equal(['hard', 'used before', 'steady'])
  })

  it('have a dash for a side that does not bound the resource', () => {
    const {after: _after, headroom: _headroom, ...removed} = quota
    expect(rows(removed)).to.deep.equal(['team|pods|hard|9|-|', 'team|pods|used before|1|-|', 'team|pods|steady|3|-|'])
  })
})

const whole = diffOf([
  namespaceOf([causedBy([
    effectOf('web', {type: 'denied', from: {code: 201, reason: '', message: ''}, to: status('a|b')}, {isNewlyDenied: true, otherChanges: [{...policyChange, field: 'max.cpu'}]}),
    effectOf('api', {type: 'defaults', fields: Array.from({length: 11}, (_, i) => ({field: `f${i}`, from: i, to: undefined}))}),
  ])], {quotas: [quota, {...quota, quota: 'other', unfit: []}], totals: [{resource: 'pods', before: Quantity.parse('1'), after: Quantity.parse('3'), change: Quantity.parse('2')}]}),
  namespaceOf([{cause: {type: 'other'}, effects: [effectOf('x', {type: 'removed', allowed: false, status: status('gone')}, {object: {apiVersion: 'v1', kind: 'Namespace', name: '<x>&'}, objectClass: 'object'})]}],
    {namespace: ''}),
], {policies: [policyChange], withoutEffect: [idle('same-results')]})

const shown = {isColoured: false, columns: undefined, paths: [], workingDirectory: '.', failOn: 'error', skipped: [], ending: {exitStatus: 1, incomplete: []}, version: '0.0.0'} as const

const red = (text: string): string => `\u001b[31m${text}\u001b[39m`

describe('the table of a diff', () => {
  it('has all parts', async () => {
    expect(await diffReporters.table(whole, {...shown, notes: ['a note']})).to.equal(`Namespace dev
  LimitRange limits: max.memory 2Gi → 1Gi (app.yaml:2): 1 of 7 workloads is denied, 1 of 7 workloads gets other defaults
    Deployment/web: denied: a|b (app.yaml:2)
${Array.from({length: 10}, (_, i) => `    Deployment/api: f${i}: ${i} → none\n`).join('')}    Deployment/api: and 1 more field, which -o json lists
  Quota                         Before  After  Headroom
  -----                         ------  -----  --------
  team pods   hard              9       4
              used before       1       2
              steady            3       3      1
              maximum           3       6      -2
              maximum, rollout  3       7      -3
  other pods  hard              9       4
              used before       1       2
              steady            3       3      1
              maximum           3       6      -2
              maximum, rollout  3       7      -3
  No longer fit in pods of team, maximum: Deployment/web
  Needed in total  Before  After  Change
  ---------------  ------  -----  ------
  pods             1       3      +2

Cluster
  Other changes: 1 of 4 objects is removed
    Namespace/<x>&: removed, was denied

Changes of policies without effect on these objects
  LimitRange limits: max.memory 2Gi → 1Gi (app.yaml:2): all results are the same

Note: a note

9 objects compared: 1 newly denied, 1 with other defaults, 1 removed; 1 change of policies
`)
  })

  it('counts what it leaves out, one as well', async () => {
    const many = diffOf([namespaceOf([causedBy(Array.from({length: 11}, (_, i) => effectOf(`d${i}`, {type: 'admitted'})))])], {withoutEffect: Array.from({length: 12}, () => idle('same-results'))})
    const text = await diffReporters.table(many, shown)
    expect(text).to.contain('    Deployment/d9: admitted\n    and 1 more difference, which -o json lists\n')
    expect(text.match(/all results are the same/g)).to.have.lengthOf(10)
    expect(text).to.contain('  and 2 more, which -o json lists\n')
  })

  it('shows denials, negative headroom and an incomplete result in red', async () => {
    const text = await diffReporters.table(whole, {...shown, isColoured: true, ending: {exitStatus: 2, incomplete: ['a', 'b']}})
    expect(text).to.contain(`: ${red('1 of 7 workloads is denied, 1 of 7 workloads gets other defaults')}\n`)
    expect(text).to.contain(red('-2')).and.to.contain(`${red('The result is incomplete:')} a, b\n`)
    expect(text).to.contain(': 1 of 4 objects is removed\n').and.not.to.contain(red('1'))
    expect(await diffReporters.table(whole, shown)).not.to.contain('incomplete')
  })

  it('repeats no line for a denial that has several', async () => {
    const several = diffOf([namespaceOf([causedBy([
      effectOf('web', {type: 'denied', to: status('no')}, {isNewlyDenied: true}), effectOf('web', {type: 'warnings', added: ['a', 'b'], removed: []}),
    ])])])
    expect((await diffReporters.table(several, shown)).match(/\(app\.yaml:2\)$/gm)).to.have.lengthOf(1)
  })
})

describe('the comment of a diff', () => {
  it('has the summary, one line for each cause, and folded details', async () => {
    const text = await diffReporters.markdown(whole, {...shown, notes: ['a note']})
    const cause = 'LimitRange limits: max.memory 2Gi → 1Gi (app.yaml:2)'
    expect(text).to.equal(`### kadm diff: 9 objects compared: 1 newly denied, 1 with other defaults, 1 removed; 1 change of policies

- \`dev\`: \`${cause}\`: 1 of 7 workloads is denied, 1 of 7 workloads gets other defaults
- cluster: \`Other changes\`: 1 of 4 objects is removed

<details><summary><code>dev: ${cause}</code></summary>

- \`Deployment/web\`: \`denied: a|b\`
${Array.from({length: 11}, (_, i) => `- \`Deployment/api\`: \`f${i}: ${i} → none\`\n`).join('')}
</details>

<details><summary><code>Quotas of dev</code></summary>

| Quota | Amount | Before | After | Headroom |
| --- | --- | --- | --- | --- |
${['team', 'other'].map((name) => ['hard | 9 | 4 | ', 'used before | 1 | 2 | ', 'steady | 3 | 3 | 1', 'maximum | 3 | 6 | -2', 'maximum, rollout | 3 | 7 | -3']
    .map((row) => `| \`${name} pods\` | ${row} |\n`).join('')).join('')}
- No longer fit in \`pods of team\`, maximum: \`Deployment/web\`

</details>

<details><summary><code>Needed in total in dev</code></summary>

| Resource | Before | After | Change |
| --- | --- | --- | --- |
| \`pods\` | 1 | 3 | +2 |

</details>

<details><summary><code>cluster: Other changes</code></summary>

- \`Namespace/<x>&\`: \`removed, was denied\`

</details>

<details><summary><code>Changes of policies without effect on these objects</code></summary>

- \`${cause}: all results are the same\`

</details>

Note: \`a note\`
`)
  })

  it('escapes markup in titles and bars in tables, and names the cluster', async () => {
    const {totals, quotas} = namespaceOf([], {quotas: [{...quota, quota: 'a|b', unfit: []}], totals: [{resource: 'pods', before: Quantity.zero, after: Quantity.one, change: Quantity.one}]})
    const cause: PolicyChange = {...policyChange, policy: {...policyChange.policy, name: '<a>&'}}
    const text = await diffReporters.markdown(diffOf([namespaceOf([{cause, effects: [rollout('a')]}], {namespace: '', totals, quotas})]), shown)
    expect(text).to.contain('<code>cluster: LimitRange &lt;a&gt;&amp;: max').and.to.contain('| `a\\|b pods` | hard')
    expect(text).to.contain('<code>Quotas of the cluster</code>').and.to.contain('<code>Needed in total in the cluster</code>').and.not.to.contain('No longer fit')
  })

  it('counts the sections beyond its maximum length', async () => {
    const long = (count: number): Diff => diffOf([namespaceOf(Array.from({length: count}, () => ({cause: {type: 'other'} as const, effects: [effectOf('a', {type: 'denied', to: status('x'.repeat(30_000))})]})))])
    const left = async (count: number): Promise<string | undefined> => /and (.*), which `-o json` lists/.exec(await diffReporters.markdown(long(count), shown))?.[1]
    expect([await left(1), await left(2), await left(3)]).to.deep.equal([undefined, '1 more section', '2 more sections'])
  })
})

describe('the JSON of a diff', () => {
  it('has each value at its place', async () => {
    type Report = Readonly<Record<string, readonly Readonly<Record<string, unknown>>[]>>
    const report = JSON.parse(await diffReporters.json(whole, {...shown, notes: ['a note']})) as Report
    const {policies, withoutEffect, namespaces, summary} = report
    const source = {path: 'app.yaml', line: 2, column: 1}
    const change = {policy: policyChange.policy, change: 'changed', field: 'max.memory', from: '2Gi', to: '1Gi', source}
    expect([policies, withoutEffect]).to.deep.equal([[change], [{...change, reason: 'same-results'}]])
    const [dev, cluster] = namespaces ?? []
    expect(dev?.['counts']).to.deep.equal({workloads: 7, pods: 5, others: 4})
    expect(dev?.['quotas']).to.deep.include({
      quota: 'team', resource: 'pods', before: {hard: '9', used: '1', needed: {steady: '3', peak: '3', worst: '3', max: '3', maxWorst: '3'}},
      after: {hard: '4', used: '2', needed: {steady: '3', peak: '3', worst: '3', max: '6', maxWorst: '7'}},
      headroom: {steady: '1', peak: '1', worst: '1', max: '-2', maxWorst: '-3'}, unfit: [{phase: 'max', objects: [{kind: 'Deployment', name: 'web'}]}],
    })
    const [first] = dev?.['causes'] as readonly {readonly cause: unknown, readonly effects: readonly unknown[]}[]
    expect(first?.cause).to.deep.equal({type: 'policy', ...change})
    const object = {apiVersion: 'apps/v1', kind: 'Deployment', namespace: 'dev', name: 'web'}
    expect(first?.effects[0]).to.deep.equal({
      object, source, newlyDenied: true, type: 'denied', from: {code: 201, reason: '', message: ''}, to: status('a|b'), otherChanges: [{...change, field: 'max.cpu'}],
    })
    expect(first?.effects[1]).to.deep.include({
      newlyDenied: false, type: 'defaults', fields: Array.from({length: 11}, (_, i) => ({field: `f${i}`, from: i, to: null})),
    })
    expect(JSON.stringify(cluster?.['causes'])).to.contain(`"status":${JSON.stringify(status('gone'))}`)
    expect(summary).to.include({objects: 9, denied: 1, removed: 1, newlyDenied: true, changed: true})
    expect(JSON.parse(await diffReporters.json(whole, {...shown, notes: ['a note']}))).to.deep.include({notes: ['a note']})
    const unaffected = await diffReporters.json(diffOf([], {policies: [policyChange]}), shown)
    expect((JSON.parse(unaffected) as Report)['summary']).to.include({newlyDenied: false, changed: true})
  })

  it('has both sides of what workloads get', async () => {
    const effects = [
      effectOf('a', {type: 'replicas', from: replicas(3), to: replicas(1)}),
      effectOf('a', {type: 'rollout', from: 'fits', to: 'slow', reason: 'r'}), effectOf('a', {type: 'autoscaler', from: 4, to: 2}),
    ]
    const text = await diffReporters.json(diffOf([namespaceOf([causedBy(effects)])]), shown)
    const {namespaces} = JSON.parse(text) as {readonly namespaces: readonly {readonly causes: readonly {readonly effects: readonly object[]}[]}[]}
    const [first, second, third] = namespaces[0]?.causes[0]?.effects ?? []
    expect(first).to.deep.include({from: replicas(3), to: replicas(1)})
    expect(second).to.deep.include({from: 'fits', to: 'slow', reason: 'r'})
    expect(third).to.deep.include({type: 'autoscaler', from: 4, to: 2})
  })
})

describe('the findings of a diff', () => {
  it('have the severity of their worst effect, and name at most ten effects', () => {
    const finding = (...effects: Effect[]): Readonly<Record<string, unknown>> => {
      const {report: {diagnostics}} = diffReport(diffOf([namespaceOf([causedBy(effects)])]))
      const [{ruleId, severity, message, related, object} = {} as Partial<Diagnostic>] = diagnostics
      return {ruleId, severity, message, related: related?.length, object}
    }
    expect(finding(rollout('a'))).to.deep.equal({
      ruleId: 'diff/limited', severity: 'error', related: 1, object: policyChange.policy,
      message: 'dev: LimitRange limits: max.memory 2Gi → 1Gi (app.yaml:2): 1 of 7 workloads no longer rolls out, scales or completes',
    })
    expect(finding(...Array.from({length: 12}, (_, i) => effectOf(`d${i}`, {type: 'admitted'})))).to.deep.include({ruleId: 'diff/changed', severity: 'info', related: 10})
  })

  it('leave out and do not count what the author changed', () => {
    const quiet = ['edited', 'added', 'removed'].flatMap((outcome) => examples[outcome]?.('a') ?? [])
    expect(diffReport(diffOf([namespaceOf([causedBy(quiet)])])).report.diagnostics).to.deep.equal([])
    const [finding] = diffReport(diffOf([namespaceOf([causedBy([...quiet, effectOf('b', {type: 'admitted'})])], {namespace: ''})])).report.diagnostics
    expect(finding?.message).to.equal('LimitRange limits: max.memory 2Gi → 1Gi (app.yaml:2): 1 of 7 workloads is admitted')
  })

  it('name the first line of the message as the test of a report in the format of JUnit', () => {
    const {about} = diffReport(diffOf([]))
    expect(about.testName({message: 'a\nb'} as never)).to.equal('a')
    expect(about.checked).to.equal('9 objects')
  })
})
