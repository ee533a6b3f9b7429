import type {FieldChange, PolicyPlace} from '../admission/plugin.js'
import {identify} from '../cluster/target.js'
import type {AnyKind} from '../kinds/kind.js'
import type {Place} from '../lint/diagnostic.js'
import {placeOf, placeOfError, placeOfProblem} from '../lint/place.js'
import {errorSuggestion, problemSuggestion} from '../lint/suggest.js'
import type {DecodeProblem} from '../machinery/decode-problem.js'
import type {FieldError} from '../machinery/field-error.js'
import type {FieldPath} from '../machinery/field-path.js'
import {isObject, textOf} from '../machinery/json-value.js'
import type {Manifest} from '../manifests/manifest.js'
import {objectKey} from './object-key.js'
import type {ManifestReview} from './manifest-review.js'
import {writtenField} from './operations/written-field.js'

/** A policy that decided something, with the place in it. */
export interface PolicyCause {
  readonly kind: string
  readonly name: string
  readonly field: string
  /** Where the policy is written, as far as that is known. */
  readonly place?: Place
}

/** One reason for a refusal, with what the server's message leaves out. */
export interface Explanation {
  readonly message: string
  /** What it is about: `container app`. */
  readonly subject: string
  /** Empty for what is about the object as a whole. */
  readonly field: string
  /** Where that is written in the manifest, or the closest thing that is. */
  readonly place: Place
  /** What to write instead, where that can be told: as `kadm lint` has it. */
  readonly hint?: string
  /** The policy that forbids it. */
  readonly policy?: PolicyCause
  /** Policies that set the values in question. */
  readonly setBy: readonly PolicyCause[]
}

type Manifests = ReadonlyMap<string, Manifest>

/**
 * Why a request was refused, reason by reason; empty for one that was allowed.
 *
 * @param policies where the policies in force are written, by object key
 */
export function explain(review: ManifestReview, policies: Manifests): Explanation[] {
  const {manifest} = review
  const written = (field: FieldPath): FieldPath => writtenField(review, field)
  const changes = review.steps.flatMap((step) => step.changes).filter(({cause}) => cause !== undefined)
  const reasons = review.steps.find(({refusal}) => refusal !== undefined)?.refusal?.reasons ?? []
  const setBy = (bears: (change: FieldChange) => boolean): PolicyCause[] =>
    changes.filter(bears).flatMap(({cause}) => cause === undefined ? [] : [causeOf(cause, policies)])
  return [
    ...review.problems.map((problem) => explainProblem(review, problem)),
    ...review.errors.map((error) => ({
      ...explainError(review, error),
      setBy: setBy((change) => bearsOn(change, error)),
    })),
    ...reasons.filter(({field, cause}) => field !== undefined || cause !== undefined).map(({message, field, cause, setBy: places = []}) => ({
      message, ...about(review, field), place: placeIn(manifest, field && written(field)),
      ...cause && {policy: causeOf(cause, policies)},
      setBy: [...places.map((place) => causeOf(place, policies)), ...setBy((change) => String(change.field) === String(field))],
    })),
  ]
}

/** What to write instead of what a request is refused for, by field. */
export const hintsOf = (review: ManifestReview): {readonly field: string, readonly hint: string}[] => [
  ...review.problems.map((problem) => explainProblem(review, problem)), ...review.errors.map((error) => explainError(review, error)),
].flatMap(({field, hint}) => hint === undefined ? [] : [{field, hint}])

function explainProblem(review: ManifestReview, problem: DecodeProblem): Explanation {
  const {manifest} = review
  const steps = writtenField(review, problem.path).steps()
  const {hint} = problemSuggestion(manifest, problem, steps) ?? {}
  const place = placeOfProblem(manifest, problem, steps)
  return {message: problem.message, ...about(review, problem.path), place, setBy: [], ...hint !== undefined && {hint}}
}

function explainError(review: ManifestReview, error: FieldError): Omit<Explanation, 'setBy'> {
  const {manifest} = review
  const place = placeOfError(manifest, {field: writtenField(review, error.field), badValue: error.badValue}, definitionOf(manifest))
  const {hint} = errorSuggestion(manifest, error, place) ?? {}
  return {message: String(error), ...about(review, error.field), place, ...hint !== undefined && {hint}}
}

/** A label or annotation that a plugin set, by a policy or by itself. */
export interface MetadataChange {
  readonly plugin: string
  readonly field: FieldPath
  readonly from: string | undefined
  readonly to: string
  readonly cause?: PolicyPlace
  /** Where the policy asks for it, as far as that is known. */
  readonly place?: Place
}

/** The labels and annotations that plugins set which set nothing else; others tell in annotations what else they have done. */
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

/** True of a change that a policy made and an error is about: the same resource of the same container, or of the pod. */
function bearsOn({field}: FieldChange, error: FieldError): boolean {
  const container = field.steps().slice(0, 3)
  const place = error.field.steps()
  const isElsewhere = typeof place[2] === 'number' && container.some((step, i) => place[i] !== step)
  return !isElsewhere && String(error).includes(String(field.step))
}

/** A field, and what it belongs to; nothing for the object as a whole. */
const about = (review: ManifestReview, field: FieldPath | undefined): Pick<Explanation, 'subject' | 'field'> =>
  field === undefined ? {subject: '', field: ''} : {subject: subjectOf(review.manifest, writtenField(review, field)), field: String(field)}

const placeIn = (manifest: Manifest, field: FieldPath | undefined): Place =>
  field === undefined ? {file: manifest.document.file, span: manifest.node} : placeOf(manifest, field, definitionOf(manifest))

function causeOf({policy, field}: PolicyPlace, policies: Manifests): PolicyCause {
  const manifest = policies.get(objectKey({...policy}))
  return {kind: policy.kind, name: policy.metadata.name ?? '', field: String(field), ...manifest && {place: placeIn(manifest, field)}}
}

function definitionOf({body}: Manifest): AnyKind {
  const info = identify(body)
  return 'code' in info ? {apiVersion: '', kind: ''} : info.definition
}

const containerLists: ReadonlyMap<unknown, string> =
  new Map([['containers', 'container'], ['initContainers', 'init container'], ['ephemeralContainers', 'ephemeral container']])

/** What a field belongs to: a container, by its name; empty for fields of the object itself. */
function subjectOf({body}: Manifest, field: FieldPath): string {
  const [, list, position] = field.steps()
  const what = containerLists.get(list)
  if (what === undefined || typeof position !== 'number') return ''
  const {spec} = body
  const containers = isObject(spec) ? spec[String(list)] : undefined
  const container: unknown = Array.isArray(containers) ? containers[position] : undefined
  return `${what} ${isObject(container) ? textOf(container['name']) : ''}`.trimEnd()
}
