import {expect} from 'chai'

import {type AdmissionConfiguration, readAdmissionConfiguration} from '../../src/configuration/read-configuration.js'
import {SourceFile} from '../../src/source/source-file.js'
import {admissionConfiguration, embedded, eventRateLimit, fileReader, readFiles, resourceQuota} from '../helpers/configuration.js'
import {placed} from '../helpers/lint-text.js'

const userLimit = eventRateLimit('- {type: User, qps: 1, burst: 2}\n')
const pods = resourceQuota('- {resource: pods}\n')

/** Stage and reason of the start-up error; without an error, the plugins that have a configuration. */
const outcome = ({error, configurations}: AdmissionConfiguration): string => error === undefined
  ? Object.keys(configurations).join(' ') || 'nothing'
  : `${error.stage}${error.plugin === undefined ? '' : ` ${error.plugin}`}: ${error.reason}`

describe('readAdmissionConfiguration', () => {
  it('returns the configurations of plugins, embedded or in separate files', () => {
    const text = admissionConfiguration(`${embedded('EventRateLimit', userLimit)}- {name: ResourceQuota, path: conf/quota.yaml}\n`)
    const {configurations, error} = readFiles({'config.yaml': text, 'conf/quota.yaml': pods})
    expect(error).to.equal(undefined)
    expect(configurations).to.have.all.keys('EventRateLimit', 'ResourceQuota')
    expect(configurations['EventRateLimit']).to.deep.include({limits: [{type: 'User', qps: 1, burst: 2}]})
    expect(configurations['ResourceQuota']).to.deep.include({limitedResources: [{resource: 'pods'}]})
  })

  it('returns nothing for plugins without an entry or with an empty one', () => {
    expect(outcome(readFiles({'config.yaml': admissionConfiguration('- name: ResourceQuota\n')}))).to.equal('nothing')
    expect(outcome(readFiles({'config.yaml': admissionConfiguration('  []\n')}))).to.equal('nothing')
    expect(outcome(readFiles({'config.yaml': admissionConfiguration('- {name: ResourceQuota, configuration: null}\n')}))).to.equal('nothing')
  })

  it('resolves paths against the folder of the configuration', () => {
    const asked: string[] = []
    const readFile = (path: string): SourceFile => {
      asked.push(path.replaceAll('\\', '/'))
      return new SourceFile(path, pods)
    }
    for (const [outer, path] of [['a/b/c.yaml', 'x.yaml'], ['a/b/c.yaml', './d/../../x.yaml'], ['/a/c.yaml', 'x.yaml'], ['c.yaml', '../x.yaml'], ['a/c.yaml', '/x.yaml']] as const) {
      const file = new SourceFile(outer, admissionConfiguration(`- {name: ResourceQuota, path: ${path}}\n`))
      expect(outcome(readAdmissionConfiguration(file, {readFile}))).to.equal('ResourceQuota')
    }
    expect(asked).to.deep.equal(['a/b/x.yaml', 'a/x.yaml', '/a/x.yaml', '../x.yaml', '/x.yaml'])
  })

  it('never opens the file of an ignored entry', () => {
    const text = admissionConfiguration(`- name: ResourceQuota\n  path: missing.yaml\n  configuration:\n    apiVersion: apiserver.config.k8s.io/v1
    kind: ResourceQuotaConfiguration\n- {name: ResourceQuota, path: missing.yaml}\n- {name: ImagePolicyWebhook, path: missing.yaml}\n- {path: missing.yaml}\n`)
    expect(outcome(readFiles({'config.yaml': text}))).to.equal('ResourceQuota')
  })

  it('reports errors of the file itself first, then of the plugins in their order', () => {
    const broken = embedded('ResourceQuota', resourceQuota('- {}\n'))
    const noBurst = embedded('EventRateLimit', eventRateLimit('- {type: User, qps: 1}\n'))
    expect(outcome(readFiles({'config.yaml': `${admissionConfiguration(broken + noBurst)}extra: 1\n`}))).to.equal('read: strict decoding error: unknown field "extra"')
    expect(outcome(readFiles({'config.yaml': admissionConfiguration(broken + noBurst)})))
      .to.equal('validate EventRateLimit: limits[0].burst: Invalid value: 0: must be positive')
    expect(outcome(readFiles({'config.yaml': admissionConfiguration(broken)}))).to.equal('validate ResourceQuota: limitedResources[0].resource: Required value')
  })

  it('returns all problems, not only the one that prevents the start', () => {
    const text = `${admissionConfiguration(embedded('ResourceQuota', resourceQuota('- {}\n')) + embedded('EventRateLimit', eventRateLimit('- {type: User, qps: 1}\n')))}extra: 1\n`
    expect(readFiles({'config.yaml': text}).problems.map(({ruleId}) => ruleId))
      .to.deep.equal(['admission-configuration/unknown-field', 'event-rate-limit/burst', 'resource-quota/limited-resource'])
  })

  it('requires the configuration of an enabled plugin', () => {
    const text = admissionConfiguration('- {name: ResourceQuota}\n')
    expect(outcome(readFiles({'config.yaml': text}))).to.equal('nothing')
    const {error, problems} = readFiles({'config.yaml': text}, ['EventRateLimit'])
    expect(error?.message).to.equal('failed to apply admission: couldn\'t init admission plugin "EventRateLimit": limits: Invalid value: null: must not be empty')
    expect(problems.map((problem) => `${placed(problem)} | ${problem.message}`))
      .to.deep.equal(['3:1 plugins | EventRateLimit has no configuration: limits: Invalid value: null: must not be empty'])
  })

  it('reports missing files', () => {
    expect(outcome(readFiles({}))).to.equal('read: unable to read admission control configuration from "config.yaml" [open config.yaml: no such file or directory]')
    expect(outcome(readFiles({'config.yaml': admissionConfiguration('- {name: EventRateLimit, path: a/../b.yaml}\n')})))
      .to.equal('exit EventRateLimit: Couldn\'t open admission plugin configuration b.yaml: &fs.PathError{Op:"open", Path:"b.yaml", Err:0x2}')
  })

  it('returns the message with which the server exits', () => {
    const messageOf = (files: Record<string, string>): string | undefined => readFiles(files).error?.message
    expect(messageOf({})).to.match(/^failed to apply admission: failed to read plugin config: unable to read /)
    expect(messageOf({'config.yaml': 'a: ['})).to.equal("failed to apply admission: failed to read plugin config: yaml: line 1: did not find expected node content")
    const entry = admissionConfiguration('- {name: EventRateLimit, path: e.yaml}\n')
    expect(messageOf({'config.yaml': entry})).to.match(/^Couldn't open admission plugin configuration e\.yaml: /)
    expect(messageOf({'config.yaml': entry, 'e.yaml': '{'}))
      .to.equal('failed to apply admission: couldn\'t init admission plugin "EventRateLimit": couldn\'t get version/kind; json parse error: unexpected end of JSON input')
  })

  it('accepts a legacy file of two plugins, which configures no other plugin', () => {
    const text = 'apiVersion: v1\nkind: Foo\npodNodeSelectorPluginConfig: {a: b=c}\n'
    const {error, configurations, problems} = readFiles({'config.yaml': text})
    expect([error, configurations, problems.map(({ruleId, severity}) => `${severity} ${ruleId}`)])
      .to.deep.equal([undefined, {PodNodeSelector: {podNodeSelectorPluginConfig: {a: 'b=c'}}}, ['warning admission-configuration/legacy-file']])
    expect(outcome(readFiles({'config.yaml': text}, ['EventRateLimit']))).to.match(/^validate EventRateLimit: limits: /)
    expect(outcome(readFiles({'config.yaml': '{"imagePolicy": null}'}))).to.equal('nothing')
    expect(outcome(readFiles({'config.yaml': 'kind: [imagePolicy]\nimagePolicy: {}\n'}))).to.match(/^read: couldn't get version\/kind/)
  })

  it('rejects other configuration kinds of the server', () => {
    const kindOf = (apiVersion: string, kind: string): string => outcome(readFiles({'config.yaml': `apiVersion: ${apiVersion}\nkind: ${kind}\n`}))
    expect(kindOf('apiserver.config.k8s.io/v1', 'EncryptionConfiguration')).to.equal('read: unexpected type: *apiserver.EncryptionConfiguration')
    expect(kindOf('apiserver.k8s.io/v1alpha1', 'EgressSelectorConfiguration')).to.equal('read: unexpected type: *apiserver.EgressSelectorConfiguration')
    expect(kindOf('apiserver.k8s.io/v1alpha1', 'EncryptionConfiguration')).to.match(/^read: no kind "EncryptionConfiguration" is registered for version "apiserver.k8s.io\/v1alpha1"/)
    expect(kindOf('apiserver.k8s.io/v1alpha1', 'AdmissionConfiguration')).to.equal('nothing')
  })

  it('uses the type names of the old version in errors', () => {
    const text = 'apiVersion: apiserver.k8s.io/v1alpha1\nkind: AdmissionConfiguration\nplugins: {}\n'
    expect(outcome(readFiles({'config.yaml': text})))
      .to.equal('read: json: cannot unmarshal object into Go struct field AdmissionConfiguration.plugins of type []v1alpha1.AdmissionPluginConfiguration')
  })

  it('reads files through the given function', () => {
    const file = new SourceFile('', admissionConfiguration('- {name: ResourceQuota, path: q}\n'))
    expect(outcome(readAdmissionConfiguration(file, {readFile: fileReader({q: pods})}))).to.equal('ResourceQuota')
  })
})
