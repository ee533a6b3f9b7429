// Writes the generated part of docs/ and schemas/ (`npm run docs`), and removes pages of rules that there are no longer.
import {mkdirSync, rmSync, writeFileSync} from 'node:fs'
import {dirname} from 'node:path'
import {fileURLToPath} from 'node:url'

import {generateDocs} from './docs/generate.js'
import {rulesFolder} from './docs/rule-pages.js'

process.chdir(fileURLToPath(new URL('..', import.meta.url)))

const pages = await generateDocs()
rmSync(rulesFolder, {recursive: true, force: true})
for (const [path, text] of pages) {
  mkdirSync(dirname(path), {recursive: true})
  writeFileSync(path, text)
}
