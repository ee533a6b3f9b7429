import type {AxeResults, RunOptions} from 'axe-core'
import {expect} from 'chai'
import {existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync} from 'node:fs'
import {createRequire} from 'node:module'
import {tmpdir} from 'node:os'
import {join} from 'node:path'
import {pathToFileURL} from 'node:url'
import type {Browser, CDPSession, Page} from 'playwright-core'

/** The Chromium to use: CHROME_PATH, or that of Debian's package. */
const chromium = process.env['CHROME_PATH'] ?? '/usr/bin/chromium'

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

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

/** Pages in Chromium, for the tests of one `describeInBrowser`. */
export interface TestBrowser {
  /** Opens a text as an HTML file from the disk, in place of what the test opened before. The test fails if the page prints to the console, requests anything or opens a dialog. */
  readonly open: (text: string, settings?: PageSettings) => Promise<Page>
  /** Opens an address like `open`, for pages that a server of the test serves. `isAllowed` returns true for requests that are not an error. */
  readonly visit: (url: string, isAllowed: (url: string) => boolean, settings?: PageSettings) => Promise<Page>
  /** Returns the problems so far, for a test that expects them. */
  readonly takeProblems: () => readonly string[]
}

/** Lays out the whole page, also what is far outside the window. */
export const layOut = (page: Page): Promise<void> => page.evaluate<void>("for (const {style} of document.querySelectorAll('.item')) style.contentVisibility = 'visible'")

/** Lays out the whole page for the checks that follow. With SCREENSHOTS, writes a picture of it into this folder. */
export async function screenshot(page: Page, name: string): Promise<void> {
  await layOut(page)
  const folder = process.env['SCREENSHOTS']
  if (folder === undefined) return
  mkdirSync(folder, {recursive: true})
  await page.screenshot({fullPage: true, animations: 'disabled', path: join(folder, `${name}.png`)})
}

/** The rules that axe-core checks: those of colours take most of its time. */
export type Checks = 'all' | 'structure' | 'colours'

const rulesOfColours = ['color-contrast', 'link-in-text-block']

const optionsOf: Readonly<Record<Checks, RunOptions>> = {
  all: {},
  structure: {rules: Object.fromEntries(rulesOfColours.map((id) => [id, {enabled: false}]))},
  colours: {runOnly: {type: 'rule', values: rulesOfColours}},
}

/** The looks that each page must have. Its colours are the same at each width (a test reads the styles), and what it consists of is the same in the dark. */
const looks: Readonly<Record<string, {readonly settings: PageSettings, readonly checks: Checks}>> = {
  wide: {settings: {}, checks: 'all'}, narrow: {settings: {width: 360}, checks: 'structure'}, dark: {settings: {colorScheme: 'dark'}, checks: 'colours'},
}

/** Checks that axe-core finds nothing that keeps people from using the page. The results for elements without violations would have a megabyte. */
export async function expectAccessible(page: Page, look = '', checks: Checks = 'all'): Promise<void> {
  if (!await page.evaluate<boolean>("'axe' in window")) await page.evaluate(axeSource)
  // What fades in has too little contrast at first.
  await page.evaluate('Promise.allSettled(document.getAnimations().map(({finished}) => finished)).then(() => undefined)')
  const violations = await page.evaluate<AxeResults['violations']>(`axe.run(${JSON.stringify({resultTypes: ['violations'], ...optionsOf[checks]})}).then(({violations}) => violations)`)
  expect(violations.map(({id, nodes}) => ({id, nodes: nodes.slice(0, 3).map(({html, failureSummary = ''}) => `${html}: ${failureSummary}`)})), look).to.deep.equal([])
}

/** Gives the open page the look of the settings. */
async function setLook(page: Page, {width = 1280, height = 800, colorScheme = 'light'}: PageSettings): Promise<void> {
  await page.setViewportSize({width, height})
  // Without `media`, the look for printing of an earlier test would stay.
  await page.emulateMedia({media: null, colorScheme})
}

/** Checks that a page is accessible and not wider than the window: wide, narrow and dark. `check` replaces the check of a look, for a page that has several views. */
export async function expectAccessibleInAllLooks(page: Page, name: string, check = expectAccessible): Promise<void> {
  for (const [look, {settings, checks}] of Object.entries(looks)) {
    await setLook(page, settings)
    await screenshot(page, `${name}-${look}`)
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth'), `${look}: it is wider than the window`).to.equal(true)
    await check(page, look, checks)
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

/** The Chromium of this process, and the page that tests share, one after another: to start it and to open a window take as long as some tests. */
let running: Browser | undefined
let shared: Page | undefined
const watch: Watch = {isAllowed: () => false, problems: []}

/** Returns the Chromium of this process, which starts when a test needs it. */
async function sharedBrowser(): Promise<Browser | undefined> {
  if (running?.isConnected() !== true) [running, shared] = [await launchChromium(), undefined]
  return running
}

/** A worker of mocha runs file after file, and does not know the last one: Playwright ends Chromium with the process. */
const isWorker = process.env['MOCHA_WORKER_ID'] !== undefined

/** Opens an empty page in a context of its own. */
async function newPage(): Promise<Page> {
  if (running === undefined) throw new Error('open pages in tests')
  const page = await (await running.newContext()).newPage()
  watchPage(page, watch)
  return page
}

/** Clears what a test has left, for the next one. */
async function clear(): Promise<void> {
  await shared?.unrouteAll()
  await shared?.goto('about:blank')
  await shared?.mouse.move(-1, -1)
  for (const context of running?.contexts() ?? []) if (context !== shared?.context()) await context.close()
}

/** A group of tests in Chromium. Without a Chromium, they are skipped with a message. */
export function describeInBrowser(title: string, tests: (browser: TestBrowser) => void): void {
  if (!isWorker) after(() => running?.close())

  describe(`${title} @slow`, function () {
    let [folder, count]: [string, number] = ['', 0]
    let withoutScripts: CDPSession | undefined

    before(async function () {
      if (await sharedBrowser() === undefined) {
        process.stderr.write(`There is no ${chromium}, and no other Chromium in CHROME_PATH: tests in a browser are skipped.\n`)
        this.skip()
      }
      folder = mkdtempSync(join(tmpdir(), 'kadm-browser-'))
    })
    beforeEach(() => void (watch.problems = []))
    afterEach(async function () {
      // The end of the session switches scripts on again.
      await withoutScripts?.detach()
      withoutScripts = undefined
      if (this.currentTest?.isFailed() === true) shared = undefined
      await clear()
      expect(watch.problems).to.deep.equal([])
    })
    after(() => {
      if (folder !== '') rmSync(folder, {recursive: true, force: true})
    })

    const visit: TestBrowser['visit'] = async (url, isAllowed, {javaScriptEnabled = true, isSeparate = false, ...look} = {}) => {
      const page = isSeparate ? await newPage() : shared ??= await newPage()
      if (!javaScriptEnabled) {
        withoutScripts = await page.context().newCDPSession(page)
        await withoutScripts.send('Emulation.setScriptExecutionDisabled', {value: true})
      }
      watch.isAllowed = isAllowed
      await setLook(page, look)
      // From an address that differs only after "#", Chromium would load nothing.
      await page.goto('about:blank')
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
