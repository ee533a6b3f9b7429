import {podOf} from '../../kinds/pod-of.js'
import type {KubeObject} from '../../kinds/kind.js'
import {textOf} from '../../machinery/go/json-value.js'
import {oneLine} from '../../machinery/output/printable.js'
import type {ManifestEntry} from '../../manifests/manifest.js'
import type {InputEntries} from '../../simulate/read-entries.js'
import {valueAt} from '../../simulate/object-fields.js'
import {simulate, type Simulation, workFor} from '../../simulate/simulate.js'
import type {JsonObject} from '../../source/json-value.js'
import {baselineOf, namespaceIn, rebuiltFor, simulateOptions, withoutObjects} from '../baseline.js'
import {deniedNow} from '../denied.js'
import {keyIn} from '../keys.js'
import {proofOf, verified} from '../regressions.js'
import type {SuggestedAmount, SuggestedObject, SuggestInput, Suggestion, SuggestOptions} from '../types.js'
import {amountAt, patchOf, pathOf, withChanges} from './changes.js'
import {sizedBy, type UsageOf} from './derive.js'
import {scaledToOne} from './scaled-to-one.js'
import {podAnswers, Settler} from './settle.js'
import type {Subject} from './subject.js'
import {withoutHarm} from './without-harm.js'

/**
 * Suggests the requests and limits that workloads should state: what is measured, what their LimitRanges fill in, and what bounds and
 * quotas require. The result is patches. All objects are sent again with them.
 *
 * @throws DuplicateObjectsError as simulate does
 */
export function suggestRequests(input: SuggestInput, given: SuggestOptions = {}): Suggestion {
  const {usage, ...files} = input
  const options = {...given, work: given.work ?? workFor(files)}
  const {namespace = 'default', headroom = 2000n, percentile = 95} = options
  const baseline = baselineOf(input, options)
  const found = subjectsOf(baseline.simulation, options)
  const arranged = (read: InputEntries, subjects: readonly Subject[], without: ReadonlySet<string>): InputEntries =>
    withoutObjects(changedIn(rebuiltFor(options)(read), subjects, namespace), without, namespace)
  const measured = usage?.among([...baseline.facts.subjects, ...found])
  const usageOf = ({kind, name, namespace: where}: Subject): UsageOf => (container) => measured?.of({kind, namespace: where, name}, container)
  let latest: {readonly subjects: readonly Subject[], readonly simulation: Simulation} = {subjects: found, simulation: baseline.simulation}
  const run = (subjects: readonly Subject[], without: ReadonlySet<string> = new Set()): Simulation =>
    simulate(files, {...simulateOptions(options), arrange: (read) => arranged(read, subjects, without)})
  const whole = (subjects: readonly Subject[]): Simulation => {
    if (subjects.some(({changes}, i) => changes !== latest.subjects[i]?.changes)) latest = {subjects, simulation: run(subjects)}
    return latest.simulation
  }
  const explained = (subjects: readonly Subject[]): Simulation => {
    const sent = new Set(subjects.map(({key}) => key))
    const others = new Set(found.flatMap(({key}) => sent.has(key) ? [] : [key]))
    return simulate(files, {
      ...simulateOptions(options), unbounded: true, explains: true, rollout: false, runs: false,
      arrange: (read) => withBodies(arranged(read, subjects, others), scaledToOne),
    })
  }
  const settler = new Settler({whole, explained}, usageOf, baseline.simulation, found.length)
  const {subjects, notes} = withoutHarm(found.map((subject) =>
    ({subject, usage: sizedBy(valueAt(subject.manifest.body, subject.spec.steps()), usageOf(subject), {headroom, percentile})})),
  (started) => settler.settle(started))
  const after = whole(subjects)
  const comparison = verified(baseline.simulation, (without) => without.size === 0 ? after : run(subjects, without), namespace)
  return {
    command: 'requests', objects: subjects.filter(({changes}) => changes.size > 0).map(objectOf), simulation: baseline.simulation,
    proof: proofOf(comparison, []), denied: deniedNow(baseline.simulation, options),
    notes: [...baseline.notes, ...notes, ...comparison.notes, ...stillDenied(after, subjects)],
  }
}

/** The sent objects with pods, except those of other namespaces than the one asked for. */
function subjectsOf({reviews}: Simulation, {namespace: given, only}: SuggestOptions): Subject[] {
  return reviews.flatMap(({manifest, allowed}): Subject[] => {
    const {body} = manifest
    const made = podOf(body as unknown as KubeObject)
    const namespace = namespaceIn(manifest, given)
    if (made === undefined || (only !== undefined && namespace !== only) || (!allowed && body['kind'] !== 'Pod')) return []
    const {name} = body['metadata'] as {readonly name?: unknown}
    return [{key: keyIn(body, given ?? 'default'), manifest, namespace, kind: textOf(body['kind']), name: textOf(name), spec: made.spec, changes: new Map()}]
  })
}

/** The documents with the changes of their objects. */
function changedIn(input: InputEntries, subjects: readonly Subject[], namespace: string): InputEntries {
  const byKey = new Map(subjects.map((subject) => [subject.key, subject]))
  return withBodies(input, (body) => {
    const subject = byKey.get(keyIn(body, namespace))
    return subject === undefined || subject.changes.size === 0 ? body : withChanges(body, subject.spec.steps(), subject.changes)
  })
}

/** The documents with other objects in the files. */
function withBodies({files, ...others}: InputEntries, change: (body: JsonObject) => JsonObject): InputEntries {
  const changed = (entry: ManifestEntry): ManifestEntry =>
    entry.manifest === undefined ? entry : {...entry, manifest: {...entry.manifest, body: change(entry.manifest.body)}}
  return {...others, files: files.map((entries) => entries.map(changed))}
}

function objectOf({manifest: {body}, namespace, kind, name, spec, changes}: Subject): SuggestedObject {
  const amounts = [...changes.values()].map((change): SuggestedAmount => {
    const present = amountAt(valueAt(body, spec.steps()), change)
    return {field: pathOf(spec, change), value: change.value, ...present && {present}, reasons: change.reasons}
  })
  return {namespace, kind, name, body: patchOf(body, spec.steps(), changes), amounts, notes: []}
}

/** Names the workloads whose pods are denied with all changes, too. */
function stillDenied(after: Simulation, subjects: readonly Subject[]): string[] {
  const answers = podAnswers(after)
  return subjects.flatMap(({key, kind, name}) => {
    const denied = answers.get(key)?.find(({allowed}) => !allowed)
    return denied === undefined ? [] : [`the pods of ${kind} ${oneLine(name)} are denied with these changes, too: ${oneLine(denied.status.message)}`]
  })
}
