// The script `kadm` of the program: the commands and the library.
import type {Command} from '@oclif/core'

import type * as Library from '../index.js'
import {imported, type SharedScript} from './linked.js'

/**
 * Loads the library. Commands do not: it evaluates all modules.
 *
 * @param shared the shared scripts: not every way to run modules can require an ES module
 */
export function library(shared: Readonly<Record<string, SharedScript>>): Promise<typeof Library> {
  Object.assign(imported, shared)
  return import('../index.js')
}

/** Loads the module of a command, by its path below `commands/`, without the extension. The build includes all modules of that folder. */
export const command = (path: string): Promise<{readonly default: Command.Class}> => import(`../../commands/${path}.ts`) as Promise<{default: Command.Class}>
