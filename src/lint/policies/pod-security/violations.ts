import {type FailedCheck, failedChecks, levelLabel, levelVersionText, minorOfServer, type Mode, modes, policyOfNamespace, violationText} from '../../../admission/plugins/pod-security/index.js'
import type {PolicyCheck, PolicyFinding, RelatedPlace} from '../../../admission/policy-check.js'
import type {KubeObject} from '../../../kinds/kind.js'
import {namespace} from '../../../kinds/namespace/index.js'
import {placeInObject, podMakers, podOf, type WrittenPod} from '../../../kinds/pod-of.js'
import type {Namespace} from '../../../machinery/api/core-v1.js'
import {FieldPath} from '../../../machinery/field/path.js'
import {quote} from '../../../machinery/go/text.js'
import type {KubernetesVersion} from '../../../machinery/version/kubernetes-version.js'

/** Reports pods, and templates of pods, that violate the levels that labels of their namespace set. */
export const podSecurityViolations: PolicyCheck = {
  kinds: [namespace],
  subjects: {kinds: podMakers, concern: () => true},
  check: ([labelled, ...makers], {version}) => labelled === undefined ? [] : makers.flatMap((maker) => violationsOf(maker, labelled as Namespace, version)),
}

/** The rule and severity for each mode. */
const reports = {
  enforce: {ruleId: 'pod-security/enforce', severity: 'error', verb: 'enforces'},
  warn: {ruleId: 'pod-security/warn', severity: 'warning', verb: 'warns about'},
  audit: {ruleId: 'pod-security/audit', severity: 'info', verb: 'audits'},
} as const satisfies Readonly<Record<Mode, object>>

/** The modes in the order in which a violation is reported, once. */
const reportedModes: readonly Mode[] = ['enforce', 'warn', 'audit']

function violationsOf(object: KubeObject, labelled: Namespace, version: KubernetesVersion): PolicyFinding[] {
  const written = podOf(object)
  const {policy, errors} = policyOfNamespace(labelled)
  if (written === undefined || errors.length > 0) return []
  const {metadata, spec = {}} = written.pod
  const reported = new Set<string>()
  return reportedModes.filter((mode) => mode !== 'enforce' || object.kind !== 'PodTemplate').flatMap((mode) => {
    const failed = failedChecks(policy[mode], spec, metadata, minorOfServer(version))
      .filter(({offences}) => offences.some(({field}) => !reported.has(String(field))))
    for (const {field} of failed.flatMap(({offences}) => offences)) reported.add(String(field))
    return failed.map((one) => findingOf(one, {object, written, labelled, mode, level: levelVersionText(policy[mode])}))
  })
}

/** A pod under a level. */
interface HeldPod {
  readonly object: KubeObject
  readonly written: WrittenPod
  readonly labelled: Namespace
  readonly mode: Mode
  readonly level: string
}

function findingOf(failed: FailedCheck, {object, written, labelled, mode, level}: HeldPod): PolicyFinding {
  const [first, ...others] = failed.offences.map(({field, hint}) => ({field: placeInObject(written, field), hint}))
  const {ruleId, severity, verb} = reports[mode]
  return {
    policy: object, field: first?.field ?? written.spec, ruleId, severity, ...first && {hint: first.hint},
    message: `${introduction(object, mode)} PodSecurity ${quote(level)}: ${violationText(failed)}`,
    related: [
      ...others.map(({field, hint}): RelatedPlace => ({policy: object, field, message: hint})),
      {policy: labelled, field: labelOf(labelled, mode), message: `Namespace ${labelled.metadata.name ?? ''} ${verb} ${level} here`},
    ],
  }
}

function introduction({kind}: KubeObject, mode: Mode): string {
  if (mode !== 'enforce') return 'would violate'
  return kind === 'Pod' ? 'violates' : 'the server will reject the pods: they violate'
}

/** Returns the label that sets a level: warnings follow the level that is enforced. */
function labelOf({metadata: {labels = {}}}: Namespace, mode: Mode): FieldPath {
  const set = [mode, ...modes].find((one) => Object.hasOwn(labels, levelLabel(one))) ?? mode
  return FieldPath.of('metadata', 'labels').key(levelLabel(set))
}
