import {type Command, CommandHelp, type Interfaces} from '@oclif/core'
import {readdirSync, readFileSync} from 'node:fs'
import {fileURLToPath, pathToFileURL} from 'node:url'
import {stripVTControlCharacters} from 'node:util'

import {notice} from './rule-pages.js'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** The page with the help of every command, as `--help` prints it on a terminal of 80 columns. */
export async function commandPage(): Promise<string> {
  const commands = await Promise.all(commandIds().map(loadCommand))
  const list = commands.map((command) => `- [\`${fullName(command)}\`](#${fullName(command).replaceAll(' ', '-')}): ${command.summary ?? ''}\n`).join('')
  return `${notice}\n# Commands\n\n${list}${commands.map(section).join('')}`
}

/** The ids of the commands, which oclif takes from the paths of their modules: `describe:limits`. */
function commandIds(): string[] {
  const files = readdirSync(`${root}/commands`, {recursive: true, encoding: 'utf8'}).filter((file) => file.endsWith('.ts'))
  return files.map((file) => file.replace(/\.ts$/, '').replaceAll(/[\\/]/g, ':')).sort()
}

const {oclif} = JSON.parse(readFileSync(`${root}/package.json`, 'utf8')) as {oclif: {bin: string, topicSeparator: string}}

/** A command under the name by which users call it: with blanks for the colons of oclif's ids. */
async function loadCommand(id: string): Promise<Command.Class> {
  const url = pathToFileURL(`${root}/commands/${id.replaceAll(':', '/')}.ts`)
  const {default: command} = await import(url.href) as {default: Command.Class}
  const named = (name: string): string => name.replaceAll(':', oclif.topicSeparator)
  return Object.create(command, {id: {value: named(id)}, aliases: {value: command.aliases.map(named)}}) as Command.Class
}

const fullName = ({id}: Command.Class): string => `${oclif.bin} ${id}`

/** The parts of oclif's configuration that affect the text of help. */
const config = {bin: oclif.bin, topicSeparator: oclif.topicSeparator, platform: 'linux', pjson: {oclif}} as unknown as Interfaces.Config

function section(command: Command.Class): string {
  // The help of an instance is made from the same fields as that of the class.
  const help = new CommandHelp(command as unknown as Command.Loadable, config, {maxWidth: 80}).generate()
  const text = stripVTControlCharacters(help).split('\n').map((line) => line.trimEnd()).join('\n')
  return `\n## ${fullName(command)}\n\n\`\`\`text\n${command.summary ?? ''}\n\n${text}\n\`\`\`\n`
}
