import type {Attributes} from '../admission/attributes.js'
import {runAdmit, runValidate} from '../admission/chain.js'
import type {AdmissionPlugin} from '../admission/plugin.js'
import type {Allocation, KubeObject, UpdateStrategy} from '../kinds/kind.js'
import {allErrors, type FieldError, isOfCluster} from '../machinery/field/error.js'
import type {KubernetesVersion} from '../machinery/kubernetes-version.js'
import {errorsInWordsOf, inWordsOf} from '../machinery/older-texts.js'
import {generatedName} from '../machinery/meta/object-meta.js'
import {invalidObject, type Status} from '../machinery/meta/status.js'
import {refuseStale, refuseUid} from './preconditions.js'
import {objectToCreate, objectToUpdate, withMetadata} from './prepare.js'
import type {Answer, Passed} from './review.js'
import type {KindInfo} from './scheme.js'
import type {Target} from './target.js'
import {type ServerFlags, usualFlags, validateCreate, validateUpdate} from './validation.js'

/** The steps of admission that differ between creating and replacing an object. */
interface Stages {
  readonly version: KubernetesVersion
  allocate(object: KubeObject): Allocation<KubeObject>
  prepare(object: KubeObject): KubeObject
  validate(object: KubeObject): FieldError[]
  /** Warnings about changes made while the object is prepared; also returned with a rejected object. */
  preparationWarnings?(object: KubeObject): readonly string[]
  warnings(object: KubeObject): readonly string[]
}

/** Stored state that rules may read besides the object. */
export interface Surroundings {
  /** All stored objects of the kind of the request, in every namespace. */
  readonly stored: () => readonly KubeObject[]
  /** The labels of the object's namespace. */
  readonly namespaceLabels: () => Readonly<Record<string, string>>
  readonly flags: ServerFlags
}

/** Takes a new object through mutating admission, naming, allocation, validation and validating admission. */
export function passCreate(plugins: readonly AdmissionPlugin[], target: Target, nameSuffix: string, surroundings: Surroundings): Passed | Answer {
  return pass(plugins, {...target, object: objectToCreate(target.object)}, undefined, stagesOfCreate(target, nameSuffix, surroundings.flags, surroundings))
}

/** Runs only naming, allocation and validation for a new object, without the rules that need surroundings. */
export const settleCreate = (target: Target, nameSuffix: string, flags = usualFlags): Settled | Rejected =>
  settle(objectToCreate(target.object), stagesOfCreate(target, nameSuffix, flags))

function stagesOfCreate({info, request: {dryRun = false}}: Target, nameSuffix: string, flags: ServerFlags, surroundings?: Surroundings): Stages {
  const others = surroundings?.stored ?? (() => [])
  const {version} = flags
  return {
    version,
    allocate: (object) => {
      const named = withName(object, nameSuffix)
      const allocation = info.definition.allocate?.(named, {others, dryRun, version}) ?? {object: named}
      return surroundings === undefined && allocation.errors?.every(isOfCluster) ? {object: allocation.object} : allocation
    },
    prepare: (object) => info.definition.prepareForCreate?.(object, version) ?? object,
    preparationWarnings: (object) => info.definition.preparationWarnings?.(object) ?? [],
    validate: (object) => {
      const errors = validateCreate(info, object, flags)
      if (surroundings === undefined) return errors.filter((error) => !isOfCluster(error))
      const outer = info.definition.validateInNamespace?.(object, surroundings.namespaceLabels())
      return outer === undefined ? errors : allErrors(outer, errors)
    },
    warnings: (object) => warningsOfCreate(info, object, version),
  }
}

/** The warnings of an API server of that version about a valid new object. */
export const warningsOfCreate = (info: KindInfo, object: KubeObject, version: KubernetesVersion): string[] => warningsFor(info, object, undefined, version)

const warningsFor = ({definition}: KindInfo, object: KubeObject, old: KubeObject | undefined, version: KubernetesVersion): string[] =>
  (definition.warnings?.(object, old, version) ?? []).map((text) => inWordsOf(version, text))

/** Takes an update through the same stages, by the rules of its endpoint. */
export function passUpdate(
  plugins: readonly AdmissionPlugin[], target: Target, old: KubeObject, strategy: UpdateStrategy<KubeObject>, {stored, flags}: Pick<Surroundings, 'stored' | 'flags'>,
): Passed | Answer {
  const {info, request: {dryRun = false}} = target
  const {version} = flags
  const others = () => stored().filter((object) => object !== old)
  const refusal = refuseUid(target, old.metadata.uid)
  if (refusal !== undefined) return {status: refusal}
  return pass(plugins, {...target, object: objectToUpdate(target.object, old, strategy === info.definition)}, old, {
    version,
    allocate: (object) => {
      const status = refuseStale(target, old)
      return status === undefined ? strategy.allocate?.(object, {old, others, dryRun, version}) ?? {object} : {object, status}
    },
    prepare: (object) => strategy.prepareForUpdate?.(object, old, version) ?? object,
    validate: (object) => validateUpdate(info, strategy, object, old, flags),
    // Other endpoints return no warnings.
    warnings: (object) => strategy === info.definition ? warningsFor(info, object, old, version) : [],
  })
}

function pass(plugins: readonly AdmissionPlugin[], target: Target, old: KubeObject | undefined, stages: Stages): Passed | Answer {
  const mutated = runAdmit(plugins, attributesOf(target, old))
  if (mutated.refusal !== undefined) return {status: mutated.refusal.status, steps: mutated.steps, warnings: mutated.warnings}
  const settled = settle(mutated.object ?? target.object, stages)
  if ('errors' in settled) return {...rejection(target.info, settled), steps: mutated.steps}
  const object = target.info.definition.canonicalize?.(settled.object) ?? settled.object
  const warnings = [...mutated.warnings, ...settled.warnings, ...stages.warnings(object)]
  const checked = runValidate(plugins, attributesOf({...target, object}, old))
  const steps = [...mutated.steps, ...checked.steps]
  return checked.refusal === undefined ? {object, steps, warnings} : {status: checked.refusal.status, steps, warnings}
}

/** A valid object with all fields that the server allocates. */
interface Settled {
  readonly object: KubeObject
  readonly warnings: readonly string[]
}

/** An object that the server rejects: as invalid because of the errors, or with another status. */
interface Rejected {
  readonly object: KubeObject
  readonly errors: readonly FieldError[]
  readonly status?: Status
  readonly warnings?: readonly string[]
}

const rejection = (info: KindInfo, {object, errors, status, warnings}: Rejected): Answer =>
  ({...status === undefined ? invalid(info, object, errors) : {status, errors}, ...warnings && {warnings}})

/** The stages between the two phases of admission. */
function settle(object: KubeObject, stages: Stages): Settled | Rejected {
  const {object: allocated, errors: refusals, status} = stages.allocate(object)
  if (status !== undefined) return {object: allocated, status, errors: refusals ?? []}
  if (refusals?.length === 0) return {object: allocated, warnings: []}
  if (refusals !== undefined) return {object: allocated, errors: errorsInWordsOf(stages.version, refusals)}
  const prepared = stages.prepare(allocated)
  const errors = errorsInWordsOf(stages.version, stages.validate(prepared))
  const warnings = stages.preparationWarnings?.(allocated) ?? []
  return errors.length > 0 ? {object: prepared, errors, warnings} : {object: prepared, warnings}
}

/** Checks whether admission allows deleting a stored object; undefined if it does. */
export function refuseDelete(plugins: readonly AdmissionPlugin[], target: Target): Answer | undefined {
  const attributes: Attributes = {...attributesOf(target, target.object), object: undefined}
  const mutated = runAdmit(plugins, attributes)
  const outcome = mutated.refusal === undefined ? runValidate(plugins, attributes) : mutated
  return outcome.refusal && {status: outcome.refusal.status, steps: outcome.steps}
}

/** The number of further identical requests that the plugins would admit. */
export const roomForMore = (plugins: readonly AdmissionPlugin[], target: Target): number =>
  handling(plugins, target).reduce((room, plugin) => Math.min(room, plugin.room?.(attributesOf(target, undefined)) ?? room), Infinity)

/** Charges the plugins for more requests identical to one that was just admitted. */
export function chargeMore(plugins: readonly AdmissionPlugin[], target: Target, times: number): void {
  for (const plugin of handling(plugins, target)) plugin.charge?.(attributesOf(target, undefined), times)
}

const handling = (plugins: readonly AdmissionPlugin[], {request: {operation}}: Target): AdmissionPlugin[] =>
  plugins.filter((plugin) => plugin.handles(operation))

/** The 422 for an object that breaks rules. */
export const invalid = ({internalKind}: KindInfo, {metadata}: KubeObject, errors: readonly FieldError[]): Answer =>
  ({status: invalidObject(internalKind, metadata.name ?? '', errors), errors})

/** The object with a name generated from its generateName. */
function withName(object: KubeObject, suffix: string): KubeObject {
  const {name = '', generateName = ''} = object.metadata
  return name !== '' || generateName === '' ? object : withMetadata(object, {name: generatedName(generateName, suffix)})
}

function attributesOf({info, namespace, object, request}: Target, oldObject: KubeObject | undefined): Attributes {
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
    dryRun: request.dryRun ?? false,
  }
}
