import {findUpward} from '../../io/find-upward.js'
import {readFile} from '../../io/read-sources.js'
import {configName, parseConfig} from './config-file.js'
import {resolveSettings, type Resolved} from './resolve.js'
import type {Settings} from './settings.js'

/**
 * The settings in force: flags, then the environment, then the nearest `.kadm.yaml` in the working directory or above it.
 *
 * @param flags those that were given
 * @throws UsageError for a configuration file that cannot be read or understood
 */
export function loadSettings(flags: Settings): Resolved {
  const path = findUpward(configName, process.cwd())
  return resolveSettings(flags, process.env, path === undefined ? {} : parseConfig(readFile(path)))
}
