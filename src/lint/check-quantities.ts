import type {KubeObject} from '../kinds/kind.js'
import {podOf} from '../kinds/pod-of.js'
import type {ResourceRequirements} from '../machinery/api/core-v1.js'
import {append} from '../machinery/collections/append.js'
import {isObject} from '../machinery/go/json-value.js'
import {quote} from '../machinery/go/text.js'
import {Quantity} from '../machinery/quantity/quantity.js'
import {noResources, type ResourceList} from '../machinery/quantity/resource-list.js'
import {fieldOf} from '../manifests/object-error.js'
import {locate, nodeAt, type Steps} from '../manifests/locate.js'
import {contentOf} from '../source/node.js'
import type {CheckedObject} from './check-manifest.js'
import type {Diagnostic} from './diagnostic.js'

/** A `ceiling` may be huge on purpose (totals of a namespace, the maximum of a container); a `floor` may be tiny. */
type Bound = 'ceiling' | 'floor'

/**
 * Visits a list of resources in an object.
 *
 * @param steps returns the path of the list; called only for findings
 */
type Visit = (list: ResourceList | undefined, steps: () => Steps, bound?: Bound) => void

/** Finds valid amounts that are certainly mistakes: cores in Mi, memory in thousandths of a byte. */
export function checkQuantities(checked: CheckedObject): Diagnostic[] {
  const spec: unknown = specOf(checked.object)
  if (!isObject(spec)) return findingsIn(checked)
  if (plausible.has(spec)) return []
  const found = findingsIn(checked)
  if (found.length === 0) plausible.add(spec)
  return found
}

/** The specs without findings, which copies of a manifest share. */
const plausible = new WeakSet<object>()

function findingsIn(checked: CheckedObject): Diagnostic[] {
  const found: Diagnostic[] = []
  visitAmounts(checked.object, (list = noResources, steps, bound) => {
    for (const name in list) {
      const [unit, amount] = [unitOf(name), list[name]]
      if (unit !== undefined && amount !== undefined && isOdd(unit, amount, bound)) append(found, diagnosticsAt(checked, [...steps(), name], unit, amount))
    }
  })
  return found
}

/** Reports a default value at the field from which it comes. */
function diagnosticsAt({object, manifest: {document: {file}, node}}: CheckedObject, steps: Steps, unit: Unit, amount: Quantity): Diagnostic[] {
  const located = nodeAt(node, steps)
  if (located === undefined) return []
  const content = contentOf(located)
  const {apiVersion, kind, metadata: {namespace, name = ''}} = object
  return [{
    ...findingOf(unit, String(steps.at(-1)), amount, content.kind === 'scalar' ? content.text : ''), severity: 'warning', field: `${fieldOf(steps.slice(0, -1))}[${steps.at(-1)}]`, file,
    span: locate(file, node, steps), object: {apiVersion, kind, ...namespace !== undefined && {namespace}, name}, related: [],
  }]
}

type Unit = 'cpu' | 'bytes'

const units: ReadonlyMap<string, Unit> = new Map([
  ...['cpu', 'requests.cpu', 'limits.cpu'].map((name) => [name, 'cpu'] as const),
  ...['memory', 'ephemeral-storage', 'storage'].flatMap((name) => ['', 'requests.', 'limits.'].map((side) => [side + name, 'bytes'] as const)),
])

const unitOf = (name: string): Unit | undefined => units.get(name) ?? (name.endsWith('.storageclass.storage.k8s.io/requests.storage') ? 'bytes' : undefined)

/** More cores than any machine has. */
const manyCores = Quantity.fromInteger(1000n)

/** More cores than any cluster has. */
const tooManyCores = Quantity.fromInteger(10_000_000n)

const mebibyte = Quantity.parse('1Mi')

function isOdd(unit: Unit, amount: Quantity, bound?: Bound): boolean {
  if (amount.sign() <= 0) return false
  if (unit === 'cpu') return amount.format === 'BinarySI' || amount.compare(bound === 'ceiling' ? tooManyCores : manyCores) >= 0
  return amount.compare(mebibyte) < 0 && (bound !== 'floor' || amount.compare(amount.ceil()) !== 0)
}

function findingOf(unit: Unit, name: string, amount: Quantity, text: string): Pick<Diagnostic, 'ruleId' | 'message' | 'hint'> {
  const [, number = ''] = /^\s*\+?0*(?=[0-9])([0-9.]+)/.exec(text) ?? []
  if (unit === 'cpu') {
    const message = `${name} ${text} is ${amount.value()} cores: cpu counts cores, and m thousandths of one`
    return {ruleId: 'resources/cpu-unit', message, hint: `for thousandths of a core write ${quote(`${amount.format === 'BinarySI' ? number : amount.value()}m`)}`}
  }
  const bytes = amount.compare(Quantity.one) < 0 ? 'less than a byte' : amount.value() === 1n ? '1 byte' : `${amount.value()} bytes`
  const message = `${name} ${text} is ${bytes}: below 1Mi, probably a mistake${text.trim().endsWith('m') ? '; m means thousandths' : ''}`
  return {ruleId: 'resources/memory-unit', message, hint: `for mebibytes write ${quote(`${number}Mi`)}`}
}

function visitAmounts(object: KubeObject, visit: Visit): void {
  const {apiVersion, kind} = object
  const spec = specOf(object)
  if (apiVersion === 'v1') {
    switch (kind) {
      case 'LimitRange': return visitLimits(spec, visit)
      case 'ResourceQuota': return visit(spec.hard, () => ['spec', 'hard'], 'ceiling')
      case 'PersistentVolumeClaim': return visitRequirements(spec.resources, () => ['spec', 'resources'], visit)
    }
  }
  visitPod(object, visit)
  if (apiVersion === 'apps/v1' && kind === 'StatefulSet') {
    spec.volumeClaimTemplates?.forEach((claim, i) => visitRequirements(claim.spec?.resources, () => ['spec', 'volumeClaimTemplates', i, 'spec', 'resources'], visit))
  }
}

/** The fields of specs with amounts. */
interface Spec {
  readonly hard?: ResourceList
  readonly resources?: ResourceRequirements
  readonly volumeClaimTemplates?: readonly {readonly spec?: {readonly resources?: ResourceRequirements}}[]
  readonly limits?: readonly Readonly<Record<'min' | 'max' | 'default' | 'defaultRequest', ResourceList | undefined>>[] | null
}

/** Returns the spec of an object, whose type is known only for kinds that Kubernetes serves. */
const specOf = (object: KubeObject): Spec => (object as {readonly spec?: Spec}).spec ?? {}

const bounds = [['min', 'floor'], ['max', 'ceiling'], ['default', undefined], ['defaultRequest', undefined]] as const

function visitLimits({limits}: Spec, visit: Visit): void {
  limits?.forEach((item, i) => bounds.forEach(([list, bound]) => visit(item[list], () => ['spec', 'limits', i, list], bound)))
}

function visitRequirements({requests, limits}: ResourceRequirements = {}, steps: () => Steps, visit: Visit): void {
  visit(requests, () => [...steps(), 'requests'])
  visit(limits, () => [...steps(), 'limits'])
}

function visitPod(object: KubeObject, visit: Visit): void {
  const located = podOf(object)
  if (located === undefined) return
  const {pod: {spec = {}}, spec: path} = located
  for (const list of ['containers', 'initContainers', 'ephemeralContainers'] as const) {
    spec[list]?.forEach(({resources}, i) => visitRequirements(resources, () => [...path.steps(), list, i, 'resources'], visit))
  }
  visitRequirements(spec.resources, () => path.child('resources').steps(), visit)
  spec.volumes?.forEach(({ephemeral}, i) =>
    visitRequirements(ephemeral?.volumeClaimTemplate?.spec?.resources, () => [...path.steps(), 'volumes', i, 'ephemeral', 'volumeClaimTemplate', 'spec', 'resources'], visit))
}
