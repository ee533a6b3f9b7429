import type {ConflictResolution} from '../admission/plugin.js'
import {qosAnnotation} from '../admission/plugins/pod-qos/index.js'
import {keyId} from '../kinds/metadata-policy/predicate.js'
import type {MetadataPolicy} from '../machinery/api/design-v1.js'
import {append} from '../machinery/collections/append.js'
import {cel, literal} from './cel.js'
import {annotatorErrors, conflictErrors, type ExportError, lengthErrors, markerErrors, sizeErrors, updateErrors} from './errors.js'
import {type MatchOptions, policyMatch} from './match.js'
import {type Compiled, mutatingSpec} from './mutating.js'
import {group, nativeName, rejectionMarker, ruleName, schedulerAnnotation} from './names.js'
import type {BindingSpec, MutatingSpec, NativeObject, ValidatingSpec, Validation} from './native-types.js'
import {entryOf, unmatchedCel} from './predicate-cel.js'
import {type Mode, namespaceRules, type NamespaceRules} from './rule-set.js'

/** The version of MutatingAdmissionPolicy that the cluster serves; ValidatingAdmissionPolicy is always v1. */
export const apiVersions = ['v1', 'v1beta1', 'none'] as const

/** Options for compiling policies. */
export interface CompileOptions extends MatchOptions {
  readonly apiVersion: typeof apiVersions[number]
  /** `by-name`: the last rule wins where several set one key to different values. */
  readonly onConflict: ConflictResolution
  /** True to annotate pods with their quality of service class first; by default only if a rule depends on it. */
  readonly qosAnnotator: boolean | undefined
  /** True to also write the legacy scheduler annotation that rules set into `spec.schedulerName` of new pods. */
  readonly schedulerName: boolean
}

/** The policies of a namespace as native objects. */
export interface CompiledNamespace {
  readonly namespace: string
  /** Sorted by name. */
  readonly policies: readonly MetadataPolicy[]
  readonly mode: Mode
  readonly annotatesQos: boolean
  readonly rejects: boolean
  /** The values that rules set for the legacy scheduler annotation. */
  readonly schedulers: readonly string[]
  /** Empty if there are errors. */
  readonly objects: readonly NativeObject[]
  readonly errors: readonly ExportError[]
}

/** Compiles the valid policies of one namespace into native policies with their bindings (spec metadatapolicy 8). */
export function compile(namespace: string, policies: readonly MetadataPolicy[], options: CompileOptions): CompiledNamespace {
  const set = namespaceRules(namespace, policies)
  const annotatesQos = annotates(set, options)
  const schedulers = set.updates.flatMap(({writesById}) => writesById.get(keyId(schedulerAnnotation))?.value ?? [])
  const summary = {namespace, policies: set.policies, mode: set.mode, annotatesQos, rejects: set.rejects.length > 0, schedulers}
  const errors = sizeErrors(set)
  if (errors.length === 0) append(errors, ruleErrors(set, annotatesQos, options))
  if (errors.length > 0) return {...summary, objects: [], errors}
  const mutating = set.updates.length > 0 || annotatesQos ? mutatingSpec(set, {...options, qosAnnotator: annotatesQos}) : undefined
  const validating = set.rejects.length > 0 ? validatingSpec(set, options) : undefined
  const tooLong = [mutating, validating].flatMap((compiled) => lengthErrors(compiled?.expressions ?? []))
  const objects = [
    ...mutating === undefined ? [] : withBinding('Mutating', options.apiVersion, namespace, mutating.spec),
    ...validating === undefined ? [] : withBinding('Validating', 'v1', namespace, validating.spec),
  ]
  return {...summary, objects: tooLong.length > 0 ? [] : objects, errors: tooLong}
}

/** True if pods must be annotated: on request, or because a rule that has an effect depends on the annotation. */
function annotates(set: NamespaceRules, {qosAnnotator, resources}: CompileOptions): boolean {
  return (qosAnnotator ?? checksClass(set).length > 0) && resources.hasPods
}

const checksClass = ({updates, rejects}: NamespaceRules): NamespaceRules['rules'] => {
  const id = keyId({map: 'annotations', key: qosAnnotation})
  return [...updates, ...rejects].filter(({predicate}) => predicate.has(id))
}

function ruleErrors(set: NamespaceRules, annotatesQos: boolean, {apiVersion, onConflict}: CompileOptions): ExportError[] {
  const unserved = apiVersion === 'none' ? [...updateErrors(set), ...annotatesQos ? annotatorErrors(checksClass({...set, updates: []})) : []] : []
  return [...unserved, ...set.mode === 'marker' ? markerErrors(set) : [], ...onConflict === 'refuse' ? conflictErrors(set) : []]
}

function withBinding(kind: 'Mutating' | 'Validating', version: string, namespace: string, spec: MutatingSpec | ValidatingSpec): NativeObject[] {
  const name = nativeName(namespace)
  const type = `${kind}AdmissionPolicy` as const
  const binding: BindingSpec = {policyName: name, ...kind === 'Validating' && {validationActions: ['Deny']}}
  const apiVersion = `${group}/${version}`
  return [{apiVersion, kind: type, metadata: {name}, spec}, {apiVersion, kind: `${type}Binding`, metadata: {name}, spec: binding}]
}

/** The rejections of a namespace, those of each rule as one validation, or of all that bears the marker (spec metadatapolicy 8.4, spec metadatapolicy 8.5). */
function validatingSpec({namespace, rejects, mode}: NamespaceRules, options: MatchOptions): Compiled<ValidatingSpec> {
  const match = policyMatch(namespace, options)
  if (mode === 'marker') return {spec: {...match, validations: [unmarked]}, expressions: []}
  const rejections = rejects.map((rule) => ({rule, expression: unmatchedCel(rule.predicate)}))
  return {
    spec: {...match, validations: rejections.map(({rule, expression}) => ({expression, message: `rejected by MetadataPolicy ${ruleName(rule)}`, reason: 'Forbidden'}))},
    expressions: rejections.map(({rule: {policy, field}, expression}) => ({policy, field, expression})),
  }
}

const unmarked: Validation = {
  expression: cel`!${entryOf(rejectionMarker)}.hasValue()`,
  messageExpression: cel`${literal('rejected by MetadataPolicy ')} + ${entryOf(rejectionMarker)}.orValue("")`,
  reason: 'Forbidden',
}
