import {Errors, type Hook} from '@oclif/core'

import {oneLine} from '../../machinery/printable.js'
import {exitStatus} from '../exit-status.js'
import {meant} from '../suggest.js'

/** Ends a run with a command that does not exist: says which one was probably meant, and where all of them are told. */
export const commandNotFound: Hook.CommandNotFound = ({id, config}) => {
  const {bin, commands, topicSeparator} = config
  const spoken = (name: string): string => name.replaceAll(':', topicSeparator)
  const names = commands.flatMap((command) => [command.id, ...command.aliases])
  const [word = id] = id.split(':')
  const isTopic = names.some((name) => name.startsWith(`${word}:`))
  const probable = isTopic ? meant(id, names) : meant(word, names.map((name) => name.split(':')[0] ?? name))
  throw new Errors.CLIError(`there is no command "${oneLine(isTopic ? spoken(id) : word)}"`, {
    exit: exitStatus.usage,
    suggestions: [...probable === undefined ? [] : [`did you mean "${bin} ${spoken(probable)}"?`], `"${bin} --help" lists the commands`],
  })
}
