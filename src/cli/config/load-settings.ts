import {join, relative} from 'node:path'

import {statsOf} from '../../io/discover.js'
import {readFile} from '../../io/read-sources.js'
import {folderAndParents, isInside, leavesRepository} from '../../io/repository-root.js'
import {defaultFailOn, type FailOn, failOnLevels} from '../../lint/fail-on.js'
import {oneLine} from '../../machinery/output/printable.js'
import {UsageError} from '../../usage-error.js'
import {suggestedWord} from '../suggest.js'
import {type ConfigFile, configName, noConfig, parseConfig} from './config-file.js'
import {type GivenSettings, type Resolved, resolveSettings} from './resolve.js'
import {type Environment, settingNames, type Settings} from './settings.js'

/** The error for an environment that a configuration file does not have. */
export class UnknownEnvironmentError extends UsageError {}

/**
 * Returns the effective settings: flags, then environment variables, then the nearest `.kadm.yaml` in the working directory or above it.
 *
 * @param flags The given flags; `env` names the environment, whose settings override the common ones of the file
 * @param root The folder above which no configuration file is searched; by default there is none
 * @throws UsageError for a configuration file that cannot be read or parsed, and for variables with invalid values; for a path in the
 * file that leads out of its folder, unless it is overridden
 */
export function loadSettings({env: names, ...flags}: GivenSettings & {readonly env?: readonly string[] | undefined}, root?: string): Resolved {
  const file = readConfig(root)
  const [name] = names ?? []
  const {files, ...own}: Environment = name === undefined ? {} : environmentNamed(name, resolveSettings({}, process.env, file).settings)
  const resolved = resolveSettings(flags, process.env, {...file, settings: {...file.settings, ...own}})
  for (const setting of settingNames) {
    const {[setting]: rejected} = file.rejected
    if (rejected !== undefined && resolved.settings[setting] === undefined) throw rejected
  }
  return {...resolved, ...files !== undefined && {files}}
}

function readConfig(root?: string): ConfigFile {
  const path = findConfig(root)
  if (path === undefined) return noConfig
  if (leavesRepository(path)) throw new UsageError(`${oneLine(path)} is a link that leads out of the repository: kadm does not read it`, ['put a copy of the file in its place'])
  return parseConfig(readFile(path))
}

/**
 * Returns the path of the nearest configuration file in the working directory or above it, relative to that directory.
 *
 * @throws UsageError if a folder cannot be searched
 */
function findConfig(root: string | undefined): string | undefined {
  const from = process.cwd()
  const folders = folderAndParents(from).filter((folder) => root === undefined || isInside(folder, root))
  const path = folders.map((folder) => join(folder, configName)).find((each) => statsOf(each)?.isFile() === true)
  return path === undefined ? undefined : relative(from, path)
}

/** Returns the output format: the configured one if the command supports it, else the command's first. */
export function formatOf<F extends string>({output}: Settings, formats: Readonly<Record<F, unknown>>): F {
  const names = Object.keys(formats) as [F, ...F[]]
  return names.find((name) => name === output) ?? names[0]
}

/** Returns the lowest severity that makes `kadm lint` fail: the configured one or the default. */
export const failOnOf = ({failOn}: Settings): FailOn => failOnLevels.find((level) => level === failOn) ?? defaultFailOn

/**
 * Returns the names of the requested environments, each once; `all` means all configured ones.
 *
 * @throws UsageError for an unknown name
 */
export function environmentNames(asked: readonly string[]): string[] {
  const {settings} = resolveSettings({}, process.env, readConfig())
  const names = asked.flatMap((name) => name === 'all' ? Object.keys(settings.environments ?? {}) : [name])
  for (const name of names.length === 0 ? asked : names) environmentNamed(name, settings)
  return [...new Set(names)]
}

function environmentNamed(name: string, {environments = {}}: Settings): Environment {
  const environment = Object.hasOwn(environments, name) ? environments[name] : undefined
  if (environment !== undefined) return environment
  const known = Object.keys(environments)
  const probable = suggestedWord(name, known)
  const none = 'write "environments" in .kadm.yaml: names with files, policies, existing and namespace'
  throw new UnknownEnvironmentError(`there is no environment ${JSON.stringify(name)}`, [probable !== undefined ? `did you mean ${probable}?` : known.length === 0 ? none : `known are ${known.join(', ')}`])
}
