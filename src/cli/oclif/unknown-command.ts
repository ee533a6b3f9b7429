import {Errors, type Interfaces} from '@oclif/core'

import {oneLine} from '../../machinery/output/printable.js'
import {exitStatus} from '../../lint/ending.js'
import {suggestedWord} from '../suggest.js'

/**
 * Returns the error for an unknown command. It suggests the most similar command and the list of all.
 *
 * @param id Words of the command, joined by colons
 */
export function unknownCommand(id: string, config: Interfaces.Config): Errors.CLIError {
  const {bin, commands, topicSeparator} = config
  const commandWords = (name: string): string => name.replaceAll(':', topicSeparator)
  const names = commands.flatMap((command) => [command.id, ...command.aliases])
  const [word = id] = id.split(':')
  if (id !== word && names.includes(word)) {
    return new Errors.CLIError(`"${bin} ${word}" takes no arguments`, {exit: exitStatus.usage, suggestions: [`"${bin} ${word} --help" lists its flags`]})
  }
  const isTopic = names.some((name) => name.startsWith(`${word}:`))
  const probable = isTopic ? suggestedWord(id, names) : suggestedWord(word, names.map((name) => name.split(':')[0] ?? name))
  return new Errors.CLIError(`there is no command "${oneLine(isTopic ? commandWords(id) : word)}"`, {
    exit: exitStatus.usage,
    suggestions: [...probable === undefined ? [] : [`did you mean "${bin} ${commandWords(probable)}"?`], `"${bin} --help" lists the commands`],
  })
}
