import type {FieldChange} from '../../admission/plugin.js'
import type {Place} from '../../lint/diagnostic.js'
import {groupBy} from '../../machinery/collections/group-by.js'
import {compareText} from '../../machinery/go/text.js'
import {oneLine} from '../../machinery/output/printable.js'
import {isEvent} from '../../simulate/event-order.js'
import {explain, explainMetadata, type Explanation, type MetadataChange, type PolicyCause} from '../../simulate/explain.js'
import type {ManifestReview} from '../../simulate/manifest-review.js'
import type {Simulation, WorkloadOutcome} from '../../simulate/simulate.js'
import {findingText} from '../lint/table.js'
import {lineText, locationOf} from '../location.js'
import {plainTable} from '../plain-table.js'
import type {Style} from '../style.js'
import {type Line, tabulate} from '../tab-writer.js'
import {answersOnce, ownedRows, policyTitle, verdictText} from './answers.js'
import {changeLines} from './changes.js'
import {eventTable} from './event-table.js'
import {referenceOf} from './json.js'
import {quotaTables} from './quota-table.js'
import {rejectedTitle, simulationCounts} from './summary.js'
import {workloadLines} from './workload-lines.js'

export interface SimulationTableOptions {
  readonly style: Style
  /** True to omit quotas, and objects that were admitted with everything they request. */
  readonly isQuiet?: boolean | undefined
}

/** A simulation for people: policies not in force, then every object in the order of sending, and a summary. */
export function simulationTable(simulation: Simulation, {style, isQuiet = false}: SimulationTableOptions): string {
  const {policies, diagnostics} = simulation
  const problem = (diagnostic: typeof diagnostics[number]): string => findingText(diagnostic, {style})
  const workloads = new Map(simulation.workloads.map((workload) => [workload.review, workload]))
  const reviews = simulation.reviews.filter((review) => !isQuiet || !review.allowed || workloads.get(review)?.isRefused === true)
  const sections = new Map(reviews.flatMap((review) => reviewText(review, simulation, style, workloads.get(review)).map((text) => [review, text])))
  return [
    ...policies.diagnostics.map(problem),
    ...policies.refused.map(({manifest, review}) => rejectedPolicy({...review, manifest}, simulation, style)),
    ...sections.values(),
    ...eventTable(reviews.filter(({manifest}) => isEvent(manifest)), {style, hasSection: (event) => sections.has(event)}),
    ...diagnostics.map(problem),
    ...notSent(simulation),
    ...isQuiet ? [] : quotaTables(simulation, style),
    summary(simulation, style),
    ...simulation.notes.length === 0 ? [] : [simulation.notes.map((note) => `Note: ${oneLine(note)}\n`).join('')],
  ].join('\n')
}

/** Maximum length of a message in the table: the server's message lists all errors of an object. */
const longestMessage = 20_000

const beginning = (text: string): string =>
  text.length <= longestMessage ? text : `${text.slice(0, longestMessage)}... (the beginning of ${text.length.toLocaleString('en')} characters: -o json has all)`

function rejectedPolicy(review: ManifestReview, {policies}: Simulation, style: Style): string {
  const verdict = style.red(rejectedTitle(review.manifest, referenceOf(review.manifest.body)))
  return `${verdict}\n${[`  ${oneLine(review.status.message)}`, ...reasonLines(explain(review, policies.manifests))].join('\n')}\n`
}

/** Describes an object. Events have a row in a table: they are described only if there are details beyond that. */
function reviewText(review: ManifestReview, simulation: Simulation, style: Style, workload?: WorkloadOutcome): string[] {
  const {kind, namespace, name} = referenceOf(review.object ?? review.manifest.body)
  const lines: Line[] = [
    ['Name:', oneLine(name)],
    ...namespace === undefined ? [] : [['Namespace:', oneLine(namespace)]],
    ['Kind:', oneLine(kind)],
    ['Source:', lineText(review.manifest)],
    ...operationLine(review),
    ['Verdict:', verdict(review, style)],
    ...review.allowed ? [] : [['Message:', oneLine(beginning(review.status.message))]],
    ...review.hint === undefined ? [] : [['Hint:', review.hint]],
    ...review.warnings.map((warning) => ['Warning:', oneLine(warning)]),
    ...workload === undefined || workload.kind === kind ? [] : [['Scales:', `${workload.kind} ${oneLine(workload.name)}`]],
    ...workload === undefined ? [] : workloadLines(workload, style),
  ]
  const details = [
    ...changeLines(review), ...defaultLines(review, simulation), ...metadataLines(review, simulation),
    ...reasonSection(explain(review, simulation.policies.manifests)),
    ...workload === undefined ? [] : ownedLines(workload, simulation, style),
  ]
  if (isEvent(review.manifest) && details.length + review.warnings.length === 0) return []
  return [tabulate(lines) + details.map((line) => `${line}\n`).join('')]
}

/** The operation on an existing object. */
function operationLine({operation, subresource}: ManifestReview): Line[] {
  if (operation === 'CREATE') return []
  return [['Operation:', subresource === undefined ? operation.toLowerCase() : `${operation.toLowerCase()} of ${subresource}`]]
}

/** The answers to the objects that the controller of a workload sent. */
function ownedLines({owned}: WorkloadOutcome, simulation: Simulation, style: Style): string[] {
  if (owned.length === 0) return []
  const pod = owned.find(({manifest: {body}}) => body['kind'] === 'Pod')
  const rows = ownedRows(owned).map(({review, count, kind, name}) => [String(count), kind, name, verdict(review, style)])
  const table = plainTable(['Count', 'Kind', 'Name', 'Verdict'], rows)
  return [
    'Made by its controller:', ...table.map((line) => `  ${line}`),
    ...pod === undefined ? [] : defaultLines(pod, simulation),
    ...reasonSection(answersOnce(owned.flatMap((review) => explain(review, simulation.policies.manifests)))),
  ]
}

const verdict = (review: ManifestReview, style: Style): string => (review.allowed ? style.green : style.red)(verdictText(review))

/** The defaults that each LimitRange set, in one table each. */
function defaultLines(review: ManifestReview, {policies}: Simulation): string[] {
  const changes = review.steps.flatMap((step) => step.changes).filter(({cause, field}) => cause !== undefined && field.steps()[0] === 'spec')
  const byPolicy = groupBy(changes, ({cause}) => cause === undefined ? '' : policyTitle(cause, policies.manifests))
  return [...byPolicy].flatMap(([title, group]) => [`Defaults set by ${title}:`, ...defaultTable(review, group).map((line) => `  ${line}`)])
}

/** The requests and limits set in containers, by resource, in order. */
function defaultTable(review: ManifestReview, changes: readonly FieldChange[]): string[] {
  const containers = new Map<string, Map<string, {request?: string, limit?: string}>>()
  for (const {field, to} of changes) {
    const [, list, position, , side, resource] = field.steps()
    const container = containerName(review, String(list), Number(position))
    const amounts = containers.get(container) ?? new Map<string, object>()
    const name = String(resource)
    containers.set(container, amounts.set(name, {...amounts.get(name), [side === 'requests' ? 'request' : 'limit']: String(to)}))
  }
  const cells = [...containers].flatMap(([container, amounts]) => [...amounts].sort(([a], [b]) => compareText(a, b))
    .map(([resource, {request = '-', limit = '-'}]) => [oneLine(container), oneLine(resource), request, limit]))
  return plainTable(['Container', 'Resource', 'Request', 'Limit'], cells)
}

function containerName({manifest: {body}}: ManifestReview, list: string, position: number): string {
  const {spec} = body as {readonly spec?: Readonly<Record<string, readonly {readonly name?: string}[]>>}
  const name = spec?.[list]?.[position]?.name ?? ''
  return list === 'initContainers' ? `${name} (init)` : name
}

const reasonSection = (explanations: readonly Explanation[]): string[] =>
  explanations.length === 0 ? [] : ['Reasons:', ...reasonLines(explanations)]

const reasonLines = (explanations: readonly Explanation[]): string[] => explanations.flatMap(({message, subject, field, place, hint, policy, setBy}) => [
  `  ${oneLine(message)}`,
  ...field === '' ? [] : [`    ${subject === '' ? oneLine(field) : `${oneLine(subject)}, ${oneLine(field)}`}`, `      at ${placeText(place)}`],
  ...hint === undefined ? [] : [`    hint: ${oneLine(hint)}`],
  ...setBy.flatMap((cause) => causeLines('set by', cause)),
  ...policy === undefined ? [] : causeLines('forbidden by', policy),
])

const causeLines = (word: string, {kind, name, field, place}: PolicyCause): string[] =>
  [`    ${word} ${kind} ${oneLine(name)}, ${oneLine(field)}`, ...place === undefined ? [] : [`      at ${placeText(place)}`]]

function placeText(place: Place): string {
  const {path, line, column} = locationOf(place)
  return `${oneLine(path)}:${line}:${column}`
}

function notSent({notSent: manifests}: Simulation): string[] {
  if (manifests.length === 0) return []
  const lines = manifests.map((manifest) => {
    const {kind, name} = referenceOf(manifest.body)
    return `  ${lineText(manifest)}  ${oneLine(kind)} ${oneLine(name)}\n`
  })
  return [`Not sent, as kubectl reads no further:\n${lines.join('')}`]
}

function summary(simulation: Simulation, style: Style): string {
  const {objects, found, workloads} = simulationCounts(simulation, style)
  return `${objects}: ${found}\n${workloads === undefined ? '' : `${workloads}\n`}`
}

/** The labels and annotations that admission set as such: a table for each policy, and for each plugin without policies. */
function metadataLines(review: ManifestReview, {policies}: Simulation): string[] {
  const titleOf = ({cause, plugin}: MetadataChange): string => cause === undefined ? plugin : policyTitle(cause, policies.manifests)
  const groups = groupBy(explainMetadata(review, policies.manifests), titleOf)
  return [...groups].flatMap(([title, changes]) => [`Metadata set by ${title}:`, ...changeTable(changes).map((line) => `  ${line}`)])
}

function changeTable(changes: readonly MetadataChange[]): string[] {
  const isPlaced = changes.some(({place}) => place !== undefined)
  const rows = changes.map(({field, from, to, place}) => [oneLine(String(field)), from === undefined ? '-' : value(from), value(to), ...place === undefined ? [] : [placeText(place)]])
  return plainTable(['Field', 'Before', 'After', ...isPlaced ? ['Written at'] : []], rows)
}

/** A value, in quotes if it is empty or has blanks at its ends. */
const value = (text: string): string => text === '' || text !== text.trim() ? oneLine(JSON.stringify(text)) : oneLine(text)
