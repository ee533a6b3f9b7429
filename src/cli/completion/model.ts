import type {Command} from '@oclif/core'

/** What can stand where a value is expected: one of some words, a file, the name of an environment, or anything. */
export type Values = readonly string[] | 'files' | 'environments' | 'any'

/** What a script runs for the names of the environments, which are in a file that may change. */
export const environmentsCommand = (bin: string): string => `${bin} completion environments 2> /dev/null`

/** A flag as completion knows it. */
export interface CompletedFlag {
  /** Without dashes: `output`. */
  readonly name: string
  /** Other names: `ns`. */
  readonly aliases: readonly string[]
  /** `o`. */
  readonly char: string | undefined
  readonly description: string
  /** What it takes; nothing for a switch. */
  readonly values: Values | undefined
}

/** A command as completion knows it. */
export interface CompletedCommand {
  /** The words it is called by: `describe limits`. */
  readonly name: string
  /** Other names, which do the same. */
  readonly aliases: readonly string[]
  readonly summary: string
  readonly flags: readonly CompletedFlag[]
  /** What its arguments are; undefined when it takes none. */
  readonly values: Values | undefined
}

/** All that a script of completion is made of. */
export interface CompletionModel {
  /** The name of the program. */
  readonly bin: string
  /** In order of their names. */
  readonly commands: readonly CompletedCommand[]
  /** Words before commands, with what they are about: `describe`. */
  readonly topics: ReadonlyMap<string, string>
}

/** What is known of a program and its commands. */
interface Program {
  readonly bin: string
  readonly commands: readonly Command.Loadable[]
  readonly topics: readonly {readonly name: string, readonly description?: string | undefined, readonly hidden?: boolean | undefined}[]
}

type Flag = Command.Loadable['flags'][string]

type Arg = Command.Loadable['args'][string]

/** What completion needs of the commands that there are, by their manifest. */
export function completionModel({bin, commands, topics}: Program): CompletionModel {
  // oclif lists a command under each of its aliases, too.
  const aliases = new Set(commands.flatMap((command) => command.aliases))
  const shown = commands.filter(({id, hidden}) => !hidden && !aliases.has(id))
  const names = shown.map((command) => spoken(command.id))
  return {
    bin,
    commands: shown.map(completedCommand).sort((a, b) => a.name < b.name ? -1 : 1),
    topics: new Map(topics.filter(({name}) => names.some((command) => command.startsWith(`${spoken(name)} `)))
      .map(({name, description = ''}) => [spoken(name), firstSentence(description)])),
  }
}

/** The words that can follow others: commands and topics, with what they are about. */
export function wordsAfter({commands, topics}: CompletionModel, before: string): [word: string, summary: string][] {
  const prefix = before === '' ? '' : `${before} `
  const all = [...commands.map(({name, summary}) => [name, summary] as const), ...topics]
  return all.filter(([name]) => name.startsWith(prefix) && !name.slice(prefix.length).includes(' '))
    .map(([name, summary]): [string, string] => [name.slice(prefix.length), summary]).sort(([a], [b]) => a < b ? -1 : 1)
}

/** Every name of a command, each step of which leads on: `describe`, `describe limits`. */
export const knownNames = ({commands, topics}: CompletionModel): string[] =>
  [...new Set([...topics.keys(), ...commands.flatMap(({name, aliases}) => [name, ...aliases])])].sort()

const spoken = (id: string): string => id.replaceAll(':', ' ')

const completedCommand = (command: Command.Loadable): CompletedCommand => ({
  name: spoken(command.id),
  aliases: command.aliases.map(spoken),
  summary: firstSentence(command.summary ?? ''),
  flags: [...Object.values(command.flags).filter(({hidden}) => hidden !== true).flatMap((flag) => completedFlags(flag, command)), help]
    .sort((a, b) => a.name < b.name ? -1 : 1),
  values: Object.values(command.args).map((arg) => argValues(arg, command))[0],
})

/** Every command knows it, and none declares it. */
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

/** The options of an argument, or the words that its command names for completion alone. */
const argValues = ({name, options}: Arg, {words}: Command.Loadable): Values =>
  options ?? words as readonly string[] | undefined ?? (['file', 'log', 'path'].includes(name) ? 'files' : 'any')

/** Enough for a list: what stands before the first full stop, colon or bracket. */
const firstSentence = (text: string): string => text.split(/ [([]|[.:](?:\s|$)|\n/)[0] ?? ''
