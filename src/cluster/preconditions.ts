import type {KubeObject} from '../kinds/kind.js'
import {invalid} from '../machinery/field/error.js'
import {FieldPath} from '../machinery/field/path.js'
import {parseUnsigned} from '../machinery/go/integer.js'
import {quote} from '../machinery/go/text.js'
import {conflict, type GroupName, invalidObject, type Status} from '../machinery/meta/status.js'
import {isCustomGroup} from '../machinery/schema/rest-mapper.js'
import type {Accepted, Answer} from './review.js'
import type {Target} from './target.js'

/**
 * The answer to an update whose uid differs from the stored one. It is checked before admission
 * (apiserver storage `Preconditions.Check`).
 *
 * @param stored the uid of the stored object; undefined if unknown, empty if nothing is stored
 */
export function rejectUid({info: {resource}, namespace, object: {metadata: {name = '', uid = ''}}}: Target, stored: string | undefined): Status | undefined {
  if (uid === '' || stored === undefined || uid === stored) return undefined
  const key = [...storagePrefix(resource), ...namespace === '' ? [] : [namespace], name].join('/')
  const text = `StorageError: invalid object, Code: 4, Key: /${key}, ResourceVersion: 0, AdditionalErrorMsg: Precondition failed: UID in precondition: ${uid}, UID in object meta: ${stored}`
  return conflict(resource, name, text)
}

/** Resources that are not stored under their own name (kubeapiserver `SpecialDefaultResourcePrefixes`). */
const prefixes: ReadonlyMap<string, readonly string[]> = new Map([
  ['replicationcontrollers.', ['controllers']], ['endpoints.', ['services', 'endpoints']], ['nodes.', ['minions']], ['services.', ['services', 'specs']],
  ['ingresses.networking.k8s.io', ['ingress']],
])

/** Groups of API servers inside kube-apiserver that store objects by group, as custom resources are stored. */
const storedByGroup: ReadonlySet<string> = new Set(['apiextensions.k8s.io', 'apiregistration.k8s.io'])

const storagePrefix = ({group, name}: GroupName): readonly string[] =>
  isCustomGroup(group) || storedByGroup.has(group) ? [group, name] : prefixes.get(`${name}.${group}`) ?? [name]

const modified = 'the object has been modified; please apply your changes to the latest version and try again'

/** The answer to an update based on another version than the stored one, if both are known (registry `Store.Update`). */
export function rejectStale({info: {resource}, object: {metadata: {name = '', resourceVersion = ''}}}: Target, {metadata: old}: KubeObject): Status | undefined {
  const {value, error} = parseUnsigned(resourceVersion || '0')
  if (error !== undefined) return {code: 500, reason: '', message: `strconv.ParseUint: parsing ${quote(resourceVersion)}: ${error}`}
  if (old.resourceVersion === undefined) return undefined
  if (value === 0n) return isConditional(resource) ? invalidObject(resource, name, [versionNeeded]) : undefined
  return value === parseUnsigned(old.resourceVersion).value ? undefined : conflict(resource, name, modified)
}

const versionNeeded = invalid(FieldPath.of('metadata').child('resourceVersion'), 0, 'must be specified for an update', 'metadata/immutable')

/** The resources besides custom ones whose updates must name a version (`AllowUnconditionalUpdate`). */
const conditional: ReadonlySet<string> = new Set([
  'leases.coordination.k8s.io', 'poddisruptionbudgets.policy', 'runtimeclasses.node.k8s.io', 'customresourcedefinitions.apiextensions.k8s.io',
  'apiservices.apiregistration.k8s.io', 'csidrivers.storage.k8s.io', 'csinodes.storage.k8s.io', 'csistoragecapacities.storage.k8s.io',
  'volumeattachments.storage.k8s.io',
  ...['mutatingadmissionpolicies', 'mutatingadmissionpolicybindings', 'mutatingwebhookconfigurations', 'validatingadmissionpolicies',
    'validatingadmissionpolicybindings', 'validatingwebhookconfigurations'].map((name) => `${name}.admissionregistration.k8s.io`),
])

const isConditional = ({group, name}: GroupName): boolean => isCustomGroup(group) || conditional.has(`${name}.${group}`)

/** Rejects a new object with a version, as the storage does last. */
export function rejectVersion({object: {metadata: {resourceVersion = ''}}, request}: Target, outcome: Accepted | Answer): Accepted | Answer {
  if ('status' in outcome || request.dryRun === true || (parseUnsigned(resourceVersion).value ?? 0n) === 0n) return outcome
  const {object: _object, ...facts} = outcome
  return {...facts, status: {code: 500, reason: '', message: 'resourceVersion should not be set on objects to be created'}}
}
