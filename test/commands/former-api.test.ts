import {expect} from 'chai'
import {mkdirSync, readFileSync, writeFileSync} from 'node:fs'

import DescribeLimits from '../../commands/describe/limits.js'
import Lint from '../../commands/lint.js'
import Rules from '../../commands/rules.js'
import Simulate from '../../commands/simulate.js'
import {inFolder} from '../helpers/in-folder.js'
import {runCommand} from '../helpers/run-command.js'

const limitRange = `{
  "id": "limits",
  "kind": "LimitRange",
  "apiVersion": "v1beta1",
  "labels": {"team": "a"},
  "spec": {"limits": [{"type": "Container", "max": {"cpu": "2"}, "defaultRequests": {"cpu": "100m"}}]}
}
`

const pod = `apiVersion: v1
kind: Pod
metadata:
  name: web
  initializers: {pending: [{name: scheduler}]}
spec:
  containers:
    - {name: web, image: nginx, cpu: 100}
`

describe('hints for obsolete fields', () => {
  inFolder()

  beforeEach(() => {
    mkdirSync('policies')
    writeFileSync('policies/limits.json', limitRange)
    writeFileSync('pod.yaml', pod)
  })

  it('are printed by lint', async () => {
    const {stdout, status} = await runCommand(Lint, 'policies')
    expect(stdout).to.equal(`policies/limits.json:2:3  error  unknown field "id"  decode/unknown-field
  hint: write it as metadata.name
policies/limits.json:4:17  error  no matches for kind "LimitRange" in version "v1beta1"  manifest/unknown-kind
  hint: write "apiVersion: v1"
policies/limits.json:5:3  error  unknown field "labels"  decode/unknown-field
  hint: write it as metadata.labels
policies/limits.json:6:66  error  unknown field "spec.limits[0].defaultRequests"  decode/unknown-field
  hint: write "defaultRequest"

1 object in 1 file: 4 errors, 0 warnings
4 places can be fixed with "kadm lint --fix"
`)
    expect(status).to.equal(1)
  })

  it('lint --fix moves obsolete fields', async () => {
    const {status} = await runCommand(Lint, 'policies', '--fix')
    expect(readFileSync('policies/limits.json', 'utf8')).to.equal(`{
  "metadata": {"name": "limits", "labels": {"team": "a"}},
  "kind": "LimitRange",
  "apiVersion": "v1",
  "spec": {"limits": [{"type": "Container", "max": {"cpu": "2"}, "defaultRequest": {"cpu": "100m"}}]}
}
`)
    expect(status).to.equal(0)
  })

  it('are printed by simulate, for policies and objects', async () => {
    const {stdout, status} = await runCommand(Simulate, 'pod.yaml', '-p', 'policies')
    expect(stdout).to.contain(`policies/limits.json:4:17  error  no matches for kind "LimitRange" in version "v1beta1"  manifest/unknown-kind
  see: policies/limits.json:2:3: unknown field "id": write it as metadata.name
  see: policies/limits.json:5:3: unknown field "labels": write it as metadata.labels
  see: policies/limits.json:6:66: unknown field "spec.limits[0].defaultRequests": write "defaultRequest"
  hint: write "apiVersion: v1"
`)
    expect(stdout).to.contain(`    hint: leave it out: initializers went with Kubernetes 1.16; admission webhooks and policies do their work
`)
    expect(status).to.equal(2)
  })

  it('are included in JSON', async () => {
    const {stdout} = await runCommand(Simulate, 'pod.yaml', '-p', 'policies', '-o', 'json')
    const {reviews: [review]} = JSON.parse(stdout) as {readonly reviews: readonly {readonly hints: unknown}[]}
    expect(review?.hints).to.deep.equal([
      {field: 'metadata.initializers', hint: 'leave it out: initializers went with Kubernetes 1.16; admission webhooks and policies do their work'},
      {
        field: 'spec.containers[0].cpu',
        hint: 'write it in "resources", under limits or requests; v1beta1 has the limit here, in thousandths of a core: cpu: 100 is "cpu: 100m" today',
      },
    ])
  })

  it('are printed by describe', async () => {
    const {stderr, status} = await runCommand(DescribeLimits, '-p', 'policies')
    expect(stderr).to.contain(`policies/limits.json:4: no matches for kind "LimitRange" in version "v1beta1": write "apiVersion: v1"
policies/limits.json:2: unknown field "id": write it as metadata.name
policies/limits.json:5: unknown field "labels": write it as metadata.labels
policies/limits.json:6: unknown field "spec.limits[0].defaultRequests": write "defaultRequest"
`)
    expect(status).to.equal(2)
  })

  it('are printed by describe for a rejected policy', async () => {
    writeFileSync('policies/limits.json', limitRange.replace('"id": "limits"', '"metadata": {"name": "limits"}').replace('v1beta1', 'v1').replace('"labels": {"team": "a"},', ''))
    const {stderr} = await runCommand(DescribeLimits, '-p', 'policies')
    expect(stderr).to.contain('unknown field "spec.limits[0].defaultRequests"\npolicies/limits.json:6: spec.limits[0].defaultRequests: write "defaultRequest"\n')
  })
})

describe('kinds that no API server serves', () => {
  inFolder()

  beforeEach(() => {
    writeFileSync('policy.yaml', `apiVersion: kadm.dev/v1
kind: MetadataPolicy
metadata: {name: tiers}
spec:
  rules:
    - policyPredicate: {labelSelector: {matchExpressions: [{key: tier, operator: DoesNotExist}]}}
      policyAction: {updatedLabels: {tier: backend}}
`)
    writeFileSync('usage.yaml', 'apiVersion: v1\nkind: ResourceQuotaUsage\nmetadata: {name: compute}\nstatus: {used: {pods: "1"}}\n')
    writeFileSync('quota.yaml', 'apiVersion: v1\nkind: ResourceQuota\nmetadata: {name: compute}\nspec: {hard: {pods: "2"}}\n')
    writeFileSync('map.yaml', 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\n')
  })

  it('are reported by lint with severity info, which does not fail the run', async () => {
    expect(await runCommand(Lint, '--no-color')).to.include({status: 0, stderr: '', stdout: `policy.yaml:2:7  info  no API server serves MetadataPolicy: kadm evaluates it, but kubectl cannot apply it  metadata-policy/not-served
  hint: "kadm export --to native" compiles MetadataPolicies into admission policies that a cluster enforces
usage.yaml:2:7  info  no API server serves ResourceQuotaUsage: only kadm reads it, and kubectl cannot apply it  resource-quota-usage/not-served
  hint: pass it to "kadm simulate" with -p: it sets the initial usage of the quota

4 objects in 4 files: 0 errors, 0 warnings, 2 infos
`})
    expect(await runCommand(Lint, '--fail-on', 'info')).to.include({status: 1})
  })

  it('are read by simulate without a report', async () => {
    const {stdout, stderr, status} = await runCommand(Simulate, 'map.yaml', '-p', 'policy.yaml', '-p', 'quota.yaml', '-p', 'usage.yaml', '-o', 'json')
    expect({stderr, status}).to.deep.equal({stderr: '', status: 0})
    expect(stdout).not.to.contain('no API server serves')
  })

  it('are omitted from the examples of other rules', async () => {
    const {stdout} = await runCommand(Rules, 'metadata-policy/no-rules')
    expect(stdout).to.match(/\n1 object in 1 file: 0 errors, 1 warning\n\(The command also reports metadata-policy\/not-served\.\)\n$/)
    expect((await runCommand(Rules, 'metadata-policy/not-served')).stdout).to.match(/\n1 object in 1 file: 0 errors, 0 warnings, 1 info\n$/)
  })
})
