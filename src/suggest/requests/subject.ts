import {decodeObject} from '../../cluster/codec.js'
import {identify} from '../../cluster/target.js'
import {podOf} from '../../kinds/pod-of.js'
import type {PodSpec} from '../../machinery/api/core-v1.js'
import type {FieldPath} from '../../machinery/field/path.js'
import type {Manifest} from '../../manifests/manifest.js'
import {valueAt} from '../../simulate/object-fields.js'
import {amountAt, type Change, type Changes, containerAt, placeKey, withChanges} from './changes.js'
import {raisedForContainers} from './derive.js'

/** A workload or pod of the input, with the changes that it needs. */
export interface Subject {
  readonly key: string
  readonly manifest: Manifest
  readonly namespace: string
  readonly kind: string
  readonly name: string
  /** The path of the pod's spec in the object. */
  readonly spec: FieldPath
  readonly changes: Changes
}

/** Adds changes to those of an object, and raises the amounts of its pods as a whole with them; the same object if nothing changes. */
export function withMore(subject: Subject, more: readonly Change[]): Subject {
  const changed = {...subject, changes: changesWith(subject, more)}
  const changes = changesWith(changed, raisedForContainers(podSpecOf(changed)))
  const isSame = changes.size === subject.changes.size && [...changes].every(([key, {value}]) => subject.changes.get(key)?.value.equals(value) === true)
  return isSame ? subject : {...subject, changes}
}

/** The changes of an object with more of them. Sidecars that are injected have no place in it. */
function changesWith(subject: Subject, more: readonly Change[]): Changes {
  const spec = valueAt(subject.manifest.body, subject.spec.steps())
  const changes = new Map(subject.changes)
  for (const change of more) {
    if (change.container !== undefined && containerAt(spec, change.container) === undefined) continue
    const key = placeKey(change)
    const stated = amountAt(spec, change)
    const now = changes.get(key)?.value ?? stated
    if (now?.equals(change.value) === true) continue
    if (stated?.equals(change.value) === true) changes.delete(key)
    else changes.set(key, change)
  }
  return changes
}

/** The spec of the pods of an object with its changes. It is empty for an object that cannot be decoded: items of its lists can be undefined. */
function podSpecOf({manifest: {body}, spec, changes}: Subject): PodSpec {
  const changed = withChanges(body, spec.steps(), changes)
  const info = identify(changed)
  if ('code' in info) return {}
  const {object, problems} = decodeObject(info, changed)
  return problems.some(({type}) => type !== 'unknown-field') ? {} : podOf(object)?.pod.spec ?? {}
}
