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
  /** True for a context of its own: for tests that change what stays, such as the clock and the answers of servers. */
  readonly isSeparate?: boolean
}

/** The looks that each page must have. */
const looks: Readonly<Record<string, PageSettings>> = {wide: {}, narrow: {width: 360}, dark: {colorScheme: 'dark'}}

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

/** Checks that axe-core finds nothing that keeps people from using the page. The results for elements without violations would have a megabyte. */
export async function expectAccessible(page: Page, look = ''): Promise<void> {
  if (!await page.evaluate<boolean>("'axe' in window")) await page.evaluate(axe.source)
  // What fades in has too little contrast at first.
  await page.evaluate('Promise.allSettled(document.getAnimations().map(({finished}) => finished)).then(() => undefined)')
  const violations = await page.evaluate<AxeResults['violations']>("axe.run({resultTypes: ['violations']}).then(({violations}) => violations)")
  expect(violations.map(({id, nodes}) => ({id, nodes: nodes.slice(0, 3).map(({html, failureSummary = ''}) => `${html}: ${failureSummary}`)})), look).to.deep.equal([])
}

/** Gives the open page the look of the settings. */
async function setLook(page: Page, {width = 1280, height = 800, colorScheme = 'light'}: PageSettings): Promise<void> {
  await page.setViewportSize({width, height})
  // Without `media`, the look for printing of an earlier test would stay.
  await page.emulateMedia({media: null, colorScheme})
}

/** Checks that a page is accessible and not wider than the window: wide, narrow and dark. */
export async function expectAccessibleInAllLooks(page: Page, name: string): Promise<void> {
  for (const [look, settings] of Object.entries(looks)) {
    await setLook(page, settings)
    await screenshot(page, `${name}-${look}`)
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth'), `${look}: it is wider than the window`).to.equal(true)
    await expectAccessible(page, look)
  }
}

/** The problems of a page, which `problems` collects, except requests for which `isAllowed` returns true. */
interface Watch {
  isAllowed: (url: string) => boolean
  problems: string[]
}

/** Collects what a page does. */
function watchPage(page: Page, watch: Watch): void {
  page.on('console', (message) => watch.problems.push(`console: ${message.text()}`))
  page.on('pageerror', (error) => watch.problems.push(`error: ${error.message}`))
  page.on('request', (request) => {
    if (!watch.isAllowed(request.url())) watch.problems.push(`request: ${request.url()}`)
  })
  page.on('dialog', (dialog) => {
    watch.problems.push(`dialog: ${dialog.message()}`)
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
    let [folder, count]: [string, number] = ['', 0]
    /** The page that tests share, one after another: Chromium has compiled axe-core and the scripts of pages for it. */
    let shared: Page | undefined
    let isTaken = false
    const watch: Watch = {isAllowed: () => false, problems: []}

    before(async function () {
      browser = await launchChromium()
      if (browser === undefined) {
        process.stderr.write(`There is no ${chromium}, and no other Chromium in CHROME_PATH: tests in a browser are skipped.\n`)
        this.skip()
      }
      folder = mkdtempSync(join(tmpdir(), 'kadm-browser-'))
    })
    beforeEach(() => {
      watch.problems = []
      isTaken = false
    })
    afterEach(async function () {
      if (this.currentTest?.isFailed() === true) shared = undefined
      await shared?.goto('about:blank')
      await shared?.mouse.move(-1, -1)
      for (const context of browser?.contexts() ?? []) if (context !== shared?.context()) await context.close()
      expect(watch.problems).to.deep.equal([])
    })
    after(async () => {
      await browser?.close()
      if (folder !== '') rmSync(folder, {recursive: true, force: true})
    })

    /** Opens an empty page in a context of its own. */
    async function newPage(settings: Pick<PageSettings, 'javaScriptEnabled'> = {}): Promise<Page> {
      if (browser === undefined) throw new Error('open pages in tests')
      const page = await (await browser.newContext(settings)).newPage()
      watchPage(page, watch)
      return page
    }
    const visit: TestBrowser['visit'] = async (url, isAllowed, {javaScriptEnabled = true, isSeparate = isTaken || !javaScriptEnabled, ...look} = {}) => {
      const page = isSeparate ? await newPage({javaScriptEnabled}) : shared ??= await newPage()
      if (!isSeparate) isTaken = true
      watch.isAllowed = isAllowed
      await setLook(page, look)
      await page.goto(url)
      return page
    }
    tests({
      visit,
      takeProblems: () => watch.problems.splice(0),
      async open(text, settings) {
        const path = join(folder, `page-${count++}.html`)
        writeFileSync(path, text)
        const url = pathToFileURL(path).href
        return visit(url, (requested) => requested === url, settings)
      },
    })
  })
}
