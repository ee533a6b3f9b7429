import {decodeObject} from '../../cluster/codec.js'
import {identify} from '../../cluster/target.js'
import {podOf} from '../../kinds/pod-of.js'
import type {KubeObject} from '../../kinds/kind.js'
import type {PodSpec} from '../../machinery/api/core-v1.js'
import {textOf} from '../../machinery/go/json-value.js'
import type {FieldPath} from '../../machinery/field/path.js'
import {oneLine} from '../../machinery/output/printable.js'
import type {Manifest, ManifestEntry} from '../../manifests/manifest.js'
import type {ManifestReview} from '../../simulate/manifest-review.js'
import type {InputEntries} from '../../simulate/read-entries.js'
import {valueAt} from '../../simulate/object-fields.js'
import {simulate, type Simulation, workFor} from '../../simulate/simulate.js'
import {baselineOf, namespaceIn, rebuiltFor, simulateOptions, withoutObjects} from '../baseline.js'
import {deniedNow} from '../denied.js'
import {keyIn} from '../rebuilt.js'
import {proofOf, verified} from '../regressions.js'
import type {SuggestedAmount, SuggestedObject, SuggestInput, Suggestion, SuggestOptions} from '../types.js'
import {amountAt, type Change, type Changes, containersOf, patchOf, pathOf, placeKey, withChanges} from './changes.js'
import {fixesFor, raisedForContainers, sizedBy, statedDefaults, type UsageOf} from './derive.js'

/** A workload or pod of the input, with the changes that it needs. */
interface Subject {
  readonly key: string
  readonly manifest: Manifest
  readonly namespace: string
  readonly kind: string
  readonly name: string
  /** The path of the pod's spec in the object. */
  readonly spec: FieldPath
  readonly changes: Changes
}

/** At most this number of times, the objects are changed and sent again: to repair one denial can show another. */
const maxRounds = 8

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
  const run = (subjects: readonly Subject[], own = {}, without: ReadonlySet<string> = new Set()): Simulation => simulate(files, {
    ...simulateOptions(options), ...own,
    arrange: (read) => withoutObjects(changedIn(rebuiltFor(options)(read), subjects, namespace), without, namespace),
  })
  const found = subjectsOf(baseline.simulation, options)
  const measured = usage?.among([...baseline.facts.subjects, ...found])
  const usageOf = ({kind, name, namespace: where}: Subject): UsageOf => (container) => measured?.of({kind, namespace: where, name}, container)
  const settle = (started: readonly Subject[]): Settled => {
    let subjects = started
    for (let round = 0; ; round++) {
      const simulation = run(subjects, {unbounded: true, explains: true, rollout: false})
      const answers = answersOf(simulation)
      const next = subjects.map((subject) => withMore(subject, (answers.get(subject.key) ?? []).flatMap((answer) =>
        answer.allowed ? statedDefaults(answer) : fixesFor(answer, usageOf(subject)))))
      if (round === maxRounds || next.every((subject, i) => subject === subjects[i])) return {subjects, denials: denialsOf(simulation, subjects)}
      subjects = next
    }
  }
  const {subjects, notes} = withoutHarm(found, found.map((subject) =>
    withMore(subject, sizedBy(valueAt(subject.manifest.body, subject.spec.steps()), usageOf(subject), {headroom, percentile}))), settle)
  const after = run(subjects)
  const comparison = verified(baseline.simulation, (without) => without.size === 0 ? after : run(subjects, {}, without), namespace)
  return {
    command: 'requests', objects: subjects.filter(({changes}) => changes.size > 0).map(objectOf), simulation: baseline.simulation,
    proof: proofOf(comparison, []), denied: deniedNow(baseline.simulation, options),
    notes: [...baseline.notes, ...notes, ...comparison.notes, ...stillDenied(after, subjects)],
  }
}

/** Objects with all changes that policies require, and the messages with which they or their pods are denied even so, by key. */
interface Settled {
  readonly subjects: readonly Subject[]
  readonly denials: ReadonlyMap<string, string>
}

/**
 * Settles objects that request their measured usage. Leaves out the usage of those that are denied only because of it, and says so.
 *
 * @param found the objects as they are
 * @param sized the same with their usage
 */
function withoutHarm(found: readonly Subject[], sized: readonly Subject[], settle: (subjects: readonly Subject[]) => Settled): Harmless {
  const measured = settle(sized)
  const isHarmed = ({key}: Subject, i: number): boolean => measured.denials.has(key) && sized[i] !== found[i]
  if (!found.some(isHarmed)) return {subjects: measured.subjects, notes: []}
  const plain = settle(measured.subjects.map((subject, i) => isHarmed(subject, i) ? found[i] ?? subject : subject))
  const isPlain = (subject: Subject, i: number): boolean => isHarmed(subject, i) && !plain.denials.has(subject.key)
  const note = ({key, kind, name}: Subject): string =>
    `the measured usage of ${kind} ${oneLine(name)} is left out, as with it: ${oneLine(measured.denials.get(key) ?? '')}`
  return {subjects: measured.subjects.map((subject, i) => isPlain(subject, i) ? plain.subjects[i] ?? subject : subject), notes: found.filter(isPlain).map(note)}
}

/** Objects with their changes, and sentences about the usage that is left out. */
interface Harmless {
  readonly subjects: readonly Subject[]
  readonly notes: readonly string[]
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

/** The answers to the pods of each object. */
function answersOf({reviews, workloads}: Simulation): Map<string, readonly ManifestReview[]> {
  const keyOf = ({manifest: {body}}: ManifestReview): string => keyIn(body, 'default')
  const pods = ({manifest: {body}}: ManifestReview): boolean => body['kind'] === 'Pod'
  return new Map([
    ...reviews.filter(pods).map((review): [string, ManifestReview[]] => [keyOf(review), [review]]),
    ...workloads.map(({review, owned}): [string, ManifestReview[]] => [keyOf(review), owned.filter(pods)]),
  ])
}

/** Adds changes to those of an object, and raises the amounts of its pods as a whole with them; the same object if nothing changes. */
function withMore(subject: Subject, more: readonly Change[]): Subject {
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
    if (change.container !== undefined && change.container.index >= containersOf(spec, change.container.list).length) continue
    const key = placeKey(change)
    const stated = amountAt(spec, change)
    const now = changes.get(key)?.value ?? stated
    if (now?.equals(change.value) === true) continue
    if (stated?.equals(change.value) === true) changes.delete(key)
    else changes.set(key, change)
  }
  return changes
}

/** The spec of the pods of an object with its changes. */
function podSpecOf({manifest: {body}, spec, changes}: Subject): PodSpec {
  const changed = withChanges(body, spec.steps(), changes)
  const info = identify(changed)
  return 'code' in info ? {} : podOf(decodeObject(info, changed).object)?.pod.spec ?? {}
}

/** The documents with the changes of their objects. */
function changedIn({files, ...others}: InputEntries, subjects: readonly Subject[], namespace: string): InputEntries {
  const byKey = new Map(subjects.map((subject) => [subject.key, subject]))
  const changed = (entry: ManifestEntry): ManifestEntry => {
    const {manifest} = entry
    const subject = manifest && byKey.get(keyIn(manifest.body, namespace))
    return subject === undefined || manifest === undefined || subject.changes.size === 0 ? entry
      : {...entry, manifest: {...manifest, body: withChanges(manifest.body, subject.spec.steps(), subject.changes)}}
  }
  return {...others, files: files.map((entries) => entries.map(changed))}
}

function objectOf({manifest: {body}, namespace, kind, name, spec, changes}: Subject): SuggestedObject {
  const amounts = [...changes.values()].map((change): SuggestedAmount => {
    const present = amountAt(valueAt(body, spec.steps()), change)
    return {field: pathOf(spec, change), value: change.value, ...present && {present}, reasons: change.reasons}
  })
  return {namespace, kind, name, body: patchOf(body, spec.steps(), changes), amounts, notes: []}
}

/** The messages with which objects, or pods of theirs, are denied, by key. */
function denialsOf(simulation: Simulation, subjects: readonly Subject[]): Map<string, string> {
  const reviews = new Map(simulation.reviews.map((review) => [keyIn(review.manifest.body, 'default'), review]))
  const answers = answersOf(simulation)
  return new Map(subjects.flatMap(({key}): [string, string][] => {
    const denied = [reviews.get(key), ...answers.get(key) ?? []].find((review) => review?.allowed === false)
    return denied === undefined ? [] : [[key, denied.status.message]]
  }))
}

/** Names the workloads whose pods are denied with all changes, too. */
function stillDenied(after: Simulation, subjects: readonly Subject[]): string[] {
  const answers = answersOf(after)
  return subjects.flatMap(({key, kind, name}) => {
    const denied = answers.get(key)?.find(({allowed}) => !allowed)
    return denied === undefined ? [] : [`the pods of ${kind} ${oneLine(name)} are denied with these changes, too: ${oneLine(denied.status.message)}`]
  })
}
