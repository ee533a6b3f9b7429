import {environmentNames} from '../config/load-settings.js'

/**
 * Returns the environments that --env names in a comparison with git: one that the configuration file of the working directory
 * does not have may be in a revision. `all` means those of the working directory.
 *
 * @throws UsageError for `all` if there are none
 */
export const environmentsWithGit = (asked: readonly string[]): string[] => [...new Set(asked.flatMap((name) => name === 'all' ? environmentNames([name]) : [name]))]
