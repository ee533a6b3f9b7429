// Writes the generated parts of docs/, schemas/ and src/ (`npm run docs`), and removes pages of rules that there are no longer.
// Draws the pictures of terminals with the built program. Does not write files
// that stay the same: nothing must be built again for them.
import {existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync} from 'node:fs'
import {dirname} from 'node:path'
import {fileURLToPath} from 'node:url'

import {catalogueModules} from './docs/catalogue.js'
import {guidePictures} from './docs/pictures.js'

process.chdir(fileURLToPath(new URL('..', import.meta.url)))

function write(pages: ReadonlyMap<string, string>): void {
  for (const [path, text] of pages) {
    if (existsSync(path) && readFileSync(path, 'utf8') === text) continue
    mkdirSync(dirname(path), {recursive: true})
    writeFileSync(path, text)
  }
}

// The pages are made from the catalogue of rules, which may not have a new rule yet.
write(await catalogueModules())
const {generateDocs, rulesFolder} = await import('./docs/generate.js')
const pages = await generateDocs()
const rulePaths = (readdirSync(rulesFolder, {recursive: true}) as string[]).map((name) => `${rulesFolder}/${name.replaceAll('\\', '/')}`)
for (const path of rulePaths) if (path.endsWith('.md') && !pages.has(path)) rmSync(path)
write(pages)
write(await guidePictures())
