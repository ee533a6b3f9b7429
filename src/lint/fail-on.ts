import type {Severity} from './diagnostic.js'

/** What a run can be made to fail on: findings of that severity and graver ones; `none` fails on none. */
export const failOnLevels = ['error', 'warning', 'info', 'none'] as const

export type FailOn = typeof failOnLevels[number]

/** What a run fails on unless somebody says otherwise: infos tell of what may well be meant. */
export const defaultFailOn = 'warning' satisfies FailOn

/** Whether a finding of that severity makes a run fail. */
export const isFailure = (severity: Severity, failOn: FailOn): boolean => failOnLevels.indexOf(severity) <= failOnLevels.indexOf(failOn) && failOn !== 'none'
