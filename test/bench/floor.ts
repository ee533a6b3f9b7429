// The floor of linting, in a process of its own: reads the files of a folder and runs js-yaml's parseEvents over each document.
import {parseEvents} from 'js-yaml'
import {readdirSync, readFileSync} from 'node:fs'
import {join} from 'node:path'

const [folder = '.'] = process.argv.slice(2)
let events = 0
for (const name of readdirSync(folder)) {
  for (const text of readFileSync(join(folder, name), 'utf8').split(/^---$/m)) events += parseEvents(text, {}).length
}
process.stdout.write(`${events}\n`)
