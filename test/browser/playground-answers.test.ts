import {expect} from 'chai'
import type {Page} from 'playwright-core'

import {describeInBrowser, expectAccessible} from './browser.js'
import {servePlayground, settled, until, write} from './playground-page.js'
import type {StaticServer} from './static-server.js'

const limits = 'apiVersion: v1\nkind: LimitRange\nmetadata: {name: l}\nspec:\n  limits:\n  - type: container\n    max: {cpu: "1"}\n'

const message = (page: Page): Promise<string> => page.locator('#message').innerText()

const names = ['lint', 'simulate', 'explain', 'capacity']

describeInBrowser('answers of the playground', (browser) => {
  let server: StaticServer | undefined

  before(async () => void (server = await servePlayground()))
  after(() => server?.close())

  const open = async (): Promise<Page> => {
    const {address = ''} = server ?? {}
    const page = await browser.visit(address, (url) => url.startsWith(address) || url.startsWith('data:'))
    await settled(page)
    return page
  }

  it('has an answer of each command to each example', async () => {
    // Asks the worker without the page, which shows each example where keys are timed. Its policy of content would not let a test start the worker.
    const {address = ''} = server ?? {}
    const page = await browser.visit('about:blank', (url) => url.startsWith(address) || url.startsWith('data:'))
    await page.route(`${address}test.html`, (route) => route.fulfill({contentType: 'text/html', body: '<!doctype html><link rel="icon" href="data:,">'}))
    await page.goto(`${address}test.html`)
    const answers = await page.evaluate<{readonly title: string, readonly view: string, readonly summary: string, readonly html: string}[]>(`(async () => {
      const examples = await (await fetch('examples.json')).json()
      const worker = new Worker('worker.js', {type: 'module'})
      const next = () => new Promise((resolve, reject) => {
        worker.onmessage = ({data}) => resolve(data)
        worker.onerror = ({message}) => reject(new Error(message))
      })
      await next()
      const answers = []
      for (const {title, files} of examples) {
        for (const view of ${JSON.stringify(names)}) {
          worker.postMessage({id: answers.length, view, input: {files, namespace: '', version: ''}})
          const {id, summary, html} = await next()
          answers.push({id, title, view, summary, html})
        }
      }
      worker.terminate()
      return answers
    })()`)
    expect(new Set(answers.map(({title}) => title)).size).to.be.at.least(20)
    expect(answers.filter(({summary, html}) => summary === '' || summary.includes('does not answer') || html === '')).to.deep.equal([])
  })

  it('reports objects that are declared twice in place of an answer, and keeps the findings', async () => {
    const page = await open()
    await write(page, `${limits}---\n${limits}`)
    await page.getByRole('tab', {name: 'simulate'}).click()
    await settled(page)
    expect(await page.locator('#summary').innerText()).to.equal('simulate does not answer')
    expect(await page.locator('#view').textContent()).to.contain('limits.yaml:9: LimitRange l is declared in limits.yaml:1 too').and.to.contain('Each object is declared only once')
    expect(await page.locator('#message').isVisible()).to.equal(false)
    expect(await page.locator('.cm-lintRange-error').count()).to.be.at.least(2)
    await page.locator('#view button.place').click()
    expect(await page.evaluate<string>('document.activeElement.id')).to.equal('editor')
    await expectAccessible(page)
  })

  it('keeps the tabs of commands when an answer arrives, so that a click in that moment counts', async () => {
    const page = await open()
    await page.evaluate<void>('void (window.tab = document.querySelector("#views-simulate"))')
    await write(page, limits)
    await settled(page)
    expect(await page.evaluate<boolean>('window.tab.isConnected')).to.equal(true)
  })

  it('reports too much work in place of an answer', async () => {
    const page = await open()
    const quotas = Array.from({length: 1010}, (_, i) => `{apiVersion: v1, kind: ResourceQuota, metadata: {name: q${i}}, spec: {hard: {"count/r${i}.example.com": 1}}}\n---\n`)
    const maps = Array.from({length: 501}, (_, i) => `{apiVersion: v1, kind: ConfigMap, metadata: {name: m${i}}}\n---\n`)
    await page.getByRole('tab', {name: /pod.yaml/}).click()
    await write(page, [...quotas, ...maps].join(''))
    await page.getByRole('tab', {name: 'simulate'}).click()
    await settled(page)
    expect(await page.locator('#summary').innerText()).to.equal('simulate does not answer')
    expect(await page.locator('#view').textContent()).to.match(/^namespace default has 1010 ResourceQuotas for \d+ objects: kadm charges .*; simulate fewer objects at a time, or fewer quotas$/)
    expect(await page.locator('#message').isVisible()).to.equal(false)
  })

  it('keeps a text that has changed since the fix was asked for', async () => {
    const page = await open()
    await write(page, limits)
    await settled(page)
    await page.evaluate<void>(`(() => {
      document.querySelector('#fix').click()
      const data = new DataTransfer()
      data.setData('text/plain', '# a later change')
      document.querySelector('#editor').shadowRoot.querySelector('.cm-content').dispatchEvent(new ClipboardEvent('paste', {clipboardData: data, bubbles: true, cancelable: true}))
    })()`)
    await page.waitForTimeout(500)
    await settled(page)
    expect(await page.locator('.cm-content').innerText()).to.contain('# a later change').and.to.contain('type: container')
  })

  it('states that an answer is incomplete, and why', async () => {
    const page = await open()
    await write(page, 'a: [\n')
    for (const [name, summary] of [['simulate', '6 objects: 6 admitted, 0 denied'], ['explain', '6 requests, 0 denied'], ['capacity', 'there is room for what was counted']] as const) {
      await page.getByRole('tab', {name}).click()
      await settled(page)
      expect(await page.locator('#summary').innerText()).to.equal(summary)
      expect(await page.locator('#summary').getAttribute('class')).to.equal('summary bad')
      expect(await page.locator('#view .notes').innerText()).to.contain('the result is incomplete: 1 file has documents that cannot be used')
    }
  })

  it('makes no link that the page itself does not read', async () => {
    const page = await open()
    const before = page.url()
    const copy = async (text: string): Promise<string> => {
      await write(page, text)
      await page.getByRole('button', {name: 'Copy link'}).click()
      await until(page, '/^(?:A link|The files)/.test(document.querySelector("#message").textContent)')
      expect(page.url()).to.equal(before)
      return message(page)
    }
    // Digits that do not repeat.
    const digits = Array.from({length: 50_000}, (_, i) => String(Math.sqrt(i + 2)).slice(3, 12)).join('\n')
    expect(await copy(digits.slice(0, 490_000))).to.match(/^A link to these files has \d{6} characters, and this page reads at most 200000\. Share the files instead\.$/)
    expect(await copy('x'.repeat(1_000_000))).to.match(/^The files have 10\d{5} characters, and this page reads at most 500000/)
  })

  it('accepts no names that hide or reorder text', async () => {
    const page = await open()
    await page.getByRole('button', {name: 'File settings'}).click()
    for (const name of ['a\u202eb.yaml', 'a\u200bb.yaml', 'a\u0007b.yaml', 'a\u2028b.yaml']) {
      await page.locator('#file-name').fill(name)
      await page.getByRole('button', {name: 'Save'}).click()
      expect(await page.locator('#file-error').innerText(), JSON.stringify(name)).to.equal('A name has no control characters, and none that hide or reorder text.')
    }
    await page.locator('#file-name').fill('señal \u{1f600}.yaml')
    await page.getByRole('button', {name: 'Save'}).click()
    await settled(page)
    expect(await page.getByRole('tab', {name: 'señal \u{1f600}.yaml'}).count()).to.equal(1)
  })

  it('shows the tab of the chosen file among many, and scrolls only the tabs', async () => {
    const page = await open()
    for (let i = 0; i < 12; i++) await page.getByRole('button', {name: 'Add a file'}).click()
    const chosen = page.locator('#files [aria-selected="true"]')
    const isInside = async (): Promise<boolean> => {
      const [list, tab] = [await page.locator('#files').boundingBox(), await chosen.boundingBox()]
      return list !== null && tab !== null && tab.x >= list.x - 1 && tab.x + tab.width <= list.x + list.width + 1
    }
    await settled(page)
    expect(await chosen.innerText()).to.equal('file-14.yaml')
    expect(await isInside()).to.equal(true)
    await chosen.focus()
    await page.keyboard.press('Home')
    expect(await chosen.innerText()).to.equal('limits.yaml')
    expect(await isInside()).to.equal(true)
    expect(await page.evaluate('scrollY')).to.equal(0)
  })

  it('can be used with the keyboard only', async () => {
    const page = await open()
    /** Presses Tab until an element has the focus. */
    const tabTo = async (id: string): Promise<void> => {
      for (let i = 0; i < 30; i++) {
        await page.keyboard.press('Tab')
        if (await page.evaluate<string>('document.activeElement.id') === id) return
      }
      throw new Error(`Tab does not lead to ${id}`)
    }
    await tabTo('example')
    await page.keyboard.type('limit range: m')
    await until(page, 'document.querySelector("#files").textContent.includes("misspelt.yaml")')
    await settled(page)
    await tabTo('editor')
    await page.keyboard.press('F8')
    await page.keyboard.press('Backspace')
    await settled(page)
    expect(await page.locator('.cm-content').innerText()).not.to.contain('defaultRequests')
    await page.keyboard.press('ControlOrMeta+z')
    await settled(page)
    await tabTo('fix')
    await page.keyboard.press('Enter')
    await until(page, '/defaultRequest:/.test(document.querySelector("#editor").shadowRoot.querySelector(".cm-content").innerText)')
    await settled(page)
    await tabTo('views-lint')
    await page.keyboard.press('ArrowRight')
    await settled(page)
    expect(await page.evaluate<string>('document.activeElement.id')).to.equal('views-simulate')
    expect(await page.locator('#summary').innerText()).to.match(/^0 objects/)
    await page.keyboard.press('Tab')
    expect(await page.evaluate<string>('document.activeElement.id')).to.equal('result')
  })
})
