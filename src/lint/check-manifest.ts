import {admissionPlugins} from '../admission/plugins/index.js'
import {rejectType, type TypeRejection} from '../cluster/body-type.js'
import {decodeObject} from '../cluster/codec.js'
import {allocateAndValidate, warningsOfCreate} from '../cluster/pipeline.js'
import {showPlaceholderInErrors} from '../cluster/placeholder.js'
import {rejectSize} from '../cluster/request-size.js'
import {allows, type KindInfo} from '../cluster/scheme.js'
import {identify, methodNotAllowed, objectInNamespace, type Target} from '../cluster/target.js'
import {defaultServerFlags} from '../cluster/validation.js'
import {sentWarnings} from '../cluster/warning-headers.js'
import type {AnyKind, KubeObject} from '../kinds/kind.js'
import {type FieldError, NamedText} from '../machinery/field/error.js'
import {textOf} from '../machinery/go/json-value.js'
import {quote} from '../machinery/go/text.js'
import {defaultVersion, type KubernetesVersion} from '../machinery/version/kubernetes-version.js'
import {suffixPlaceholder} from '../machinery/meta/names.js'
import {locate, type Part, type Steps} from '../manifests/locate.js'
import type {Manifest} from '../manifests/manifest.js'
import {migrateField} from '../manifests/former-api/migrate.js'
import type {Suggestion} from '../manifests/suggestion.js'
import {respell} from '../source/edit.js'
import type {Diagnostic, ObjectRef, Place} from './diagnostic.js'
import {firstFindings} from './finding-limit.js'
import type {KnownManifests} from './known-manifests.js'
import {misspellingFilter} from './misspelling-filter.js'
import {formerFieldOf, otherFormerFields, type SourceProblemAt, withFormerFieldProblems} from './former-fields.js'
import {placeOf, placeOfError, placeOfProblem} from './place.js'
import {fieldOfWarning, volumeOfWarning} from './server-warnings.js'
import {errorSuggestion, problemSuggestion} from './hints.js'

/** The findings about one object, and the object if it could be decoded. */
export interface CheckedManifest {
  readonly diagnostics: readonly Diagnostic[]
  readonly subject?: CheckedObject
}

/** An object with its API defaults and namespace, and its manifest. */
export interface CheckedObject {
  readonly object: KubeObject
  readonly definition: AnyKind
  readonly manifest: Manifest
}

/**
 * Reports everything for which the API server rejects an object in any cluster (unless a LimitRange fills in missing
 * values). Leaves out errors that only follow from another error in the object.
 *
 * @param namespace the namespace of objects without one
 * @param version the Kubernetes version to emulate
 * @param known the manifests without findings so far
 */
export function checkManifest(manifest: Manifest, namespace: string, version = defaultVersion, known?: KnownManifests): CheckedManifest {
  const info = identify(manifest.body, version)
  if ('code' in info) return only([diagnosticAt(manifest, ['apiVersion'], {ruleId: 'manifest/api-version', message: info.message})])
  const object = known?.find(manifest)
  if (object !== undefined) return {diagnostics: [], subject: {object, definition: info.definition, manifest}}
  return checkNew(manifest, info, {namespace, version, known})
}

interface CheckOptions {
  readonly namespace: string
  readonly version: KubernetesVersion
  readonly known: KnownManifests | undefined
}

function checkNew(manifest: Manifest, info: KindInfo, {namespace, version, known}: CheckOptions): CheckedManifest {
  const tooLarge = rejectSize(manifest.body)
  if (tooLarge !== undefined) return only([diagnosticAt(manifest, [], {ruleId: 'manifest/request-size', message: tooLarge.message})])
  if (!allows(info, 'CREATE')) return only([diagnosticAt(manifest, ['kind'], {ruleId: 'manifest/kind', message: methodNotAllowed.message})])
  const {object, problems} = decodeObject(info, manifest.body)
  const own = namespaceIn(info, object, namespace)
  const subjectOf = (): Subject => ({...manifest, object: refOf(info, object, own)})
  const problemsInFile = problems.length === 0 ? [] : withFormerFieldProblems(manifest.body, firstFindings(problems, ({message}) => message))
  const decodeDiagnostics = (subject: Subject): Diagnostic[] => problemsInFile.map((problem) => decodeDiagnostic(subject, problem, problemsInFile))
  if (problems.some(({type}) => type !== 'unknown-field')) return only(decodeDiagnostics(subjectOf()))
  const rejection = rejectType(info, manifest.body)
  if (rejection !== undefined) return only([typeDiagnostic(subjectOf(), info, rejection)])
  const target = objectInNamespace(info, {object, problems: []}, own, {operation: 'CREATE', object: {}})
  const {errors, warnings} = checkObject(target, version)
  const checked = {object: target.object, definition: info.definition, manifest}
  if (problems.length + errors.length + warnings.length === 0) {
    known?.add(info, manifest, target.object)
    return {diagnostics: [], subject: checked}
  }
  const subject = subjectOf()
  const isMisspelt = misspellingFilter(manifest.node, problems)
  const reported = [...new Set(errors)].filter((error) => !isMisspelt(error))
  return {
    diagnostics: [
      ...decodeDiagnostics(subject),
      ...firstFindings(reported, (error) => error.body()).map((error) => errorDiagnostic(subject, info, error)),
      ...firstFindings(warnings, String).map((text) => warningDiagnostic(subject, info, text)),
    ],
    subject: checked,
  }
}

const only = (diagnostics: readonly Diagnostic[]): CheckedManifest => ({diagnostics})

const policyKinds: ReadonlySet<AnyKind> = new Set(admissionPlugins.flatMap(({kinds}) => kinds))

/**
 * Returns the errors of an object; if there are none, the warnings of the server. Leaves out warnings about policies, for which
 * kadm has rules.
 */
function checkObject(target: Target, version: KubernetesVersion): {readonly errors: readonly FieldError[], readonly warnings: readonly string[]} {
  const outcome = allocateAndValidate(target, suffixPlaceholder, {...defaultServerFlags, version})
  if ('errors' in outcome) return {errors: showPlaceholderInErrors(outcome.errors, outcome.object.metadata.name), warnings: []}
  const {info, warnings = []} = target
  if (policyKinds.has(info.definition)) return {errors: [], warnings: []}
  const deprecation = info.definition.deprecation ?? []
  return {errors: [], warnings: sentWarnings([deprecation, ...warnings, ...outcome.warnings, ...warningsOfCreate(info, outcome.object, version)].flat())}
}

interface Subject extends Manifest {
  readonly object: ObjectRef
}

/** Returns the namespace of an object; empty for cluster-scoped kinds. */
function namespaceIn({namespaced}: KindInfo, {metadata: {namespace: given = ''}}: KubeObject, namespace: string): string {
  if (!namespaced) return ''
  return given === '' ? namespace : given
}

const refOf = ({apiVersion, kind, namespaced}: KindInfo, {metadata: {name, generateName}}: KubeObject, namespace: string): ObjectRef =>
  ({apiVersion, kind, ...namespaced && {namespace}, name: name ?? generateName ?? ''})

/** Reports a misspelt kind, or a second field that the server reads as the apiVersion or the kind. */
function typeDiagnostic(subject: Subject, {kind}: KindInfo, {status: {message}, field}: TypeRejection): Diagnostic {
  if (field === 'kind') {
    const found = diagnosticAt(subject, [field], {ruleId: 'manifest/kind', message})
    return {...found, ...suggested(found, {hint: `write ${quote(kind)}`, fix: {from: textOf(subject.body['kind']), to: kind}})}
  }
  const ruleId = field.toLowerCase() === 'kind' ? 'manifest/kind' : 'manifest/api-version'
  return diagnosticAt(subject, [field], {ruleId, message, hint: `leave ${quote(field)} out`}, 'key')
}

/** The rule for each error of decoding. */
const decodeRules = {'unknown-field': 'decode/unknown-field', 'wrong-type': 'decode/wrong-type', 'bad-value': 'decode/bad-value'} as const

/** @param all the problems of the object */
function decodeDiagnostic(subject: Subject, problem: SourceProblemAt, all: readonly SourceProblemAt[]): Diagnostic {
  const {path, type, message, source: steps} = problem
  const {document: {file}, node} = subject
  const old = formerFieldOf(problem)
  const move = old && migrateField(file, {node, steps, field: old, others: otherFormerFields(problem, all)})
  return {
    ruleId: decodeRules[type], severity: 'error', message, field: String(path), object: subject.object, related: [],
    ...suggested(placeOfProblem(subject, problem, steps), problemSuggestion(subject, problem, steps)), ...move && {fix: move},
  }
}

/** Adds a suggestion, as a hint and a fix, to a place. */
function suggested(place: Place, suggestion: Suggestion | undefined): Place & Pick<Diagnostic, 'hint' | 'fix'> {
  if (suggestion === undefined) return place
  const {hint, fix} = suggestion
  const edit = fix && respell(place.file, place.span, fix)
  return {...place, hint, ...edit && {fix: edit}}
}

function errorDiagnostic(subject: Subject, {definition}: KindInfo, error: FieldError): Diagnostic {
  const place = placeOfError(subject, error, definition)
  const word = rejectedWord(error)
  return {
    ruleId: error.origin, severity: 'error', message: String(error), field: String(error.field), object: subject.object, related: [],
    ...suggested(place, errorSuggestion(subject, error, place)), ...word !== undefined && {word},
  }
}

/** Returns the rejected text of an error if it is invalid in every place. */
function rejectedWord({type, badValue}: FieldError): string | undefined {
  const word = badValue instanceof NamedText ? badValue.toJSON() : badValue
  return (type === 'Invalid' || type === 'NotSupported') && typeof word === 'string' && word !== '' ? word : undefined
}

/** Reports a warning that the server adds to an accepted request. */
function warningDiagnostic(subject: Subject, {definition}: KindInfo, text: string): Diagnostic {
  const {document: {file}, node} = subject
  const field = fieldOfWarning(text)
  const place = field === undefined ? {file, span: locate(file, node, volumeOfWarning(text, node) ?? [])} : placeOf(subject, field, definition)
  return {ruleId: 'manifest/server-warning', severity: 'info', message: text, field: String(field ?? ''), object: subject.object, related: [], ...place}
}

function diagnosticAt(
  {document: {file}, node, object}: Manifest & Partial<Subject>, steps: Steps, finding: Pick<Diagnostic, 'ruleId' | 'message' | 'hint'>, part: Part = 'value',
): Diagnostic {
  return {severity: 'error', field: steps.join('.'), file, span: locate(file, node, steps, part), related: [], ...object && {object}, ...finding}
}
