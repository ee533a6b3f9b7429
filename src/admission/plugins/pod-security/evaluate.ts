import type {PodSpec} from '../../../machinery/api/core-v1.js'
import type {ObjectMeta} from '../../../machinery/api/meta-v1.js'
import {greatest} from '../../../machinery/collections/append.js'
import {compareText} from '../../../machinery/go/text.js'
import type {KubernetesVersion} from '../../../machinery/version/kubernetes-version.js'
import type {Check, CheckPod, Violation} from './check.js'
import {checks} from './checks/index.js'
import {type LevelVersion, minorOf, type RestrictiveLevel} from './policy.js'

/** A check in one of its versions. */
interface ActiveCheck {
  readonly id: string
  readonly check: CheckPod
}

/** The last version in which a check changed. */
export const newestMinor = greatest(checks.flatMap(({versions}) => versions.map(({since}) => since)), 0)

/** The checks in the order of messages: those of baseline first, each group by its names. */
const ordered = [...checks].sort((a, b) => compareText(a.level, b.level) || compareText(a.id, b.id))

const versionAt = ({versions}: Check, minor: number): CheckPod | undefined => versions.findLast(({since}) => since <= minor)?.check

/** Returns the checks of a level in a version; those of restricted replace some of baseline (policy `populate`). */
function checksAt(level: RestrictiveLevel, minor: number): ActiveCheck[] {
  const active = ordered.flatMap((one) => {
    const check = one.level === 'restricted' && level === 'baseline' ? undefined : versionAt(one, minor)
    return check === undefined ? [] : [{id: one.id, check, overrides: one.overrides}]
  })
  const overridden = new Set(active.map(({overrides}) => overrides))
  return active.filter(({id}) => !overridden.has(id))
}

/** A check, and the first version that has it. */
export interface AddedCheck {
  readonly id: string
  readonly since: number
}

/** Returns the checks of a level that its version lacks, and that the newest version has. */
export function checksAddedSince({level, version}: LevelVersion, serverMinor: number): readonly AddedCheck[] {
  if (level === 'privileged') return []
  const before = new Set(activeChecks(level, Math.min(minorOf(version), newestMinor)).map(({id}) => id))
  const isNew = ({id, overrides}: Check): boolean => !before.has(id) && (overrides === undefined || !before.has(overrides))
  return activeChecks(level, Math.min(serverMinor, newestMinor)).flatMap(({id}) => {
    const added = checks.find((check) => check.id === id)
    return added === undefined || !isNew(added) ? [] : [{id, since: added.versions[0]?.since ?? 0}]
  })
}

const known: Readonly<Record<RestrictiveLevel, Map<number, readonly ActiveCheck[]>>> = {baseline: new Map(), restricted: new Map()}

/** Remembers the checks of each version: a manifest can name any number of versions, but those of the future are the newest. */
function activeChecks(level: RestrictiveLevel, minor: number): readonly ActiveCheck[] {
  const remembered = known[level].get(minor)
  if (remembered !== undefined) return remembered
  const active = checksAt(level, minor)
  known[level].set(minor, active)
  return active
}

/** Returns the newest version of the standards that a server knows: 36 for 1.36. */
export const minorOfServer = (version: KubernetesVersion): number => Number(version.slice('1.'.length))

/** A check that does not allow a pod. */
export interface FailedCheck extends Violation {
  readonly id: string
}

/**
 * Returns the checks that do not allow a pod, in the order of messages (policy `EvaluatePod`). A version that the server does not know
 * yet is the newest that it knows.
 *
 * @param serverMinor the newest version that the server knows
 */
export function failedChecks({level, version}: LevelVersion, spec: PodSpec, metadata: Partial<ObjectMeta>, serverMinor: number): readonly FailedCheck[] {
  if (level === 'privileged') return none
  let failed: FailedCheck[] | undefined
  for (const {id, check} of activeChecks(level, Math.min(minorOf(version), serverMinor, newestMinor))) {
    const violation = check(spec, metadata)
    if (violation !== undefined) (failed ??= []).push({id, ...violation})
  }
  return failed ?? none
}

const none: readonly FailedCheck[] = []

/** Returns the words of one violation (policy `ForbiddenDetail`). */
export const violationText = ({reason, detail}: Violation): string => detail === '' ? reason : `${reason} (${detail})`

/** Returns the words of all violations, with values and containers. */
export const forbiddenDetail = (violations: readonly Violation[]): string => violations.map(violationText).join(', ')

/** Returns the words of all violations, without values and containers (policy `ForbiddenReason`). */
export const forbiddenReason = (violations: readonly Violation[]): string => violations.map(({reason}) => reason).join(', ')
