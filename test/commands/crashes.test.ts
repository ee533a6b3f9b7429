import {expect} from 'chai'

import Capacity from '../../commands/capacity.js'
import Drift from '../../commands/drift.js'
import Explain from '../../commands/explain.js'
import Lint from '../../commands/lint.js'
import Simulate from '../../commands/simulate.js'
import Test from '../../commands/test.js'
import {inFolder} from '../helpers/in-folder.js'
import {type CommandRun, runCommand} from '../helpers/run-command.js'

/** Checks that a command reported the problem of its input as a result. */
function expectFindings({status, error}: CommandRun): void {
  expect(error?.stack, 'exception').to.equal(undefined)
  expect(status).to.be.oneOf([1, 2])
}

describe('regression tests: input that crashed kadm @slow', () => {
  const write = inFolder()

  for (const kind of ['v1 Namespace', 'v1 Node', 'v1 PersistentVolume', 'rbac.authorization.k8s.io/v1 ClusterRole', 'apiextensions.k8s.io/v1 CustomResourceDefinition']) {
    it(`objects of a cluster-scoped kind without metadata: ${kind}`, async () => {
      const [apiVersion = '', name = ''] = kind.split(' ')
      const object = `apiVersion: ${apiVersion}\nkind: ${name}\n`
      write({'object.yaml': `${object}---\n${object}metadata: null\n---\n${object}metadata: []\n`})
      for (const command of [Simulate, Capacity]) expectFindings(await runCommand(command, 'object.yaml'))
    })
  }

  it('items without metadata after a nested list, which are not sent', async () => {
    write({'list.yaml': `apiVersion: v1
kind: List
items:
- apiVersion: v1
  kind: List
  items:
  - {apiVersion: v1, kind: ConfigMap}
- {apiVersion: v1, kind: List, items: []}
- {apiVersion: v1, kind: Namespace}
- {apiVersion: v1, kind: ConfigMap, metadata: null}
- {apiVersion: v1, kind: Pod, metadata: text}
`})
    const run = await runCommand(Simulate, 'list.yaml')
    expectFindings(run)
    expect(run.stdout).to.contain('Not sent, as kubectl reads no further:\n').and.to.contain('  list.yaml:9  Namespace \n')
  })

  for (const zone of ['+24:00', '-24:00', '+00:60', '-24:60']) {
    it(`a pod among the existing objects whose deletionTimestamp has the zone ${zone}`, async () => {
      write({
        'policies/quota.yaml': 'apiVersion: v1\nkind: ResourceQuota\nmetadata: {name: quota}\nspec: {hard: {pods: "1"}}\n',
        'existing/pod.yaml': `apiVersion: v1
kind: Pod
metadata: {name: old, namespace: default, uid: a, deletionTimestamp: "2020-01-01T00:00:00${zone}", deletionGracePeriodSeconds: 30}
spec: {containers: [{name: a, image: b}]}
`,
        'pod.yaml': 'apiVersion: v1\nkind: Pod\nmetadata: {name: new}\nspec: {containers: [{name: a, image: b}]}\n',
      })
      expectFindings(await runCommand(Simulate, 'pod.yaml', '-p', 'policies', '-e', 'existing'))
    })
  }

  /** An integer that no number of JavaScript holds. */
  const large = '9372036854775808'

  it('a ResourceQuota with large integers for scopes', async () => {
    const quota = `apiVersion: v1\nkind: ResourceQuota\nmetadata: {name: q}\nspec: {hard: {pods: 5}, scopes: [${large}], scopeSelector: {matchExpressions: [${large}]}}\nstatus: {used: {pods: ${large}}}\n`
    write({'quota.yaml': quota, 'app/a.yaml': 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\n'})
    for (const command of [Simulate, Capacity]) expectFindings(await runCommand(command, 'app', '-p', 'quota.yaml'))
    expectFindings(await runCommand(Drift, '-p', 'quota.yaml'))
  })

  it('patches of a Flux Kustomization with large integers', async () => {
    write({'flux.yaml': `apiVersion: kustomize.toolkit.fluxcd.io/v1
kind: Kustomization
metadata: {name: k, namespace: flux-system}
spec:
  interval: 5m
  prune: true
  path: ./app
  sourceRef: {kind: GitRepository, name: r}
  patchesStrategicMerge: [{apiVersion: apps/v1, kind: Deployment, metadata: {name: d}, spec: {replicas: ${large}}}]
  patchesJson6902: [{target: {kind: Deployment}, patch: [{op: add, path: /spec/replicas, value: ${large}}]}]
`, 'app/a.yaml': 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\n'})
    expect((await runCommand(Lint, '.')).error?.stack).to.equal(undefined)
  })

  it('a JSON patch of a policy test that copies a large integer', async () => {
    const widget = `{apiVersion: example.com/v1, kind: Widget, metadata: {name: w}, spec: {a: ${large}}}`
    write({'a.kadm-test.yaml': `apiVersion: test.kadm.dev/v1\nkind: Suite\ntests:\n- {name: a, object: {base: ${widget}, patch: [{op: copy, from: /spec/a, path: /spec/b}]}, expect: {stored: {spec: {b: ${large}}}}}\n`})
    const {status, stdout} = await runCommand(Test, '--no-times')
    expect([status, stdout]).to.deep.equal([0, 'a.kadm-test.yaml\n  ok     a\n\n1 test: 1 passed\n'])
  })

  it('an explained pod with a large integer in a field that a plugin changes', async () => {
    const integer = '9007199254740993'
    write({'pod.yaml': `apiVersion: v1\nkind: Pod\nmetadata: {name: p}\nspec: {tolerations: [{key: a, operator: Exists, effect: NoExecute, tolerationSeconds: ${integer}}], containers: [{name: a, image: b}]}\n`})
    const {status, stdout} = await runCommand(Explain, 'pod.yaml', '-p', 'pod.yaml')
    expect(status).to.be.oneOf([0, 1])
    expect(stdout).to.contain(integer)
  })

  it('a policy folder with a pod whose container has a map for a name', async () => {
    write({'pod.yaml': 'apiVersion: v1\nkind: Pod\nmetadata: {name: p}\nspec: {containers: [{name: {toString: x}, image: i}]}\n'})
    expectFindings(await runCommand(Drift, '-p', '.', '-e', '.'))
    expectFindings(await runCommand(Simulate, 'pod.yaml'))
  })

  it('a LimitRange with 130,000 wrong amounts', async () => {
    const amounts = Array.from({length: 130_000}, (_, i) => `      a${i}: []\n`).join('')
    write({'limits.yaml': `apiVersion: v1\nkind: LimitRange\nmetadata: {name: limits}\nspec:\n  limits:\n  - type: Container\n    max:\n${amounts}`})
    const {stackTraceLimit} = Error
    // Each wrong amount throws an exception, whose stack is slow to map to the sources.
    Error.stackTraceLimit = 0
    const run = await runCommand(Lint, 'limits.yaml', '-o', 'json').finally(() => Object.assign(Error, {stackTraceLimit}))
    expectFindings(run)
    // As many findings as kadm reports of a file.
    expect((JSON.parse(run.stdout) as {summary: {errors: number}}).summary.errors).to.equal(20_000)
  })
})
