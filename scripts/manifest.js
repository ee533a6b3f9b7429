// Writes oclif.manifest.json from the built commands, so that oclif need not load every command to find one.
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
writeFileSync(new URL('../oclif.manifest.json', import.meta.url), `${JSON.stringify(plugin.manifest)}\n`)
