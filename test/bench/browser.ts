// (k): the sizes of what browsers load, and the time from a key to its result in the playground.
import {readFileSync} from 'node:fs'
import {join} from 'node:path'

import {htmlPage} from '../../src/report/html/page.js'
import {launchChromium} from '../browser/browser.js'
import {keyTimes, quantile, servePlayground, settled} from '../browser/playground-page.js'
import {browserSizes, compressedSize, scriptSizes} from '../helpers/browser-sizes.js'
import {print, verdict} from './print.js'

const keys = 8

const kB = (bytes: number): string => `${(bytes / 1000).toFixed(1)} kB`

const printSize = (what: string, bytes: number, most: number): void => print(`    ${what.padEnd(33)} ${kB(bytes)} ${verdict(`at most ${most / 1000} kB`, bytes <= most)}`)

/** The report page without data. */
const emptyPage = (): string => htmlPage({title: 'kadm lint', version: '1.2.3', view: {summary: 'nothing', tone: 'good', cards: [], sections: []}})

/** Returns the size of what the playground loads before its first answer. */
function playgroundSize(folder: string): number {
  const texts = ['index.html', 'main.css', 'examples.json'].map((name) => readFileSync(join(folder, name), 'utf8'))
  return texts.reduce((sum, text) => sum + compressedSize(text), scriptSizes(folder, ['main.js', 'worker.js']).start)
}

/** (k) Sizes of the library for browsers, of report pages and of the playground, and how long the playground takes after a key. */
export async function browsers(): Promise<void> {
  const server = await servePlayground()
  try {
    print('(k) what browsers load, compressed with gzip unless stated')
    const {start, all} = browserSizes()
    printSize('kadm/browser to lint and simulate', start, 350_000)
    printSize('all of kadm/browser', all, 600_000)
    printSize('a report without data, as a file', emptyPage().length, 500_000)
    print(`    ${'the playground'.padEnd(33)} ${kB(playgroundSize(server.folder))}`)
    await printKeyTimes(server.address)
  } finally {
    server.close()
  }
}

async function printKeyTimes(address: string): Promise<void> {
  const what = 'a key to its result'.padEnd(33)
  const chromium = await launchChromium()
  if (chromium === undefined) {
    print(`    ${what} not measured: no Chromium`)
    return
  }
  try {
    const page = await chromium.newPage()
    await page.goto(address)
    await settled(page)
    const times = await keyTimes(page, keys)
    const [middle, most, maximum] = [0.5, 0.95, 1].map((part) => quantile(times, part)) as [number, number, number]
    print(`    ${what} ${middle.toFixed(0)} ms in the median: ${(middle / 100).toFixed(2)} x ${verdict('at most 100 ms', middle <= 100)}`)
    print(`    ${''.padEnd(33)} ${most.toFixed(0)} ms for 95 %, ${maximum.toFixed(0)} ms at most (${times.at(-1)?.example ?? ''}), of ${times.length} keys in all examples`)
  } finally {
    await chromium.close()
  }
}
