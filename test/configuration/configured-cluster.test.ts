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
function refusal(options: ConfiguredClusterOptions): string {
  try {
    new ConfiguredCluster(options)
    return 'none'
  } catch (error) {
    expect(error).to.be.an.instanceOf(StartUpError)
    return (error as StartUpError).message
  }
}

describe('a cluster with an AdmissionConfiguration', () => {
  it('takes it as a text', () => {
    expect(codes({admissionConfiguration: admissionConfiguration(oneEvent)})).to.deep.equal([201, 429])
  })

  it('takes it as an object', () => {
    expect(codes({admissionConfiguration: {
      apiVersion: 'apiserver.config.k8s.io/v1', kind: 'AdmissionConfiguration',
      plugins: [{
        name: 'EventRateLimit',
        configuration: {apiVersion: 'eventratelimit.admission.k8s.io/v1alpha1', kind: 'Configuration', limits: [{type: 'Namespace', qps: 1, burst: 1}]},
      }],
    }})).to.deep.equal([201, 429])
  })

  it('takes the configuration of one plugin in its place', () => {
    const alone = eventRateLimit('- {type: Server, qps: 1, burst: 1}\n')
    expect(codes({admissionConfiguration: alone})).to.deep.equal([201, 429])
    expect(codes({admissionConfiguration: {apiVersion: 'eventratelimit.admission.k8s.io/v1alpha1', kind: 'Configuration', limits: [{type: 'User', qps: 1, burst: 1}]}}))
      .to.deep.equal([201, 429])
    expect(refusal({admissionConfiguration: resourceQuota('  []\n'), enableAdmissionPlugins: ['EventRateLimit']}))
      .to.match(/couldn't init admission plugin "EventRateLimit": limits: Invalid value: null: must not be empty$/)
    expect(refusal({admissionConfiguration: resourceQuota('- {}\n')}))
      .to.equal('failed to apply admission: couldn\'t init admission plugin "ResourceQuota": limitedResources[0].resource: Required value')
  })

  it('can do without', () => {
    expect(codes({})).to.deep.equal([201, 201])
    expect(codes({admissionConfiguration: admissionConfiguration('  []\n')})).to.deep.equal([201, 201])
  })

  it('does not start with one that is not valid', () => {
    expect(refusal({admissionConfiguration: ''})).to.equal("failed to apply admission: failed to read plugin config: Object 'Kind' is missing in ''")
    expect(refusal({admissionConfiguration: admissionConfiguration(embedded('ResourceQuota', resourceQuota('- {}\n')))}))
      .to.equal('failed to apply admission: couldn\'t init admission plugin "ResourceQuota": limitedResources[0].resource: Required value')
    expect(refusal({admissionConfiguration: admissionConfiguration('- {name: EventRateLimit, path: e.yaml}\n')}))
      .to.match(/^Couldn't open admission plugin configuration e\.yaml: /)
  })

  it('does not start without the configuration of a plugin that needs one', () => {
    const missing = 'failed to apply admission: couldn\'t init admission plugin "EventRateLimit": limits: Invalid value: null: must not be empty'
    expect(refusal({enableAdmissionPlugins: ['EventRateLimit']})).to.equal(missing)
    expect(refusal({enableAdmissionPlugins: ['EventRateLimit'], admissionConfiguration: admissionConfiguration('  []\n')})).to.equal(missing)
    expect(refusal({enableAdmissionPlugins: ['EventRateLimit'], admissionConfiguration: admissionConfiguration(oneEvent)})).to.equal('none')
  })

  it('leaves plugins out that are disabled, with their configurations', () => {
    const configured = {admissionConfiguration: admissionConfiguration(oneEvent)}
    expect(codes({...configured, disableAdmissionPlugins: ['EventRateLimit']})).to.deep.equal([201, 201])
    expect(codes({...configured, admissionControl: ['NamespaceLifecycle']})).to.deep.equal([201, 201])
    expect(codes({...configured, admissionControl: ['EventRateLimit']})).to.deep.equal([201, 429])
    const broken = admissionConfiguration(embedded('ResourceQuota', resourceQuota('- {}\n')))
    expect(refusal({admissionConfiguration: broken, disableAdmissionPlugins: ['ResourceQuota']})).to.equal('none')
    expect(refusal({disableAdmissionPlugins: ['Foo']})).to.equal('disable-admission-plugins plugin "Foo" is unknown')
    expect(new ConfiguredCluster({disableAdmissionPlugins: ['ResourceQuota']}).hasPlugin('ResourceQuota')).to.equal(false)
  })

  it('has buckets of its own', () => {
    const options = {admissionConfiguration: admissionConfiguration(oneEvent)}
    expect([codes(options), codes(options)]).to.deep.equal([[201, 429], [201, 429]])
  })

  it('bounds what a quota has to cover', () => {
    const cluster = new ConfiguredCluster({admissionConfiguration: admissionConfiguration(embedded('ResourceQuota', resourceQuota('- {resource: pods, matchContains: [pods]}\n')))})
    const pod = {apiVersion: 'v1', kind: 'Pod', metadata: {name: 'p', namespace: 'dev'}, spec: {containers: [{name: 'c', image: 'i'}]}}
    expect(cluster.handle({operation: 'CREATE', object: pod}).status.message).to.equal('pods "p" is forbidden: insufficient quota to consume: count/pods,pods')
  })
})
