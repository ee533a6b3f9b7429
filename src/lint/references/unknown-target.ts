import type {HorizontalPodAutoscaler} from '../../machinery/api/autoscaling-v2.js'
import {FieldPath} from '../../machinery/field/path.js'
import {quote} from '../../machinery/go/text.js'
import type {Diagnostic} from '../diagnostic.js'
import type {LazyObject} from '../lazy-object.js'
import {nameOf, referenceDiagnostic} from './finding.js'
import type {Neighbours} from './neighbours.js'
import {isTypo} from './typo.js'

/** The kinds of Kubernetes itself that autoscalers can scale. */
export const scalableKinds: ReadonlySet<string> = new Set(['Deployment', 'StatefulSet', 'ReplicaSet', 'ReplicationController'])

/**
 * Autoscalers that scale what no manifest declares, while exactly one declared object is certainly the intended target: it has the same name and
 * another kind, or the same kind and a name with a typing error, and no other autoscaler scales it.
 *
 * @param isDeclared true for an object that some manifest declares, in any namespace
 */
export function unknownTargets(
  autoscalers: readonly LazyObject[], scalable: readonly LazyObject[], neighbours: Neighbours, isDeclared: (kind: string, name: string) => boolean,
): Diagnostic[] {
  const scaled = new Set(autoscalers.map((autoscaler) => keyOf(targetOf(autoscaler))))
  return autoscalers.flatMap((autoscaler) => {
    const target = targetOf(autoscaler)
    const {kind, name} = target
    if (!scalableKinds.has(kind) || isDeclared(kind, name)) return []
    const nearby = neighbours.nearby(autoscaler, scalable).filter((other) => !scaled.has(keyOf(targetAs(other))))
    const sameName = nearby.filter((other) => nameOf(other) === name)
    const found = sameName.length > 0 ? sameName : nearby.filter((other) =>
      other.object.kind === kind && isTypo(name, nameOf(other), nameOf(other) === nameOf(autoscaler)))
    const [meant] = found
    return meant === undefined || found.length > 1 ? [] : [unknownTarget(autoscaler, target, meant)]
  })
}

interface Target {
  readonly kind: string
  readonly name: string
}

function targetOf({object}: LazyObject): Target {
  const {kind = '', name = ''} = (object as HorizontalPodAutoscaler).spec?.scaleTargetRef ?? {}
  return {kind, name}
}

const targetAs = (object: LazyObject): Target => ({kind: object.object.kind, name: nameOf(object)})

const keyOf = ({kind, name}: Target): string => `${kind}/${name}`

function unknownTarget(autoscaler: LazyObject, {kind, name}: Target, meant: LazyObject): Diagnostic {
  const isKind = nameOf(meant) === name
  const right = isKind ? meant.object.kind : nameOf(meant)
  const difference = isKind ? `${quote(name)} is a ${right}` : `beside it is ${quote(right)}`
  return referenceDiagnostic({
    ruleId: 'horizontal-pod-autoscaler/unknown-target', of: autoscaler, field: FieldPath.of('spec', 'scaleTargetRef', isKind ? 'kind' : 'name'),
    message: `no manifest declares the ${kind} ${quote(name)} that this autoscaler scales: ${difference}`, hint: `write ${quote(right)}`,
    suggested: {of: meant, field: isKind ? FieldPath.of('kind') : FieldPath.of('metadata', 'name'), message: `the ${meant.object.kind} is declared here`},
  })
}
