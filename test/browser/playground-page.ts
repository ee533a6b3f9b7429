import {execFileSync} from 'node:child_process'
import {mkdtempSync, rmSync} from 'node:fs'
import {tmpdir} from 'node:os'
import {join} from 'node:path'
import {setTimeout} from 'node:timers/promises'
import type {Page} from 'playwright-core'

import {root} from '../helpers/run-kadm.js'
import {serveFolder, type StaticServer} from './static-server.js'

/** The folder with the playground, once a test has needed it. */
let built: string | undefined

/** Builds the playground in a folder of its own, which the end of the process deletes. */
function buildPlayground(): string {
  const folder = mkdtempSync(join(tmpdir(), 'kadm-playground-'))
  process.once('exit', () => rmSync(folder, {recursive: true, force: true}))
  execFileSync(process.execPath, [join(root, 'scripts/playground.js'), '--out', folder])
  return folder
}

/** Serves the playground until `close`. */
export const servePlayground = (): Promise<StaticServer> => serveFolder(built ??= buildPlayground())

/**
 * Waits until an expression is true in the page. The page itself looks: requests from here would take more time than its work. Its policy of content forbids
 * Playwright's `waitForFunction`. Where a test stops the clock of the page, only changes of the document are seen.
 */
export async function until(page: Page, expression: string): Promise<void> {
  const late = setTimeout(60_000, undefined, {ref: false}).then(() => {
    throw new Error(`it does not become true: ${expression}`)
  })
  await Promise.race([late, page.evaluate<void>(`new Promise((resolve) => {
    const check = () => {
      if (!(${expression})) return
      clearInterval(timer)
      observer.disconnect()
      resolve()
    }
    const timer = setInterval(check, 10)
    const observer = new MutationObserver(check)
    observer.observe(document, {subtree: true, childList: true, attributes: true, characterData: true})
    check()
  })`)])
}

/** Waits until the page shows the answer to the latest change. */
export const settled = (page: Page): Promise<void> =>
  until(page, '!document.querySelector("#result.stale") && !/Starting/.test(document.querySelector("#summary").textContent)')

/** Pastes a text in place of that of the shown file. */
export async function write(page: Page, text: string): Promise<void> {
  await page.locator('.cm-content').click()
  await page.keyboard.press('ControlOrMeta+a')
  await page.evaluate<void>(`(() => {
    const data = new DataTransfer()
    data.setData('text/plain', ${JSON.stringify(text)})
    const event = new ClipboardEvent('paste', {clipboardData: data, bubbles: true, cancelable: true})
    document.querySelector('#editor').shadowRoot.querySelector('.cm-content').dispatchEvent(event)
  })()`)
}

/** The milliseconds from a key to its result. */
export interface KeyTime {
  readonly example: string
  readonly time: number
}

/** The durations that the page has measured: from each change to its result. */
const durations = (page: Page): Promise<number[]> => page.evaluate<number[]>('performance.getEntriesByName("kadm-answer").map(({duration}) => duration)')

/** Types into the first file of each example, and returns the times of all keys but the first of each, which also moves the cursor. */
export async function keyTimes(page: Page, keys: number): Promise<KeyTime[]> {
  const examples = page.locator('#example option')
  const times: KeyTime[] = []
  for (let i = 1; i < await examples.count(); i++) {
    const example = await examples.nth(i).textContent() ?? ''
    await page.locator('#example').selectOption({index: i})
    await settled(page)
    await page.locator('.cm-content').click()
    // A finding below the pointer would open.
    await page.mouse.move(0, 0)
    for (let key = 0; key < keys; key++) {
      const before = await durations(page)
      await page.keyboard.type('#')
      await until(page, `performance.getEntriesByName("kadm-answer").length > ${before.length}`)
      const time = (await durations(page)).at(-1) ?? Number.NaN
      if (key > 0) times.push({example, time})
    }
  }
  return times.sort((a, b) => a.time - b.time)
}

/** The time that a part of the keys do not exceed, of times in ascending order: 0.5 for the median. */
export const quantile = (times: readonly KeyTime[], part: number): number => times[Math.ceil(times.length * part) - 1]?.time ?? Number.NaN
