import type {Severity} from './diagnostic.js'

/** The values of `--fail-on`: the lowest severity that makes a run fail; `none` never fails it. */
export const failOnLevels = ['error', 'warning', 'info', 'none'] as const

export type FailOn = typeof failOnLevels[number]

/** The default: infos often report intended configuration. */
export const defaultFailOn = 'warning' satisfies FailOn

/** True if a finding of that severity makes a run fail. */
export const isFailure = (severity: Severity, failOn: FailOn): boolean => failOnLevels.indexOf(severity) <= failOnLevels.indexOf(failOn) && failOn !== 'none'
