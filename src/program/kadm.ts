// The script `kadm` of the program: the commands, and the library.
import type {Command} from '@oclif/core'

import * as library from '../index.js'

export {library}

/** Loads the module of a command, by its path below `commands/`, without the extension. The build includes all modules of that folder. */
export const command = (path: string): Promise<{readonly default: Command.Class}> => import(`../../commands/${path}.ts`) as Promise<{default: Command.Class}>
