import {expect} from 'chai'
import type {Page} from 'playwright-core'

import {describeInBrowser, expectAccessible, type PageSettings, screenshot} from './browser.js'
import {servePlayground, settled, until, write} from './playground-page.js'
import type {StaticServer} from './static-server.js'

const limits = 'apiVersion: v1\nkind: LimitRange\nmetadata: {name: l}\nspec:\n  limits:\n  - type: container\n    max: {cpu: "1"}\n'

const message = (page: Page): Promise<string> => page.locator('#message').innerText()

describeInBrowser('worker of the playground', (browser) => {
  let server: StaticServer | undefined

  before(async () => void (server = await servePlayground()))
  after(() => server?.close())

  /** Opens the page with a worker of the test, which gets this script. The next worker is that of kadm. */
  async function withWorker(script: string, settings: PageSettings = {}): Promise<Page> {
    const page = await browser.visit('about:blank', () => true, settings)
    await page.route('**/worker.js', (route) => route.fulfill({contentType: 'text/javascript', body: `postMessage({versions: ["1.36"]}); ${script}`}), {times: 1})
    if (settings.isSeparate === true) await page.clock.install()
    await page.goto(server?.address ?? '')
    // A worker may answer before the first check of the page.
    await until(page, 'document.querySelector("#result.stale") !== null || !/Starting/.test(document.querySelector("#summary").textContent)')
    return page
  }

  it('is stopped when a check takes too long, and the next one answers', async () => {
    const page = await withWorker('onmessage = () => { for (;;); }', {isSeparate: true})
    await page.clock.runFor(1)
    await page.clock.fastForward(14_000)
    expect(await page.locator('#message').isVisible()).to.equal(false)
    await page.clock.fastForward(1_500)
    expect(await message(page)).to.equal('The check took more than 15 seconds and was stopped. Remove objects, or install kadm to check large inputs.')
    expect(await page.locator('#result').getAttribute('class')).to.equal('stale')
    expect(await page.locator('#summary').innerText()).to.equal('There is no answer.')
    await screenshot(page, 'playground-stopped')
    await expectAccessible(page)
    await write(page, limits)
    await until(page, '/container/.test(document.querySelector("#view").textContent)')
    expect(await page.locator('#message').isVisible()).to.equal(false)
    expect(await page.locator('#result.stale').count()).to.equal(0)
  })

  it('is replaced after a crash, with a message', async () => {
    const page = await withWorker('onmessage = () => { throw new Error("a defect") }')
    await until(page, '/crashed and was started again/.test(document.querySelector("#message").textContent)')
    await write(page, limits)
    await until(page, '/container/.test(document.querySelector("#view").textContent)')
    expect(await page.locator('#message').isVisible()).to.equal(false)
    browser.takeProblems()
  })

  it('gives up after three workers that do not start', async () => {
    const page = await browser.visit('about:blank', () => true)
    await page.route('**/worker.js', (route) => route.fulfill({contentType: 'text/javascript', body: 'throw new Error("no modules")'}))
    await page.goto(server?.address ?? '')
    await until(page, '/^kadm does not start in this browser/.test(document.querySelector("#message").textContent)')
    browser.takeProblems()
  })

  it('receives few requests while keys follow one another and checks take long', async () => {
    const page = await withWorker(`let count = 0; onmessage = ({data}) => setTimeout(() => postMessage({id: data.id, findings: [], summary: 'request ' + ++count, tone: 'good', html: ''}), 900)`)
    const summary = (): Promise<string> => page.locator('#summary').innerText()
    await until(page, '!document.querySelector("#result.stale")')
    const first = Number((await summary()).slice(8))
    await page.locator('.cm-content').click()
    await page.keyboard.type('#'.repeat(10))
    await settled(page)
    expect(await summary()).to.equal(`request ${first + 1}`)
  })

  it('shows no answer to a text that has changed since', async () => {
    // The answer to "first" comes when the page asks for it.
    const page = await withWorker(`
      const channel = new BroadcastChannel('answers')
      onmessage = ({data: {id, input: {files: [{text}]}}}) => {
        const answer = () => postMessage({id, findings: [], summary: text, tone: 'good', html: ''})
        if (text !== 'first') return answer()
        channel.onmessage = answer
        channel.postMessage('asked')
      }`)
    await until(page, '!document.querySelector("#result.stale")')
    await page.evaluate<void>(`(() => {
      window.shown = []
      new MutationObserver(() => window.shown.push(document.querySelector('#summary').textContent)).observe(document.querySelector('#summary'), {childList: true})
      window.channel = new BroadcastChannel('answers')
      window.channel.onmessage = () => { window.isAsked = true }
    })()`)
    await write(page, 'first')
    await until(page, 'window.isAsked === true')
    await write(page, 'second')
    await page.evaluate<void>('window.channel.postMessage("answer")')
    await until(page, 'window.shown.includes("second")')
    expect(await page.evaluate<string[]>('window.shown')).to.deep.equal(['second'])
  })
})
