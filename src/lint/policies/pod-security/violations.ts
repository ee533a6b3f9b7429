import {
  type FailedCheck, failedChecks, levelLabel, type LevelVersion, levelVersionText, type Mode, modes, podSecurity, policyOfNamespace, type Setup, setupOf,
  violationText,
} from '../../../admission/plugins/pod-security/index.js'
import type {CheckedServer, PolicyCheck, PolicyFinding, RelatedPlace} from '../../../admission/policy-check.js'
import {podCreator} from '../../../controllers/workload/controller-user.js'
import type {KubeObject} from '../../../kinds/kind.js'
import {namespace} from '../../../kinds/namespace/index.js'
import {type PlacedPod, placeInObject, podMakers, podOf} from '../../../kinds/pod-of.js'
import type {Namespace} from '../../../machinery/api/core-v1.js'
import {FieldPath} from '../../../machinery/field/path.js'
import {quote} from '../../../machinery/go/text.js'
import {certainFields} from './certain-fields.js'

/** Reports pods, and templates of pods, that violate the levels that labels of their namespace, or the configuration of the server, set. */
export const podSecurityViolations: PolicyCheck = {
  kinds: [namespace],
  subjects: {kinds: podMakers, concern: () => true},
  coversUndeclared: (server) => modes.some((mode) => setupFor(server)?.defaults[mode].level !== 'privileged'),
  check(objects, {server}) {
    const setup = setupFor(server)
    const labelled = objects.find(isNamespace)
    return setup === undefined ? [] : objects.filter((object) => !isNamespace(object)).flatMap((maker) => violationsOf(maker, labelled, setup))
  },
}

/** Returns the setup of the plugin; undefined if it is disabled. */
export const setupFor = ({version, disabledPlugins, configurations}: CheckedServer): Setup | undefined =>
  disabledPlugins.includes(podSecurity.name) ? undefined : setupOf(configurations[podSecurity.name] ?? {}, version)

const isNamespace = (object: KubeObject): object is Namespace => object.kind === namespace.kind && object.apiVersion === namespace.apiVersion

/** The rule and severity for each mode. */
const reports = {
  enforce: {ruleId: 'pod-security/enforce', severity: 'error', verb: 'enforces'},
  warn: {ruleId: 'pod-security/warn', severity: 'warning', verb: 'warns about'},
  audit: {ruleId: 'pod-security/audit', severity: 'info', verb: 'audits'},
} as const satisfies Readonly<Record<Mode, object>>

/** The modes in the order in which a violation is reported, once. */
const reportedModes: readonly Mode[] = ['enforce', 'warn', 'audit']

function violationsOf(object: KubeObject, labelled: Namespace | undefined, setup: Setup): PolicyFinding[] {
  const placed = podOf(object)
  const {policy, errors} = labelled === undefined ? {policy: setup.defaults, errors: []} : policyOfNamespace(labelled, setup.defaults)
  if (placed === undefined || errors.length > 0) return []
  const {metadata, spec = {}} = placed.pod
  const {namespaces, runtimeClasses, usernames} = setup.exempt
  if (namespaces.has(object.metadata.namespace ?? '') || runtimeClasses.has(spec.runtimeClassName ?? '')) return []
  const reported = new Set<string>()
  const isEnforced = object.kind !== 'PodTemplate' && !usernames.has(podCreator(object.kind) ?? '')
  return reportedModes.filter((mode) => mode !== 'enforce' || isEnforced).flatMap((mode) => {
    const failed = failedChecks(policy[mode], spec, metadata, setup.serverMinor)
      .filter(({offences}) => offences.some(({field}) => !reported.has(String(field))))
    for (const {field} of failed.flatMap(({offences}) => offences)) reported.add(String(field))
    const source = sourceOf({mode, level: policy[mode]}, labelled, setup)
    const added = mode === 'enforce' ? failed.map((one) => certainFields(one, spec)) : []
    const fixes = added.flat().map(({field, value}) => ({field: placeInObject(placed, field), value}))
    return failed.map((one, i) => ({
      ...findingOf(one, {object, placed, mode, level: levelVersionText(policy[mode]), source}),
      // One edit fixes all violations of an object that are certain: edits of the same map would overlap.
      ...added[i] !== undefined && added[i].length > 0 && {added: fixes},
    }))
  })
}

/** The label or the configuration that sets a level. */
type LevelSource = Pick<PolicyFinding, 'configuredBy' | 'isErrorByItself' | 'related'>

/** A pod under a level. */
interface HeldPod {
  readonly object: KubeObject
  readonly placed: PlacedPod
  readonly mode: Mode
  readonly level: string
  readonly source: LevelSource
}

function findingOf(failed: FailedCheck, {object, placed, mode, level, source}: HeldPod): PolicyFinding {
  const [first, ...others] = failed.offences.map(({field, hint}) => ({field: placeInObject(placed, field), hint}))
  const {ruleId, severity} = reports[mode]
  return {
    ...source, policy: object, field: first?.field ?? placed.spec, ruleId, severity, ...first && {hint: first.hint},
    message: `${introduction(object, mode)} PodSecurity ${quote(level)}: ${violationText(failed)}`,
    related: [...others.map(({field, hint}): RelatedPlace => ({policy: object, field, message: hint})), ...source.related],
  }
}

function introduction({kind}: KubeObject, mode: Mode): string {
  if (mode !== 'enforce') return 'would violate'
  return kind === 'Pod' ? 'violates' : 'the server will reject the pods: they violate'
}

function sourceOf({mode, level}: {readonly mode: Mode, readonly level: LevelVersion}, labelled: Namespace | undefined, {defaults}: Setup): LevelSource {
  const {verb} = reports[mode]
  const label = labelled && labelOf(labelled, mode, level.level === defaults[mode].level)
  if (labelled !== undefined && label !== undefined) {
    return {related: [{policy: labelled, field: label, message: `Namespace ${labelled.metadata.name ?? ''} ${verb} ${levelVersionText(level)} here`}]}
  }
  const message = `the configuration of PodSecurity ${verb} ${levelVersionText(level)} here, in namespaces without labels`
  return {configuredBy: {plugin: 'PodSecurity', field: FieldPath.of('defaults', mode), message}, isErrorByItself: true, related: []}
}

/**
 * Returns the label that sets a level; undefined if the configuration sets it. Warnings follow the level that is enforced.
 *
 * @param isDefault True if the configuration has the same level
 */
function labelOf({metadata: {labels = {}}}: Namespace, mode: Mode, isDefault: boolean): FieldPath | undefined {
  const following: readonly Mode[] = mode === 'warn' && !isDefault ? ['enforce'] : []
  const set = [mode, ...following].find((one) => Object.hasOwn(labels, levelLabel(one)))
  return set && FieldPath.of('metadata', 'labels').key(levelLabel(set))
}
