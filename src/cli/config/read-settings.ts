import {isAbsolute, relative, sep} from 'node:path'

import {leavesFolder} from '../../io/glob-pattern.js'
import type {SourceFile, Span} from '../../source/source-file.js'
import {PlacedUsageError} from '../only-document.js'
import {parseConfig} from './config-file.js'
import type {PathChecks} from './confined-path.js'
import type {Settings} from './settings.js'

/** A fault of a configuration file. */
export interface SettingsFault {
  readonly file: SourceFile
  readonly span: Span
  readonly message: string
}

/** The settings of a configuration file, and its faults. */
export interface SettingsReading {
  /** Without those that have a fault. Empty if the file cannot be read as a whole. */
  readonly settings: Settings
  readonly faults: readonly SettingsFault[]
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
    return {settings, faults: Object.values(rejected).map(faultOf)}
  } catch (error) {
    if (error instanceof PlacedUsageError) return {settings: {}, faults: [faultOf(error)]}
    throw error
  }
}

const faultOf = ({file, span, detail}: PlacedUsageError): SettingsFault => ({file, span, message: detail})
