import {
  checksAddedSince, compareLevels, isVersion, labelPrefix, levelLabel, levels, minorOfServer, type Mode, modes, type Policy, policyOfNamespace, type Setup,
  versionLabel,
} from '../../../admission/plugins/pod-security/index.js'
import type {PolicyCheck, PolicyFinding} from '../../../admission/policy-check.js'
import type {KubeObject} from '../../../kinds/kind.js'
import {namespace} from '../../../kinds/namespace/index.js'
import type {Namespace} from '../../../machinery/api/core-v1.js'
import type {FieldError} from '../../../machinery/field/error.js'
import {FieldPath} from '../../../machinery/field/path.js'
import {quote} from '../../../machinery/go/text.js'
import type {KubernetesVersion} from '../../../machinery/version/kubernetes-version.js'
import {nearest} from '../../../manifests/nearest.js'
import {setupFor} from './violations.js'

type Labels = Readonly<Record<string, string>>

/** Reports mistakes in the labels of a namespace for Pod Security. */
export const podSecurityLabels: PolicyCheck = {
  kinds: [namespace],
  check(objects, {server}) {
    const setup = setupFor(server)
    return setup === undefined ? [] : objects.flatMap((object) => mistakesIn(object as Namespace, setup, server.version))
  },
}

/** False for a namespace without labels for Pod Security, right or misspelt. */
export const mayHavePodSecurityLabels = ({metadata: {labels = {}}}: KubeObject): boolean => Object.keys(labels).some((key) => /security/i.test(key))

function mistakesIn(labelled: Namespace, {defaults}: Setup, version: KubernetesVersion): PolicyFinding[] {
  const {metadata: {labels = {}}} = labelled
  const {policy, errors} = policyOfNamespace(labelled, defaults)
  return [
    ...errors.map((error) => invalidLabel(labelled, error)),
    ...Object.keys(labels).flatMap((key) => unknownLabel(labelled, key)),
    ...errors.length > 0 ? [] : [...weakerModes(labelled, labels, policy), ...oldVersions(labelled, labels, policy, version)],
  ]
}

const labelPath = (key: string): FieldPath => FieldPath.of('metadata', 'labels').key(key)

const at = (labelled: Namespace, key: string) => ({policy: labelled, field: labelPath(key), related: []})

function invalidLabel(labelled: Namespace, error: FieldError): PolicyFinding {
  const {field, origin, badValue} = error
  const word = origin === 'pod-security/level' ? nearest(String(badValue), levels) : nearestVersion(String(badValue))
  return {
    policy: labelled, field, ruleId: origin === 'pod-security/level' ? origin : 'pod-security/version', severity: 'error', isErrorByItself: true, related: [],
    message: String(error), ...word !== undefined && {hint: `write ${quote(word)}`},
  }
}

/** Returns the version that was meant by one such as `1.30` or `v1.30.2`. */
function nearestVersion(text: string): string | undefined {
  const [, minor = ''] = /^[vV]?(1\.\d+)(?:\.\d+)?$/.exec(text) ?? []
  return isVersion(`v${minor}`) ? `v${minor}` : nearest(text, ['latest'])
}

/** The part after the prefix of all labels that the server reads. */
const names = modes.flatMap((mode) => [levelLabel(mode), versionLabel(mode)]).map((key) => key.slice(labelPrefix.length))

/** Reports labels that the server ignores: with an unknown name, or with another prefix. */
function unknownLabel(labelled: Namespace, key: string): PolicyFinding[] {
  const slash = key.indexOf('/')
  const [prefix, name] = [key.slice(0, slash + 1), key.slice(slash + 1)]
  const isMistake = prefix === labelPrefix ? !names.includes(name) : names.includes(name) && /security.*\.(?:kubernetes|k8s)\.io\/$/i.test(prefix)
  if (!isMistake) return []
  const word = prefix === labelPrefix ? nearest(name, names) : name
  return [{
    ...at(labelled, key), ruleId: 'pod-security/label', severity: 'warning',
    message: `the server ignores the label ${quote(key)}: Pod Security reads ${quote(labelPrefix)} with ${names.join(', ')}`,
    ...word !== undefined && {hint: `write ${quote(labelPrefix + word)}`},
  }]
}

/** Reports labels that ask for a weaker level than the one that is enforced. */
function weakerModes(labelled: Namespace, labels: Labels, policy: Policy): PolicyFinding[] {
  const {enforce} = policy
  return (['audit', 'warn'] as const).filter((mode) => Object.hasOwn(labels, levelLabel(mode)) && compareLevels(policy[mode].level, enforce.level) < 0).map((mode) => ({
    ...at(labelled, levelLabel(mode)), ruleId: 'pod-security/weaker-mode', severity: 'info',
    message: `${mode} ${quote(policy[mode].level)} is weaker than enforce ${quote(enforce.level)}: ${effects[mode]}`,
    hint: `write ${quote(enforce.level)}, or a stricter level`,
    related: [{policy: labelled, field: labelPath(levelLabel('enforce')), message: 'the level that is enforced'}],
  }))
}

const effects: Readonly<Record<Exclude<Mode, 'enforce'>, string>> = {
  audit: 'the audit log does not say why the pods of a workload are rejected',
  warn: 'the server does not warn about workloads whose pods it rejects',
}

/** Reports versions that lack checks of the version that is emulated. */
function oldVersions(labelled: Namespace, labels: Labels, policy: Policy, version: KubernetesVersion): PolicyFinding[] {
  return modes.filter((mode) => Object.hasOwn(labels, versionLabel(mode))).flatMap((mode): PolicyFinding[] => {
    const added = checksAddedSince(policy[mode], minorOfServer(version))
    if (added.length === 0) return []
    return [{
      ...at(labelled, versionLabel(mode)), ruleId: 'pod-security/old-version', severity: 'info',
      message: `${policy[mode].level} ${policy[mode].version} lacks ${added.map(({id, since}) => `${id} (since v1.${since})`).join(', ')}`,
      hint: `write ${quote(`v${version}`)} or "latest", after a check of the pods`,
    }]
  })
}
