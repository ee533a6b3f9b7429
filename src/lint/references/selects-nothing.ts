import {placeInObject, podOf} from '../../kinds/pod-of.js'
import type {Service} from '../../machinery/api/core-v1.js'
import {FieldPath} from '../../machinery/field/path.js'
import {goJson, quote} from '../../machinery/go/text.js'
import type {Diagnostic} from '../diagnostic.js'
import type {LazyObject} from '../lazy-object.js'
import {nameOf, referenceDiagnostic, type ReferenceFinding} from './finding.js'
import type {Neighbours} from './neighbours.js'
import {isTypo} from './typo.js'

type Labels = Readonly<Record<string, string>>

/** Labels that identify a program. Other labels may be added to running pods, for example to mark the leader. */
const identifying: ReadonlySet<string> = new Set([
  'app', 'k8s-app', 'name', 'component', 'app.kubernetes.io/name', 'app.kubernetes.io/instance', 'app.kubernetes.io/component', 'app.kubernetes.io/part-of',
])

/**
 * Reports Services whose selector matches no pod of any manifest, if exactly one pod or template in the folder is the probable
 * target: one of its labels differs in a letter, or is missing, and no other Service selects it.
 *
 * @param podSources the objects that are pods or create them
 */
export function servicesWithoutPods(services: readonly LazyObject[], podSources: readonly LazyObject[], neighbours: Neighbours): Diagnostic[] {
  if (services.length === 0) return []
  const index = new LabelIndex(podSources)
  const matched = services.map((service) => index.matching(selectorOf(service)))
  const selected = new Set(matched.flat())
  return services.flatMap((service, i) => {
    if (matched[i]?.length !== 0) return []
    const nearby = neighbours.nearby(service, podSources).filter((source) => !selected.has(source))
    const found = nearby.flatMap((source) => differenceOf(service, source, index.labelsOf(source)) ?? [])
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

  constructor(podSources: readonly LazyObject[]) {
    for (const source of podSources) {
      const labels = podOf(source.object)?.pod.metadata.labels ?? {}
      this.byMaker.set(source, labels)
      for (const label of Object.entries(labels)) {
        const key = goJson(label)
        const found = this.byLabel.get(key)
        if (found === undefined) this.byLabel.set(key, [source])
        else found.push(source)
      }
    }
  }

  /** Returns the labels of the pods of an object. */
  labelsOf(source: LazyObject): Labels {
    return this.byMaker.get(source) ?? {}
  }

  matching(selector: Labels): readonly LazyObject[] {
    const entries = Object.entries(selector)
    const lists = entries.map((label) => this.byLabel.get(goJson(label)) ?? [])
    const [fewest = []] = lists.sort((a, b) => a.length - b.length)
    return fewest.filter((source) => lists.every((list) => list === fewest || entries.every(([key, value]) => this.labelsOf(source)[key] === value)))
  }
}

/**
 * Returns the finding if all labels but one match; undefined if the pod is not certainly the intended target.
 *
 * @param labels the labels of the pods
 */
function differenceOf(service: LazyObject, source: LazyObject, labels: Labels): ReferenceFinding | undefined {
  const selector = Object.entries(selectorOf(service))
  const [wrong, another] = selector.filter(([key, value]) => labels[key] !== value)
  if (wrong === undefined || another !== undefined) return undefined
  const [key, value] = wrong
  const common = {ruleId: 'service/selects-nothing' as const, of: service, field: FieldPath.of('spec', 'selector').key(key)}
  const has = labels[key]
  if (has !== undefined) {
    const isLabelWrong = value === nameOf(source)
    if (!isTypo(value, has, isLabelWrong || has === nameOf(service))) return undefined
    return {
      ...common,
      message: `the selector matches no pods: ${key} is ${quote(value)} here and ${quote(has)} for ${podsOf(source)}`,
      hint: isLabelWrong ? `write ${quote(value)} there` : `write ${quote(has)}`,
      suggested: {of: source, field: labelsPath(source).key(key), message: 'the label of the pods'},
    }
  }
  const otherKey = Object.keys(labels).find((other) => labels[other] === value && !selector.some(([known]) => known === other) && isTypo(key, other, true))
  if (otherKey !== undefined) {
    return {
      ...common, part: 'key', hint: `write ${quote(otherKey)}`,
      message: `the selector matches no pods: ${podsOf(source)} have the label ${quote(otherKey)} and not ${quote(key)}`,
      suggested: {of: source, field: labelsPath(source).key(otherKey), part: 'key', message: 'the label of the pods'},
    }
  }
  if (selector.length === 1 || !identifying.has(key) || !belongTogether(service, source)) return undefined
  return {
    ...common, message: `the selector matches no pods: ${podsOf(source)} lack the label ${quote(key)}`, hint: `add "${key}: ${value}" to their labels, or remove it here`,
    suggested: {of: source, field: labelsPath(source), part: 'key', message: 'the labels of the pods'},
  }
}

const podsOf = (source: LazyObject): string => `the pods of ${source.object.kind} ${nameOf(source)}`

/** Returns true for a Service and a workload with the same name or file. Bare pods are rarely the target of a Service. */
const belongTogether = (service: LazyObject, source: LazyObject): boolean =>
  source.object.kind !== 'Pod' && (nameOf(service) === nameOf(source) || service.file === source.file)

/** Returns the path of the labels of pods. */
function labelsPath({object}: LazyObject): FieldPath {
  const placed = podOf(object)
  const labels = FieldPath.of('metadata', 'labels')
  return placed === undefined ? labels : placeInObject(placed, labels)
}
