import axe, {type AxeResults} from 'axe-core'
import {expect} from 'chai'
import {existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync} from 'node:fs'
import {tmpdir} from 'node:os'
import {join} from 'node:path'
import {pathToFileURL} from 'node:url'
import type {Browser, Page} from 'playwright-core'

/** The Chromium to use: CHROME_PATH, or that of Debian's package. */
const chromium = process.env['CHROME_PATH'] ?? '/usr/bin/chromium'

const flags = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync']

export interface PageSettings {
  /** The width of the window in pixels. */
  readonly width?: number
  /** Its height in pixels. */
  readonly height?: number
  readonly colorScheme?: 'light' | 'dark'
  /** False to switch JavaScript off. */
  readonly javaScriptEnabled?: boolean
}

/** A running Chromium, for the tests of one `describeInBrowser`. */
export interface TestBrowser {
  /** Opens a text as an HTML file from the disk. The test fails if the page prints to the console, requests anything or opens a dialog. */
  readonly open: (text: string, settings?: PageSettings) => Promise<Page>
  /** Opens an address like `open`, for pages that a server of the test serves. `isAllowed` returns true for requests that are not an error. */
  readonly visit: (url: string, isAllowed: (url: string) => boolean, settings?: PageSettings) => Promise<Page>
  /** Returns the problems so far, for a test that expects them. */
  readonly takeProblems: () => readonly string[]
}

/** Lays out the whole page, also what is far outside the window, for the checks that follow. With SCREENSHOTS, writes a picture of it into this folder. */
export async function screenshot(page: Page, name: string): Promise<void> {
  await page.evaluate("for (const {style} of document.querySelectorAll('.item')) style.contentVisibility = 'visible'")
  const folder = process.env['SCREENSHOTS']
  if (folder === undefined) return
  mkdirSync(folder, {recursive: true})
  await page.screenshot({fullPage: true, animations: 'disabled', path: join(folder, `${name}.png`)})
}

/** Checks that axe-core finds nothing that keeps people from using the page. */
export async function expectAccessible(page: Page): Promise<void> {
  await page.evaluate(axe.source)
  const {violations} = await page.evaluate<AxeResults>('axe.run()')
  expect(violations.map(({id, nodes}) => ({id, nodes: nodes.slice(0, 3).map(({html, failureSummary = ''}) => `${html}: ${failureSummary}`)}))).to.deep.equal([])
}

/** Collects in `problems` what a page must not do. */
function watch(page: Page, isAllowed: (url: string) => boolean, problems: string[]): void {
  page.on('console', (message) => problems.push(`console: ${message.text()}`))
  page.on('pageerror', (error) => problems.push(`error: ${error.message}`))
  page.on('request', (request) => {
    if (!isAllowed(request.url())) problems.push(`request: ${request.url()}`)
  })
  page.on('dialog', (dialog) => {
    problems.push(`dialog: ${dialog.message()}`)
    void dialog.dismiss()
  })
}

/** Starts Chromium; undefined where there is none. */
export async function launchChromium(): Promise<Browser | undefined> {
  if (!existsSync(chromium)) return undefined
  const playwright = await import('playwright-core')
  return playwright.chromium.launch({executablePath: chromium, args: flags, headless: true})
}

/** A group of tests in Chromium. Without a Chromium, they are skipped with a message. */
export function describeInBrowser(title: string, tests: (browser: TestBrowser) => void): void {
  describe(`${title} @slow`, function () {
    let browser: Browser | undefined
    let [folder, count, problems]: [string, number, string[]] = ['', 0, []]

    before(async function () {
      browser = await launchChromium()
      if (browser === undefined) {
        process.stderr.write(`There is no ${chromium}, and no other Chromium in CHROME_PATH: tests in a browser are skipped.\n`)
        this.skip()
      }
      folder = mkdtempSync(join(tmpdir(), 'kadm-browser-'))
    })
    beforeEach(() => void (problems = []))
    afterEach(async () => {
      for (const context of browser?.contexts() ?? []) await context.close()
      expect(problems).to.deep.equal([])
    })
    after(async () => {
      await browser?.close()
      if (folder !== '') rmSync(folder, {recursive: true, force: true})
    })

    const visit: TestBrowser['visit'] = async (url, isAllowed, {width = 1280, height = 800, ...settings} = {}) => {
      if (browser === undefined) throw new Error('open pages in tests')
      const context = await browser.newContext({viewport: {width, height}, ...settings})
      const page = await context.newPage()
      watch(page, isAllowed, problems)
      await page.goto(url)
      return page
    }
    tests({
      visit,
      takeProblems: () => problems.splice(0),
      async open(text, settings) {
        const path = join(folder, `page-${count++}.html`)
        writeFileSync(path, text)
        const url = pathToFileURL(path).href
        return visit(url, (requested) => requested === url, settings)
      },
    })
  })
}
