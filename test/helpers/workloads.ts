import {Cluster} from '../../src/cluster/cluster.js'
import type {ControlledWorkload} from '../../src/controllers/workload/controlled-workload.js'
import {ControllerManager} from '../../src/controllers/workload/controller-manager.js'
import type {Kubelet, PodOutcome} from '../../src/controllers/workload/kubelet.js'
import {anonymousNodes, type Node} from '../../src/controllers/workload/nodes.js'
import type {AnyKind, KubeObject} from '../../src/kinds/kind.js'
import {pod as podKind} from '../../src/kinds/pod/index.js'
import type {JsonObject} from '../../src/machinery/decode/encode.js'
import {type Amounts, app, type Body, Manifest, type Resources} from './builders.js'
import {usedIn} from './quotas.js'
import {allowed} from './test-cluster.js'

/** A workload manifest whose pods have one container. */
export class WorkloadManifest extends Manifest {
  /** Sets the resources of the container. */
  requesting(requests: Amounts, resources: Resources = {}): this {
    return this.inTemplate((template) => ({...template, spec: {...template['spec'] as Body, containers: [app({...resources, requests})]}}))
  }

  /** Sets a label of its pods: another value is another template. */
  at(version: string): this {
    return this.inTemplate((template) => ({...template, metadata: {...template['metadata'] as Body, annotations: {version}}}))
  }

  /** Adds fields to the spec of its pods. */
  withPods(spec: Body): this {
    return this.inTemplate((template) => ({...template, spec: {...template['spec'] as Body, ...spec}}))
  }

  private inTemplate(change: (template: Body) => Body): this {
    const spec = this['spec'] as Body
    if (this['kind'] !== 'CronJob') return this.asking({template: change(spec['template'] as Body)})
    const jobTemplate = spec['jobTemplate'] as {readonly spec: {readonly template: Body}}
    return this.asking({jobTemplate: {...jobTemplate, spec: {...jobTemplate.spec, template: change(jobTemplate.spec.template)}}})
  }
}

const template = (spec: Body = {}): Body => ({metadata: {labels: {app: 'x'}}, spec: {containers: [app()], ...spec}})

const appsWorkload = (kind: string) => (name = 'web', spec: Body = {}): WorkloadManifest => new WorkloadManifest(
  {apiVersion: 'apps/v1', kind, metadata: {name}, spec: {selector: {matchLabels: {app: 'x'}}, template: template(), ...spec}})

export const deployment = appsWorkload('Deployment')

export const replicaSet = appsWorkload('ReplicaSet')

export const statefulSet = appsWorkload('StatefulSet')

export const daemonSet = appsWorkload('DaemonSet')

export const replicationController = (name = 'web', spec: Body = {}): WorkloadManifest =>
  new WorkloadManifest({apiVersion: 'v1', kind: 'ReplicationController', metadata: {name}, spec: {template: template(), ...spec}})

export const job = (name = 'web', spec: Body = {}): WorkloadManifest =>
  new WorkloadManifest({apiVersion: 'batch/v1', kind: 'Job', metadata: {name}, spec: {template: template({restartPolicy: 'Never'}), ...spec}})

export const cronJob = (name = 'web', spec: Body = {}, jobSpec: Body = {}): WorkloadManifest => new WorkloadManifest({
  apiVersion: 'batch/v1', kind: 'CronJob', metadata: {name},
  spec: {schedule: '* * * * *', jobTemplate: {spec: {template: template({restartPolicy: 'Never'}), ...jobSpec}}, ...spec},
})

/** A Deployment with these replicas and rolling update limits. */
export const rolling = (replicas: number, maxSurge: string | number, maxUnavailable: string | number): WorkloadManifest =>
  deployment('web', {replicas, strategy: {rollingUpdate: {maxSurge, maxUnavailable}}})

export const claimTemplate = (name: string, storage = '1Gi', metadata: Body = {}): Body =>
  ({metadata: {name, ...metadata}, spec: {accessModes: ['ReadWriteOnce'], resources: {requests: {storage}}}})

/** The pods of a namespace, one by one. */
export const podsIn = (cluster: Cluster, namespace: string): readonly KubeObject[] => allIn(cluster, namespace, podKind)

/** The objects of a kind in a namespace, one by one. */
export const allIn = (cluster: Cluster, namespace: string, kind: AnyKind): readonly KubeObject[] =>
  cluster.listCounted(kind, namespace).flatMap(({object, count}) => Array.from({length: count}, (_, i) => nth(cluster, object, count === 1 ? 0 : i)))

/** Returns one of several objects that the store groups; a numbered object has its own name. */
function nth(cluster: Cluster, object: KubeObject, i: number): KubeObject {
  const {apiVersion, kind, metadata: {name = '', namespace = ''}} = object
  const [, prefix, number] = /^(.*-)(\d+)$/.exec(name) ?? []
  return number === undefined ? object : cluster.get({apiVersion, kind, namespace, name: `${prefix}${Number(number) + i}`}) as unknown as KubeObject
}

interface RunOptions {
  readonly nodes?: number | readonly Node[]
  readonly outcome?: PodOutcome | ((pod: JsonObject) => PodOutcome)
  readonly terminationSeconds?: number
  /** True to create each pod with its own request, identical ones too; by default if their outcomes differ. */
  readonly oneByOne?: boolean
}

/** A cluster with its controllers, which settle after each step. */
export class SimulatedWorkload {
  readonly cluster = new Cluster()
  readonly manager: ControllerManager
  /** Outcome of pods from this step on. */
  outcome: RunOptions['outcome']

  constructor({nodes = 0, outcome = 'runs', terminationSeconds = 30, oneByOne = typeof outcome === 'function'}: RunOptions, ...objects: readonly Body[]) {
    this.outcome = outcome
    const kubelet: Kubelet = {
      outcome: (pod) => typeof this.outcome === 'function' ? this.outcome(pod) : this.outcome ?? 'runs', terminationSeconds: () => terminationSeconds,
    }
    const all = typeof nodes === 'number' ? anonymousNodes(nodes) : nodes
    this.manager = new ControllerManager(this.cluster, {kubelet, nodes: () => all, listsAll: oneByOne})
    for (const object of objects) this.send('CREATE', object)
  }

  /** The first workload that was sent. */
  get workload(): ControlledWorkload {
    const [workload] = this.manager.workloads
    if (workload === undefined) throw new Error('no workload was sent')
    return workload
  }

  /** Creates an object and waits. */
  create(object: Body): this {
    this.send('CREATE', object)
    return this
  }

  /** Replaces an object, restarts the measurement, and waits. */
  change(object: Body): this {
    for (const {record} of this.manager.workloads) record.startMeasurement()
    this.send('UPDATE', object)
    return this
  }

  /** Creates or replaces an object. */
  apply(object: Body): this {
    const {apiVersion, kind, metadata} = object as {readonly apiVersion: string, readonly kind: string, readonly metadata: {readonly name: string}}
    const stored = this.cluster.get({apiVersion, kind, namespace: 'dev', name: metadata.name})
    return stored === undefined ? this.create(object) : this.change(object)
  }

  /** Changes the stored spec of the first workload. */
  respecify(spec: Body): this {
    const {object} = this.workload.record
    return this.change({...object, spec: {...object['spec'] as Body, ...spec}})
  }

  /** Deletes an object and waits. */
  remove(object: Body): this {
    this.send('DELETE', object)
    return this
  }

  /** Runs the controllers at all due times, and waits. */
  trigger(): this {
    for (const {controller} of this.manager.workloads) controller.trigger?.()
    this.manager.settle()
    return this
  }

  /** The messages of the events of all workloads. */
  get events(): string[] {
    return this.manager.workloads.flatMap(({record}) => record.failures).map(({kind, name, reason, message}) => `${kind} ${name} ${reason}: ${message}`)
  }

  /** The pods in the store, sorted by their keys. */
  get pods(): readonly KubeObject[] {
    return podsIn(this.cluster, 'dev')
  }

  get podNames(): (string | undefined)[] {
    return this.pods.map(({metadata}) => metadata.name)
  }

  used(quota = 'q'): unknown {
    return usedIn(this.cluster, 'dev', quota)
  }

  private send(operation: 'CREATE' | 'UPDATE' | 'DELETE', object: Body): void {
    const review = this.cluster.handle({operation, namespace: 'dev', object})
    const stored = allowed(review) as JsonObject
    if (operation === 'DELETE' || this.manager.observe(stored) === undefined) this.manager.clusterChanged()
    this.manager.settle()
  }
}

/** A cluster without nodes, with these objects, in which pods never end. */
export const simulated = (...objects: readonly Body[]): SimulatedWorkload => new SimulatedWorkload({}, ...objects)
