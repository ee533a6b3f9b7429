import type {FieldChange, PolicyPlace} from '../admission/plugin.js'
import {maxNamedWriters} from '../admission/plugins/metadata-policy/index.js'
import {identify} from '../cluster/target.js'
import type {AnyKind} from '../kinds/kind.js'
import type {Place} from '../lint/diagnostic.js'
import {placeOf, placeOfError, placeOfProblem} from '../lint/place.js'
import {errorSuggestion, problemSuggestion} from '../lint/hints.js'
import type {DecodeProblem} from '../machinery/decode/problem.js'
import type {FieldError} from '../machinery/field/error.js'
import type {FieldPath} from '../machinery/field/path.js'
import {isObject, textOf} from '../machinery/go/json-value.js'
import type {Manifest} from '../manifests/manifest.js'
import type {Suggestion} from '../manifests/suggestion.js'
import {cutMessage, firstOfEach} from './first-of-each.js'
import type {ManifestReview} from './manifest-review.js'
import {objectKey} from './object-key.js'
import {sourceField} from './operations/source-field.js'

/** A policy that caused a decision, with the place in it. */
export interface PolicyCause {
  readonly kind: string
  readonly name: string
  readonly field: string
  /** The place of the policy, if known. */
  readonly place?: Place
}

/** One reason for a denial, with details that the server's message omits. */
export interface Explanation {
  readonly message: string
  /** The object or container in question: `container app`. */
  readonly subject: string
  /** Empty if the reason is about the whole object. */
  readonly field: string
  /** The place in the manifest, or the closest one that exists. */
  readonly place: Place
  /** The suggested change, if there is one, as in `kadm lint`. */
  readonly hint?: string
  /** The policy that forbids it. */
  readonly policy?: PolicyCause
  /** Policies that set the values; of those that conflict, the ones that the message names. */
  readonly setBy: readonly PolicyCause[]
}

type Manifests = ReadonlyMap<string, Manifest>

/**
 * Explains why a request was denied, reason by reason; empty for an admitted one.
 *
 * @param policies the manifests of the policies in force, by object key
 */
export function explain(review: ManifestReview, policies: Manifests): Explanation[] {
  const {manifest} = review
  const toSource = (field: FieldPath): FieldPath => sourceField(review, field)
  const changes = review.steps.flatMap((step) => step.changes).flatMap(causedChange)
  const reasons = review.steps.find(({rejection}) => rejection !== undefined)?.rejection?.reasons ?? []
  const setBy = (bears: (change: CausedChange) => boolean): PolicyCause[] => changes.filter(bears).map(({cause}) => causeOf(cause, policies))
  return [
    ...firstOfEach(review.problems, ({type}) => type).map(({item, isCut}) => withMore(explainProblem(review, item), isCut)),
    ...firstOfEach(review.errors, ({origin}) => origin).map(({item, isCut}) => ({
      ...withMore(explainError(review, item), isCut),
      setBy: setBy(affects(item)),
    })),
    ...reasons.filter(({field, cause}) => field !== undefined || cause !== undefined).map(({message, field, cause, setBy: places = []}) => ({
      message, ...about(review, field), place: placeIn(manifest, field && toSource(field)),
      ...cause && {policy: causeOf(cause, policies)},
      setBy: [...places.slice(0, maxNamedWriters).map((place) => causeOf(place, policies)), ...setBy(isAt(field))],
    })),
  ]
}

/** The suggested changes for a denied request, by field. */
export const hintsOf = (review: ManifestReview): {readonly field: string, readonly hint: string}[] => [
  ...firstOfEach(review.problems, ({type}) => type).map(({item}) => explainProblem(review, item)),
  ...firstOfEach(review.errors, ({origin}) => origin).map(({item}) => explainError(review, item)),
].flatMap(({field, hint}) => hint === undefined ? [] : [{field, hint}])

const withMore = <T extends {readonly message: string}>(explanation: T, isCut: boolean): T =>
  ({...explanation, message: cutMessage(explanation.message, isCut)})

/** Suggests a replacement for a value of a request that does not fit its field; undefined if none is certain. */
export const suggestionForProblem = (review: ManifestReview, problem: DecodeProblem): Suggestion | undefined =>
  problemSuggestion(review.manifest, problem, sourceField(review, problem.path).steps())

/** Suggests a replacement for a value of a request that a rule rejects; undefined if none is certain. */
export const suggestionForError = (review: ManifestReview, error: FieldError): Suggestion | undefined =>
  errorSuggestion(review.manifest, error, placeOfRejected(review, error))

const placeOfRejected = (review: ManifestReview, {field, badValue}: FieldError): Place =>
  placeOfError(review.manifest, {field: sourceField(review, field), badValue}, definitionOf(review.manifest))

function explainProblem(review: ManifestReview, problem: DecodeProblem): Explanation {
  const {hint} = suggestionForProblem(review, problem) ?? {}
  const place = placeOfProblem(review.manifest, problem, sourceField(review, problem.path).steps())
  return {message: problem.message, ...about(review, problem.path), place, setBy: [], ...hint !== undefined && {hint}}
}

function explainError(review: ManifestReview, error: FieldError): Omit<Explanation, 'setBy'> {
  const {hint} = suggestionForError(review, error) ?? {}
  return {message: String(error), ...about(review, error.field), place: placeOfRejected(review, error), ...hint !== undefined && {hint}}
}

/** A label or annotation set by a plugin, because of a policy or on its own. */
export interface MetadataChange {
  readonly plugin: string
  readonly field: FieldPath
  readonly from: string | undefined
  readonly to: string
  readonly cause?: PolicyPlace
  /** The place in the policy that sets it, if known. */
  readonly place?: Place
}

/** The changes of plugins that set only labels and annotations. Other plugins use annotations to report their other changes. */
export function explainMetadata({steps}: ManifestReview, policies: Manifests): MetadataChange[] {
  return steps.filter(({changes}) => changes.every(isOfMetadata)).flatMap(({plugin, changes}) => changes.map(({field, from, to, cause}) => {
    const place = cause && causeOf(cause, policies).place
    return {plugin, field, from: from as string | undefined, to: String(to), ...cause && {cause}, ...place && {place}}
  }))
}

function isOfMetadata({field}: FieldChange): boolean {
  const [metadata, map, key] = field.steps()
  return metadata === 'metadata' && (map === 'labels' || map === 'annotations') && key !== undefined
}

/** A change with its cause and the parts of its field, which are compared with all errors. */
interface CausedChange {
  readonly cause: PolicyPlace
  readonly field: string
  readonly container: readonly (string | number)[]
  readonly step: string
}

const causedChange = ({cause, field}: FieldChange): readonly CausedChange[] =>
  cause === undefined ? [] : [{cause, field: String(field), container: field.steps().slice(0, 3), step: String(field.step)}]

/** Returns a function that is true for a change which concerns the field of an error: the same resource of the same container, or of the pod. */
function affects(error: FieldError): (change: CausedChange) => boolean {
  const [place, text] = [error.field.steps(), String(error)]
  const isInContainer = typeof place[2] === 'number'
  return ({container, step}) => !(isInContainer && container.some((own, i) => place[i] !== own)) && text.includes(step)
}

function isAt(field: FieldPath | undefined): (change: CausedChange) => boolean {
  const text = String(field)
  return (change) => change.field === text
}

/** A field and its container; both empty for the object as a whole. */
const about = (review: ManifestReview, field: FieldPath | undefined): Pick<Explanation, 'subject' | 'field'> =>
  field === undefined ? {subject: '', field: ''} : {subject: subjectOf(review.manifest, sourceField(review, field)), field: String(field)}

const placeIn = (manifest: Manifest, field: FieldPath | undefined): Place =>
  field === undefined ? {file: manifest.document.file, span: manifest.node} : placeOf(manifest, field, definitionOf(manifest))

/** Returns a place in a policy with its place in the files. */
export function causeOf({policy, field}: PolicyPlace, policies: Manifests): PolicyCause {
  const manifest = policies.get(objectKey({...policy}))
  return {kind: policy.kind, name: policy.metadata.name ?? '', field: String(field), ...manifest && {place: placeIn(manifest, field)}}
}

function definitionOf({body}: Manifest): AnyKind {
  const info = identify(body)
  return 'code' in info ? {apiVersion: '', kind: ''} : info.definition
}

const containerLists: ReadonlyMap<unknown, string> =
  new Map([['containers', 'container'], ['initContainers', 'init container'], ['ephemeralContainers', 'ephemeral container']])

/** The container of a field, by name; empty for fields of the object itself. */
export function subjectOf({body}: Manifest, field: FieldPath): string {
  const [, list, position] = field.steps()
  const what = containerLists.get(list)
  if (what === undefined || typeof position !== 'number') return ''
  const {spec} = body
  const containers = isObject(spec) ? spec[String(list)] : undefined
  const container: unknown = Array.isArray(containers) ? containers[position] : undefined
  return `${what} ${isObject(container) ? textOf(container['name']) : ''}`.trimEnd()
}
