import type {Attributes} from '../admission/attributes.js'
import {runAdmit, runValidate, type Step} from '../admission/chain.js'
import {stoppedClock, timestamp} from '../admission/clock.js'
import {Explanations} from '../admission/explanations.js'
import type {AdmissionPlugin, AuditAnnotations} from '../admission/plugin.js'
import type {KubeObject, UpdateStrategy} from '../kinds/kind.js'
import {withoutDisabled} from '../kinds/shared/disabled-fields.js'
import {append} from '../machinery/collections/append.js'
import {merge} from '../machinery/collections/immutable.js'
import {allErrors, type FieldError, isOfCluster} from '../machinery/field/error.js'
import type {KubernetesVersion} from '../machinery/version/kubernetes-version.js'
import {generatedName} from '../machinery/meta/object-meta.js'
import {invalidObject, ok, type Status} from '../machinery/meta/status.js'
import {errorsOfVersion, textOfVersion} from '../machinery/version/older-texts.js'
import {rejectStale, rejectUid} from './preconditions.js'
import {objectToCreate, objectToUpdate, withMetadata} from './prepare.js'
import type {Accepted, Answer, Trace} from './review.js'
import type {KindInfo} from './scheme.js'
import type {Target} from './target.js'
import {defaultServerFlags, type ServerFlags, validateCreate, validateUpdate} from './validation.js'

/** Stored state that rules may read besides the object. */
export interface StoredState {
  /** All stored objects of the kind of the request, in every namespace. */
  readonly stored: () => readonly KubeObject[]
  /** The labels of the object's namespace. */
  readonly namespaceLabels: () => Readonly<Record<string, string>>
  readonly flags: ServerFlags
  /** True to explain the answer. */
  readonly explains: boolean
}

/** A create or an update on its way through the server. Each step may replace its object, add warnings, or reject it. */
interface Write {
  readonly plugins: readonly AdmissionPlugin[]
  readonly target: Target
  readonly flags: ServerFlags
  /** The rules of the endpoint: those of the kind itself, or of a subresource. */
  readonly strategy: UpdateStrategy<KubeObject>
  /** Absent for a check of only the object. */
  readonly state: StoredState | undefined
  /** The stored object, for an update. */
  readonly old: KubeObject | undefined
  /** The end of a generated name. */
  readonly nameSuffix: string
  object: KubeObject
  /** The changes and rejections of plugins. */
  readonly steps: Step[]
  readonly warnings: string[]
  /** The collector of explanations; undefined unless explanations are requested. */
  readonly explanations: Explanations | undefined
  /** The object after mutating admission. */
  mutated: KubeObject
  /** True after validating admission. */
  isValidated: boolean
  /** The annotations of plugins for the audit log. */
  auditAnnotations: AuditAnnotations | undefined
}

/** Why a write ends: the errors of a 422, or another status. */
interface Rejection {
  readonly errors?: readonly FieldError[]
  readonly status?: Status
}

type WriteStep = (write: Write) => Rejection | undefined

/** The hooks of a kind between the two phases of admission, in the order in which the server runs them for a new object. */
const allocationSteps: readonly WriteStep[] = [generateName, allocate, warnAboutPreparation, prepareForCreate, validateNew]

/** The steps of a new object (rest.BeforeCreate, registry `Store.Create`). */
const createSteps: readonly WriteStep[] = [mutatingAdmission, ...allocationSteps, canonicalize, warn, validatingAdmission]

/** The steps of an update through any endpoint (rest.BeforeUpdate, registry `Store.Update`). */
const updateSteps: readonly WriteStep[] =
  [checkUid, mutatingAdmission, checkVersion, allocate, prepareForUpdate, validateUpdated, canonicalize, warn, validatingAdmission]

/** Runs the steps of a write up to the first rejection. */
function walk(write: Write, steps: readonly WriteStep[]): Rejection | undefined {
  for (const step of steps) {
    const rejection = step(write)
    if (rejection !== undefined) return rejection
  }
  return undefined
}

function runSteps(write: Write, order: readonly WriteStep[]): Accepted | Answer {
  const rejection = walk(write, order)
  const {target: {info}, object, steps, warnings} = write
  const facts = factsOf(write)
  if (rejection === undefined) return facts === undefined ? {object, steps, warnings} : {object, steps, warnings, ...facts}
  const {status, errors = []} = rejection
  const answer = merge(status === undefined ? invalid(info, object, errors) : {status, errors}, {steps, warnings})
  return facts === undefined ? answer : merge(answer, facts)
}

/** Returns the trace and the audit annotations of a write; undefined if it has neither, like most writes. */
function factsOf(write: Write): Pick<Accepted, 'trace' | 'auditAnnotations'> | undefined {
  const {explanations, auditAnnotations} = write
  if (explanations === undefined && auditAnnotations === undefined) return undefined
  return {...explanations && {trace: traceOf(write, explanations)}, ...auditAnnotations && {auditAnnotations}}
}

/** Returns the trace of a write. Asks the validating plugins if the server did not. */
function traceOf(write: Write, explanations: Explanations): Trace {
  const {plugins, target, object, old, mutated} = write
  if (!write.isValidated) {
    explanations.end()
    explanations.ask(plugins, attributesOf(target, old, object), 'validate')
  }
  return {defaulted: target.object, mutated, explanations: explanations.all}
}

/** Takes a new object through mutating admission, naming, allocation, validation and validating admission. */
export const evaluateCreate = (plugins: readonly AdmissionPlugin[], target: Target, nameSuffix: string, state: StoredState): Accepted | Answer =>
  runSteps(newWrite(plugins, target, nameSuffix, state.flags, state), createSteps)

/** A new object with all fields that the server allocates, and the errors for which the server rejects it. */
export interface AllocatedObject extends Accepted {
  readonly errors?: readonly FieldError[]
}

/** Runs only naming, allocation and validation for a new object, without the rules that read stored objects. */
export function allocateAndValidate(target: Target, nameSuffix: string, flags = defaultServerFlags): AllocatedObject {
  const write = newWrite([], target, nameSuffix, flags)
  const rejection = walk(write, allocationSteps)
  const {object, steps, warnings} = write
  return {object, steps, warnings, ...rejection && {errors: rejection.errors ?? []}}
}

function newWrite(plugins: readonly AdmissionPlugin[], target: Target, nameSuffix: string, flags: ServerFlags, state?: StoredState): Write {
  const object = objectToCreate(target.object)
  return {plugins, target, flags, strategy: target.info.definition, state, old: undefined, nameSuffix, object, ...unstarted(object, state)}
}

/** The results of a write before its first step. */
type Results = Pick<Write, 'steps' | 'warnings' | 'explanations' | 'mutated' | 'isValidated' | 'auditAnnotations'>

const unstarted = (object: KubeObject, state: StoredState | undefined): Results => ({
  steps: [], warnings: [], explanations: state?.explains === true ? new Explanations() : undefined, mutated: object,
  isValidated: false, auditAnnotations: undefined,
})

/** Takes an update through its steps, by the rules of its endpoint. */
export function evaluateUpdate(
  plugins: readonly AdmissionPlugin[], target: Target, old: KubeObject, strategy: UpdateStrategy<KubeObject>, state: StoredState,
): Accepted | Answer {
  const object = objectToUpdate(target.object, old, strategy === target.info.definition)
  return runSteps({plugins, target, flags: state.flags, strategy, state, old, nameSuffix: '', object, ...unstarted(object, state)}, updateSteps)
}

function mutatingAdmission(write: Write): Rejection | undefined {
  const {object, steps, warnings, rejection} = runAdmit(write.plugins, attributesOf(write.target, write.old, write.object), write.explanations)
  append(write.steps, steps)
  append(write.warnings, warnings)
  write.object = object ?? write.object
  write.mutated = write.object
  return rejection && {status: rejection.status}
}

function validatingAdmission(write: Write): Rejection | undefined {
  const {plugins, target, object, old, steps, explanations} = write
  write.isValidated = true
  const checked = runValidate(plugins, attributesOf(target, old, object), explanations)
  append(steps, checked.steps)
  append(write.warnings, checked.warnings)
  write.auditAnnotations = checked.auditAnnotations
  return checked.rejection && {status: checked.rejection.status}
}

function checkUid({target, old}: Write): Rejection | undefined {
  const status = rejectUid(target, old?.metadata.uid)
  return status && {status}
}

function checkVersion({target, old}: Write): Rejection | undefined {
  const status = old && rejectStale(target, old)
  return status && {status}
}

/** Gives the object a name generated from its generateName. */
function generateName(write: Write): undefined {
  const {name = '', generateName: prefix = ''} = write.object.metadata
  if (name === '' && prefix !== '') write.object = withMetadata(write.object, {name: generatedName(prefix, write.nameSuffix)})
}

/** Allocates fields. A check of only the object ignores errors that depend on the cluster. */
function allocate(write: Write): Rejection | undefined {
  const {target: {request: {dryRun = false}}, flags: {version}, strategy, state, old, object} = write
  const others = () => state?.stored().filter((stored) => stored !== old) ?? []
  const allocation = strategy.allocate?.(object, {...old && {old}, others, dryRun, version})
  if (allocation === undefined) return undefined
  const {errors = [], status} = allocation
  write.object = allocation.object
  if (status !== undefined) return {status, errors}
  return state === undefined && errors.every(isOfCluster) ? undefined : rejectionFor(write, errors)
}

function warnAboutPreparation({target: {info: {definition}}, object, warnings}: Write): undefined {
  append(warnings, definition.preparationWarnings?.(object) ?? [])
}

function prepareForCreate(write: Write): undefined {
  const {target: {info: {definition}, request}, flags: {version}} = write
  const object = withoutDisabled(write.object, version)
  write.object = definition.prepareForCreate?.(object, version, request) ?? object
}

function prepareForUpdate(write: Write): undefined {
  const {strategy, old, flags: {version}, target: {clock = stoppedClock}} = write
  if (old === undefined) return
  const object = withoutDisabled(write.object, version, old)
  write.object = strategy.prepareForUpdate?.(object, old, version, () => timestamp(clock)) ?? object
}

function validateNew(write: Write): Rejection | undefined {
  const {target: {info}, object, flags, state} = write
  const errors = validateCreate(info, object, flags)
  if (state === undefined) return rejectionFor(write, errors.filter((error) => !isOfCluster(error)))
  const outer = info.definition.validateInNamespace?.(object, state.namespaceLabels())
  return rejectionFor(write, outer === undefined ? errors : allErrors(outer, errors))
}

function validateUpdated(write: Write): Rejection | undefined {
  const {target: {info}, strategy, object, old, flags} = write
  return old && rejectionFor(write, validateUpdate(info, strategy, object, old, flags))
}

const rejectionFor = ({flags: {version}}: Write, errors: readonly FieldError[]): Rejection | undefined =>
  errors.length === 0 ? undefined : {errors: errorsOfVersion(version, errors)}

function canonicalize(write: Write): undefined {
  write.object = write.target.info.definition.canonicalize?.(write.object) ?? write.object
}

/** Endpoints other than the object itself return no warnings. */
function warn({target: {info}, strategy, object, old, flags: {version}, warnings}: Write): undefined {
  if (strategy === info.definition) append(warnings, warningsFor(info, object, old, version))
}

/** The warnings of an API server of that version about a valid new object. */
export const warningsOfCreate = (info: KindInfo, object: KubeObject, version: KubernetesVersion): string[] => warningsFor(info, object, undefined, version)

const warningsFor = ({definition}: KindInfo, object: KubeObject, old: KubeObject | undefined, version: KubernetesVersion): string[] =>
  (definition.warnings?.(object, old, version) ?? []).map((text) => textOfVersion(version, text))

/** Checks whether admission allows deleting a stored object. */
export function evaluateDelete(plugins: readonly AdmissionPlugin[], target: Target, explains: boolean): Answer {
  const {object} = target
  const attributes: Attributes = {...attributesOf(target, object), object: undefined}
  const explanations = explains ? new Explanations() : undefined
  const mutated = runAdmit(plugins, attributes, explanations)
  const outcome = mutated.rejection === undefined ? runValidate(plugins, attributes, explanations) : mutated
  const answer: Answer = outcome.rejection === undefined ? {status: ok} : {status: outcome.rejection.status, steps: outcome.steps}
  return explanations === undefined ? answer : merge(answer, {trace: {defaulted: object, mutated: object, explanations: explanations.all}})
}

/** The number of further identical requests that the plugins would admit. */
export const repeatsThatFit = (plugins: readonly AdmissionPlugin[], target: Target): number =>
  handling(plugins, target).reduce((room, plugin) => Math.min(room, plugin.room?.(attributesOf(target, undefined)) ?? room), Infinity)

/** Charges the plugins for more requests identical to one that was just admitted. */
export function chargeRepeats(plugins: readonly AdmissionPlugin[], target: Target, times: number): void {
  for (const plugin of handling(plugins, target)) plugin.charge?.(attributesOf(target, undefined), times)
}

const handling = (plugins: readonly AdmissionPlugin[], {request: {operation}}: Target): AdmissionPlugin[] =>
  plugins.filter((plugin) => plugin.handles(operation))

/** The 422 for an object that breaks rules. */
export const invalid = ({internalKind}: KindInfo, {metadata}: KubeObject, errors: readonly FieldError[]): Answer =>
  ({status: invalidObject(internalKind, metadata.name ?? '', errors), errors: [...new Set(errors)]})

const noGroups: readonly string[] = []

/** Returns a request as plugins see it, with its object in its current state. */
export function attributesOf({info, namespace, object: sent, request}: Target, oldObject: KubeObject | undefined, object = sent): Attributes {
  const {name, generateName} = object.metadata
  return {
    operation: request.operation,
    kind: info.kindName,
    resource: info.resource,
    subresource: request.subresource ?? '',
    namespace,
    name: name || generateName || 'Unknown',
    object,
    oldObject,
    user: request.user ?? '',
    groups: request.groups ?? noGroups,
    dryRun: request.dryRun ?? false,
  }
}
