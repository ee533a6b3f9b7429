// Writes oclif.manifest.json from the built commands, so that oclif need not load every command to find one.
import {Plugin} from '@oclif/core'
import {writeFileSync} from 'node:fs'
import {createRequire} from 'node:module'
import {fileURLToPath} from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const {modules} = createRequire(import.meta.url)('../dist/program/main.cjs')

/** The commands by their ids, which oclif makes of their paths. */
const commands = Object.fromEntries(Object.entries(modules).flatMap(([path, load]) =>
  path.startsWith('commands/') ? [[path.split('/').slice(1).join(':'), load]] : []))

/** kadm, with its commands from its own table, as oclif has it. */
class Kadm extends Plugin {
  async getCommandIDs() {
    return Object.keys(commands)
  }

  async findCommand(id) {
    return Object.assign((await commands[id]()).default, {id, plugin: this})
  }
}

const plugin = new Kadm({root, type: 'core', ignoreManifest: true, errorOnManifestCreate: true})
await plugin.load()
writeFileSync(new URL('../oclif.manifest.json', import.meta.url), `${JSON.stringify(plugin.manifest)}\n`)
