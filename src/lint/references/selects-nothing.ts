import {podOf} from '../../kinds/pod-of.js'
import type {Service} from '../../machinery/api/core-v1.js'
import {FieldPath} from '../../machinery/field/path.js'
import {quote} from '../../machinery/go/text.js'
import type {Diagnostic} from '../diagnostic.js'
import type {LazyObject} from '../lazy-object.js'
import {nameOf, referenceDiagnostic, type ReferenceFinding} from './finding.js'
import type {Neighbours} from './neighbours.js'
import {isSlip} from './slip.js'

type Labels = Readonly<Record<string, string>>

/** Labels that identify a program. Other labels may be added to running pods, for example to mark the leader. */
const identifying: ReadonlySet<string> = new Set([
  'app', 'k8s-app', 'name', 'component', 'app.kubernetes.io/name', 'app.kubernetes.io/instance', 'app.kubernetes.io/component', 'app.kubernetes.io/part-of',
])

/**
 * Reports Services whose selector matches no pod of any manifest, if exactly one pod or template in the folder is the probable
 * target: one of its labels differs in a letter, or is missing, and no other Service selects it.
 *
 * @param makers the objects that are pods or create them
 */
export function selectNothing(services: readonly LazyObject[], makers: readonly LazyObject[], neighbours: Neighbours): Diagnostic[] {
  if (services.length === 0) return []
  const index = new LabelIndex(makers)
  const matched = services.map((service) => index.matching(selectorOf(service)))
  const selected = new Set(matched.flat())
  return services.flatMap((service, i) => {
    if (matched[i]?.length !== 0) return []
    const beside = neighbours.beside(service, makers).filter((maker) => !selected.has(maker))
    const found = beside.flatMap((maker) => differenceOf(service, maker, index.labelsOf(maker)) ?? [])
    const [only] = found
    return only === undefined || found.length > 1 ? [] : [referenceDiagnostic(only)]
  })
}

/** Returns true for a Service that selects pods. */
export const selectsPods = ({spec}: Service): boolean => spec?.type !== 'ExternalName' && Object.keys(spec?.selector ?? {}).length > 0

const selectorOf = ({object}: LazyObject): Labels => ((object as Service).spec?.selector ?? {})

/** Finds the pods that selectors match. */
class LabelIndex {
  private readonly byLabel = new Map<string, LazyObject[]>()
  private readonly byMaker = new Map<LazyObject, Labels>()

  constructor(makers: readonly LazyObject[]) {
    for (const maker of makers) {
      const labels = podOf(maker.object)?.pod.metadata.labels ?? {}
      this.byMaker.set(maker, labels)
      for (const label of Object.entries(labels)) {
        const key = JSON.stringify(label)
        const found = this.byLabel.get(key)
        if (found === undefined) this.byLabel.set(key, [maker])
        else found.push(maker)
      }
    }
  }

  /** Returns the labels of the pods of an object. */
  labelsOf(maker: LazyObject): Labels {
    return this.byMaker.get(maker) ?? {}
  }

  matching(selector: Labels): readonly LazyObject[] {
    const entries = Object.entries(selector)
    const lists = entries.map((label) => this.byLabel.get(JSON.stringify(label)) ?? [])
    const [fewest = []] = lists.sort((a, b) => a.length - b.length)
    return fewest.filter((maker) => lists.every((list) => list === fewest || entries.every(([key, value]) => this.labelsOf(maker)[key] === value)))
  }
}

/**
 * Returns the finding if all labels but one match; undefined if the pod is not certainly the intended target.
 *
 * @param labels the labels of the pods
 */
function differenceOf(service: LazyObject, maker: LazyObject, labels: Labels): ReferenceFinding | undefined {
  const selector = Object.entries(selectorOf(service))
  const [wrong, another] = selector.filter(([key, value]) => labels[key] !== value)
  if (wrong === undefined || another !== undefined) return undefined
  const [key, value] = wrong
  const common = {ruleId: 'service/selects-nothing' as const, of: service, field: FieldPath.of('spec', 'selector').key(key)}
  const has = labels[key]
  if (has !== undefined) {
    const isLabelWrong = value === nameOf(maker)
    if (!isSlip(value, has, isLabelWrong || has === nameOf(service))) return undefined
    return {
      ...common,
      message: `the selector matches no pods: ${key} is ${quote(value)} here and ${quote(has)} for ${podsOf(maker)}`,
      hint: isLabelWrong ? `write ${quote(value)} there` : `write ${quote(has)}`,
      meant: {of: maker, field: labelsPath(maker).key(key), message: 'the label of the pods'},
    }
  }
  const otherKey = Object.keys(labels).find((other) => labels[other] === value && !selector.some(([known]) => known === other) && isSlip(key, other, true))
  if (otherKey !== undefined) {
    return {
      ...common, part: 'key', hint: `write ${quote(otherKey)}`,
      message: `the selector matches no pods: ${podsOf(maker)} have the label ${quote(otherKey)} and not ${quote(key)}`,
      meant: {of: maker, field: labelsPath(maker).key(otherKey), part: 'key', message: 'the label of the pods'},
    }
  }
  if (selector.length === 1 || !identifying.has(key) || !belongTogether(service, maker)) return undefined
  return {
    ...common, message: `the selector matches no pods: ${podsOf(maker)} lack the label ${quote(key)}`, hint: `add "${key}: ${value}" to their labels, or remove it here`,
    meant: {of: maker, field: labelsPath(maker), part: 'key', message: 'the labels of the pods'},
  }
}

const podsOf = (maker: LazyObject): string => `the pods of ${maker.object.kind} ${nameOf(maker)}`

/** Returns true for a Service and a workload with the same name or file. Bare pods are rarely the target of a Service. */
const belongTogether = (service: LazyObject, maker: LazyObject): boolean =>
  maker.object.kind !== 'Pod' && (nameOf(service) === nameOf(maker) || service.file === maker.file)

/** Returns the path of the labels of pods. */
function labelsPath({object}: LazyObject): FieldPath {
  const [first = 'metadata', ...rest] = (podOf(object)?.spec.steps() ?? []).slice(0, -1).map(String)
  return first === 'metadata' ? FieldPath.of(first, 'labels') : FieldPath.of(first, ...rest, 'metadata', 'labels')
}
