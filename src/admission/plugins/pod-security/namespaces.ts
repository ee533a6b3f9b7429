import {pod} from '../../../kinds/pod/index.js'
import type {Namespace} from '../../../machinery/api/core-v1.js'
import {quote} from '../../../machinery/go/text.js'
import {invalidObject} from '../../../machinery/meta/status.js'
import type {Attributes} from '../../attributes.js'
import type {Admission, Lister, Rejection} from '../../plugin.js'
import {defaultPolicy} from './configuration.js'
import {warningsAbout} from './existing-pods.js'
import {compareLevels, isEquivalent, isFullyPrivileged, isSameLevelVersion, type LabelledPolicy, levelLabel, levelVersionText, modes, type Policy, policyOf, versionLabel} from './policy.js'
import type {Setup} from './setup.js'

/** Checks the labels of a namespace, and its pods if the labels become stricter (admission `ValidateNamespace`). */
export function validateNamespace(attributes: Attributes, setup: Setup, lister: Lister): Rejection | Admission | undefined {
  const namespace = attributes.object as Namespace
  const now = policyOf(labelsOf(namespace), setup.defaults)
  const before = attributes.operation === 'UPDATE' ? policyOf(labelsOf(attributes.oldObject as Namespace), setup.defaults) : undefined
  if (now.errors.length > 0 && (before === undefined || !haveSameErrors(now, before))) return reject(attributes, now)
  if (before !== undefined && !isStricter(now.policy, before.policy)) return undefined
  const {name = ''} = namespace.metadata
  if (setup.exempt.namespaces.has(name)) return exemptionWarning(name, now.policy, labelsOf(namespace), setup)
  return before === undefined ? undefined : {warnings: warningsAbout(lister.list(pod, name), name, now.policy.enforce, setup)}
}

/** Returns the labels of an object. */
export const labelsOf = ({metadata: {labels = {}}}: Namespace): Readonly<Record<string, string>> => labels

/**
 * Returns the policy of a namespace.
 *
 * @param defaults the policy without labels; by default that of a server without a configuration
 */
export const policyOfNamespace = (namespace: Namespace, defaults = defaultPolicy({})): LabelledPolicy => policyOf(labelsOf(namespace), defaults)

/** Invalid labels may stay as they are. */
const haveSameErrors = (a: LabelledPolicy, b: LabelledPolicy): boolean => a.errors.map(String).join('\n') === b.errors.map(String).join('\n')

function reject({kind, name}: Attributes, {errors}: LabelledPolicy): Rejection {
  return {status: invalidObject(kind, name, errors), reasons: errors.map((error) => ({message: String(error), field: error.field}))}
}

/** True if existing pods may violate the policy now. */
function isStricter({enforce: now}: Policy, {enforce: before}: Policy): boolean {
  if (isSameLevelVersion(now, before) || now.level === 'privileged') return false
  return now.version !== before.version || compareLevels(now.level, before.level) > 0
}

/** Warns of labels without effect (admission `exemptNamespaceWarning`). */
function exemptionWarning(name: string, policy: Policy, labels: Readonly<Record<string, string>>, {defaults}: Setup): Admission | undefined {
  if (isFullyPrivileged(policy) || isEquivalent(policy, defaults)) return undefined
  const isSet = (label: string): boolean => Object.hasOwn(labels, label)
  const ignored = modes.filter((mode) => policy[mode].level !== 'privileged' && (isSet(levelLabel(mode)) || isSet(versionLabel(mode))))
  const text = ignored.map((mode) => `${mode}=${levelVersionText(policy[mode])}`).join(', ')
  return {warnings: [`namespace ${quote(name)} is exempt from Pod Security, and the policy (${text}) will be ignored`]}
}
