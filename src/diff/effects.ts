import type {Place} from '../lint/diagnostic.js'
import {groupBy} from '../machinery/collections/group-by.js'
import {textOf} from '../machinery/go/json-value.js'
import {firstLine} from '../manifests/locate.js'
import type {ManifestReview} from '../simulate/manifest-review.js'
import {causeKey, causeOf, denialPlaces, type OtherCauses, otherChangesOf} from './causes.js'
import type {Found} from './found.js'
import {type Origin, warnedPlaces} from './looked-up.js'
import type {PolicyComparison, SidedPlace} from './policy-changes.js'
import {type StoredDifference, storedDifferences} from './stored-fields.js'
import {classOf, isAllowed, isEdited, type Pair, type Subject} from './subjects.js'
import type {Cause, Effect, Side} from './types.js'
import {workloadEffects} from './workload-effects.js'

/** An effect with its cause. */
export interface CausedEffect {
  readonly cause: Cause
  readonly effect: Effect
}

/** All differences between the results for one object, each with its cause. */
export function effectsOf(pair: Pair, policies: PolicyComparison, server: readonly string[]): CausedEffect[] {
  const {object} = pair
  const others: OtherCauses = {isEdited: pair.before === undefined || pair.after === undefined || isEdited(pair), server}
  const found = [...verdict(pair), ...workloadEffects(pair, policies), ...warnings(pair, policies, others), ...fields(pair, policies, others)]
  const [place, objectClass] = [placeOf(pair.after ?? pair.before), classOf(pair)]
  return place === undefined ? [] : found.map(({difference, isNewlyDenied, places}) => {
    const changes = policies.changesAt(places)
    const cause = causeOf(changes, policies, others)
    return {cause, effect: {object, objectClass, place, difference, isNewlyDenied, otherChanges: otherChangesOf(changes, cause)}}
  })
}

function placeOf(subject: Subject | undefined): Place | undefined {
  return subject && {file: subject.manifest.document.file, span: firstLine(subject.manifest.document.file, subject.manifest.node)}
}

function verdict({object, before, after}: Pair): Found[] {
  if (before === undefined || after === undefined) return after === undefined ? presence('removed', before) : presence('added', after)
  const [from, to] = [before.review?.status, after.review?.status]
  const isChanged = isAllowed(before) !== isAllowed(after)
  if (!isChanged && (isAllowed(after) || (from?.code === to?.code && from?.reason === to?.reason && from?.message === to?.message))) return []
  const {namespace = ''} = object
  const places = [
    ...denialPlaces(after.review, {side: 'after', namespace}, before.review === undefined ? [] : [before.review]),
    ...denialPlaces(before.review, {side: 'before', namespace}, after.review === undefined ? [] : [after.review]),
  ]
  const isNewlyDenied = isChanged && isAllowed(before)
  const type = !isChanged ? 'denied-otherwise' : isNewlyDenied ? 'denied' : 'admitted'
  return [{difference: {type, ...from && {from}, ...to && {to}}, isNewlyDenied, places}]
}

function presence(type: 'added' | 'removed', subject: Subject | undefined): Found[] {
  if (subject === undefined) return []
  const allowed = isAllowed(subject)
  return [{
    difference: {type, allowed, ...subject.review && {status: subject.review.status}}, isNewlyDenied: type === 'added' && !allowed, places: [],
  }]
}

/** The warnings that come and go, by cause. */
function warnings({object: {namespace = ''}, before, after}: Pair, policies: PolicyComparison, others: OtherCauses): Found[] {
  if (before === undefined || after === undefined) return []
  const [old, now] = [warningsOf(before), warningsOf(after)]
  const changed = [
    ...now.filter((text) => !old.includes(text)).map((text) => ({text, isNew: true})),
    ...old.filter((text) => !now.includes(text)).map((text) => ({text, isNew: false})),
  ]
  const placesIn = (subject: Subject, side: Side, text: string): SidedPlace[] =>
    reviewsOf(subject).flatMap((review) => warningPlaces(text, review, {side, namespace}))
  const placesFor = ({text}: {readonly text: string}): SidedPlace[] => [...placesIn(after, 'after', text), ...placesIn(before, 'before', text)]
  return byCause(changed, placesFor, policies, others).map(({items, places}) => ({
    difference: {type: 'warnings', added: items.filter(({isNew}) => isNew).map(({text}) => text), removed: items.filter(({isNew}) => !isNew).map(({text}) => text)},
    isNewlyDenied: false, places,
  }))
}

/** The warnings about an object, and about the objects that its controller creates. */
const warningsOf = (subject: Subject): string[] => [...new Set(reviewsOf(subject).flatMap((review) => review.warnings))]

/** The answers to an object, and to those that its controller creates. */
const reviewsOf = ({review, workload}: Subject): ManifestReview[] => [...review === undefined ? [] : [review], ...workload?.owned ?? []]

/** The fields of the stored object, and of pods and claims, that differ: those that policies set, by cause, and those that the manifest states. */
function fields(pair: Pair, policies: PolicyComparison, others: OtherCauses): Found[] {
  const own = storedDifferences(pair.before?.review, pair.after?.review)
  const owned = ownedDifferences(pair, policies)
  // What policies do not set in pods comes from the template, whose changes are among those of the workload.
  const all = [...own, ...owned.filter(({setBy}) => setBy.length > 0 || !others.isEdited)]
  const isEditedField = ({setBy}: StoredDifference): boolean => setBy.length === 0 && others.isEdited
  const edited = all.filter(isEditedField)
  const groups = merged(byCause(all.filter((each) => !isEditedField(each)), ({setBy}) => setBy, policies, others))
  return [
    ...groups.map(({places, items}): Found => ({difference: {type: 'defaults', fields: items.map(shownField)}, isNewlyDenied: false, places})),
    ...edited.length === 0 ? [] : [{difference: {type: 'edited' as const, fields: edited.map(shownField)}, isNewlyDenied: false, places: []}],
  ]
}

/** Parts of a difference with one cause, and the places of the first of them. */
interface Group<T> {
  readonly places: readonly SidedPlace[]
  readonly items: readonly T[]
}

function byCause<T>(items: readonly T[], placesFor: (item: T) => readonly SidedPlace[], policies: PolicyComparison, others: OtherCauses): Group<T>[] {
  const placed = items.map((item) => ({item, places: placesFor(item)}))
  return [...groupBy(placed, ({places}) => causeKey(causeOf(policies.changesAt(places), policies, others))).values()]
    .map((group) => ({places: group[0]?.places ?? [], items: group.map(({item}) => item)}))
}

/** Adds the fields that no policy sets, such as the QoS class, to those of the first policy: they follow from them. */
function merged(groups: readonly Group<StoredDifference>[]): readonly Group<StoredDifference>[] {
  const derived = groups.filter(({places}) => places.length === 0)
  const [first, ...rest] = groups.filter(({places}) => places.length > 0)
  return first === undefined ? derived : [{...first, items: [...first.items, ...derived.flatMap(({items}) => items)]}, ...rest]
}

const shownField = ({setBy: _places, ...field}: StoredDifference): Omit<StoredDifference, 'setBy'> => field

/** The differences between the pods and claims of a workload with the same name that both sides admit. */
function ownedDifferences({before, after}: Pair, {nodes}: PolicyComparison): StoredDifference[] {
  const old = new Map((before?.workload?.owned ?? []).filter(({allowed}) => allowed).map((review) => [nameOf(review), review]))
  return (after?.workload?.owned ?? []).filter(({allowed}) => allowed).flatMap((review) => {
    const {kind, name} = identityOf(review)
    return storedDifferences(old.get(nameOf(review)), review)
      .map((difference) => ({...difference, ...isOfNode(difference) && {setBy: nodes}, owned: {apiVersion: 'v1', kind, name}}))
  })
}

/** True for the field by which the controller of a DaemonSet assigns a pod to a Node. */
const isOfNode = ({field}: StoredDifference): boolean => field.includes('.matchFields[')

function identityOf({manifest: {body}}: ManifestReview): {readonly kind: string, readonly name: string} {
  const {name, generateName} = (body['metadata'] ?? {}) as {readonly name?: string, readonly generateName?: string}
  return {kind: textOf(body['kind']), name: name ?? generateName ?? ''}
}

function nameOf(review: ManifestReview): string {
  const {kind, name} = identityOf(review)
  return `${kind}/${name}`
}

/** The places in policies that cause a warning about an object: those that set the field that it names, and what the plugin looked up. */
const warningPlaces = (warning: string, review: ManifestReview, origin: Origin): SidedPlace[] => [
  ...review.steps.flatMap(({changes}) => changes).filter(({field}) => warning.startsWith(`${String(field)}: `))
    .flatMap(({cause}) => cause === undefined ? [] : [{...cause, side: origin.side}]),
  ...warnedPlaces(warning, review, origin),
]
