// Writes oclif.manifest.json from the built commands, so that oclif need not load every command to find one.
import {Plugin} from '@oclif/core'
import {writeFileSync} from 'node:fs'
import {fileURLToPath} from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const plugin = new Plugin({root, type: 'core', ignoreManifest: true, errorOnManifestCreate: true})
await plugin.load()
writeFileSync(new URL('../oclif.manifest.json', import.meta.url), `${JSON.stringify(plugin.manifest, null, 2)}\n`)
