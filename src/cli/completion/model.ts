import type {Command} from '@oclif/core'

/** The possible values of a flag or argument: a list of words, files, names of environments, or anything. */
export type Values = readonly string[] | 'files' | 'environments' | 'any'

/** Returns the command that a script runs to list the environments, as their file may change. */
export const environmentsCommand = (bin: string): string => `${bin} completion environments 2> /dev/null`

/** A flag in the completion model. */
export interface CompletedFlag {
  /** Without dashes: `output`. */
  readonly name: string
  /** Aliases: `ns`. */
  readonly aliases: readonly string[]
  /** The short name: `o`. */
  readonly char: string | undefined
  readonly description: string
  /** Its possible values; undefined for a boolean flag. */
  readonly values: Values | undefined
}

/** A command in the completion model. */
export interface CompletedCommand {
  /** The full name: `describe limits`. */
  readonly name: string
  /** Aliases of the command. */
  readonly aliases: readonly string[]
  readonly summary: string
  readonly flags: readonly CompletedFlag[]
  /** The possible values of its arguments; undefined if it takes none. */
  readonly values: Values | undefined
}

/** The data for a completion script. */
export interface CompletionModel {
  /** The name of the program. */
  readonly bin: string
  /** Sorted by name. */
  readonly commands: readonly CompletedCommand[]
  /** Topics, such as `describe`, with their descriptions. */
  readonly topics: ReadonlyMap<string, string>
}

/** The parts of the oclif configuration that completion uses. */
interface Program {
  readonly bin: string
  readonly commands: readonly Command.Loadable[]
  readonly topics: readonly {readonly name: string, readonly description?: string | undefined, readonly hidden?: boolean | undefined}[]
}

type Flag = Command.Loadable['flags'][string]

type Arg = Command.Loadable['args'][string]

/** Returns the completion model of the commands in the manifest. */
export function completionModel({bin, commands, topics}: Program): CompletionModel {
  // oclif lists a command under each of its aliases, too.
  const aliases = new Set(commands.flatMap((command) => command.aliases))
  const shown = commands.filter(({id, hidden}) => !hidden && !aliases.has(id))
  const names = shown.map((command) => commandWords(command.id))
  return {
    bin,
    commands: shown.map(completedCommand).sort((a, b) => a.name < b.name ? -1 : 1),
    topics: new Map(topics.filter(({name}) => names.some((command) => command.startsWith(`${commandWords(name)} `)))
      .map(({name, description = ''}) => [commandWords(name), firstSentence(description)])),
  }
}

/** Returns the commands and topics that can follow the given words, with their descriptions. */
export function wordsAfter({commands, topics}: CompletionModel, before: string): [word: string, summary: string][] {
  const prefix = before === '' ? '' : `${before} `
  const all = [...commands.map(({name, summary}) => [name, summary] as const), ...topics]
  const words = all.filter(([name]) => name.startsWith(prefix) && !name.slice(prefix.length).includes(' '))
    .map(([name, summary]): [string, string] => [name.slice(prefix.length), summary]).sort(([a], [b]) => a < b ? -1 : 1)
  // A command that is a topic, too, is there once.
  return [...new Map(words)]
}

/** Returns the topics that are no command: a command with subcommands completes its own flags and arguments. */
export const pureTopics = ({commands, topics}: CompletionModel): string[] =>
  [...topics.keys()].filter((topic) => commands.every(({name}) => name !== topic))

/** Returns all names of commands and topics: `describe`, `describe limits`. */
export const knownNames = ({commands, topics}: CompletionModel): string[] =>
  [...new Set([...topics.keys(), ...commands.flatMap(({name, aliases}) => [name, ...aliases])])].sort()

const commandWords = (id: string): string => id.replaceAll(':', ' ')

const completedCommand = (command: Command.Loadable): CompletedCommand => ({
  name: commandWords(command.id),
  aliases: command.aliases.map(commandWords),
  summary: firstSentence(command.summary ?? ''),
  flags: [...Object.values(command.flags).filter(({hidden}) => hidden !== true).flatMap((flag) => completedFlags(flag, command)), help]
    .sort((a, b) => a.name < b.name ? -1 : 1),
  values: Object.values(command.args).map((arg) => argValues(arg, command))[0],
})

/** oclif adds this flag to every command. */
const help: CompletedFlag = {name: 'help', aliases: [], char: undefined, description: 'Show help', values: undefined}

function completedFlags(flag: Flag, command: Command.Loadable): CompletedFlag[] {
  const {name, aliases = [], char, description = ''} = flag
  const completed = {name, aliases, char, description: firstSentence(description), values: flagValues(flag, command)}
  return flag.type === 'boolean' && flag.allowNo ? [completed, {...completed, name: `no-${name}`, aliases: [], char: undefined}] : [completed]
}

function flagValues(flag: Flag, command: Command.Loadable): Values | undefined {
  if (flag.type === 'boolean') return undefined
  if (flag.options !== undefined) return flag.options
  const formats = command['formats'] as readonly string[] | undefined
  if (flag.name === 'output' && formats !== undefined) return formats
  if (flag.name === 'env') return 'environments'
  return flag.helpValue === 'FILE' || flag.helpValue === 'PATH' ? 'files' : 'any'
}

/** Returns the options of an argument, or the words that its command declares only for completion. */
const argValues = ({name, options}: Arg, {words}: Command.Loadable): Values =>
  options ?? words as readonly string[] | undefined ?? (['file', 'log', 'path'].includes(name) ? 'files' : 'any')

/** Returns the text before the first full stop, colon or bracket. */
const firstSentence = (text: string): string => text.split(/ [([]|[.:](?:\s|$)|\n/)[0] ?? ''
