import {isAbsolute, relative, sep} from 'node:path'

import {leavesFolder} from '../../io/glob-pattern.js'
import type {SourceFile, Span} from '../../source/source-file.js'
import {PlacedUsageError} from '../only-document.js'
import {parseConfig} from './config-file.js'
import type {PathChecks} from './confined-path.js'
import type {Settings} from './settings.js'

/** An error of a configuration file. */
export interface SettingsError {
  readonly file: SourceFile
  readonly span: Span
  readonly message: string
}

/** The settings of a configuration file, and its errors. */
export interface SettingsReading {
  /** Without those that have an error. Empty if the file cannot be read as a whole. */
  readonly settings: Settings
  readonly errors: readonly SettingsError[]
}

/** Checks that compare names only: no disk is read. */
const checksOfNames: PathChecks = {
  leavesFolder: (path, folder) => leavesFolder(path, folder, (inner, outer) => {
    const way = relative(outer, inner)
    return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way)
  }),
  isSpecial: () => false,
}

/**
 * Reads the settings of a `.kadm.yaml`. Paths are relative to the file, and must be below its folder.
 *
 * @param checks of paths; the default ones compare names and read no disk, so that they do not notice links out of the folder
 */
export function readSettings(file: SourceFile, checks: Partial<PathChecks> = {}): SettingsReading {
  try {
    const {settings, rejected} = parseConfig(file, {...checksOfNames, ...checks})
    return {settings, errors: Object.values(rejected).map(errorOf)}
  } catch (error) {
    if (error instanceof PlacedUsageError) return {settings: {}, errors: [errorOf(error)]}
    throw error
  }
}

const errorOf = ({file, span, detail}: PlacedUsageError): SettingsError => ({file, span, message: detail})
