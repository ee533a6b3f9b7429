import type {KubeObject} from '../kinds/kind.js'
import type {ObjectMeta} from '../machinery/api/meta-v1.js'
import {decode} from '../machinery/decode/decode.js'
import {decodeErrorText} from '../machinery/decode/problem.js'
import {validateNotNegative} from '../machinery/field/number-rules.js'
import {FieldPath} from '../machinery/field/path.js'
import {textOf} from '../machinery/go/json-value.js'
import {badRequest, invalidObject, type Status} from '../machinery/meta/status.js'
import type {Answer, Request} from './review.js'
import type {KindInfo} from './scheme.js'

/** The kind that the scale endpoint accepts. */
export const scaleKind = {apiVersion: 'autoscaling/v1', kind: 'Scale'} as const

/** The kinds that have a scale endpoint. */
export const scalableKinds = [
  {apiVersion: 'apps/v1', kind: 'Deployment'}, {apiVersion: 'apps/v1', kind: 'StatefulSet'}, {apiVersion: 'apps/v1', kind: 'ReplicaSet'},
  {apiVersion: 'v1', kind: 'ReplicationController'},
] as const

/** True if a kind has a scale endpoint. */
export const isScalable = ({apiVersion, kind}: Pick<KindInfo, 'apiVersion' | 'kind'>): boolean =>
  scalableKinds.some((one) => one.apiVersion === apiVersion && one.kind === kind)

interface Scale {
  readonly metadata?: ObjectMeta
  readonly spec?: {readonly replicas?: number}
}

type Scaled = KubeObject & {readonly spec?: object}

/** A stored workload with the replicas of a Scale (the registries' `scaleUpdatedObjectInfo`), or the answer to an invalid Scale. */
export function scaledObject({object}: Request, old: Scaled): Scaled | Answer {
  const kind = textOf(object['kind'])
  if (kind !== scaleKind.kind) return {status: unfit(kind, `converting (v1.${kind}) to (autoscaling.Scale): unknown conversion`)}
  const {object: decoded, problems} = decode(object, 'autoscaling/v1.Scale')
  const text = decodeErrorText(problems)
  if (text !== undefined) return {status: unfit(kind, text), problems}
  const {metadata: {uid, resourceVersion} = {}, spec: {replicas = 0} = {}} = decoded as Scale
  const errors = validateNotNegative(replicas, FieldPath.of('spec', 'replicas'), 'cluster/replicas')
  if (errors.length > 0) return {status: invalidObject({group: 'autoscaling', name: 'Scale'}, old.metadata.name ?? '', errors), errors}
  const {resourceVersion: _version, ...metadata} = old.metadata
  const spec: object = {...old.spec, replicas}
  return {...old, metadata: {...metadata, ...uid !== undefined && {uid}, ...resourceVersion !== undefined && {resourceVersion}}, spec}
}

const unfit = (kind: string, text: string): Status => badRequest(`${kind} in version "v1" cannot be handled as a Scale: ${text}`)
