import {expect} from 'chai'

import {effectsIn} from '../../src/diff/diff.js'
import type {Diff} from '../../src/diff/types.js'
import {causeText} from '../../src/report/diff/texts.js'
import type {SimulateOptions} from '../../src/simulate/simulate.js'
import type {Body} from '../helpers/builders.js'
import {compared, pod, type Side, texts, types} from '../helpers/diffed.js'
import {daemonSet, deployment} from '../helpers/workload-manifests.js'

/** The causes with the types of their differences: `CAUSE: denied, warnings`. */
const causes = ({namespaces}: Diff): string[] =>
  namespaces.flatMap((namespace) => namespace.causes.map(({cause, effects}) => `${causeText(cause)}: ${effects.map(({difference: {type}}) => type).join(', ')}`))

const idle = ({withoutEffect}: Diff): string[] => withoutEffect.map(({field, reason}) => `${field} ${reason}`)

const level = (mode: string): string => `pod-security.kubernetes.io/${mode}`

const namespaceWith = (labels: Body, annotations?: Body): Body => ({apiVersion: 'v1', kind: 'Namespace', metadata: {name: 'dev', labels, ...annotations && {annotations}}})

describe('the cause of a difference by Pod Security', () => {
  const of = (labels: Body, options?: SimulateOptions): Side => ({trees: [namespaceWith(labels)], files: [pod('a'), deployment('web', 2)], ...options && {options}})
  const between = (before: Body, after: Body): Diff => compared(of(before), of(after))

  it('is the label with the level that is enforced, for pods and for those of workloads', () => {
    const result = between({[level('enforce')]: 'baseline', [level('warn')]: 'privileged'}, {[level('enforce')]: 'restricted', [level('warn')]: 'privileged'})
    expect(causes(result)).to.deep.equal([`Namespace dev: metadata.labels[${level('enforce')}] baseline → restricted (tree.yaml:1): denied, replicas, rollout`])
    expect(idle(result)).to.deep.equal([])
    expect(causes(between({[level('enforce')]: 'restricted', [level('warn')]: 'privileged'}, {[level('warn')]: 'privileged'})))
      .to.deep.equal([`Namespace dev: metadata.labels[${level('enforce')}] restricted → none (tree.yaml:1): admitted, replicas, rollout`])
  })

  it('is the label with the version of the level', () => {
    const [old, now] = ['v1.18', 'latest'].map((version) => ({[level('enforce')]: 'restricted', [level('enforce-version')]: version, [level('warn')]: 'privileged'}))
    const result = compared({trees: [namespaceWith(old ?? {})], files: [pod('a')]}, {trees: [namespaceWith(now ?? {})], files: [pod('a')]})
    expect(causes(result)).to.deep.equal([`Namespace dev: metadata.labels[${level('enforce-version')}] v1.18 → latest (tree.yaml:1): denied-otherwise`])
  })

  it('is the label of the mode for warnings; without it, that of the level that is enforced', () => {
    const warned = between({[level('warn')]: 'baseline'}, {[level('warn')]: 'restricted'})
    expect(causes(warned)).to.deep.equal([`Namespace dev: metadata.labels[${level('warn')}] baseline → restricted (tree.yaml:1): warnings, warnings`])
    const enforced = between({}, {[level('enforce')]: 'restricted'})
    expect(causes(enforced)).to.deep.equal([`Namespace dev: metadata.labels[${level('enforce')}] none → restricted (tree.yaml:1): denied, replicas, rollout, warnings`])
  })

  it('is not a label of another mode that changes, too', () => {
    const result = between({[level('enforce')]: 'baseline', [level('warn')]: 'restricted'}, {[level('enforce')]: 'restricted', [level('warn')]: 'restricted', [level('audit')]: 'restricted'})
    expect(causes(result)).to.deep.equal([`Namespace dev: metadata.labels[${level('enforce')}] baseline → restricted (tree.yaml:1): denied, replicas, warnings, rollout`])
    expect(idle(result)).to.deep.equal([`metadata.labels[${level('audit')}] audit-log`])
  })

  it('is a new or removed Namespace', () => {
    const files = [pod('a')]
    const labelled = namespaceWith({[level('enforce')]: 'restricted'})
    expect(causes(compared({files}, {trees: [labelled], files}))).to.deep.equal(['Namespace dev is new (tree.yaml:1): denied'])
    expect(causes(compared({trees: [labelled], files}, {files}))).to.deep.equal(['Namespace dev is removed (tree.yaml:1): admitted'])
  })

  const configured = (configuration: object): SimulateOptions => ({pluginConfigurations: {PodSecurity: configuration}})
  const settings: Readonly<Record<string, readonly [before: object, after: object, expected: readonly string[]]>> = {
    'a default level': [
      {defaults: {enforce: 'privileged'}}, {defaults: {enforce: 'restricted'}}, ['The configuration of PodSecurity: defaults.enforce privileged → restricted: denied, replicas, rollout'],
    ],
    'a default level of warnings': [{}, {defaults: {warn: 'baseline', audit: 'baseline'}}, []],
    'an exemption that ends': [
      {defaults: {enforce: 'restricted', audit: 'baseline'}, exemptions: {namespaces: ['dev', 'ops']}}, {defaults: {enforce: 'restricted'}, exemptions: {namespaces: ['ops']}},
      ['The configuration of PodSecurity: exemptions.namespaces ["dev","ops"] → ["ops"]: denied, replicas, rollout'],
    ],
  }
  for (const [what, [before, after, expected]] of Object.entries(settings)) {
    it(`is a setting of the plugin: ${what}`, () => {
      const result = compared(of({}, configured(before)), of({}, configured(after)))
      expect(causes(result)).to.deep.equal(expected)
    })
  }
})

describe('the cause of a difference by another plugin that looks up objects', () => {
  const inNamespace = (annotations: Body, options: SimulateOptions): Side => ({trees: [namespaceWith({}, annotations)], files: [pod('a')], options})

  it('is the annotation with a node selector, or the configuration', () => {
    const on = {enableAdmissionPlugins: ['PodNodeSelector']}
    const key = 'scheduler.alpha.kubernetes.io/node-selector'
    expect(causes(compared(inNamespace({[key]: 'a=b'}, on), inNamespace({[key]: 'a=c'}, on))))
      .to.deep.equal([`Namespace dev: metadata.annotations[${key}] a=b → a=c (tree.yaml:1): defaults`])
    const configured = (selector: string): Side =>
      inNamespace({}, {...on, pluginConfigurations: {PodNodeSelector: {podNodeSelectorPluginConfig: {clusterDefaultNodeSelector: selector}}}})
    expect(causes(compared(configured('a=b'), configured('a=c'))))
      .to.deep.equal(['The configuration of PodNodeSelector: podNodeSelectorPluginConfig.clusterDefaultNodeSelector a=b → a=c: defaults'])
    expect(idle(compared(inNamespace({[key]: 'a=b'}, {}), inNamespace({[key]: 'a=c'}, {})))).to.deep.equal([`metadata.annotations[${key}] plugin-off`])
  })

  it('is the default IngressClass', () => {
    const ingress = {apiVersion: 'networking.k8s.io/v1', kind: 'Ingress', metadata: {name: 'i'}, spec: {defaultBackend: {service: {name: 's', port: {number: 80}}}}}
    const classOf = (isDefault: string): Body => ({
      apiVersion: 'networking.k8s.io/v1', kind: 'IngressClass', metadata: {name: 'nginx', annotations: {'ingressclass.kubernetes.io/is-default-class': isDefault}}, spec: {controller: 'example.com/c'},
    })
    const result = compared({trees: [classOf('false')], files: [ingress]}, {trees: [classOf('true')], files: [ingress]})
    expect(causes(result)).to.deep.equal(['IngressClass nginx: metadata.annotations[ingressclass.kubernetes.io/is-default-class] false → true (tree.yaml:1): defaults'])
  })

  it('is the field of a class that the plugin reads, and not another one that changes, too', () => {
    const classOf = (value: number, description: string): Body => ({apiVersion: 'scheduling.k8s.io/v1', kind: 'PriorityClass', metadata: {name: 'high'}, description, value})
    const files = [{...pod('a'), spec: {...pod('a')['spec'] as Body, priorityClassName: 'high'}}]
    const result = compared({trees: [classOf(1, 'x')], files}, {trees: [classOf(2, 'y')], files})
    expect(causes(result)).to.deep.equal(['PriorityClass high: value 1 → 2 (tree.yaml:1): defaults'])
    expect(idle(result)).to.deep.equal(['description not-read'])
  })

  const namespaces: Readonly<Record<string, readonly [before: Body, after: Body, cause: string]>> = {
    'the phase': [{status: {phase: 'Active'}}, {status: {phase: 'Terminating'}}, 'Namespace dev: status.phase Active → Terminating (tree.yaml:1): denied'],
    'the phase, which was not stated': [{}, {status: {phase: 'Terminating'}}, 'Namespace dev: status.phase Active → Terminating (tree.yaml:1): denied'],
    'the end of the deletion': [{status: {phase: 'Terminating'}}, {status: {phase: 'Active'}}, 'Namespace dev: status.phase Terminating → Active (tree.yaml:1): admitted'],
    'the time of the deletion': [
      {}, {metadata: {name: 'dev', labels: {}, deletionTimestamp: '2026-01-01T00:00:00Z'}}, 'Namespace dev: metadata.deletionTimestamp none → 2026-01-01T00:00:00Z (tree.yaml:1): denied',
    ],
  }
  for (const [what, [before, after, cause]] of Object.entries(namespaces)) {
    it(`is a namespace that is being deleted: ${what}`, () => {
      const of = (fields: Body): Side => ({trees: [{...namespaceWith({}), ...fields}], files: [pod('a')]})
      const result = compared(of(before), of(after))
      expect([causes(result), idle(result)]).to.deep.equal([[cause], []])
    })
  }

  it('is the label without which devices give no admin access', () => {
    const claim = {apiVersion: 'resource.k8s.io/v1', kind: 'ResourceClaim', metadata: {name: 'c'}, spec: {devices: {requests: [{name: 'a', exactly: {deviceClassName: 'x', adminAccess: true}}]}}}
    const of = (value: string): Side => ({trees: [namespaceWith({'resource.kubernetes.io/admin-access': value, other: value})], files: [claim]})
    expect(causes(compared(of('true'), of('false')))).to.deep.equal(['Namespace dev: metadata.labels[resource.kubernetes.io/admin-access] true → false (tree.yaml:1): denied'])
    const result = compared(of('false'), of('true'))
    expect(causes(result)).to.deep.equal(['Namespace dev: metadata.labels[resource.kubernetes.io/admin-access] false → true (tree.yaml:1): admitted'])
    expect(idle(result)).to.deep.equal(['metadata.labels[other] not-read'])
  })

  it('is the taint that keeps the pods of a DaemonSet from a Node, by its key', () => {
    const node = (...taints: readonly Body[]): Body => ({apiVersion: 'v1', kind: 'Node', metadata: {name: 'n'}, spec: {taints}})
    const result = compared({trees: [node()], files: [daemonSet('d')]}, {trees: [node({key: 'gpu', effect: 'NoSchedule'})], files: [daemonSet('d')]})
    expect(texts(result)).to.deep.equal(['Node n: taints[key=gpu].key none → gpu (tree.yaml:1) | DaemonSet/d: no pods, 1 before'])
    expect(idle(result)).to.deep.equal(['taints[key=gpu].effect same-results'])
  })

  it('is a CustomResourceDefinition only if a quota counts its objects', () => {
    const definition = (group: string): Body => ({
      apiVersion: 'apiextensions.k8s.io/v1', kind: 'CustomResourceDefinition', metadata: {name: `foos.${group}`},
      spec: {group, names: {plural: 'foos', kind: 'Foo'}, scope: 'Namespaced', versions: [{name: 'v1', served: true, storage: true, schema: {openAPIV3Schema: {type: 'object'}}}]},
    })
    const files = [pod('a')]
    expect(idle(compared({files}, {trees: [definition('example.com')], files}))).to.deep.equal([' same-results'])
    const scope = {...definition('example.com'), spec: {...definition('example.com')['spec'] as Body, scope: 'Cluster'}}
    expect(idle(compared({trees: [definition('example.com')], files}, {trees: [scope], files}))).to.deep.equal(['scope not-read'])
  })

  it('is not a Node of which a DaemonSet reads nothing that changed', () => {
    const node = (labels: Body, annotations: Body): Body => ({apiVersion: 'v1', kind: 'Node', metadata: {name: 'n', labels, annotations}})
    const files = [deployment('web', 1)]
    const result = compared({trees: [node({a: 'b'}, {note: 'x'})], files}, {trees: [node({a: 'c'}, {note: 'y'})], files})
    expect([types(result), idle(result)]).to.deep.equal([[], ['metadata.labels[a] same-results', 'metadata.annotations[note] not-read']])
    expect(effectsIn(result)).to.deep.equal([])
  })

  it('is not without reason if no object of the namespace is compared', () => {
    const labelled = (value: string): Body => ({...namespaceWith({[level('enforce')]: value}), metadata: {name: 'elsewhere', labels: {[level('enforce')]: value}}})
    expect(idle(compared({trees: [labelled('baseline')], files: [pod('a')]}, {trees: [labelled('restricted')], files: [pod('a')]}))).to.deep.equal([`metadata.labels[${level('enforce')}] no-objects`])
  })
})
