import {expect} from 'chai'
import {mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync} from 'node:fs'
import {tmpdir} from 'node:os'
import {join} from 'node:path'

import DescribeLimits from '../../commands/describe/limits.js'
import Lint from '../../commands/lint.js'
import Simulate from '../../commands/simulate.js'
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

describe('old shapes in commands', () => {
  const before = process.cwd()
  let folder = ''

  beforeEach(() => {
    folder = realpathSync(mkdtempSync(join(tmpdir(), 'kadm-old-')))
    process.chdir(folder)
    mkdirSync('policies')
    writeFileSync('policies/limits.json', limitRange)
    writeFileSync('pod.yaml', pod)
  })
  afterEach(() => {
    process.chdir(before)
    rmSync(folder, {recursive: true, force: true})
  })

  it('are hinted at by lint', async () => {
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

  it('are moved by lint --fix', async () => {
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

  it('are hinted at by simulate, in policies and in objects', async () => {
    const {stdout, status} = await runCommand(Simulate, 'pod.yaml', '-p', 'policies')
    expect(stdout).to.contain(`policies/limits.json:4:17  error  no matches for kind "LimitRange" in version "v1beta1"  manifest/unknown-kind
  see: policies/limits.json:2:3: unknown field "id": write it as metadata.name
  see: policies/limits.json:5:3: unknown field "labels": write it as metadata.labels
  see: policies/limits.json:6:66: unknown field "spec.limits[0].defaultRequests": write "defaultRequest"
  hint: write "apiVersion: v1"
`)
    expect(stdout).to.contain(`    hint: leave it out: initializers went with Kubernetes 1.16; admission webhooks and policies do their work
`)
    expect(status).to.equal(1)
  })

  it('are hinted at in JSON', async () => {
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

  it('are hinted at by describe', async () => {
    const {stderr, status} = await runCommand(DescribeLimits, '-p', 'policies')
    expect(stderr).to.contain(`policies/limits.json:4: no matches for kind "LimitRange" in version "v1beta1": write "apiVersion: v1"
policies/limits.json:2: unknown field "id": write it as metadata.name
policies/limits.json:5: unknown field "labels": write it as metadata.labels
policies/limits.json:6: unknown field "spec.limits[0].defaultRequests": write "defaultRequest"
`)
    expect(status).to.equal(1)
  })

  it('are hinted at by describe where the server refuses a policy', async () => {
    writeFileSync('policies/limits.json', limitRange.replace('"id": "limits"', '"metadata": {"name": "limits"}').replace('v1beta1', 'v1').replace('"labels": {"team": "a"},', ''))
    const {stderr} = await runCommand(DescribeLimits, '-p', 'policies')
    expect(stderr).to.contain('unknown field "spec.limits[0].defaultRequests"\npolicies/limits.json:6: spec.limits[0].defaultRequests: write "defaultRequest"\n')
  })
})
