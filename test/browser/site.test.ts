import {expect} from 'chai'
import {existsSync, readdirSync, readFileSync} from 'node:fs'
import {join, posix} from 'node:path'
import type {Page} from 'playwright-core'

import {root} from '../helpers/run-kadm.js'
import {describeInBrowser, expectAccessible, type PageSettings, screenshot} from './browser.js'
import {settled} from './playground-page.js'
import {serveFolder, type StaticServer} from './static-server.js'

const folder = join(root, 'site/dist')

/** Pages of all kinds: guides, reference, generated pages, and pages from outside docs/. */
const pages = [
  '', 'start.html', 'tour.html', 'pipelines.html', 'configuration.html', 'rules/', 'rules/limit-range/type.html', 'kinds.html', 'schemas/', 'concepts.html', 'comparison.html',
  'troubleshooting.html', 'architecture.html', 'samples.html', 'contributing.html', 'security.html', 'spec/', 'adr/',
]

/** Pages with everything that looks different in other windows: pictures, code, tables and diagrams. */
const others = ['', 'start.html', 'comparison.html', 'contributing.html', 'architecture.html']

const looks: Readonly<Record<string, {readonly paths: readonly string[], readonly settings: PageSettings}>> = {
  wide: {paths: pages, settings: {}}, narrow: {paths: others, settings: {width: 360}}, dark: {paths: others, settings: {colorScheme: 'dark'}},
}

/** Skips a group of tests, with a message, where the site is not built. */
function skipWithoutSite(this: Mocha.Context): void {
  if (existsSync(join(folder, 'index.html'))) return
  process.stderr.write('There is no site/dist, which `npm run site` builds: tests of the site are skipped.\n')
  this.skip()
}

describeInBrowser('documentation site', (browser) => {
  let server: StaticServer | undefined

  before(skipWithoutSite)
  before(async () => void (server = await serveFolder(folder)))
  after(() => server?.close())

  /** Opens a page, and waits for its script. */
  async function open(path: string, settings: PageSettings = {}): Promise<Page> {
    const page = await browser.visit(`${server?.address ?? ''}${path}`, (url) => url.startsWith(server?.address ?? '') || url.startsWith('data:'), settings)
    await page.waitForLoadState('networkidle')
    return page
  }

  /** Waits until the page has a heading: it shows its content after its address. */
  const headed = (page: Page, heading: string): Promise<void> => page.locator('h1', {hasText: heading}).waitFor()

  for (const [look, {paths, settings}] of Object.entries(looks)) {
    for (const path of paths) {
      it(`is accessible and as wide as the window: /${path}, ${look}`, async () => {
        const page = await open(path, settings)
        await screenshot(page, `site-${path.replaceAll('/', '-')}-${look}`)
        expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth'), 'it is wider than the window').to.equal(true)
        await expectAccessible(page)
      })
    }
  }

  it('finds a rule by its id, and opens its page', async () => {
    const page = await open('')
    await page.getByRole('button', {name: 'Search'}).click()
    await page.getByRole('searchbox').fill('limit-range/type')
    const first = page.locator('.VPLocalSearchBox .result').first()
    await first.waitFor()
    expect(await first.getAttribute('href')).to.match(/^\/rules\/limit-range\/type\.html/)
    await screenshot(page, 'site-search')
    await page.keyboard.press('Enter')
    await page.waitForURL('**/rules/limit-range/type.html**')
    await headed(page, 'limit-range/type')
  })

  it('leads to pages by its list of pages, and to headings by its outline', async () => {
    const page = await open('')
    await page.locator('.VPSidebar').getByRole('link', {name: 'Why a request is denied'}).click()
    await page.waitForURL('**/explain.html')
    await page.locator('.VPDocAside').getByRole('link', {name: 'The usage of a quota'}).click()
    await page.waitForURL('**/explain.html#the-usage-of-a-quota')
    await headed(page, 'Why a request is denied')
  })

  it('has the playground', async () => {
    const page = await open('')
    await page.locator('.VPNav').getByRole('link', {name: 'Playground'}).click()
    await page.waitForURL('**/try/')
    await settled(page)
    expect(await page.locator('#summary').innerText()).to.match(/^\d+ errors?, /)
  })

  it('leads to pages on a telephone, by its menus', async () => {
    const page = await open('start.html', {width: 360})
    await page.getByRole('button', {name: 'Menu', exact: true}).click()
    await screenshot(page, 'site-menu')
    await page.locator('.VPSidebar').getByRole('link', {name: 'Capacity', exact: true}).click()
    await page.waitForURL('**/capacity.html')
    // The menu closes after the address has changed.
    await page.locator('.VPSidebar.open').waitFor({state: 'detached'})
    await page.getByRole('button', {name: 'mobile navigation'}).click()
    await page.locator('.VPNavScreen').getByRole('link', {name: 'Rules'}).click()
    await page.waitForURL('**/rules/')
  })
})

/** Returns the ids in a page of HTML, and its links to other pages and anchors of the site. */
function readPage(path: string): {readonly ids: ReadonlySet<string>, readonly links: readonly string[]} {
  const text = readFileSync(join(folder, path), 'utf8')
  const valuesOf = (pattern: RegExp): string[] => [...text.matchAll(pattern)].map(([, value = '']) => value.replaceAll('&amp;', '&'))
  return {ids: new Set(valuesOf(/\sid="([^"]*)"/g)), links: valuesOf(/<a\s[^>]*?href="([^"]*)"/g).filter((href) => !/^[a-z][a-z+.-]*:/i.test(href))}
}

describe('links of the documentation site', () => {
  before(skipWithoutSite)

  it('lead to pages and headings that exist @slow', () => {
    const paths = readdirSync(folder, {recursive: true, encoding: 'utf8'}).map((path) => path.replaceAll('\\', '/')).filter((path) => path.endsWith('.html'))
    const read = new Map(paths.map((path) => [path, readPage(path)]))
    const dead = paths.flatMap((path) => read.get(path)?.links.filter((href) => {
      const {pathname, hash} = new URL(href, `http://localhost/${path}`)
      const target = posix.join('.', decodeURIComponent(pathname), pathname.endsWith('/') ? 'index.html' : '').replace(/^\//, '')
      const page = read.get(target)
      return page === undefined ? !existsSync(join(folder, target)) : hash !== '' && !page.ids.has(decodeURIComponent(hash.slice(1)))
    }).map((href) => `${path}: ${href}`) ?? [])
    expect(paths.length).to.be.at.least(400)
    expect([...new Set(dead)]).to.deep.equal([])
  })
})
