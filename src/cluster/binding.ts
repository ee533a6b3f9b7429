import type {Attributes} from '../admission/attributes.js'
import {runAdmit, runValidate} from '../admission/chain.js'
import type {KubeObject} from '../kinds/kind.js'
import type {ObjectReference, Pod, PodCondition, PodSpec, PodStatus} from '../machinery/api/core-v1.js'
import type {ObjectMeta} from '../machinery/api/meta-v1.js'
import {assign, merge} from '../machinery/collections/immutable.js'
import {aggregate, type FieldError, required} from '../machinery/field/error.js'
import {FieldPath} from '../machinery/field/path.js'
import {unsupportedText} from '../machinery/field/text-rules.js'
import {quote} from '../machinery/go/text.js'
import {badRequest, conflict, created, notFoundRequest, type Status} from '../machinery/meta/status.js'
import {encodeObject} from './codec.js'
import {attributesOf} from './pipeline.js'
import {rejectUid} from './preconditions.js'
import {atNextVersion} from './prepare.js'
import type {Server} from './registry.js'
import type {Answer} from './review.js'
import {type KindInfo, lookUpKind} from './scheme.js'
import type {Target} from './target.js'

/** The choice of a node for a pod, which a scheduler sends. */
interface Binding extends KubeObject {
  readonly target?: ObjectReference
}

/** Assigns a pod to a node, and stores no other object (pkg/registry/core/pod/storage `BindingREST`, `LegacyBindingREST`). */
export function bind(target: Target, {plugins, store, writer, flags}: Server): Answer {
  const {info, namespace, request: {subresource = '', dryRun = false}} = target
  const podInfo = lookUpKind('v1', 'Pod', flags.version) as KindInfo
  const sent: Attributes = attributesOf(subresource === '' ? target : {...target, info: {...info, resource: podInfo.resource}}, undefined)
  const {object = target.object, steps, warnings, rejection} = runAdmit(plugins, sent)
  if (rejection !== undefined) return {status: rejection.status, steps, warnings}
  const binding = object as Binding
  const errors = validateTarget(binding.target)
  if (errors.length > 0) return {status: {code: 500, reason: '', message: aggregate(errors.map(String))}, steps, warnings}
  const checked = runValidate(plugins, {...sent, object})
  const facts = {steps: [...steps, ...checked.steps], warnings: [...warnings, ...checked.warnings]}
  if (checked.rejection !== undefined) return {status: checked.rejection.status, ...facts}
  const {name = ''} = binding.metadata
  if (name === '') return {status: badRequest('Name parameter required.'), ...facts}
  const old = store.get(podInfo, namespace, name) as Pod | undefined
  if (old === undefined) return {status: notFoundRequest(podInfo.resource, name), ...facts}
  const status = rejectUid({...target, info: podInfo, object: binding}, old.metadata.uid) ?? unassignable(old, podInfo)
  if (status !== undefined) return {status, ...facts}
  if (!dryRun) writer.put({operation: 'UPDATE', info: podInfo, namespace, key: name, old}, encodeObject(podInfo, atNextVersion(assigned(old, binding))))
  return {status: created, ...facts}
}

/** The rules for the node (core validation `ValidatePodBinding`). */
function validateTarget({kind = '', name = ''}: ObjectReference = {}): FieldError[] {
  const path = FieldPath.of('target')
  return [
    ...kind === '' || kind === 'Node' ? [] : [unsupportedText(path.child('kind'), kind, ['Node', '<empty>'], 'cluster/binding')],
    ...name === '' ? [required(path.child('name'), '', 'cluster/binding')] : [],
  ]
}

/** Returns the answer for a pod that cannot be assigned now. */
function unassignable({metadata: {name = '', deletionTimestamp}, spec: {nodeName, schedulingGates = []} = {}}: Pod, {resource}: KindInfo): Status | undefined {
  const rejected = (text: string): Status => conflict({...resource, name: `${resource.name}/binding`}, name, text)
  if (deletionTimestamp !== undefined) return rejected(`pod ${name} is being deleted, cannot be assigned to a host`)
  if (nodeName) return rejected(`pod ${name} is already assigned to node ${quote(nodeName)}`)
  return schedulingGates.length > 0 ? rejected(`pod ${name} has non-empty .spec.schedulingGates`) : undefined
}

/** Returns a pod on its node, with the labels and annotations of the binding. */
function assigned(pod: Pod, {metadata, target = {}}: Binding): Pod {
  const {conditions: before = [], nominatedNodeName: _cleared, ...status} = pod.status ?? {}
  const scheduled: PodCondition = {type: 'PodScheduled', status: 'True'}
  const replaced = before.map((condition) => condition.type === scheduled.type ? scheduled : condition)
  const conditions = replaced.includes(scheduled) ? replaced : [...replaced, scheduled]
  return assign<Pod>(pod, {
    metadata: assign<ObjectMeta>(pod.metadata, {
      ...metadata.labels && {labels: {...pod.metadata.labels, ...metadata.labels}},
      ...metadata.annotations && {annotations: {...pod.metadata.annotations, ...metadata.annotations}},
    }),
    spec: merge<PodSpec, PodSpec>(pod.spec ?? {}, {nodeName: target.name ?? ''}),
    status: {...status, conditions} satisfies PodStatus,
  })
}
