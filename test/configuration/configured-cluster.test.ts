import {expect} from 'chai'

import {StartUpError} from '../../src/admission/start-up-error.js'
import {ConfiguredCluster, type ConfiguredClusterOptions} from '../../src/configuration/configured-cluster.js'
import {admissionConfiguration, embedded, eventRateLimit, resourceQuota} from '../helpers/configuration.js'

const oneEvent = embedded('EventRateLimit', eventRateLimit('- {type: Server, qps: 1, burst: 1}\n'))

const event = (name: string): Record<string, unknown> =>
  ({apiVersion: 'v1', kind: 'Event', metadata: {name, namespace: 'dev'}, involvedObject: {kind: 'Pod', name: 'p', namespace: 'dev'}})

/** The answers of a cluster to two events. */
function codes(options: ConfiguredClusterOptions): number[] {
  const cluster = new ConfiguredCluster(options)
  return ['a', 'b'].map((name) => cluster.handle({operation: 'CREATE', object: event(name)}).status.code)
}

/** Error of a cluster that does not start. */
function rejection(options: ConfiguredClusterOptions): string {
  try {
    new ConfiguredCluster(options)
    return 'none'
  } catch (error) {
    expect(error).to.be.an.instanceOf(StartUpError)
    return (error as StartUpError).message
  }
}

describe('ConfiguredCluster', () => {
  it('accepts an AdmissionConfiguration as text', () => {
    expect(codes({admissionConfiguration: admissionConfiguration(oneEvent)})).to.deep.equal([201, 429])
  })

  it('accepts an AdmissionConfiguration as an object', () => {
    expect(codes({admissionConfiguration: {
      apiVersion: 'apiserver.config.k8s.io/v1', kind: 'AdmissionConfiguration',
      plugins: [{
        name: 'EventRateLimit',
        configuration: {apiVersion: 'eventratelimit.admission.k8s.io/v1alpha1', kind: 'Configuration', limits: [{type: 'Namespace', qps: 1, burst: 1}]},
      }],
    }})).to.deep.equal([201, 429])
  })

  it('accepts the configuration of one plugin instead', () => {
    const lone = eventRateLimit('- {type: Server, qps: 1, burst: 1}\n')
    expect(codes({admissionConfiguration: lone})).to.deep.equal([201, 429])
    expect(codes({admissionConfiguration: {apiVersion: 'eventratelimit.admission.k8s.io/v1alpha1', kind: 'Configuration', limits: [{type: 'User', qps: 1, burst: 1}]}}))
      .to.deep.equal([201, 429])
    expect(rejection({admissionConfiguration: resourceQuota('  []\n'), enableAdmissionPlugins: ['EventRateLimit']}))
      .to.match(/couldn't init admission plugin "EventRateLimit": limits: Invalid value: null: must not be empty$/)
    expect(rejection({admissionConfiguration: resourceQuota('- {}\n')}))
      .to.equal('failed to apply admission: couldn\'t init admission plugin "ResourceQuota": limitedResources[0].resource: Required value')
  })

  it('reads the files that an AdmissionConfiguration names', () => {
    const byPath = (path: string): string => admissionConfiguration(`- {name: EventRateLimit, path: ${path}}\n`)
    const text = eventRateLimit('- {type: Server, qps: 1, burst: 1}\n')
    expect(codes({admissionConfiguration: byPath('conf/e.yaml'), files: {'conf/e.yaml': text}})).to.deep.equal([201, 429])
    expect(codes({admissionConfiguration: byPath('./conf/../e.yaml'), files: {'./e.yaml': text}})).to.deep.equal([201, 429])
    expect(codes({admissionConfiguration: byPath('/etc/e.yaml'), files: {'/etc/e.yaml': text}})).to.deep.equal([201, 429])
    expect(rejection({admissionConfiguration: byPath('e.yaml'), files: {'f.yaml': text}})).to.match(/^Couldn't open admission plugin configuration e\.yaml: /)
  })

  it('starts without a configuration', () => {
    expect(codes({})).to.deep.equal([201, 201])
    expect(codes({admissionConfiguration: admissionConfiguration('  []\n')})).to.deep.equal([201, 201])
  })

  it('fails to start with an invalid configuration', () => {
    expect(rejection({admissionConfiguration: ''})).to.equal("failed to apply admission: failed to read plugin config: Object 'Kind' is missing in ''")
    expect(rejection({admissionConfiguration: admissionConfiguration(embedded('ResourceQuota', resourceQuota('- {}\n')))}))
      .to.equal('failed to apply admission: couldn\'t init admission plugin "ResourceQuota": limitedResources[0].resource: Required value')
    expect(rejection({admissionConfiguration: admissionConfiguration('- {name: EventRateLimit, path: e.yaml}\n')}))
      .to.match(/^Couldn't open admission plugin configuration e\.yaml: /)
  })

  it('fails to start without the configuration of a plugin that needs one', () => {
    const missing = 'failed to apply admission: couldn\'t init admission plugin "EventRateLimit": limits: Invalid value: null: must not be empty'
    expect(rejection({enableAdmissionPlugins: ['EventRateLimit']})).to.equal(missing)
    expect(rejection({enableAdmissionPlugins: ['EventRateLimit'], admissionConfiguration: admissionConfiguration('  []\n')})).to.equal(missing)
    expect(rejection({enableAdmissionPlugins: ['EventRateLimit'], admissionConfiguration: admissionConfiguration(oneEvent)})).to.equal('none')
  })

  it('omits disabled plugins and ignores their configurations', () => {
    const configured = {admissionConfiguration: admissionConfiguration(oneEvent)}
    expect(codes({...configured, disableAdmissionPlugins: ['EventRateLimit']})).to.deep.equal([201, 201])
    expect(codes({...configured, admissionControl: ['NamespaceLifecycle']})).to.deep.equal([201, 201])
    expect(codes({...configured, admissionControl: ['EventRateLimit']})).to.deep.equal([201, 429])
    const broken = admissionConfiguration(embedded('ResourceQuota', resourceQuota('- {}\n')))
    expect(rejection({admissionConfiguration: broken, disableAdmissionPlugins: ['ResourceQuota']})).to.equal('none')
    expect(rejection({disableAdmissionPlugins: ['Foo']})).to.equal('disable-admission-plugins plugin "Foo" is unknown')
    expect(new ConfiguredCluster({disableAdmissionPlugins: ['ResourceQuota']}).hasPlugin('ResourceQuota')).to.equal(false)
  })

  it('has its own rate-limit buckets', () => {
    const options = {admissionConfiguration: admissionConfiguration(oneEvent)}
    expect([codes(options), codes(options)]).to.deep.equal([[201, 429], [201, 429]])
  })

  it('enforces the limited resources of ResourceQuota', () => {
    const cluster = new ConfiguredCluster({admissionConfiguration: admissionConfiguration(embedded('ResourceQuota', resourceQuota('- {resource: pods, matchContains: [pods]}\n')))})
    const pod = {apiVersion: 'v1', kind: 'Pod', metadata: {name: 'p', namespace: 'dev'}, spec: {containers: [{name: 'c', image: 'i'}]}}
    expect(cluster.handle({operation: 'CREATE', object: pod}).status.message).to.equal('pods "p" is forbidden: insufficient quota to consume: count/pods,pods')
  })
})
