import {expect} from 'chai'

import {TooMuchWorkError} from '../../../src/cluster/too-much-work-error.js'
import {noSuchFile} from '../../../src/configuration/file-error.js'
import type {Drafts, DraftTest} from '../../../src/policy-test/init/draft.js'
import {initialTests} from '../../../src/policy-test/init/initial-tests.js'
import type {Base} from '../../../src/policy-test/init/subjects.js'
import {setUp} from '../../../src/policy-test/server.js'
import {SourceFile} from '../../../src/source/source-file.js'
import {within} from '../../helpers/cpu-time.js'
import {hasAllRuns} from '../../helpers/runs.js'

function testsFor(objects: readonly object[], bases: readonly Base[] = [], maximum?: number): Drafts {
  const policies = objects.map((policy, i) => new SourceFile(`${i}.yaml`, JSON.stringify(policy)))
  const server = setUp([{}], {policies, admissionConfig: undefined, readFile: noSuchFile})
  return initialTests({policies, bases}, 'options' in server ? server.options : {}, maximum)
}

const limitRange = (...limits: readonly object[]): object => ({apiVersion: 'v1', kind: 'LimitRange', metadata: {name: 'limits'}, spec: {limits}})

const quota = (hard: object, spec: object = {}): object => ({apiVersion: 'v1', kind: 'ResourceQuota', metadata: {name: 'quota'}, spec: {hard, ...spec}})

const named = ({tests}: Drafts, text: string): DraftTest => {
  const found = tests.find(({name}) => name.includes(text))
  if (found === undefined) throw new Error(`no test named ${text}: ${tests.map(({name}) => name).join('; ')}`)
  return found
}

const containersOf = ({object}: DraftTest): unknown => (object['spec'] as {readonly containers: readonly {readonly resources?: unknown}[]}).containers.map(({resources}) => resources)

const denied = (message: string): object => ({allowed: false, code: 403, message: `pods "test" is forbidden: ${message}`})

describe('initialTests', () => {
  it('sends containers at and beyond the bounds of a LimitRange', () => {
    const tests = testsFor([limitRange({type: 'Container', min: {cpu: '100m'}, max: {memory: '1Gi'}})])
    expect(tests.missing).to.deep.equal([])
    expect(tests.tests.map(({name}) => name)).to.deep.equal([
      'LimitRange limits: Container min.cpu 100m admits 100m', 'LimitRange limits: Container min.cpu 100m denies 99m',
      'LimitRange limits: Container max.memory 1Gi admits 1Gi', 'LimitRange limits: Container max.memory 1Gi denies 1025Mi',
      'LimitRange limits sets default requests and limits',
    ])
    expect(containersOf(named(tests, 'denies 1025Mi'))).to.deep.equal([{requests: {memory: '1025Mi'}, limits: {memory: '1025Mi'}}])
    expect(named(tests, 'denies 1025Mi').expect).to.deep.equal(denied('maximum memory usage per Container is 1Gi, but limit is 1025Mi'))
    expect(named(tests, 'admits 1Gi').expect).to.deep.equal({allowed: true})
    expect(named(tests, 'sets default').expect)
      .to.deep.equal({allowed: true, stored: {spec: {containers: [{name: 'app', resources: {requests: {cpu: '100m', memory: '1Gi'}, limits: {memory: '1Gi'}}}]}}})
  })

  it('distributes the amount of a pod to containers that are within their own bounds', () => {
    const tests = testsFor([limitRange({type: 'Container', max: {cpu: '1'}}, {type: 'Pod', max: {cpu: '2'}})])
    expect(containersOf(named(tests, 'Pod max.cpu 2 admits'))).to.deep.equal(['666m', '666m', '668m'].map((cpu) => ({requests: {cpu}, limits: {cpu}})))
    expect(containersOf(named(tests, 'Pod max.cpu 2 denies'))).to.deep.equal(['667m', '667m', '667m'].map((cpu) => ({requests: {cpu}, limits: {cpu}})))
    expect(named(tests, 'Pod max.cpu 2 denies').expect).to.deep.equal(denied('maximum cpu usage per Pod is 2, but limit is 2001m'))
  })

  it('sends limits at and above a ratio', () => {
    const tests = testsFor([limitRange({type: 'Container', maxLimitRequestRatio: {cpu: '2.5', memory: '2'}})])
    expect(containersOf(named(tests, 'maxLimitRequestRatio.cpu 2.5 denies')))
      .to.deep.equal([{requests: {cpu: '100m', memory: '64Mi'}, limits: {cpu: '251m', memory: '64Mi'}}])
    expect(named(tests, 'maxLimitRequestRatio.memory 2 admits 128Mi for 64Mi').expect).to.deep.equal({allowed: true})
    expect(named(tests, 'maxLimitRequestRatio.memory 2 denies 134217729 for 64Mi').expect)
      .to.deep.equal(denied('memory max limit to request ratio per Container is 2, but provided ratio is 2.000000'))
  })

  it('lists the defaults of a LimitRange as missing where no object gets them', () => {
    const defaults = limitRange({type: 'Container', default: {memory: '1Gi'}})
    expect(testsFor([defaults, quota({pods: '0'})]).missing).to.include('LimitRange limits: default requests and limits')
    expect(testsFor([limitRange({type: 'Container', max: {memory: '1Gi'}}), quota({pods: '0'})]).missing).to.not.include('LimitRange limits: default requests and limits')
    expect(testsFor([defaults]).missing).to.not.include('LimitRange limits: default requests and limits')
  })

  it('sends claims at and beyond the bounds of storage', () => {
    const tests = testsFor([limitRange({type: 'PersistentVolumeClaim', min: {storage: '1Gi'}, max: {storage: '10Gi'}})])
    expect(tests.tests.map(({name}) => name.replace(/^.*storage /, ''))).to.deep.equal(['1Gi admits 1Gi', '1Gi denies 1023Mi', '10Gi admits 10Gi', '10Gi denies 10241Mi'])
  })

  it('states the usage with which an object reaches the bound of a quota', () => {
    const tests = testsFor([quota({'pods': '5', 'requests.cpu': '2', 'count/configmaps': 1})])
    expect(tests.missing).to.deep.equal([])
    const used = (test: DraftTest): unknown => test.existing.map(({status}) => status)
    expect(used(named(tests, 'hard.pods 5 admits'))).to.deep.equal([{used: {pods: '4'}}])
    expect(used(named(tests, 'hard.pods 5 denies'))).to.deep.equal([{used: {pods: '5'}}])
    expect(used(named(tests, 'hard.requests.cpu 2 denies the same object when 99m is left'))).to.deep.equal([{used: {'requests.cpu': '1901m'}}])
    expect(used(named(tests, 'count/configmaps 1 admits'))).to.deep.equal([])
    expect(named(tests, 'hard.requests.cpu 2 denies').expect)
      .to.deep.equal(denied('exceeded quota: quota, requested: requests.cpu=100m, used: requests.cpu=1901m, limited: requests.cpu=2'))
  })

  it('sends a pod without the amount that a quota requires, unless defaults set it', () => {
    const tests = testsFor([quota({'pods': 5, 'requests.cpu': '2', 'limits.memory': '4Gi'})])
    expect(tests.tests.filter(({name}) => name.includes('does not state')).map(({name}) => name))
      .to.deep.equal(['requests.cpu 2', 'limits.memory 4Gi'].map((item) => `ResourceQuota quota: hard.${item} denies a pod that does not state it`))
    expect(containersOf(named(tests, 'requests.cpu 2 denies a pod that'))).to.deep.equal([{requests: {memory: '64Mi'}, limits: {memory: '64Mi'}}])
    expect(named(tests, 'requests.cpu 2 denies a pod that').expect).to.deep.equal(denied('failed quota: quota: must specify requests.cpu for: app'))
    expect(containersOf(named(tests, 'limits.memory 4Gi denies a pod that'))).to.deep.equal([{requests: {cpu: '100m', memory: '64Mi'}, limits: {cpu: '100m'}}])
    const defaulted = testsFor([limitRange({type: 'Container', defaultRequest: {cpu: '1'}, default: {memory: '1Gi'}}), quota({'requests.cpu': '2', 'limits.memory': '4Gi'})])
    expect(defaulted.tests.filter(({name}) => name.includes('does not state'))).to.deep.equal([])
  })

  it('sends only a denied object for a bound of 0', () => {
    expect(testsFor([quota({'services.loadbalancers': 0})]).tests.map(({name, expect: {allowed}}) => [name, allowed]))
      .to.deep.equal([['ResourceQuota quota: hard.services.loadbalancers 0 denies even the first object', false]])
  })

  it('sends objects outside of each scope under a quota that is used up', () => {
    const {tests, missing} = testsFor([quota({pods: 1}, {scopes: ['NotBestEffort'], scopeSelector: {matchExpressions: [{scopeName: 'PriorityClass', operator: 'In', values: ['high']}]}})])
    expect(missing).to.deep.equal([])
    expect(tests.filter(({name}) => name.includes('scope')).map(({name, object, expect: {allowed}}) => [name, (object['spec'] as {priorityClassName?: string}).priorityClassName, allowed])).to.deep.equal([
      ['ResourceQuota quota: scope NotBestEffort leaves out an object outside of it', 'high', true],
      ['ResourceQuota quota: scope PriorityClass In [high] leaves out an object outside of it', undefined, true],
      ['ResourceQuota quota: scope PriorityClass In [high] leaves out an object outside of it with priorityClassName system-cluster-critical', 'system-cluster-critical', true],
    ])
  })

  it('changes pods of manifests by a patch', () => {
    const pod = {apiVersion: 'v1', kind: 'Pod', metadata: {name: 'web'}, spec: {containers: [{name: 'web', image: 'nginx'}, {name: 'log', image: 'fluentd'}]}}
    const tests = testsFor([limitRange({type: 'Container', max: {cpu: '1'}})], [{path: 'app/web.yaml', object: pod}])
    expect(named(tests, 'denies 1001m').object).to.deep.equal({
      base: 'app/web.yaml', select: 'Pod/web', patch: {spec: {containers: [{name: 'web', resources: {requests: {cpu: '1001m'}, limits: {cpu: '1001m'}}}]}},
    })
    expect(named(tests, 'sets default').object).to.deep.equal({base: 'app/web.yaml', select: 'Pod/web'})
    const resources = {limits: {cpu: '1'}, requests: {cpu: '1'}}
    expect(named(tests, 'sets default').expect).to.deep.equal({allowed: true, stored: {spec: {containers: [{name: 'web', resources}, {name: 'log', resources}]}}})
  })

  it('tests the rules of a MetadataPolicy with objects for which they hold, and others', () => {
    const {tests} = testsFor([{apiVersion: 'kadm.dev/v1', kind: 'MetadataPolicy', metadata: {name: 'tier'}, spec: {rules: [
      {policyPredicate: {labelSelector: {matchExpressions: [{key: 'tier', operator: 'In', values: ['a', 'b']}]}}, policyAction: {updatedLabels: {team: 'x'}}},
    ]}}])
    expect(tests.map(({name, expect: expected}) => [name, expected])).to.deep.equal([
      ['MetadataPolicy tier: rules[0] applies to an object', {allowed: true, stored: {metadata: {labels: {team: 'x'}}}}],
      ['MetadataPolicy tier: rules[0] applies to an object with tier=b', {allowed: true, stored: {metadata: {labels: {team: 'x'}}}}],
      ['MetadataPolicy tier: rules[0] leaves out an object with no such metadata', {allowed: true, stored: {metadata: {labels: {team: null}}}}],
      ['MetadataPolicy tier: rules[0] leaves out an object with tier=any', {allowed: true, stored: {metadata: {labels: {team: null}}}}],
    ])
  })

  it('distinguishes quotas of one name in several namespaces', () => {
    const inNamespace = (namespace: string, pods: number): object => ({...quota({pods}), metadata: {name: 'quota', namespace}})
    const {tests, missing} = testsFor([inNamespace('a', 2), inNamespace('b', 3)])
    expect(missing).to.deep.equal([])
    expect(tests.map(({namespace, existing, expect: {allowed}}) => [namespace, existing.map(({status}) => status), allowed])).to.deep.equal([
      ['a', [{used: {pods: '1'}}], true], ['a', [{used: {pods: '2'}}], false], ['b', [{used: {pods: '2'}}], true], ['b', [{used: {pods: '3'}}], false],
    ])
  })

  const eventLimits = (...limits: readonly object[]): object => ({apiVersion: 'eventratelimit.admission.k8s.io/v1alpha1', kind: 'Configuration', limits})

  it('sends a burst of events, the next one, and one just before and after there is a new token', () => {
    const {events, missing} = testsFor([eventLimits({type: 'Namespace', qps: 4, burst: 10})])
    const rejected = {allowed: false, code: 429, message: 'Too many requests: limit reached on type Namespace for key default'}
    const event = (variant: string): object => ({user: `test${variant}`, event: {metadata: {namespace: 'default'}, involvedObject: {name: `app${variant}`}}})
    expect([events, missing]).to.deep.equal([[{
      name: 'configuration of EventRateLimit: limits[0] Namespace admits a burst of 10, and then 4 a second', namespace: 'default',
      events: [
        {at: '0s', times: 10, ...event('')}, {at: '0s', ...event('-2'), expect: rejected}, {at: '200ms', ...event('-3'), expect: rejected}, {at: '250ms', ...event('-4')},
        {at: '250ms', user: 'test-5', event: {metadata: {namespace: 'default-5'}, involvedObject: {name: 'app-5'}}}, {at: '250ms', ...event('-6'), expect: rejected},
      ],
    }], []])
  })

  it('names limits of events that it cannot test', () => {
    const missingOf = (...limits: readonly object[]): readonly string[] => testsFor([eventLimits(...limits)]).missing.map((text) => text.replace('configuration of EventRateLimit: ', ''))
    expect(missingOf({type: 'Server', qps: 5, burst: 2}, {type: 'User', qps: 5, burst: 3})).to.deep.equal(['limits[1] User'])
    expect(missingOf({type: 'Server', qps: 5, burst: 9997})).to.deep.equal([])
    expect(missingOf({type: 'Server', qps: 5, burst: 9998})).to.deep.equal(['limits[0] Server'])
    expect(missingOf({type: 'Server', qps: 40000, burst: 1})).to.deep.equal(['limits[0] Server'])
    expect(missingOf({type: 'Server', qps: 5, burst: 200}, {type: 'User', qps: 5, burst: 2})).to.deep.equal([])
    expect(missingOf({type: 'Server', qps: 5, burst: 201}, {type: 'User', qps: 5, burst: 2})).to.deep.equal(['limits[0] Server'])
  })

  it('sends objects that the configuration of ResourceQuota limits, and others, in a namespace without quotas', () => {
    const limitedResources = [
      {resource: 'pods', matchScopes: [{scopeName: 'PriorityClass', operator: 'In', values: ['high']}]},
      {resource: 'persistentvolumeclaims', matchContains: ['.storageclass.storage.k8s.io/requests.storage']},
    ]
    const configuration = {apiVersion: 'apiserver.config.k8s.io/v1', kind: 'ResourceQuotaConfiguration', limitedResources}
    const drafts = initialTests(
      {policies: [new SourceFile('a.yaml', JSON.stringify(configuration))], bases: []}, {pluginConfigurations: {ResourceQuota: configuration}})
    expect(drafts.missing).eql([])
    const title = 'configuration of ResourceQuota: limitedResources'
    expect(drafts.tests.map(({name, expect: {message}}) => [name, message])).eql([
      [`${title}[0] pods PriorityClass In high denies an object in a namespace without quotas`,
        'insufficient quota to match these scopes: [{PriorityClass In [high]}]'],
      [`${title}[0] pods PriorityClass In high admits another object`, undefined],
      [`${title}[1] persistentvolumeclaims .storageclass.storage.k8s.io/requests.storage denies an object in a namespace without quotas`,
        'persistentvolumeclaims "test" is forbidden: insufficient quota to consume: test.storageclass.storage.k8s.io/requests.storage'],
      [`${title}[1] persistentvolumeclaims .storageclass.storage.k8s.io/requests.storage admits another object`, undefined],
    ])
    expect(drafts.tests.map(({object: {metadata}}) => (metadata as {readonly namespace?: string}).namespace)).eql(Array.from({length: 4}, () => 'test-without-quota'))
  })

  it('sends objects of the kinds that a quota counts, with labels that MetadataPolicies admit', () => {
    const owned = {apiVersion: 'kadm.dev/v1', kind: 'MetadataPolicy', metadata: {name: 'owner'}, spec: {rules: [
      {policyPredicate: {labelSelector: {matchExpressions: [{key: 'owner', operator: 'DoesNotExist'}]}}, policyAction: {reject: true}},
      {policyPredicate: {labelSelector: {matchExpressions: [{key: 'owner', operator: 'NotIn', values: ['a']}]}}, policyAction: {reject: true}},
    ]}}
    const {tests, missing} = testsFor([owned, quota({'count/deployments.apps': 1, 'count/widgets.example.com': 1, 'requests.nvidia.com/gpu': 1, 'services.nodeports': 1})])
    expect(missing).eql([])
    expect(tests.filter(({name, expect: {allowed}}) => allowed === true && name.startsWith('ResourceQuota'))
      .map(({object: {apiVersion, kind, metadata}}) => [apiVersion, kind, metadata])).eql([
      ['apps/v1', 'Deployment'], ['example.com/v1', 'Widget'], ['v1', 'Pod'], ['v1', 'Service'],
    ].map((kind) => [...kind, {name: 'test', labels: {owner: 'a'}}]))
  })

  it('states that another policy denies what a LimitRange leaves to it', () => {
    const {tests} = testsFor([limitRange({type: 'Container', max: {cpu: '4'}}), quota({'limits.cpu': 2})])
    expect(named({tests, missing: []}, 'max.cpu 4 leaves 4 to other policies').expect)
      .eql(denied('exceeded quota: quota, requested: limits.cpu=4, used: limits.cpu=0, limited: limits.cpu=2'))
    expect(named({tests, missing: []}, 'max.cpu 4 denies 4001m').expect).eql(denied('maximum cpu usage per Container is 4, but limit is 4001m'))
  })

  it('keeps requests below a quota where limits are at a bound', () => {
    const {tests, missing} = testsFor([limitRange({type: 'Container', max: {cpu: '4'}, maxLimitRequestRatio: {cpu: '8'}}), quota({'requests.cpu': 2})])
    expect(missing).eql([])
    expect(containersOf(named({tests, missing}, 'max.cpu 4 admits 4'))).eql([{requests: {cpu: '500m'}, limits: {cpu: '4'}}])
  })

  const namespaceWith = (labels: Readonly<Record<string, string>>): object => ({
    apiVersion: 'v1', kind: 'Namespace', metadata: {name: 'default', labels: Object.fromEntries(Object.entries(labels).map(([name, value]) => [`pod-security.kubernetes.io/${name}`, value]))},
  })

  it('sends the least restricted pod that a level of Pod Security admits, and the most restricted one that it denies', () => {
    const testsOf = (level: string): unknown => testsFor([namespaceWith({enforce: level})]).tests.map(({name, expect: {allowed}}) => [name, allowed])
    const [host, plain, restricted] = ['a pod in the network of its node', 'a pod without a security context', 'a pod with the fields that restricted requires']
    expect(testsOf('restricted')).to.deep.equal([[`Namespace default: enforce restricted admits ${restricted}`, true], [`Namespace default: enforce restricted denies ${plain}`, false]])
    expect(testsOf('baseline')).to.deep.equal([[`Namespace default: enforce baseline admits ${plain}`, true], [`Namespace default: enforce baseline denies ${host}`, false]])
    expect(testsOf('privileged')).to.deep.equal([])
    expect(named(testsFor([namespaceWith({enforce: 'baseline'})]), 'denies').expect)
      .to.deep.equal(denied('violates PodSecurity "baseline:latest": host namespaces (hostNetwork=true)'))
  })

  it('expects the warnings of a level, and none for a pod that meets it', () => {
    const tests = testsFor([namespaceWith({enforce: 'baseline', warn: 'restricted'})])
    expect(tests.missing).to.deep.equal([])
    expect(named(tests, 'warn restricted is silent about').expect).to.deep.equal({allowed: true, warnings: []})
    const {allowed, warnings} = named(tests, 'warn restricted warns about a Deployment of a pod without a security context').expect
    expect(allowed).to.equal(true)
    expect(JSON.stringify(warnings)).to.match(/^\["would violate PodSecurity \\"restricted:latest\\": /)
  })

  it('expects what Pod Security adds to the audit log', () => {
    const tests = testsFor([namespaceWith({enforce: 'baseline', audit: 'restricted'})])
    expect(tests.missing).to.deep.equal([])
    const violations = 'pod-security.kubernetes.io/audit-violations'
    expect(named(tests, 'audit restricted notes nothing about').expect).to.deep.equal({allowed: true, auditAnnotations: {[violations]: null}})
    const {auditAnnotations} = named(tests, 'audit restricted notes a Deployment of a pod without a security context').expect
    expect((auditAnnotations as Record<string, string>)[violations]).to.match(/^would violate PodSecurity "restricted:latest": /)
  })

  it('tests the defaults and exemptions of Pod Security', () => {
    const configuration = (enforce: string, exemptions: object): object => ({apiVersion: 'pod-security.admission.config.k8s.io/v1', kind: 'PodSecurityConfiguration', defaults: {enforce}, exemptions})
    const exempt = testsFor([configuration('baseline', {usernames: ['alice'], namespaces: ['kube-system'], runtimeClasses: ['kata']}), namespaceWith({enforce: 'restricted'})])
    expect(exempt.missing).to.deep.equal([])
    const texts = exempt.tests.slice(0, 5).map(({name, namespace, user, expect: expected}) => [name.replace('configuration of PodSecurity: ', ''), namespace, user, expected])
    const annotated = (by: string): object => ({allowed: true, auditAnnotations: {'pod-security.kubernetes.io/exempt': by}})
    const [own, host] = ['test-without-labels', 'admits a pod in the network of its node']
    expect(texts).to.deep.equal([
      ['enforce baseline admits a pod without a security context', own, undefined, {allowed: true}],
      ['enforce baseline denies a pod in the network of its node', own, undefined, denied('violates PodSecurity "baseline:latest": host namespaces (hostNetwork=true)')],
      [`exemptions.usernames alice ${host}`, own, 'alice', annotated('user')],
      [`exemptions.namespaces kube-system ${host}`, 'kube-system', undefined, annotated('namespace')],
      [`exemptions.runtimeClasses kata ${host}`, own, undefined, annotated('runtimeClass')],
    ])
    const restricted = testsFor([configuration('restricted', {}), quota({pods: 3})])
    expect([restricted.missing, named(restricted, 'hard.pods 3 admits').expect]).to.deep.equal([[], {allowed: true}])
  })

  it('sends pods that meet the enforced level, for all policies of the namespace', () => {
    const {tests, missing} = testsFor([namespaceWith({enforce: 'restricted'}), limitRange({type: 'Container', max: {cpu: '1'}}), quota({pods: 3})])
    expect(missing).to.deep.equal([])
    expect(tests.filter(({expect: {allowed}}) => allowed).map(({name}) => name)).to.deep.equal([
      'Namespace default: enforce restricted admits a pod with the fields that restricted requires', 'LimitRange limits: Container max.cpu 1 admits 1',
      'LimitRange limits sets default requests and limits', 'ResourceQuota quota: hard.pods 3 admits an object that uses all that is left, 1',
    ])
  })

  it('states how many pods workloads get, and why not all', () => {
    const web = (replicas: number): object => ({
      apiVersion: 'apps/v1', kind: 'Deployment', metadata: {name: 'web'},
      spec: {replicas, selector: {matchLabels: {app: 'web'}}, template: {metadata: {labels: {app: 'web'}}, spec: {containers: [{name: 'app', image: 'a'}]}}},
    })
    const last = (replicas: number, ...policies: readonly object[]): unknown => {
      const test = testsFor(policies, [{path: 'web.yaml', object: web(replicas) as Base['object']}]).tests.at(-1)
      return [test?.name, test?.object, test?.expect]
    }
    const source = {base: 'web.yaml', select: 'Deployment/web'}
    expect(last(2, quota({pods: 2}))).to.deep.equal(['Deployment web gets 2 pods', source, {allowed: true, pods: {created: 2, wanted: 2}}])
    const message = 'exceeded quota: quota, requested: pods=1, used: pods=2, limited: pods=2'
    const [name, , expected] = last(3, quota({pods: 2})) as [string, unknown, {readonly pods: {readonly created: number, readonly message: string}}]
    expect([name, expected.pods.created, expected.pods.message.endsWith(message)]).to.deep.equal(['Deployment web gets 2 of 3 pods', 2, true])
    expect(last(2, quota({'count/deployments.apps': 0}))).to.deep.equal(['Deployment web is denied', source, {
      allowed: false, code: 403, message: 'deployments.apps "web" is forbidden: exceeded quota: quota, requested: count/deployments.apps=1, used: count/deployments.apps=0, limited: count/deployments.apps=0',
    }])
    const [, , warned] = last(2, namespaceWith({warn: 'restricted'})) as [string, unknown, {readonly warnings: readonly string[]}]
    expect(warned.warnings.map((warning) => warning.slice(0, 42))).to.deep.equal(['would violate PodSecurity "restricted:late'])
    expect(last(2, namespaceWith({}))).to.deep.equal([undefined, undefined, undefined])
  })

  it('finds no test for amounts that the server denies', () => {
    const invalid = testsFor([limitRange({type: 'Container', max: {cpu: '1', memory: 'much', 'example.com/gpu': '-1'}, maxLimitRequestRatio: {cpu: '0', memory: '-1'}})])
    expect(invalid.tests).eql([])
    expect(invalid.missing.map((text) => text.replace('LimitRange limits: ', ''))).eql(['max.cpu 1', 'max.example.com/gpu -1', 'maxLimitRequestRatio.cpu 0', 'maxLimitRequestRatio.memory -1'])
  })

  it('names bounds for which it finds no test', () => {
    const {tests, missing} = testsFor([limitRange({type: 'Pod', max: {'example.com/gpu': '1'}}), quota({'pods': 0, 'requests.cpu': 1})])
    expect(missing).to.deep.equal(['ResourceQuota quota: hard.requests.cpu 1'])
    expect(tests.map(({expect: {allowed}}) => allowed)).to.deep.equal([false, false, false, false])
  })

  it('stops at the maximum of a test file, and leaves out other namespaces from each simulation @slow', () => {
    // A tenth of the policies reaches a tenth of the maximum. With PROPERTY_RUNS=all, it is that of the command.
    const scale = hasAllRuns ? 10 : 1
    const maximum = 100 * scale
    const given = hasAllRuns ? undefined : maximum
    const policies = Array.from({length: 30 * scale}, (_, i) => [
      {apiVersion: 'v1', kind: 'Namespace', metadata: {name: `n${i}`}},
      {...limitRange({type: 'Container', min: {cpu: '100m'}, max: {memory: '1Gi'}}), metadata: {name: 'limits', namespace: `n${i}`}},
    ])
    const {tests, missing} = testsFor(policies.flat(), [], given)
    expect(tests).to.have.length(maximum)
    const last = `n${20 * scale - 1}`
    expect(tests.at(-1)).to.include({name: `LimitRange ${last}/limits sets default requests and limits`, namespace: last})
    expect(missing).to.eql([`${30 * scale} more bounds, policies or workloads, as a test file has at most ${maximum} tests`])
    // The tests of the last bound do not all fit.
    const others = [{min: {cpu: '100m'}}, {default: {cpu: '1'}}].map((bounds, i) => ({...limitRange({type: 'Container', ...bounds}), metadata: {name: 'limits', namespace: `a${i}`}}))
    const shifted = testsFor([...others, ...policies.flat()], [], given)
    expect(shifted.tests).to.have.length(maximum)
    expect(shifted.missing.at(-1)).to.match(new RegExp(`^\\d more cases? and \\d+ more bounds, policies or workloads, as a test file has at most ${maximum} tests$`))
  })

  it('rejects a quota of 20,000 scopes without comparing each of them with all others @slow', within(8, () => {
    const scopes = Array.from({length: 20_000}, () => 'BestEffort')
    expect(() => testsFor([quota({pods: '1'}, {scopes})])).to.throw(TooMuchWorkError)
  }))

  it('rejects policies for which it would send too many objects @slow', () => {
    const quotas = Array.from({length: 700}, (_, i) => ({...quota({pods: '5', 'requests.cpu': '2'}), metadata: {name: `q${i}`}}))
    expect(() => testsFor(quotas)).to.throw(TooMuchWorkError, /^too much to simulate: input of this size may take 19,\d{3} requests to the simulated API server, which were used up after \d+ objects were tried; there is no result\. Give fewer policies at a time$/)
  })
})
