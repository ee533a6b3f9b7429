import {namespaceNamed} from '../../../kinds/namespace/index.js'
import {podOf} from '../../../kinds/pod-of.js'
import type {Container, Namespace, Pod} from '../../../machinery/api/core-v1.js'
import {remember} from '../../../machinery/collections/remember.js'
import {aggregate} from '../../../machinery/field/error.js'
import type {Attributes, Operation} from '../../attributes.js'
import {type Admission, type AdmissionPlugin, type Lister, type PluginContext, type Reason, reject, type Rejection} from '../../plugin.js'
import type {PodSecurityConfiguration} from './configuration.js'
import {auditKey, auditViolations, decidingParts, type Exemption, exemptionPart} from './deciding-parts.js'
import {type FailedCheck, failedChecks, forbiddenDetail, violationText} from './evaluate.js'
import {labelsOf, validateNamespace} from './namespaces.js'
import {isFullyPrivileged, isSameLevelVersion, type LabelledPolicy, type LevelVersion, levelVersionText, modes, type Policy, policyOf} from './policy.js'
import {type Setup, setupOf} from './setup.js'

/** The subresources of pods that change no spec. */
const ignoredSubresources: ReadonlySet<string> = new Set(['exec', 'attach', 'binding', 'eviction', 'log', 'portforward', 'proxy', 'status'])

/**
 * Holds pods to the Pod Security Standards: rejects those that break the level that their namespace enforces, and warns about those that
 * break another one (podsecurity `Plugin`, pod-security-admission `Admission`). Leaves out the annotation for the audit log in namespaces
 * without any restriction.
 */
export class PodSecurity implements AdmissionPlugin {
  readonly name = 'PodSecurity'
  private readonly setup: Setup
  private readonly store: Lister
  /** The policy of a stored Namespace, which never changes: an update stores another object. */
  private readonly policyFor = remember((labelled: Namespace): LabelledPolicy => policyOf(labelsOf(labelled), this.setup.defaults))

  private readonly onDecision: PluginContext['onDecision']
  private readonly configuration: PodSecurityConfiguration

  constructor({store, configuration, version, onDecision}: PluginContext) {
    this.store = store
    this.onDecision = onDecision
    this.configuration = configuration ?? {}
    this.setup = setupOf(this.configuration, version)
  }

  handles(operation: Operation): boolean {
    return operation !== 'DELETE'
  }

  validate(attributes: Attributes): Rejection | Admission | undefined {
    const {resource: {name, group}, subresource} = attributes
    if (name === 'namespaces' && group === '') return subresource === '' ? validateNamespace(attributes, this.setup, this.store) : undefined
    const isPod = name === 'pods' && group === ''
    if (isPod ? ignoredSubresources.has(subresource) : subresource !== '') return undefined
    const placed = attributes.object && podOf(attributes.object)
    if (placed === undefined) return undefined
    const exemption = this.exemptionOf(attributes)
    if (exemption !== undefined) return this.exempt(exemption, attributes, placed.pod)
    const labelled = namespaceNamed(attributes.namespace, this.store)
    const {policy, errors} = this.policyFor(labelled)
    if (errors.length === 0 && (isPod ? isFullyPrivileged(policy) : areOtherModesPrivileged(policy))) return undefined
    if (isPod && attributes.operation === 'UPDATE' && !isSignificantUpdate(placed.pod, attributes.oldObject as Pod)) return undefined
    const {runtimeClassName = ''} = placed.pod.spec ?? {}
    if (this.setup.exempt.runtimeClasses.has(runtimeClassName)) return this.exempt({list: 'runtimeClasses', name: runtimeClassName}, attributes, placed.pod)
    const outcome = this.evaluate(attributes, placed.pod, {policy, errors, isEnforced: isPod})
    if (this.onDecision !== undefined) for (const part of decidingParts(labelled, policy, this.setup.defaults, outcome)) this.onDecision(part)
    return outcome
  }

  private exemptionOf({namespace, user}: Attributes): Exemption | undefined {
    const {namespaces, usernames} = this.setup.exempt
    return namespaces.has(namespace) ? {list: 'namespaces', name: namespace} : usernames.has(user) ? {list: 'usernames', name: user} : undefined
  }

  /** Admits a request that is not checked. The exemption decides if the pod breaks a level. */
  private exempt(exemption: Exemption, attributes: Attributes, pod: Pod): Admission {
    if (this.onDecision !== undefined && this.breaksLevel(attributes, pod)) this.onDecision(exemptionPart(exemption, this.configuration))
    return {warnings: [], auditAnnotations: {[auditKey('exempt')]: exemptBy[exemption.list]}}
  }

  private breaksLevel({namespace, resource, operation, oldObject}: Attributes, pod: Pod): boolean {
    const isPod = resource.name === 'pods'
    if (isPod && operation === 'UPDATE' && !isSignificantUpdate(pod, oldObject as Pod)) return false
    const {policy} = this.policyFor(namespaceNamed(namespace, this.store))
    return modes.some((mode) => (isPod || mode !== 'enforce') && this.failed(pod, policy[mode]).length > 0)
  }

  /** Evaluates a pod against the levels of all modes (admission `EvaluatePod`). */
  private evaluate(attributes: Attributes, pod: Pod, {policy, errors, isEnforced}: LabelledPolicy & {readonly isEnforced: boolean}): Rejection | Admission {
    const enforced = isEnforced ? this.failed(pod, policy.enforce) : []
    const audited = this.failed(pod, policy.audit)
    const auditAnnotations = {
      ...errors.length > 0 && {[auditKey('error')]: `Failed to parse policy: ${aggregate(errors.map(String))}`},
      ...isEnforced && {[auditKey('enforce-policy')]: levelVersionText(policy.enforce)},
      ...audited.length > 0 && {[auditViolations]: wouldViolate(policy.audit, audited)},
    }
    if (enforced.length > 0) return {...rejectPod(attributes, policy, enforced), auditAnnotations}
    const warned = isEnforced && isSameLevelVersion(policy.enforce, policy.warn) ? enforced : this.failed(pod, policy.warn)
    return {warnings: warned.length > 0 ? [wouldViolate(policy.warn, warned)] : [], auditAnnotations}
  }

  private failed({spec = {}, metadata}: Pod, level: LevelVersion): readonly FailedCheck[] {
    return failedChecks(level, spec, metadata, this.setup.serverMinor)
  }
}

/** The values of the annotation about an exemption. */
const exemptBy = {namespaces: 'namespace', usernames: 'user', runtimeClasses: 'runtimeClass'} as const

/** The policy of workloads: no level is enforced. */
const areOtherModesPrivileged = ({audit, warn}: Policy): boolean => audit.level === 'privileged' && warn.level === 'privileged'

/** The beginning of the warnings about pods. */
export const warning = 'would violate PodSecurity '

const wouldViolate = (level: LevelVersion, failed: readonly FailedCheck[]): string => `${warning}"${levelVersionText(level)}": ${forbiddenDetail(failed)}`

/** The reason names the first of several fields. */
function reasonOf(failed: FailedCheck): Reason {
  const [first] = failed.offences
  return {message: violationText(failed), ...first && {field: first.field}, repairs: failed.offences.map(({field, repair}) => ({field, ...repair}))}
}

function rejectPod(attributes: Attributes, {enforce}: Policy, failed: readonly FailedCheck[]): Rejection {
  const message = `violates PodSecurity "${levelVersionText(enforce)}": ${forbiddenDetail(failed)}`
  return reject(attributes, message, failed.map(reasonOf))
}

/** True if an update of a pod adds or removes containers, or changes an image (admission `isSignificantPodUpdate`). */
function isSignificantUpdate({spec: now = {}}: Pod, {spec: before = {}}: Pod): boolean {
  return differ(now.containers, before.containers) || differ(now.initContainers, before.initContainers)
    || (now.ephemeralContainers ?? []).some(({name, image}) => {
      const old = before.ephemeralContainers?.find((other) => other.name === name)
      return old === undefined || (old.image ?? '') !== (image ?? '')
    })
}

const differ = (now: readonly Container[] = [], before: readonly Container[] = []): boolean =>
  now.length !== before.length || now.some(({image = ''}, i) => image !== (before[i]?.image ?? ''))
