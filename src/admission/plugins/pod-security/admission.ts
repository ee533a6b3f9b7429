import {namespaceNamed} from '../../../kinds/namespace/index.js'
import {podOf} from '../../../kinds/pod-of.js'
import type {Pod} from '../../../machinery/api/core-v1.js'
import type {Attributes, Operation} from '../../attributes.js'
import {type Admission, type AdmissionPlugin, type Lister, type PluginContext, type Reason, reject, type Rejection} from '../../plugin.js'
import {type FailedCheck, failedChecks, forbiddenDetail, violationText} from './evaluate.js'
import {labelsOf, validateNamespace} from './namespaces.js'
import {isFullyPrivileged, isSameLevelVersion, levelVersionText, type Policy, policyOf} from './policy.js'
import {type Setup, setupOf} from './setup.js'
import {isSignificantUpdate} from './significant-update.js'

/** The subresources of pods that change no spec. */
const ignoredSubresources: ReadonlySet<string> = new Set(['exec', 'attach', 'binding', 'eviction', 'log', 'portforward', 'proxy', 'status'])

/**
 * Holds pods to the Pod Security Standards: rejects those that break the level that their namespace enforces, and warns about those that
 * break another one (podsecurity `Plugin`, pod-security-admission `Admission`). kadm keeps no audit log, so the level of that mode has no effect.
 */
export class PodSecurity implements AdmissionPlugin {
  readonly name = 'PodSecurity'
  private readonly setup: Setup
  private readonly store: Lister

  constructor({store, configuration, version}: PluginContext) {
    this.store = store
    this.setup = setupOf(configuration ?? {}, version)
  }

  handles(operation: Operation): boolean {
    return operation !== 'DELETE'
  }

  validate(attributes: Attributes): Rejection | Admission | undefined {
    const {resource: {name, group}, subresource} = attributes
    if (name === 'namespaces' && group === '') return subresource === '' ? validateNamespace(attributes, this.setup, this.store) : undefined
    const isPod = name === 'pods' && group === ''
    if (isPod ? ignoredSubresources.has(subresource) : subresource !== '') return undefined
    const written = attributes.object && podOf(attributes.object)
    if (written === undefined || this.isExempt(attributes, written.pod)) return undefined
    const policy = this.policyOf(attributes.namespace)
    if (isFullyPrivileged(policy)) return undefined
    if (!isPod) return this.warn(written.pod, policy)
    if (attributes.operation === 'UPDATE' && !isSignificantUpdate(written.pod, attributes.oldObject as Pod)) return undefined
    return this.enforce(attributes, written.pod, policy)
  }

  private isExempt({namespace, user}: Attributes, {spec = {}}: Pod): boolean {
    const {namespaces, usernames, runtimeClasses} = this.setup.exempt
    return namespaces.has(namespace) || usernames.has(user) || runtimeClasses.has(spec.runtimeClassName ?? '')
  }

  private policyOf(namespace: string): Policy {
    return policyOf(labelsOf(namespaceNamed(namespace, this.store)), this.setup.defaults).policy
  }

  private enforce(attributes: Attributes, pod: Pod, policy: Policy): Rejection | Admission | undefined {
    const failed = this.failed(pod, policy, 'enforce')
    if (failed.length > 0) return rejectPod(attributes, policy, failed)
    return isSameLevelVersion(policy.enforce, policy.warn) ? undefined : this.warn(pod, policy)
  }

  private warn(pod: Pod, policy: Policy): Admission | undefined {
    const failed = this.failed(pod, policy, 'warn')
    return failed.length === 0 ? undefined : {warnings: [`would violate PodSecurity "${levelVersionText(policy.warn)}": ${forbiddenDetail(failed)}`]}
  }

  private failed({spec = {}, metadata}: Pod, policy: Policy, mode: 'enforce' | 'warn'): readonly FailedCheck[] {
    return failedChecks(policy[mode], spec, metadata, this.setup.serverMinor)
  }
}

/** The reason names the first of several fields. */
function reasonOf(failed: FailedCheck): Reason {
  const [first] = failed.offences
  return {message: violationText(failed), ...first && {field: first.field}}
}

function rejectPod(attributes: Attributes, {enforce}: Policy, failed: readonly FailedCheck[]): Rejection {
  const message = `violates PodSecurity "${levelVersionText(enforce)}": ${forbiddenDetail(failed)}`
  return reject(attributes, message, failed.map(reasonOf))
}
