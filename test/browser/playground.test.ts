import {expect} from 'chai'
import {execFileSync} from 'node:child_process'
import {readdirSync, readFileSync} from 'node:fs'
import {createServer, type Server} from 'node:http'
import type {AddressInfo} from 'node:net'
import {extname, join} from 'node:path'
import type {Page} from 'playwright-core'

import {root} from '../helpers/run-kadm.js'
import {describeInBrowser, expectAccessible, type PageSettings, screenshot, type TestBrowser} from './browser.js'

const types: Readonly<Record<string, string>> = {'.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css', '.json': 'application/json', '.txt': 'text/plain'}

const folder = join(root, 'playground')

/** Serves the built page as any static web server does. */
const startServer = (): Server => createServer(({url = ''}, response) => {
  const name = url.split('?')[0]?.slice(1) || 'index.html'
  if (readdirSync(folder).includes(name)) response.writeHead(200, {'content-type': types[extname(name)]}).end(readFileSync(join(folder, name)))
  else response.writeHead(404).end()
})

const limits = 'apiVersion: v1\nkind: LimitRange\nmetadata: {name: l}\nspec:\n  limits:\n  - type: container\n    max: {cpu: "1"}\n'

/** Answers that the page has shown, counted by its measurements. */
const answers = (page: Page): Promise<number[]> => page.evaluate<number[]>('performance.getEntriesByName("kadm-answer").map(({duration}) => duration)')

/** Waits until an expression is true in the page. Its policy of content forbids Playwright's `waitForFunction`. */
async function until(page: Page, expression: string): Promise<void> {
  for (let i = 0; i < 1000; i++) {
    if (await page.evaluate<boolean>(`Boolean(${expression})`)) return
    await page.waitForTimeout(10)
  }
  throw new Error(`it does not become true: ${expression}`)
}

/** Waits until the page shows the answer to the latest change. */
async function settled(page: Page): Promise<void> {
  await until(page, '!document.querySelector("#result.stale") && !/Starting/.test(document.querySelector("#summary").textContent)')
}

/** Pastes a text in place of that of the shown file. */
async function write(page: Page, text: string): Promise<void> {
  await page.locator('.cm-content').click()
  await page.keyboard.press('ControlOrMeta+a')
  await page.evaluate<void>(`(() => {
    const data = new DataTransfer()
    data.setData('text/plain', ${JSON.stringify(text)})
    const event = new ClipboardEvent('paste', {clipboardData: data, bubbles: true, cancelable: true})
    document.querySelector('#editor').shadowRoot.querySelector('.cm-content').dispatchEvent(event)
  })()`)
}

describeInBrowser('playground', (browser: TestBrowser) => {
  let server: Server
  let address = ''

  before(async () => {
    execFileSync(process.execPath, [join(root, 'scripts/playground.js')])
    server = startServer()
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  })
  after(() => server.close())

  const open = async (fragment = '', settings: PageSettings = {}): Promise<Page> => {
    const page = await browser.visit(address + fragment, (url) => url.startsWith(address) || url.startsWith('data:'), settings)
    await settled(page)
    return page
  }
  const summary = (page: Page): Promise<string> => page.locator('#summary').innerText()
  const tab = (page: Page, name: string | RegExp) => page.getByRole('tab', {name})

  it('shows the findings of the first example, and those of a typed mistake', async () => {
    const page = await open()
    expect(await summary(page)).to.match(/1 error/)
    await write(page, limits)
    await settled(page)
    expect(await page.locator('.cm-lintRange-error').innerText()).to.equal('container')
    expect(await page.locator('#view').innerText()).to.contain('Invalid value: "container"')
    await screenshot(page, 'playground-1280')
  })

  it('explains a finding on hover, and fixes it by a click', async () => {
    const page = await open()
    await write(page, limits)
    await settled(page)
    await page.locator('.cm-lintRange-error').hover()
    const tooltip = page.locator('.cm-tooltip-lint')
    expect(await tooltip.innerText()).to.contain('Invalid value: "container"').and.to.contain('Hint:').and.to.contain('limit-range/type')
    await screenshot(page, 'playground-hover')
    await tooltip.getByRole('button', {name: 'Fix'}).click()
    await until(page, 'document.querySelector("#editor").shadowRoot.querySelector(".cm-content").innerText.includes("type: Container")')
    await settled(page)
    expect(await page.locator('.cm-lintRange-error').count()).to.equal(0)
  })

  it('fixes all findings by one click, which can be undone', async () => {
    const page = await open()
    await write(page, limits)
    await settled(page)
    await page.getByRole('button', {name: 'Fix all'}).click()
    await until(page, 'document.querySelector("#editor").shadowRoot.querySelector(".cm-content").innerText.includes("type: Container")')
    await page.locator('.cm-content').click()
    await page.keyboard.press('ControlOrMeta+z')
    expect(await page.locator('.cm-content').innerText()).to.contain('type: container')
  })

  it('shows what the server answers, and the steps of each request', async () => {
    const page = await open()
    await tab(page, 'simulate').click()
    await settled(page)
    expect(await page.locator('#view').innerText()).to.contain('maximum cpu usage per Container is 2, but limit is 3')
    await screenshot(page, 'playground-simulate')
    await tab(page, 'explain').click()
    await settled(page)
    expect(await summary(page)).to.match(/\d+ requests, \d+ denied/)
    await screenshot(page, 'playground-explain')
    await tab(page, 'capacity').click()
    await settled(page)
    expect(await page.locator('#view').innerText()).to.contain('quota')
  })

  it('opens the input of a share link, and no other address', async () => {
    const page = await open()
    await write(page, limits)
    await settled(page)
    await page.locator('#namespace').fill('team-a')
    await page.getByRole('button', {name: 'Copy link'}).click()
    await until(page, 'location.hash.length > 10')
    const {hash} = new URL(page.url())
    const other = await open(hash)
    expect(await other.locator('.cm-content').innerText()).to.contain('type: container')
    expect(await other.locator('#namespace').inputValue()).to.equal('team-a')
    const damaged = await open(`${hash.slice(0, 30)}!`)
    expect(await damaged.locator('#message').innerText()).to.equal('The link is damaged. Copy the whole link.')
    const long = await open(`#1=${'A'.repeat(200_000)}`)
    expect(await long.locator('#message').innerText()).to.match(/^The link has 200003 characters/)
  })

  it('stops reading a link that holds too much', async () => {
    const page = await open()
    // Ten million blanks in JSON, compressed by the page itself.
    const hash = await page.evaluate<string>(`(async () => {
      const stream = new Blob([' '.repeat(10_000_000)]).stream().pipeThrough(new CompressionStream('deflate-raw'))
      const bytes = new Uint8Array(await new Response(stream).arrayBuffer())
      return '#1=' + btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
    })()`)
    const large = await open(hash)
    expect(await large.locator('#message').innerText()).to.equal('The link holds more than this page reads. Ask for the files instead.')
  })

  it('answers as the chosen version', async () => {
    const page = await open()
    await write(page, 'apiVersion: admissionregistration.k8s.io/v1\nkind: MutatingAdmissionPolicyBinding\nmetadata: {name: a}\nspec: {policyName: a}\n')
    await settled(page)
    await page.locator('#version').selectOption('1.34')
    await settled(page)
    expect(await page.locator('#view').innerText()).to.contain('no matches for kind "MutatingAdmissionPolicyBinding"')
    await page.locator('#version').selectOption('1.37')
    await settled(page)
    expect(await page.locator('#view').innerText()).not.to.contain('MutatingAdmissionPolicyBinding')
  })

  it('adds, renames and deletes files', async () => {
    const page = await open()
    await page.getByRole('button', {name: 'Add a file'}).click()
    await write(page, limits)
    await settled(page)
    await page.getByRole('button', {name: 'File settings'}).click()
    await page.locator('#file-name').fill('pod.yaml')
    await page.getByRole('button', {name: 'Save'}).click()
    expect(await page.locator('#file-error').innerText()).to.equal('There is a file pod.yaml already. Enter another name.')
    await page.locator('#file-name').fill('my limits.yaml')
    await page.locator('#file-role').selectOption('policies')
    await expectAccessible(page)
    await page.getByRole('button', {name: 'Save'}).click()
    await settled(page)
    expect(await tab(page, /my limits\.yaml 1 finding/).getAttribute('aria-selected')).to.equal('true')
    await page.getByRole('button', {name: 'File settings'}).click()
    await page.getByRole('button', {name: 'Delete the file'}).click()
    expect(await page.locator('#files [role=tab]').count()).to.equal(2)
  })

  it('shows a place of the result in the editor', async () => {
    const page = await open()
    await tab(page, 'limits.yaml').click()
    await page.locator('button.place', {hasText: /^pod\.yaml:/}).first().click()
    expect(await tab(page, /^pod\.yaml/).getAttribute('aria-selected')).to.equal('true')
    expect(await page.evaluate<string>('document.activeElement.id')).to.equal('editor')
  })

  it('keeps text of files as text', async () => {
    const page = await open()
    await page.getByRole('button', {name: 'File settings'}).click()
    await page.locator('#file-name').fill('<img src=x onerror=alert(1)>.yaml')
    await page.getByRole('button', {name: 'Save'}).click()
    await write(page, 'apiVersion: v1\nkind: "<script>alert(1)</script>"\nmetadata: {name: "</title><img src=x onerror=alert(1)>", "javascript:alert(1)": a}\n')
    await settled(page)
    for (const name of ['simulate', 'explain', 'lint']) {
      await tab(page, name).click()
        await settled(page)
      expect(await page.locator('#view script, #view img, #files img').count()).to.equal(0)
    }
    await page.locator('.cm-lintRange').first().hover()
    expect(await page.locator('.cm-tooltip-lint img, .cm-tooltip-lint script').count()).to.equal(0)
  })

  it('replaces a worker that is stuck or has crashed, with a message', async () => {
    const page = await browser.visit(address, () => true)
    await settled(page)
    await page.route('**/worker.js', (route) => route.fulfill({contentType: 'text/javascript', body: 'postMessage({versions: []}); onmessage = () => { throw new Error("a defect") }'}))
    await page.reload()
    await until(page, '/crashed and was started again/.test(document.querySelector("#message").textContent)')
    await page.unroute('**/worker.js')
    // The first one still runs the worker above, which crashes again.
    await write(page, 'a: b')
    await until(page, 'document.querySelector("#version").options.length > 0')
    await page.waitForTimeout(500)
    await write(page, limits)
    await until(page, '/container/.test(document.querySelector("#view").textContent)')
    expect(await page.locator('#message').isVisible()).to.equal(false)
    browser.takeProblems()
  })

  for (const [title, settings] of [['', {}], [' at 360 pixels', {width: 360}], [' in dark mode', {colorScheme: 'dark'}]] as const) {
    it(`has no violations of accessibility rules${title}`, async () => {
      const page = await open('', settings)
      await screenshot(page, `playground${title.replaceAll(' ', '-')}`)
      for (const name of ['lint', 'simulate', 'explain', 'capacity']) {
        await tab(page, name).click()
        await settled(page)
        await expectAccessible(page)
      }
    })
  }

  it('says plainly that it cannot run from a file', async () => {
    const page = await browser.visit(`file://${join(folder, 'index.html')}`, () => true)
    expect(await page.locator('#blocked').innerText()).to.contain('It needs JavaScript, and a web server')
    expect(await page.locator('#main').isVisible()).to.equal(false)
    browser.takeProblems()
  })

  it('answers within 100 ms of a key for the samples', async () => {
    const page = await open()
    const count = await page.locator('#example option').count()
    const times: number[] = []
    for (let i = 1; i < count; i++) {
      await page.locator('#example').selectOption({index: i})
        await settled(page)
      await page.locator('.cm-content').click()
      for (let key = 0; key < 4; key++) {
        const before = (await answers(page)).length
        await page.keyboard.type('#')
        await until(page, `performance.getEntriesByName("kadm-answer").length > ${before}`)
        const all = await answers(page)
        if (key > 0) times.push(all.at(-1) ?? Number.NaN)
      }
    }
    times.sort((a, b) => a - b)
    const middle = times[Math.floor(times.length / 2)] ?? Number.NaN
    process.stderr.write(`      a key to the result: ${middle.toFixed(0)} ms in the middle, ${(times.at(-1) ?? 0).toFixed(0)} ms at most, of ${times.length}\n`)
    expect(middle).to.be.at.most(100)
  })
})
