// Writes the generated parts of docs/, schemas/ and src/ (`npm run docs`), and removes pages of rules that there are no longer.
import {mkdirSync, rmSync, writeFileSync} from 'node:fs'
import {dirname} from 'node:path'
import {fileURLToPath} from 'node:url'

import {catalogueModules} from './docs/catalogue.js'

process.chdir(fileURLToPath(new URL('..', import.meta.url)))

function write(pages: ReadonlyMap<string, string>): void {
  for (const [path, text] of pages) {
    mkdirSync(dirname(path), {recursive: true})
    writeFileSync(path, text)
  }
}

// The pages are made from the catalogue of rules, which may not have a new rule yet.
write(await catalogueModules())
const {generateDocs, rulesFolder} = await import('./docs/generate.js')
const pages = await generateDocs()
rmSync(rulesFolder, {recursive: true, force: true})
write(pages)
