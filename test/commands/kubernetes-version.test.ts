import {expect} from 'chai'

import Capacity from '../../commands/capacity.js'
import DescribeLimits from '../../commands/describe/limits.js'
import DescribeNamespace from '../../commands/describe/namespace.js'
import DescribeQuota from '../../commands/describe/quota.js'
import Lint from '../../commands/lint.js'
import Simulate from '../../commands/simulate.js'
import {inFolder} from '../helpers/in-folder.js'
import {runCommand} from '../helpers/run-command.js'

describe('--kubernetes-version', () => {
  const writeFiles = inFolder()
  const write = (name: string, text: string): void => writeFiles({[name]: text})
  const digit = 'apiVersion: v1\nkind: Service\nmetadata: {name: 1st}\nspec: {ports: [{port: 80}]}\n'

  beforeEach(() => {
    write('service.yaml', digit)
  })
  afterEach(() => {
    Reflect.deleteProperty(process.env, 'KADM_KUBERNETES_VERSION')
  })

  it('selects the validation rules of lint', async () => {
    expect((await runCommand(Lint, 'service.yaml')).status).to.equal(0)
    const older = await runCommand(Lint, 'service.yaml', '--kubernetes-version', '1.35', '-o', 'compact')
    expect(older.status).to.equal(1)
    expect(older.stdout).to.contain('a DNS-1035 label must consist of')
  })

  it('selects the known fields and kinds', async () => {
    write('newer.yaml', `apiVersion: v1
kind: Pod
metadata: {name: p}
spec:
  schedulingGroup: {podGroupName: g}
  volumes: [{name: v, projected: {sources: [{podCertificate: {signerName: a.b/c, keyType: ED25519, userAnnotations: {a.b/c: d}}}]}}]
  containers: [{name: c, image: "i:1"}]
---
apiVersion: v1
kind: List
items:
  - apiVersion: admissionregistration.k8s.io/v1
    kind: MutatingAdmissionPolicyBinding
    metadata: {name: b}
    spec: {policyName: p}
`)
    const group = '5:3: error: unknown field "spec.schedulingGroup" [decode/unknown-field]'
    const annotations = '6:100: error: unknown field "spec.volumes[0].projected.sources[0].podCertificate.userAnnotations" [decode/unknown-field]'
    const kind = '13:11: error: no matches for kind "MutatingAdmissionPolicyBinding" in version "admissionregistration.k8s.io/v1" [manifest/unknown-kind]'
    const errors = async (version: string): Promise<string[]> => {
      const {stdout} = await runCommand(Lint, 'newer.yaml', '--kubernetes-version', version, '-o', 'compact')
      return stdout.split('\n').filter((line) => line.includes(' error: ')).map((line) => line.replace('newer.yaml:', ''))
    }
    expect(await errors('1.34')).to.deep.equal([group, annotations, kind])
    expect(await errors('1.35')).to.deep.equal([group, kind])
    expect(await errors('1.36')).to.deep.equal([])
    const path = '6:46: error: spec.volumes[0].projected.sources[0].podCertificate: Required value: specify at least one of credentialBundlePath, keyPath, and certificateChainPath'
    expect(await errors('1.37')).to.deep.equal([`${path} [pod/projected-volume]`])
    const simulated = await runCommand(Simulate, 'newer.yaml', '--kubernetes-version', '1.35')
    expect(simulated.status).to.equal(2)
    expect(simulated.stdout).to.contain('strict decoding error: unknown field "spec.schedulingGroup"\n').and.to.contain('no matches for kind "MutatingAdmissionPolicyBinding"')
      .and.to.contain('\n  hint: this kind exists in Kubernetes 1.36, 1.37\n')
  })

  it('selects the verdicts of simulate, whose report names the version', async () => {
    const versionOf = async (...argv: string[]): Promise<[string, number]> => {
      const {stdout, status} = await runCommand(Simulate, 'service.yaml', '-o', 'json', ...argv)
      return [(JSON.parse(stdout) as {kubernetesVersion: string}).kubernetesVersion, status]
    }
    expect(await versionOf()).to.deep.equal(['1.36', 0])
    expect(await versionOf('--kubernetes-version', '1.34')).to.deep.equal(['1.34', 1])
  })

  it('selects the verdicts of capacity', async () => {
    expect((await runCommand(Capacity, 'service.yaml')).status).to.equal(0)
    expect((await runCommand(Capacity, 'service.yaml', '--kubernetes-version', '1.35')).status).to.equal(1)
  })

  it('is accepted by kadm describe', async () => {
    for (const [command, ...argv] of [[DescribeLimits], [DescribeQuota], [DescribeNamespace, 'default']] as const) {
      const run = (...more: string[]) => runCommand(command, ...argv, '-p', 'service.yaml', ...more)
      expect((await run()).stderr).not.to.contain('DNS-1035')
      expect((await run('--kubernetes-version', '1.35')).status).to.be.oneOf([0, 1])
    }
  })

  it('can be set in the environment and in the configuration file', async () => {
    process.env['KADM_KUBERNETES_VERSION'] = '1.35'
    expect((await runCommand(Lint, 'service.yaml')).status).to.equal(1)
    expect((await runCommand(Lint, 'service.yaml', '--kubernetes-version', '1.36')).status).to.equal(0)
    Reflect.deleteProperty(process.env, 'KADM_KUBERNETES_VERSION')
    for (const text of ['1.34', '"1.34"']) {
      write('.kadm.yaml', `kubernetesVersion: ${text}\n`)
      expect((await runCommand(Lint, 'service.yaml')).status, text).to.equal(1)
    }
  })

  it('lists the supported versions for an unknown one', async () => {
    const flag = await runCommand(Lint, 'service.yaml', '--kubernetes-version', '1.29')
    expect([flag.status, flag.error?.message]).to.deep.equal([2, 'Expected --kubernetes-version=1.29 to be one of: 1.34, 1.35, 1.36, 1.37\nSee more help with --help'])
    process.env['KADM_KUBERNETES_VERSION'] = '2.0'
    const variable = await runCommand(Lint, 'service.yaml')
    expect(variable.status).to.equal(2)
    expect(variable.error?.message).to.match(/^KADM_KUBERNETES_VERSION must be one of 1\.34, 1\.35, 1\.36, 1\.37/)
  })
})

describe('allowPrivileged in the configuration file', () => {
  const write = inFolder()

  beforeEach(() => {
    write({'pod.yaml': 'apiVersion: v1\nkind: Pod\nmetadata: {name: p}\nspec: {containers: [{name: a, image: i, securityContext: {privileged: true}}]}\n'})
  })

  for (const [name, command] of [['simulate', Simulate], ['capacity', Capacity]] as const) {
    it(`rejects privileged containers in ${name} if it is false`, async () => {
      expect((await runCommand(command, 'pod.yaml')).status).to.equal(0)
      write({'.kadm.yaml': 'allowPrivileged: false\n'})
      const {stdout, status} = await runCommand(command, 'pod.yaml')
      expect(status).to.equal(1)
      if (name === 'simulate') expect(stdout).to.contain('disallowed by cluster policy')
    })
  }
})
