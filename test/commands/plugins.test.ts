import {Ajv2020} from 'ajv/dist/2020.js'
import {expect} from 'chai'
import {readFileSync} from 'node:fs'

import Plugins from '../../commands/plugins.js'
import {compiledInPlugins} from '../../src/admission/plugin-names.js'
import {inFolder} from '../helpers/in-folder.js'
import {runCommand} from '../helpers/run-command.js'

interface ListedJson {
  readonly name: string
  readonly state: string
  readonly enabledByDefault: boolean
  readonly kubernetes: boolean
  readonly reason?: string
}

interface PluginsJson {
  readonly version: number
  readonly plugins: readonly ListedJson[]
}

const validate = new Ajv2020({strict: true}).compile(JSON.parse(readFileSync(new URL('../../schemas/plugins.schema.json', import.meta.url), 'utf8')) as object)

async function listed(...flags: string[]): Promise<readonly ListedJson[]> {
  const {stdout, stderr, status} = await runCommand(Plugins, '-o', 'json', ...flags)
  expect({stderr, status}).to.deep.equal({stderr: '', status: 0})
  const json = JSON.parse(stdout) as PluginsJson
  expect(validate(json), JSON.stringify(validate.errors)).to.equal(true)
  return json.plugins
}

const namesIn = (plugins: readonly ListedJson[], state: string): string[] => plugins.filter((plugin) => plugin.state === state).map(({name}) => name)

/** The help of kube-apiserver 1.36.3 for `--enable-admission-plugins`. */
const defaultOfServer = [
  'NamespaceLifecycle', 'LimitRanger', 'ServiceAccount', 'TaintNodesByCondition', 'PodSecurity', 'Priority', 'DefaultTolerationSeconds', 'DefaultStorageClass',
  'StorageObjectInUseProtection', 'PodGroupProtection', 'PersistentVolumeClaimResize', 'RuntimeClass', 'CertificateApproval', 'CertificateSigning',
  'ClusterTrustBundleAttest', 'CertificateSubjectRestriction', 'DefaultIngressClass', 'PodTopologyLabels', 'PodGroupWorkloadExists', 'NodeDeclaredFeatureValidator',
  'JobValidation', 'PodResizeValidator', 'MutatingAdmissionPolicy', 'MutatingAdmissionWebhook', 'ValidatingAdmissionPolicy', 'ValidatingAdmissionWebhook', 'ResourceQuota',
]

describe('kadm plugins', () => {
  const write = inFolder()

  it('lists all plugins of the server in its order, and the two of kadm', async () => {
    const plugins = await listed()
    expect(plugins.filter(({kubernetes}) => kubernetes).map(({name}) => name)).to.deep.equal(compiledInPlugins)
    expect(plugins.filter(({kubernetes}) => !kubernetes).map(({name}) => name)).to.deep.equal(['PodQos', 'MetadataPolicy'])
    expect(plugins.filter(({enabledByDefault, kubernetes}) => enabledByDefault && kubernetes).map(({name}) => name)).to.have.members(defaultOfServer)
  })

  it('gives a reason for each plugin that kadm does not have, and for no other', async () => {
    for (const {name, state, reason} of await listed()) expect(reason !== undefined, name).to.equal(state === 'absent')
  })

  it('applies flags and settings', async () => {
    expect(namesIn(await listed(), 'on')).to.include('LimitRanger').and.not.include('AlwaysPullImages')
    expect(namesIn(await listed('--enable-admission-plugins', 'AlwaysPullImages', '--disable-admission-plugins', 'LimitRanger'), 'on'))
      .to.include('AlwaysPullImages').and.not.include('LimitRanger')
    expect(namesIn(await listed('--admission-control', 'LimitRanger'), 'on')).to.deep.equal(['LimitRanger'])
    write({'.kadm.yaml': 'enableAdmissionPlugins: [AlwaysDeny]\n'})
    expect(namesIn(await listed(), 'on')).to.include('AlwaysDeny')
  })

  it('leaves out what a version does not have, or has behind a gate that is off', async () => {
    const namesWith = (plugins: readonly ListedJson[], text: string): string[] => plugins.filter(({reason}) => reason === text).map(({name}) => name)
    const missing = async (version: string): Promise<string[]> => namesWith(await listed('--kubernetes-version', version), `Kubernetes ${version} does not have it.`)
    expect(await missing('1.34')).to.deep.equal(['PodGroupProtection', 'PodGroupWorkloadExists', 'NodeDeclaredFeatureValidator', 'JobValidation', 'PodResizeValidator'])
    expect(await missing('1.35')).to.deep.equal(['PodGroupProtection', 'PodGroupWorkloadExists', 'JobValidation', 'PodResizeValidator'])
    expect(await missing('1.36')).to.deep.equal([])
    expect(await missing('1.37')).to.deep.equal(['PodGroupWorkloadExists', 'JobValidation'])
    const gated = async (version: string): Promise<string[]> => namesWith(await listed('--kubernetes-version', version), 'Its feature gate is off by default.')
    expect([await gated('1.34'), await gated('1.35')]).to.deep.equal([['PodTopologyLabels'], ['NodeDeclaredFeatureValidator']])
    for (const {state, enabledByDefault} of (await listed('--kubernetes-version', '1.37')).filter(({name}) => name === 'JobValidation')) expect([state, enabledByDefault]).to.deep.equal(['absent', false])
  })

  it('rejects the name of a plugin that the version does not have', async () => {
    const {error, status} = await runCommand(Plugins, '--kubernetes-version', '1.37', '--enable-admission-plugins', 'JobValidation')
    expect(status).to.equal(2)
    expect(error?.message).to.match(/^the API server does not start with this configuration: enable-admission-plugins plugin "JobValidation" is unknown/)
  })

  it('prints a table for people, in 80 columns', async () => {
    const {stdout, stderr, status} = await runCommand(Plugins)
    expect({stderr, status}).to.deep.equal({stderr: '', status: 0})
    const lines = stdout.split('\n')
    expect(lines.slice(0, 6)).to.deep.equal([
      'Plugin                                State   Default',
      '------                                -----   -------',
      'AlwaysAdmit                           absent  off',
      '  Admits everything; deprecated.',
      '  Absent: It has no effect.',
      'NamespaceAutoProvision                off     off',
    ])
    expect(lines.filter((line) => line.length > 80 || line.endsWith(' '))).to.deep.equal([])
  })

  it('rejects flags with which the server does not start', async () => {
    const {error, stdout, status} = await runCommand(Plugins, '--enable-admission-plugins', 'alwayspullimages')
    expect({stdout, status}).to.deep.equal({stdout: '', status: 2})
    expect(error?.message).to.contain('enable-admission-plugins plugin "alwayspullimages" is unknown')
  })
})
