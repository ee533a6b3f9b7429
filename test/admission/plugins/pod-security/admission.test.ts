import {expect} from 'chai'

import type {PodSecurityConfiguration} from '../../../../src/admission/plugins/pod-security/configuration.js'
import {Cluster} from '../../../../src/cluster/cluster.js'
import type {Review} from '../../../../src/cluster/review.js'
import {type Body, container, Manifest, namespace, pod, type PodManifest, runtimeClass} from '../../../helpers/builders.js'
import {allowed, TestCluster, verdict} from '../../../helpers/test-cluster.js'

type Labels = Readonly<Record<string, string>>

/** The labels of Pod Security, without their prefix. */
const labelsOf = (labels: Labels): Labels => Object.fromEntries(Object.entries(labels).map(([key, value]) => [`pod-security.kubernetes.io/${key}`, value]))

const labelled = (labels: Labels, name = 'dev'): Manifest => namespace(name).labelled(labelsOf(labels))

/** A cluster with the namespace `dev` with these labels. */
function withLabels(labels: Labels, configuration?: PodSecurityConfiguration, ...objects: Body[]): TestCluster {
  const cluster = new TestCluster({allowPrivileged: true, ...configuration && {pluginConfigurations: {PodSecurity: configuration}}})
  for (const object of [labelled(labels), ...objects]) allowed(cluster.create(object))
  return cluster
}

const privileged: PodManifest = pod().with(container('app', undefined, {securityContext: {privileged: true}}))

const rejection = 'pods "p" is forbidden: violates PodSecurity "baseline:latest": privileged (container "app" must not set securityContext.privileged=true)'
const warning = 'would violate PodSecurity "baseline:latest": privileged (container "app" must not set securityContext.privileged=true)'

const deployment = (template: PodManifest): Manifest => new Manifest({
  apiVersion: 'apps/v1', kind: 'Deployment', metadata: {name: 'd'},
  spec: {selector: {matchLabels: {app: 'a'}}, template: {metadata: {labels: {app: 'a'}}, spec: template['spec']}},
})

const outcome = (review: Review): readonly string[] => [verdict(review), ...review.warnings]

describe('PodSecurity', () => {
  it('rejects pods that violate the level of the namespace, with the place of each violation', () => {
    const review = withLabels({enforce: 'baseline'}).create(privileged)
    expect(outcome(review)).to.deep.equal([`403 ${rejection}`])
    expect(review.steps.at(-1)?.rejection?.reasons.map(({field, message}) => `${field?.toString()}: ${message}`)).to.deep.equal([
      'spec.containers[0].securityContext.privileged: privileged (container "app" must not set securityContext.privileged=true)',
    ])
  })

  it('admits pods in a namespace without labels, and without a manifest', () => {
    expect(outcome(withLabels({}).create(privileged))).to.deep.equal(['201'])
    expect(outcome(new TestCluster({allowPrivileged: true}).create(privileged))).to.deep.equal(['201'])
  })

  it('follows labels that change, and namespaces that are created', () => {
    const cluster = new Cluster({controllers: false})
    const pod = {apiVersion: 'v1', kind: 'Pod', metadata: {name: 'p'}, spec: {hostPID: true, containers: [{name: 'app', image: 'i'}]}}
    const write = (operation: 'CREATE' | 'UPDATE', level: string): void => {
      const {status} = cluster.handle({operation, object: {apiVersion: 'v1', kind: 'Namespace', metadata: {name: 'new', labels: {'pod-security.kubernetes.io/enforce': level}}}})
      expect(status.code).to.be.below(300)
    }
    const answers = (): number[] => [cluster, cluster.fork()].map((one) => one.handle({operation: 'CREATE', namespace: 'new', object: pod, dryRun: true}).status.code)
    expect(answers()).to.deep.equal([201, 201])
    write('CREATE', 'baseline')
    expect(answers()).to.deep.equal([403, 403])
    write('UPDATE', 'privileged')
    expect(answers()).to.deep.equal([201, 201])
    write('UPDATE', 'restricted')
    expect(answers()).to.deep.equal([403, 403])
  })

  it('does nothing when it is disabled', () => {
    const cluster = new TestCluster({allowPrivileged: true, disableAdmissionPlugins: ['PodSecurity']})
    allowed(cluster.create(labelled({enforce: 'baseline'})))
    expect(outcome(cluster.create(privileged))).to.deep.equal(['201'])
    expect(outcome(cluster.create(labelled({enforce: 'strict'}, 'other')))).to.deep.equal(['201'])
  })

  it('warns, and keeps the audit level to itself', () => {
    expect(outcome(withLabels({warn: 'baseline', audit: 'restricted'}).create(privileged))).to.deep.equal(['201', warning])
    expect(outcome(withLabels({audit: 'restricted'}).create(privileged))).to.deep.equal(['201'])
  })

  it('does not warn about a pod that it rejects', () => {
    expect(outcome(withLabels({enforce: 'baseline', warn: 'restricted'}).create(privileged))).to.deep.equal([`403 ${rejection}`])
  })

  it('only warns about workloads, by the level that is enforced if there is no label for warnings', () => {
    expect(outcome(withLabels({enforce: 'baseline'}).create(deployment(privileged)))).to.deep.equal(['201', warning])
    expect(outcome(withLabels({enforce: 'baseline', warn: 'privileged'}).create(deployment(privileged)))).to.deep.equal(['201'])
    expect(outcome(withLabels({enforce: 'baseline', 'warn-version': 'v1.20'}).create(deployment(privileged)))[1]).to.match(/^would violate PodSecurity "baseline:v1.20":/)
  })

  it('checks an update of a workload, and not its status', () => {
    const cluster = withLabels({enforce: 'baseline'}, undefined, deployment(pod()))
    expect(outcome(cluster.update(deployment(privileged)))).to.deep.equal(['200', warning])
    expect(outcome(cluster.update(deployment(privileged), {subresource: 'status'}))).to.deep.equal(['200'])
  })

  it('warns before it rejects for a quota', () => {
    const cluster = withLabels({warn: 'baseline'}, undefined, {apiVersion: 'v1', kind: 'ResourceQuota', metadata: {name: 'q'}, spec: {hard: {pods: '0'}}})
    expect(outcome(cluster.create(privileged))).to.deep.equal(['403 pods "p" is forbidden: exceeded quota: q, requested: pods=1, used: pods=0, limited: pods=0', warning])
  })

  it('rejects before ResourceQuota and after LimitRanger', () => {
    const cluster = withLabels({enforce: 'baseline'}, undefined, {apiVersion: 'v1', kind: 'ResourceQuota', metadata: {name: 'q'}, spec: {hard: {pods: '0'}}})
    expect(verdict(cluster.create(privileged))).to.equal(`403 ${rejection}`)
    allowed(cluster.create({apiVersion: 'v1', kind: 'LimitRange', metadata: {name: 'l'}, spec: {limits: [{type: 'Container', max: {cpu: '1'}}]}}))
    const large = privileged.with(container('app', {limits: {cpu: '2'}}, {securityContext: {privileged: true}}))
    expect(verdict(cluster.create(large))).to.equal('403 pods "p" is forbidden: maximum cpu usage per Container is 1, but limit is 2')
  })

  describe('updates of pods', () => {
    /** A cluster whose namespace got its level after the pod. */
    function later(manifest: PodManifest): TestCluster {
      const cluster = withLabels({}, undefined, manifest)
      allowed(cluster.update(labelled({enforce: 'baseline'})))
      return cluster
    }

    it('are exempt unless an image changes', () => {
      expect(verdict(later(privileged).update(privileged.labelled({a: 'b'})))).to.equal('200')
      const other = privileged.with(container('app', undefined, {image: 'other:1', securityContext: {privileged: true}}))
      expect(verdict(later(privileged).update(other))).to.equal(`403 ${rejection}`)
    })

    it('are rejected for an added ephemeral container, even if another container violates the level', () => {
      const added = privileged.asking({ephemeralContainers: [{name: 'debug', image: 'i'}]})
      expect(verdict(later(privileged).update(added, {subresource: 'ephemeralcontainers'}))).to.equal(`403 ${rejection}`)
      const bad = pod().asking({ephemeralContainers: [{name: 'debug', image: 'i', securityContext: {privileged: true}}]})
      expect(verdict(later(pod()).update(bad, {subresource: 'ephemeralcontainers'}))).to.equal(`403 ${rejection.replace('"app"', '"debug"')}`)
      expect(verdict(later(pod()).update(pod().asking({ephemeralContainers: [{name: 'debug', image: 'i'}]}), {subresource: 'ephemeralcontainers'}))).to.equal('200')
    })

    it('are exempt for resizes and for the status', () => {
      const sized = privileged.with(container('app', {requests: {cpu: '1'}}, {securityContext: {privileged: true}}))
      const larger = privileged.with(container('app', {requests: {cpu: '2'}}, {securityContext: {privileged: true}}))
      expect(verdict(later(sized).update(larger, {subresource: 'resize'}))).to.equal('200')
      expect(verdict(later(privileged).update(privileged.having({status: {phase: 'Running'}}), {subresource: 'status'}))).to.equal('200')
    })
  })

  describe('exemptions', () => {
    const of = (exemptions: PodSecurityConfiguration['exemptions'] = {}, ...objects: Body[]): TestCluster => withLabels({enforce: 'baseline'}, {exemptions}, ...objects)

    it('are users, namespaces and runtime classes', () => {
      expect(verdict(of({usernames: ['alice']}).create(privileged, {user: 'alice'}))).to.equal('201')
      expect(verdict(of({usernames: ['alice']}).create(privileged, {user: 'bob'}))).to.equal(`403 ${rejection}`)
      expect(verdict(of({namespaces: ['dev']}).create(privileged))).to.equal('201')
      expect(verdict(of({runtimeClasses: ['gvisor']}, runtimeClass('gvisor')).create(privileged.asking({runtimeClassName: 'gvisor'})))).to.equal('201')
      expect(outcome(of({namespaces: ['dev']}).create(deployment(privileged)))).to.deep.equal(['201'])
    })

    it('make labels ineffective, with a warning', () => {
      const text = 'namespace "dev" is exempt from Pod Security, and the policy (enforce=baseline:latest, warn=restricted:v1.20) will be ignored'
      const cluster = new TestCluster({pluginConfigurations: {PodSecurity: {exemptions: {namespaces: ['dev', 'other']}}}})
      const strict = {enforce: 'baseline', warn: 'restricted', 'warn-version': 'v1.20'}
      expect(outcome(cluster.create(labelled(strict)))).to.deep.equal(['201', text])
      expect(outcome(cluster.update(labelled({})))).to.deep.equal(['200'])
      expect(outcome(cluster.update(labelled(strict)))).to.deep.equal(['200', text])
      expect(outcome(cluster.create(labelled({enforce: 'privileged'}, 'other')))).to.deep.equal(['201'])
    })
  })

  describe('annotations for the audit log', () => {
    const key = (name: string): string => `pod-security.kubernetes.io/${name}`
    const hostPod = pod().asking({hostPID: true})
    const violations = 'would violate PodSecurity "baseline:v1.30": host namespaces (hostPID=true)'

    it('are the level that is enforced, and violations of the level that is audited', () => {
      const cluster = withLabels({enforce: 'baseline', audit: 'baseline', 'audit-version': 'v1.30'})
      expect(cluster.create(pod().marked({name: 'good'})).auditAnnotations).to.deep.equal({[key('enforce-policy')]: 'baseline:latest'})
      expect(cluster.create(hostPod).auditAnnotations).to.deep.equal({[key('enforce-policy')]: 'baseline:latest', [key('audit-violations')]: violations})
      expect(cluster.create(deployment(hostPod)).auditAnnotations).to.deep.equal({[key('audit-violations')]: violations})
    })

    it('are the reason of an exemption', () => {
      const of = (exemptions: NonNullable<PodSecurityConfiguration['exemptions']>): unknown => withLabels({enforce: 'baseline'}, {exemptions}, runtimeClass('gvisor'))
        .create(hostPod.asking({runtimeClassName: 'gvisor'}), {user: 'alice'}).auditAnnotations
      expect(of({namespaces: ['dev']})).to.deep.equal({[key('exempt')]: 'namespace'})
      expect(of({usernames: ['alice']})).to.deep.equal({[key('exempt')]: 'user'})
      expect(of({runtimeClasses: ['gvisor']})).to.deep.equal({[key('exempt')]: 'runtimeClass'})
      expect(of({namespaces: ['dev'], usernames: ['alice'], runtimeClasses: ['gvisor']})).to.deep.equal({[key('exempt')]: 'namespace'})
      expect(of({usernames: ['alice'], runtimeClasses: ['gvisor']})).to.deep.equal({[key('exempt')]: 'user'})
    })

    it('are absent in namespaces that restrict nothing, and for updates that are not checked', () => {
      expect(withLabels({}).create(hostPod)).not.to.have.property('auditAnnotations')
      const cluster = withLabels({warn: 'baseline'})
      allowed(cluster.create(hostPod))
      expect(cluster.update(hostPod.labelled({a: 'b'}))).not.to.have.property('auditAnnotations')
    })
  })

  it('falls back to the defaults of the configuration', () => {
    const defaults = {enforce: 'baseline', 'enforce-version': 'v1.20', warn: 'restricted'}
    expect(verdict(withLabels({}, {defaults}).create(privileged))).to.equal(`403 ${rejection.replace('latest', 'v1.20')}`)
    expect(verdict(withLabels({enforce: 'privileged'}, {defaults}).create(privileged))).to.equal('201')
    expect(withLabels({enforce: 'baseline'}, {defaults}).create(pod()).warnings[0]).to.match(/^would violate PodSecurity "restricted:latest": allowPrivilegeEscalation != false/)
  })

  it('knows the versions of the emulated server', () => {
    const probing = pod().with(container('app', undefined, {readinessProbe: {tcpSocket: {host: 'h', port: 1}}}))
    const unmasked = pod().asking({hostUsers: false, containers: [container('app', undefined, {securityContext: {procMount: 'Unmasked'}})]})
    const by = (kubernetesVersion: '1.34' | '1.36', body: Body): string => {
      const cluster = new TestCluster({kubernetesVersion})
      allowed(cluster.create(labelled({enforce: 'baseline'})))
      return verdict(cluster.create(body))
    }
    expect(by('1.34', probing)).to.match(/probe or lifecycle host/)
    expect([by('1.34', unmasked).slice(0, 3), by('1.36', unmasked)]).to.deep.equal(['403', '201'])
  })

  describe('namespaces', () => {
    it('need valid labels, but may keep invalid ones', () => {
      const disabled = new TestCluster()
      const error = '422 Namespace "dev" is invalid: metadata.labels[pod-security.kubernetes.io/enforce]: Invalid value: "strict": must be one of privileged, baseline, restricted'
      expect(verdict(disabled.create(labelled({enforce: 'strict'})))).to.equal(error)
      allowed(disabled.create(labelled({})))
      expect(verdict(disabled.update(labelled({enforce: 'strict'})))).to.equal(error)
    })

    it('accept versions of any size that Go can hold', () => {
      const answer = (version: string): string => verdict(new TestCluster().create(labelled({'enforce-version': version}))).slice(0, 3)
      expect(['v1.0', 'v1.36', 'v1.9223372036854775807', 'latest'].map(answer)).to.deep.equal(['201', '201', '201', '201'])
      expect(['v1.01', 'v1.9223372036854775808', `v1.${'9'.repeat(50)}`, 'v1.1\n', 'V1.1', '1.36', 'v2.0', 'v1.36.1'].map(answer)).to.deep.equal(Array(8).fill('422'))
    })

    it('get no warnings about pods when the level stays or is relaxed', () => {
      const cluster = withLabels({enforce: 'privileged'}, undefined, privileged)
      expect(outcome(cluster.update(labelled({enforce: 'privileged', 'enforce-version': 'v1.20'})))).to.deep.equal(['200'])
      expect(outcome(cluster.update(labelled({enforce: 'privileged', warn: 'restricted'})))).to.deep.equal(['200'])
      expect(outcome(cluster.update(labelled({enforce: 'baseline'})))).to.deep.equal([
        '200', 'existing pods in namespace "dev" violate the new PodSecurity enforce level "baseline:latest"', 'p: privileged',
      ])
      expect(outcome(cluster.update(labelled({enforce: 'baseline'}).annotated({a: 'b'})))).to.deep.equal(['200'])
      expect(cluster.update(labelled({enforce: 'baseline', 'enforce-version': 'v1.30'})).warnings).to.have.length(2)
    })

    it('get one warning for all pods with the same violations', () => {
      const cluster = withLabels({}, undefined, ...['b', 'c', 'a'].map((name) => privileged.marked({name})), pod('d').asking({hostPID: true}), pod('e').asking({hostPID: true}), pod('f'))
      expect(cluster.update(labelled({enforce: 'baseline'})).warnings).to.deep.equal([
        'existing pods in namespace "dev" violate the new PodSecurity enforce level "baseline:latest"',
        'a (and 2 other pods): privileged',
        'd (and 1 other pod): host namespaces',
      ])
    })

    it('are checked against 3,000 pods, those of one controller last @slow', () => {
      const owned = {ownerReferences: [{apiVersion: 'v1', kind: 'ReplicationController', name: 'r', uid: 'u', controller: true}]}
      const pods = Array.from({length: 3001}, (_, i) => pod(`a${i}`).marked(owned))
      const cluster = withLabels({}, undefined, ...pods, privileged.marked({name: 'z'}))
      expect(cluster.update(labelled({enforce: 'baseline'})).warnings).to.deep.equal([
        'new PodSecurity enforce level only checked against the first 3000 of 3002 existing pods',
        'existing pods in namespace "dev" violate the new PodSecurity enforce level "baseline:latest"',
        'z: privileged',
      ])
    })

    it('do not count pods of exempt runtime classes', () => {
      const cluster = withLabels({}, {exemptions: {runtimeClasses: ['gvisor']}}, runtimeClass('gvisor'), privileged.asking({runtimeClassName: 'gvisor'}))
      expect(outcome(cluster.update(labelled({enforce: 'baseline'})))).to.deep.equal(['200'])
    })
  })
})
