import {findUpward} from '../../io/find-upward.js'
import {readFile} from '../../io/read-sources.js'
import {defaultFailOn, type FailOn, failOnLevels} from '../../lint/fail-on.js'
import {configName, noConfig, parseConfig} from './config-file.js'
import {type GivenSettings, type Resolved, resolveSettings} from './resolve.js'
import type {Settings} from './settings.js'

/**
 * The settings in force: flags, then the environment, then the nearest `.kadm.yaml` in the working directory or above it.
 *
 * @param flags those that were given
 * @throws UsageError for a configuration file that cannot be read or understood, and for variables with values that make no sense
 */
export function loadSettings(flags: GivenSettings): Resolved {
  const path = findUpward(configName, process.cwd())
  return resolveSettings(flags, process.env, path === undefined ? noConfig : parseConfig(readFile(path)))
}

/** The format in which a command prints: the one that is set, if the command has it, else its first. */
export function formatOf<F extends string>({output}: Settings, formats: Readonly<Record<F, unknown>>): F {
  const names = Object.keys(formats) as [F, ...F[]]
  return names.find((name) => name === output) ?? names[0]
}

/** What makes `kadm lint` fail: what is set, else what is usual. */
export const failOnOf = ({failOn}: Settings): FailOn => failOnLevels.find((level) => level === failOn) ?? defaultFailOn
