import {type FieldError, invalid} from '../../../machinery/field/error.js'
import {FieldPath} from '../../../machinery/field/path.js'

/** The levels of the Pod Security Standards, the least strict first. */
export const levels = ['privileged', 'baseline', 'restricted'] as const

export type Level = typeof levels[number]

/** A level that forbids something. */
export type RestrictiveLevel = Exclude<Level, 'privileged'>

/** A level in a version of the standards: `latest`, or `v1.25` (api `LevelVersion`). */
export interface LevelVersion {
  readonly level: Level
  readonly version: string
}

/** The policy of a namespace: the levels that reject pods, that add annotations to the audit log, and that add warnings (api `Policy`). */
export interface Policy {
  readonly enforce: LevelVersion
  readonly audit: LevelVersion
  readonly warn: LevelVersion
}

/** The modes of the policy of a namespace. */
export const modes = ['enforce', 'audit', 'warn'] as const

export type Mode = typeof modes[number]

/** The version that follows the server's. */
export const latest = 'latest'

/** Returns `baseline:v1.25`. */
export const levelVersionText = ({level, version}: LevelVersion): string => `${level}:${version}`

export const isSameLevelVersion = (a: LevelVersion, b: LevelVersion): boolean => a.level === b.level && a.version === b.version

/** Returns more than zero if a level is stricter than another one (api `CompareLevels`). */
export const compareLevels = (a: Level, b: Level): number => levels.indexOf(a) - levels.indexOf(b)

export const levelError = 'must be one of privileged, baseline, restricted'

export const versionError = 'must be "latest" or "v1.x"'

/** Returns a level by its name (api `ParseLevel`). */
export const parseLevel = (text: string): Level | undefined => levels.find((level) => level === text)

/** The greatest number of a version that Go can hold. */
const maxMinor = 2n ** 63n - 1n

/** True for `latest` and `v1.x` (api `ParseVersion`). */
export function isVersion(text: string): boolean {
  const [, minor] = /^v1\.(0|[1-9][0-9]*)$/.exec(text) ?? []
  return text === latest || (minor !== undefined && BigInt(minor.slice(0, 20)) <= maxMinor && minor.length <= 20)
}

/** Returns the minor version: 25 for v1.25, infinity for `latest`. */
export const minorOf = (version: string): number => version === latest ? Infinity : Number(version.slice('v1.'.length))

/** The prefix of the labels that set the policy of a namespace. */
export const labelPrefix = 'pod-security.kubernetes.io/'

/** Returns the label with the level of a mode. */
export const levelLabel = (mode: Mode): string => `${labelPrefix}${mode}`

/** Returns the label with the version of a mode. */
export const versionLabel = (mode: Mode): string => `${labelPrefix}${mode}-version`

/** The policy that the labels of a namespace set, and what is wrong with them. */
export interface LabelledPolicy {
  readonly policy: Policy
  readonly errors: readonly FieldError[]
}

/** The level in place of a name that is none: strict where pods are rejected, and lenient elsewhere. */
const insteadOfInvalid: Readonly<Record<Mode, Level>> = {enforce: 'restricted', audit: 'privileged', warn: 'privileged'}

/** Returns the policy of a namespace (api `PolicyToEvaluate`). Warnings are at least as strict as the level that is enforced by a label. */
export function policyOf(labels: Readonly<Record<string, string>>, defaults: Policy): LabelledPolicy {
  const read = modes.map((mode) => readMode(mode, labels, defaults[mode]))
  const [enforce, audit, warn] = read.map(({value}) => value)
  const errors = read.flatMap((one) => one.errors)
  const policy = {enforce: enforce ?? defaults.enforce, audit: audit ?? defaults.audit, warn: warn ?? defaults.warn}
  return {policy: warnsOfEnforced(labels, policy) ? {...policy, warn: warnLike(labels, policy)} : policy, errors}
}

function readMode(mode: Mode, labels: Readonly<Record<string, string>>, given: LevelVersion): {readonly value: LevelVersion, readonly errors: FieldError[]} {
  const level = labelled(labels, levelLabel(mode))
  const version = labelled(labels, versionLabel(mode))
  return {
    value: {
      level: level === undefined ? given.level : parseLevel(level) ?? insteadOfInvalid[mode],
      version: version === undefined ? given.version : isVersion(version) ? version : latest,
    },
    errors: [
      ...level === undefined || parseLevel(level) !== undefined ? [] : [invalid(labelsPath.key(levelLabel(mode)), level, levelError, 'pod-security/level')],
      ...version === undefined || isVersion(version) ? [] : [invalid(labelsPath.key(versionLabel(mode)), version, versionError, 'pod-security/version')],
    ],
  }
}

const labelsPath = FieldPath.of('metadata', 'labels')

const labelled = (labels: Readonly<Record<string, string>>, label: string): string | undefined => Object.hasOwn(labels, label) ? labels[label] : undefined

function warnsOfEnforced(labels: Readonly<Record<string, string>>, {enforce, warn}: Policy): boolean {
  const enforced = labelled(labels, levelLabel('enforce'))
  return enforced !== undefined && parseLevel(enforced) !== undefined && labelled(labels, levelLabel('warn')) === undefined
    && compareLevels(enforce.level, warn.level) > 0
}

const warnLike = (labels: Readonly<Record<string, string>>, {enforce, warn}: Policy): LevelVersion =>
  ({level: enforce.level, version: labelled(labels, versionLabel('warn')) === undefined ? enforce.version : warn.version})

/** True if a policy forbids nothing in any mode. */
export const isFullyPrivileged = (policy: Policy): boolean => modes.every((mode) => policy[mode].level === 'privileged')

/** True if two policies allow the same (api `Policy.Equivalent`). */
export const isEquivalent = (a: Policy, b: Policy): boolean => modes.every((mode) =>
  (a[mode].level === 'privileged' && b[mode].level === 'privileged') || isSameLevelVersion(a[mode], b[mode]))
