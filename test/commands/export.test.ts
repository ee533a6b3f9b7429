import {expect} from 'chai'
import {writeFileSync} from 'node:fs'

import Export from '../../commands/export.js'
import Lint from '../../commands/lint.js'
import {readManifests} from '../../src/manifests/read-manifests.js'
import {SourceFile} from '../../src/source/source-file.js'
import {pod} from '../helpers/builders.js'
import {inFolder} from '../helpers/in-folder.js'
import {annotations, labels, metadataPolicy, rejecting, rule, setting, term} from '../helpers/metadata-policies.js'
import {runCommand} from '../helpers/run-command.js'

interface Applied {
  readonly apiVersion: string
  readonly kind: string
  readonly items: readonly {readonly apiVersion: string, readonly kind: string, readonly spec: unknown}[]
}

const require = rejecting(labels(term('team', 'DoesNotExist')))

const tier = setting(labels(term('tier', 'DoesNotExist')), {tier: 'backend'})

const scheduler = rule(annotations(term('scheduler.alpha.kubernetes.io/qos', 'In', 'BestEffort')), {updatedAnnotations: {'scheduler.alpha.kubernetes.io/name': 'slow'}})

describe('kadm export', () => {
  inFolder()

  beforeEach(() => {
    writeFileSync('tier.json', JSON.stringify(metadataPolicy('tier', tier, require)))
    writeFileSync('pod.json', JSON.stringify(pod()))
  })

  const json = async (...argv: string[]): Promise<Applied> => JSON.parse((await runCommand(Export, ...argv, '-o', 'json')).stdout) as Applied

  it('prints a stream of YAML documents after a comment that names their policies', async () => {
    const {stdout, stderr, status} = await runCommand(Export, '--to', 'native', '-n', 'dev')
    expect(status).to.equal(0)
    expect(stdout).to.match(/^# Native admission policies, made by "kadm export" of MetadataPolicies\./)
    expect(stdout).to.contain('# Namespace dev: tier (tier.json:1, 2 rules). Rejections are decided directly.\n')
    expect(stdout).to.contain('\n---\napiVersion: admissionregistration.k8s.io/v1\nkind: MutatingAdmissionPolicy\nmetadata:\n  name: metadata-policy-dev\n')
    expect(stdout).to.contain('        expression: |-\n          Object{\n            metadata: Object.metadata{\n              labels: {\n                ?"tier": variables.p0_r0 ? ')
    expect(stdout.match(/^---$/gm)).to.have.length(4)
    const notes = stderr.trimEnd().split('\n')
    expect(notes).to.have.length(3)
    for (const note of notes) expect(note).to.match(/^Note: .*\.$/)
    expect(stdout.replaceAll('\n# ', ' ')).to.contain(notes[0] ?? '?')
    expect((await runCommand(Export, 'tier.json', '-n', 'dev')).stdout).to.equal(stdout)
  })

  it('prints policies without findings of kadm lint', async () => {
    writeFileSync('native.yaml', (await runCommand(Export, 'tier.json')).stdout)
    expect(await runCommand(Lint, 'native.yaml', '--no-color')).to.include({status: 0, stdout: '4 objects in 1 file: nothing wrong\n'})
  })

  it('prints a List with -o json', async () => {
    const {apiVersion, kind, items} = await json('tier.json')
    expect({apiVersion, kind}).to.deep.equal({apiVersion: 'v1', kind: 'List'})
    expect(items.map((item) => item.kind)).to.deep.equal([
      'MutatingAdmissionPolicy', 'MutatingAdmissionPolicyBinding', 'ValidatingAdmissionPolicy', 'ValidatingAdmissionPolicyBinding',
    ])
  })

  it('prints the same objects as YAML and as JSON', async () => {
    const text = '::set "x" \\u202e ##[error]\n\ttab: \'y\' # no comment'
    writeFileSync('odd.json', JSON.stringify(metadataPolicy('odd', rule(annotations(term('a', 'In', text)), {updatedAnnotations: {b: text}}))))
    const {stdout} = await runCommand(Export, 'odd.json', 'tier.json')
    const bodies = readManifests(new SourceFile('native.yaml', stdout)).map(({manifest}) => manifest?.body)
    expect(bodies).to.deep.equal((await json('odd.json', 'tier.json')).items)
  })

  it('applies its flags', async () => {
    writeFileSync('scheduler.json', JSON.stringify(metadataPolicy('s', scheduler)))
    const text = async (...argv: string[]): Promise<string> => JSON.stringify(await json('scheduler.json', ...argv))
    const plain = await text()
    for (const part of ['"resources":["pods"]', 'qosGuaranteed', '"apiVersion":"admissionregistration.k8s.io/v1"']) expect(plain).to.contain(part)
    for (const part of ['schedulerName', 'not-terminating']) expect(plain).not.to.contain(part)
    expect(await text('--resources', 'pods,cm', '--resources', 'deploy')).to.contain('"resources":["configmaps","pods"]').and.to.contain('"resources":["deployments"]')
    expect(await text('--no-qos-annotator')).not.to.contain('qosGuaranteed')
    expect(await text('--scheduler-name')).to.contain('Object.spec{?schedulerName: variables.schedulerName}')
    expect(await text('--skip-terminating')).to.contain('not-terminating')
    expect(await text('--api-version', 'v1beta1')).to.contain('"admissionregistration.k8s.io/v1beta1"')
    expect(JSON.stringify(await json('tier.json', '--qos-annotator'))).to.contain('qosGuaranteed')
  })

  it('reports all errors and prints no policies', async () => {
    writeFileSync('bad.json', JSON.stringify(metadataPolicy('bad', setting(labels(term('a', 'in', 'b')), {x: 'b c'}))))
    writeFileSync('bad.yaml', 'kind: MetadataPolicy\na: [\n')
    const {stdout, stderr, status} = await runCommand(Export, '--no-color')
    expect({stdout, status}).to.deep.equal({stdout: '', status: 2})
    expect(stderr).to.contain('bad.json:1:').and.to.contain('Invalid value: "in": not a valid selector operator').and.to.contain('Invalid value: "b c"')
    expect(stderr).to.contain('bad.yaml:').and.to.match(/Nothing is exported\.\n$/)
  })

  it('reports conflicts, unless --on-conflict by-name resolves them', async () => {
    writeFileSync('more.json', JSON.stringify(metadataPolicy('zone', setting(undefined, {tier: 'web'}))))
    const argv = ['tier.json', 'more.json', '--no-color']
    const rejected = await runCommand(Export, ...argv)
    expect(rejected).to.include({status: 1, stdout: ''})
    expect(rejected.stderr).to.contain('tier.json:1:').and.to.contain('\n  see: more.json:1:').and.to.contain('--on-conflict by-name')
    expect(await runCommand(Export, ...argv, '--on-conflict', 'by-name')).to.include({status: 0})
  })

  it('warns if there is nothing to export', async () => {
    expect(await runCommand(Export, 'pod.json')).to.include({status: 0, stdout: '', stderr: 'Warning: there are no MetadataPolicies in these files.\n'})
    writeFileSync('idle.json', JSON.stringify(metadataPolicy('idle')))
    expect(await runCommand(Export, 'idle.json')).to.include({status: 0, stdout: ''})
    const both = await runCommand(Export, 'idle.json', 'tier.json', '-n', 'dev')
    expect(both.stdout).to.contain('idle (idle.json:1, 0 rules), tier (tier.json:1, 2 rules)')
  })

  it('names a namespace without native policies in the comment', async () => {
    writeFileSync('idle.json', JSON.stringify(metadataPolicy('idle').marked({namespace: 'idle'})))
    expect((await runCommand(Export, 'idle.json', 'tier.json')).stdout.replaceAll('\n# ', ' '))
      .to.contain('Namespace idle: idle (idle.json:1, 0 rules). None of its rules has an effect, so there is no native policy.')
  })

  const misuses: readonly (readonly [string[], RegExp, string?])[] = [
    [['--resources', 'podds'], /^--resources: the server has no resource "podds"/, 'did you mean pods?'],
    [['--resources', 'nodes'], /^--resources: "nodes" are in no namespace/],
    [['--resources', 'cm', '--qos-annotator'], /^--qos-annotator is about pods, and --resources does not name them$/],
    [['--resources', 'cm', '--scheduler-name'], /^--scheduler-name is about pods/],
    [['--to', 'kyverno'], /Expected --to=kyverno to be one of: native/],
    [['--api-version', 'v2'], /Expected --api-version=v2 to be one of: v1, v1beta1, none/],
    [['missing.yaml'], /missing\.yaml/],
  ]
  for (const [argv, message, suggestion] of misuses) {
    it(`rejects ${argv.join(' ')}`, async () => {
      const {stdout, status, error} = await runCommand(Export, ...argv)
      expect({stdout, status}).to.deep.equal({stdout: '', status: 2})
      expect(error?.message).to.match(message)
      if (suggestion !== undefined) expect(error?.suggestions).to.include(suggestion)
    })
  }

  it('escapes control characters in names', async () => {
    writeFileSync('odd.yaml', 'apiVersion: kadm.dev/v1\nkind: MetadataPolicy\nmetadata: {name: "a\\e[31m\\nb"}\nspec: {rules: [{policyAction: {updatedAnnotations: {a: "\\e[31m::set"}}}]}\n')
    const {stdout, stderr} = await runCommand(Export, 'odd.yaml', '--no-color')
    expect(stdout + stderr).not.to.match(/\u001b/)
  })
})
