import {
  type FailedCheck, failedChecks, latest, type Level, levels, type LevelVersion, minorOf, type PodSecurityConfiguration, policyOfNamespace,
  type RestrictiveLevel, type Setup, setupOf, violationText,
} from '../admission/plugins/pod-security/index.js'
import type {ClusterOptions} from '../cluster/options.js'
import {podCreator} from '../controllers/workload/controller-user.js'
import {namespaceNamed} from '../kinds/namespace/index.js'
import {type PlacedPod, placeInObject, podMakers, podOf} from '../kinds/pod-of.js'
import {type CheckedObject, checkManifest} from '../lint/check-manifest.js'
import {placeOf} from '../lint/place.js'
import {groupBy} from '../machinery/collections/group-by.js'
import {compareText} from '../machinery/go/text.js'
import {knownVersion, type KubernetesVersion} from '../machinery/version/kubernetes-version.js'
import {locate} from '../manifests/locate.js'
import type {Manifest} from '../manifests/manifest.js'
import type {ManifestReview} from '../simulate/manifest-review.js'
import {isPolicyManifest} from '../simulate/policies.js'
import type {Simulation} from '../simulate/simulate.js'
import type {AssessedNamespace, AssessedObject, Assessment, UnmetCheck} from './types.js'

/** The options of an assessment. */
export interface AssessOptions extends Pick<ClusterOptions, 'pluginConfigurations'> {
  readonly namespace?: string | undefined
  readonly kubernetesVersion?: KubernetesVersion | undefined
  /** The level that all objects have to meet; by default the one that their namespace enforces. */
  readonly level?: Level | undefined
  /** The version of the levels; by default the latest. */
  readonly version?: string | undefined
}

/** An object with pods, and the pod. */
interface Subject {
  readonly checked: CheckedObject
  readonly placed: PlacedPod
}

/** The standard that objects are compared with. */
interface Standard {
  readonly setup: Setup
  readonly version: string
  readonly level: Level | undefined
}

/** Returns the strictest level of the Pod Security Standards that each sent pod and workload meets, and the changes that stricter levels need. */
export function assess({reviews, cluster}: Pick<Simulation, 'reviews' | 'cluster'>, options: AssessOptions = {}): Assessment {
  const {namespace = 'default', kubernetesVersion, level, version = latest} = options
  const known = knownVersion(kubernetesVersion)
  const standard = {setup: setupOf(configurationIn(options), known), version, level}
  const read = reviews.filter(({manifest}) => hasPods(manifest)).map(({manifest}) => readSubject(manifest, namespace, known))
  const subjects = withoutOwned(read.flatMap(({subject}) => subject ?? []))
  const byNamespace = [...groupBy(subjects, ({checked: {object}}) => object.metadata.namespace ?? '')].sort(([a], [b]) => compareText(a, b))
  return {
    version, level, ...version !== latest && minorOf(version) > standard.setup.serverMinor && {unknownTo: known},
    namespaces: byNamespace.map(([name, members]) => assessNamespace(name, members, standard, cluster)),
    invalid: [...reviews.flatMap(rejectedPolicy), ...read.flatMap(({error}) => error ?? [])],
  }
}

const configurationIn = ({pluginConfigurations = {}}: AssessOptions): PodSecurityConfiguration => pluginConfigurations['PodSecurity'] ?? {}

/** A namespace with invalid labels sets no level. */
function rejectedPolicy({allowed, manifest, status: {message}}: ManifestReview): Assessment['invalid'] {
  const {body: {kind}, document: {file}, node} = manifest
  return allowed || (kind !== 'Namespace' && !isPolicyManifest(manifest)) ? [] : [{file, span: locate(file, node, []), message}]
}

/** No controller makes pods of a PodTemplate. */
const hasPods = ({body: {apiVersion, kind}}: Manifest): boolean =>
  kind !== 'PodTemplate' && podMakers.some((maker) => maker.apiVersion === apiVersion && maker.kind === kind)

/** An object with pods, or the reason why the server rejects it in every namespace. */
interface ReadSubject {
  readonly subject?: Subject
  readonly error?: Assessment['invalid'][number]
}

function readSubject(manifest: Manifest, namespace: string, version: KubernetesVersion): ReadSubject {
  const {diagnostics, subject: checked} = checkManifest(manifest, namespace, version)
  const error = diagnostics.find(({severity}) => severity === 'error')
  if (error !== undefined) return {error: {file: error.file, span: error.span, message: error.message}}
  const placed = checked && podOf(checked.object)
  return checked === undefined || placed === undefined ? {} : {subject: {checked, placed}}
}

/** Leaves out objects that a controller among the others has made, as they are in a list of all objects of a cluster. */
function withoutOwned(subjects: readonly Subject[]): readonly Subject[] {
  const keyOf = (namespace: string | undefined, kind: string, name: string): string => JSON.stringify([namespace, kind, name])
  const keys = new Set(subjects.map(({checked: {object: {kind, metadata}}}) => keyOf(metadata.namespace, kind, metadata.name ?? '')))
  return subjects.filter(({checked: {object: {metadata: {namespace, ownerReferences = []}}}}) =>
    !ownerReferences.some(({controller, kind = '', name = ''}) => controller === true && keys.has(keyOf(namespace, kind, name))))
}

function assessNamespace(name: string, subjects: readonly Subject[], standard: Standard, cluster: Simulation['cluster']): AssessedNamespace {
  const {setup} = standard
  const {enforce} = policyOfNamespace(namespaceNamed(name, cluster), setup.defaults).policy
  const isExempt = setup.exempt.namespaces.has(name)
  const required = standard.level !== undefined ? {level: standard.level, version: standard.version} : isExempt ? undefined : enforce
  const objects = subjects.map((subject) => assessObject(subject, standard, required))
  const meets = levels[objects.reduce((minimum, object) => Math.min(minimum, levels.indexOf(object.meets)), levels.length - 1)] ?? 'privileged'
  return {name, enforce, isExempt, meets, objects}
}

function assessObject(subject: Subject, {setup, version}: Standard, required: LevelVersion | undefined): AssessedObject {
  const {checked: {object, manifest}, placed: {pod: {spec = {}, metadata}}} = subject
  const unmetOf = (level: RestrictiveLevel): UnmetCheck[] =>
    failedChecks({level, version}, spec, metadata, setup.serverMinor).map((failed) => unmetCheck(failed, subject))
  const unmet = {baseline: unmetOf('baseline'), restricted: unmetOf('restricted')}
  const {apiVersion, kind, metadata: {namespace = '', name, generateName}} = object
  const isExempt = setup.exempt.runtimeClasses.has(spec.runtimeClassName ?? '') || setup.exempt.usernames.has(podCreator(kind) ?? '')
  return {
    object: {apiVersion, kind, namespace, name: name ?? generateName ?? ''},
    place: {file: manifest.document.file, span: locate(manifest.document.file, manifest.node, [])},
    meets: unmet.restricted.length === 0 ? 'restricted' : unmet.baseline.length === 0 ? 'baseline' : 'privileged',
    unmet,
    isInsufficient: required !== undefined && !isExempt && failedChecks(required, spec, metadata, setup.serverMinor).length > 0,
  }
}

function unmetCheck(failed: FailedCheck, {checked: {manifest, definition}, placed}: Subject): UnmetCheck {
  const changes = failed.offences.map(({field, hint}) => {
    const own = placeInObject(placed, field)
    return {field: own, place: placeOf(manifest, own, definition), hint}
  })
  return {id: failed.id, message: violationText(failed), changes}
}
