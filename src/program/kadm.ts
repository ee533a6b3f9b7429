// The script `kadm` of the program: the commands and the library.
import type {Command} from '@oclif/core'

import type * as Library from '../index.js'

/** Loads the library. Commands do not: it evaluates all modules. */
export const library = (): Promise<typeof Library> => import('../index.js')

/** Loads the module of a command, by its path below `commands/`, without the extension. The build includes all modules of that folder. */
export const command = (path: string): Promise<{readonly default: Command.Class}> => import(`../../commands/${path}.ts`) as Promise<{default: Command.Class}>
