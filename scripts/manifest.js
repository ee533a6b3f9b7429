// Writes the texts and flags of the built commands, so that a run loads only its own command: oclif.manifest.json, which oclif reads in tests,
// and dist/program/commands.json, which kadm reads (src/cli/oclif/kadm-plugin.ts).
import {Plugin} from '@oclif/core'
import {readdirSync, writeFileSync} from 'node:fs'
import {createRequire} from 'node:module'
import {sep} from 'node:path'
import {fileURLToPath} from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const {command} = createRequire(import.meta.url)('../dist/program/kadm.cjs')

/** kadm, with its built commands. */
class Kadm extends Plugin {
  async getCommandIDs() {
    const files = readdirSync(new URL('../commands/', import.meta.url), {recursive: true}).filter((path) => path.endsWith('.ts'))
    return files.map((path) => path.slice(0, -'.ts'.length).replaceAll(sep, ':')).sort()
  }

  async findCommand(id) {
    return Object.assign((await command(id.replaceAll(':', '/'))).default, {id, plugin: this})
  }
}

const plugin = new Kadm({root, type: 'core', ignoreManifest: true, errorOnManifestCreate: true})
await plugin.load()
const {manifest} = plugin
writeFileSync(new URL('../oclif.manifest.json', import.meta.url), `${JSON.stringify(manifest)}\n`)

const flags = []

/** Returns the position of a flag in the list. Adds it if it is new. Leaves out properties that are false, as absent ones are. */
function positionOf(flag) {
  const text = JSON.stringify(flag, (_, value) => value === false ? undefined : value)
  const position = flags.indexOf(text)
  return position === -1 ? flags.push(text) - 1 : position
}

const positionsOf = (command) => Object.fromEntries(Object.entries(command.flags).map(([name, flag]) => [name, positionOf(flag)]))
const commands = Object.values(manifest.commands).map((command) => ({command: {...command, flags: {}}, flags: positionsOf(command)}))
writeFileSync(new URL('../dist/program/commands.json', import.meta.url), `${JSON.stringify({commands, flags: flags.map((flag) => JSON.parse(flag))})}\n`)
