import type {PluginFlags} from '../admission/plugin-flags.js'
import {TooMuchWorkError} from '../cluster/too-much-work-error.js'
import {configurationOf} from '../configuration/recognize.js'
import {type Charges, chargesOf, fewQuotas, hasManyQuotas, maxCharges} from '../controllers/workload/charge-limit.js'
import {groupBy} from '../machinery/collections/group-by.js'
import type {Instant} from '../machinery/go/instant.js'
import type {Manifest, ManifestEntry} from '../manifests/manifest.js'
import type {Repository} from '../repository/repository.js'
import type {SourceFile} from '../source/source-file.js'
import {impliedFlags} from './metadata-policies.js'
import {namespaceOf} from './object-fields.js'
import type {SendOptions} from './operations/operation.js'
import {type ClusterContents, ignoredObjects, manifestsToInstall} from './policies.js'
import {forScale, type InputEntries, readEntries, type ReadOptions} from './read-entries.js'
import {rejectDuplicateObjects} from './reject-duplicate-objects.js'
import type {SendOrder} from './install-order.js'
import {type DocumentsToSend, documentsToSend, treesToSend} from './to-send.js'
import type {WorkloadOptions} from './workloads/simulated-workloads.js'

/** Options for sending the objects of one file. */
export interface FileSending extends SendOptions {
  /** The time of sending; by default Events are sent at their own times. */
  readonly time?: Instant | undefined
}

/** The input of a simulation: the files to send, and the initial cluster. */
export interface SimulateInput {
  readonly files: readonly SourceFile[]
  /** Files with policies and with objects that admission looks up. */
  readonly policies?: readonly SourceFile[]
  /** False for policies from folders that the user has not named: invalid unrelated files in them are not reported. */
  readonly arePoliciesNamed?: boolean
  /** Files with both: policies, which are in force, and objects, which are sent. */
  readonly trees?: readonly SourceFile[]
  /** Files with existing objects. */
  readonly existing?: readonly SourceFile[]
  /** The relations between the files, such as kustomizations; without it there are none. */
  readonly repository?: Repository
}

/** The options that determine which objects are sent. */
export interface PrepareOptions extends ReadOptions, PluginFlags, Pick<WorkloadOptions, 'rollout' | 'remedies'> {
  /** The namespace of objects without one; by default `default`. */
  readonly namespace?: string | undefined
  /** True to reject objects in another namespace, like kubectl with a namespace flag. */
  readonly isNamespaceGiven?: boolean
  /** The operation and the user; by default objects are created, or applied if they exist. */
  readonly sending?: SendOptions
  /** Options for the objects of each file. Files are sent one after another. Overrides `sending` and `order`. */
  readonly sendingOf?: (file: SourceFile) => FileSending
  /** Changes the documents after they are read, to determine the effect of other objects or policies. */
  readonly arrange?: (read: InputEntries) => InputEntries
}

/** The documents that are not sent. */
export interface ReadDocuments extends Pick<DocumentsToSend, 'diagnostics' | 'notSent'> {
  /** True if the files contain no object. */
  readonly isEmpty: boolean
}

/** The input after reading, which is the same for all orders. */
export interface Prepared extends ReadDocuments, Pick<SimulateInput, 'repository'> {
  readonly contents: ClusterContents
  /** The objects to send, in the order of the files. */
  readonly manifests: readonly Manifest[]
  /** The plugin flags of the cluster that differ from those of the options. */
  readonly plugins: Pick<PluginFlags, 'enableAdmissionPlugins'>
  /** True for a file that the user has named as policies or existing objects: its problems make the result incomplete. */
  readonly isNamed: (file: SourceFile) => boolean
}

/**
 * Reads the input of a simulation, and selects the objects to send.
 *
 * @throws DuplicateObjectsError if an object is declared twice in one role
 * @throws TooMuchWorkError if there are too many objects for the quotas
 */
export function prepare(input: SimulateInput, options: PrepareOptions, order: SendOrder): Prepared {
  const {files, trees = [], policies = [], existing = [], arePoliciesNamed = true, repository} = input
  const {namespace = 'default', isNamespaceGiven = false, sending, sendingOf = () => sending} = options
  const read = (file: SourceFile): readonly ManifestEntry[] => readEntries(file, repository, options)
  const mixed = trees.flatMap(read)
  const given: InputEntries = {
    files: files.map((file) => sendingOf(file)?.subresource === 'scale' ? read(file).map(forScale) : read(file)),
    policies: [...mixed, ...policies.flatMap(read)], existing: existing.flatMap(read),
  }
  const {files: sent, ...arranged} = options.arrange?.(given) ?? given
  const contents = {...arranged, sent: ignoredObjects(mixed)}
  const outcomes = [
    ...sent.map((entries) => documentsToSend(entries, {namespace, isGiven: isNamespaceGiven})),
    treesToSend(contents.sent, {namespace, isGiven: isNamespaceGiven}),
  ]
  const manifests = outcomes.flatMap((outcome) => outcome.manifests)
  // With an explicit operation, an object may be sent twice.
  const isOnce = sending?.operation === undefined && options.sendingOf === undefined
  const installed = {policies: manifestsToInstall(contents.policies, false), existing: manifestsToInstall(contents.existing, true)}
  rejectDuplicateObjects({...installed, sent: isOnce ? manifests : [], arePoliciesNamed, repository}, namespace)
  checkCharges([...manifests, ...installed.policies, ...installed.existing], namespace, options.rollout === true && options.remedies !== false)
  const there = new Set(existing)
  return {
    contents,
    isNamed: (file) => arePoliciesNamed || there.has(file),
    ...repository && {repository},
    // Configurations of the API server are in force from its start and are not sent.
    manifests: order === 'files' ? manifests : manifests.filter(({body}) => configurationOf(body) === undefined),
    plugins: impliedFlags(options, [...contents.policies, ...contents.existing, ...sent.flat()]),
    diagnostics: outcomes.flatMap(({diagnostics}) => diagnostics),
    notSent: outcomes.flatMap(({notSent}) => notSent),
    isEmpty: outcomes.every((outcome) => outcome.manifests.length + outcome.diagnostics.length + outcome.notSent.length === 0),
  }
}

/**
 * Checks that the objects of a simulation, whether sent or stored before, are not too many for its quotas.
 *
 * @param namespace the namespace of objects without one
 * @throws TooMuchWorkError
 */
function checkCharges(objects: readonly Manifest[], namespace: string, hasRollouts: boolean): void {
  if (!hasManyQuotas(objects.map(({body}) => body))) return
  const byNamespace = groupBy(objects.map(({body}) => body), (body) => namespaceOf(body) ?? namespace)
  const charges = [...byNamespace].map(([name, bodies]) => [name, chargesOf(bodies, {runs: true, rollouts: hasRollouts})] as const)
  if (charges.reduce((sum, [, {count}]) => sum + count, 0) <= maxCharges) return
  const [maximum] = charges.sort(([, a], [, b]) => b.count - a.count)
  if (maximum !== undefined) throw new TooMuchWorkError(messageOf(maximum[0], maximum[1]))
}

const messageOf = (namespace: string, {objects, quotas}: Charges): string =>
  `namespace ${namespace} has ${quotas} ResourceQuotas for ${objects} objects: kadm charges objects to quotas beyond the first ${fewQuotas} of a namespace at most ${maxCharges} times in a run; `
  + 'simulate fewer objects at a time, or fewer quotas'
