import {expect} from 'chai'
import {readFileSync} from 'node:fs'
import {join} from 'node:path'
import type {Page} from 'playwright-core'

import {describeInBrowser, expectAccessible, expectAccessibleInAllLooks, screenshot, type TestBrowser} from './browser.js'
import {keyTimes, quantile, servePlayground, settled, until, write} from './playground-page.js'
import type {StaticServer} from './static-server.js'

const limits = 'apiVersion: v1\nkind: LimitRange\nmetadata: {name: l}\nspec:\n  limits:\n  - type: container\n    max: {cpu: "1"}\n'

describeInBrowser('playground', (browser: TestBrowser) => {
  let server: StaticServer | undefined
  let address = ''

  before(async () => {
    server = await servePlayground()
    ;({address} = server)
  })
  after(() => server?.close())

  const open = async (fragment = ''): Promise<Page> => {
    const page = await browser.visit(address + fragment, (url) => url.startsWith(address) || url.startsWith('data:'))
    await settled(page)
    return page
  }
  const summary = (page: Page): Promise<string> => page.locator('#summary').innerText()
  const tab = (page: Page, name: string | RegExp) => page.getByRole('tab', {name})

  it('comes with the licenses of the packages in its scripts, those of the editor, too', () => {
    const notices = readFileSync(join(server?.folder ?? '', 'THIRD-PARTY-NOTICES.txt'), 'utf8')
    for (const name of ['@codemirror/view', '@lezer/common', '@noble/curves', 'js-yaml']) expect(notices).to.match(new RegExp(`^${name} \\d+\\.\\d+\\.\\d+ \\(MIT\\)$`, 'm'))
    expect(notices).not.to.contain('@oclif/core')
  })

  it('shows the findings of the first example, and those of a typed mistake', async () => {
    const page = await open()
    expect(await summary(page)).to.match(/1 error/)
    await write(page, limits)
    await settled(page)
    expect(await page.locator('.cm-lintRange-error').innerText()).to.equal('container')
    await page.locator('#view').getByText('Invalid value: "container"').first().waitFor()
    await screenshot(page, 'playground-1280')
  })

  it('leads from a finding to the explanation of its rule', async () => {
    const page = await open()
    await write(page, limits)
    await settled(page)
    await page.getByRole('link', {name: 'limit-range/type'}).first().click()
    expect(await page.locator('[id="rule-limit-range/type"]').isVisible()).to.equal(true)
    expect(await page.locator('.cm-content').innerText()).to.contain('type: container')
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
    expect(await page.locator('#view').textContent()).to.contain('maximum cpu usage per Container is 2, but limit is 3')
    expect(await page.evaluate("getComputedStyle(document.querySelector('#view .kc-room')).fill"), 'charts have the colours of reports').to.equal('rgb(213, 220, 227)')
    await screenshot(page, 'playground-simulate')
    await tab(page, 'explain').click()
    await settled(page)
    expect(await summary(page)).to.match(/\d+ requests, \d+ denied/)
    await screenshot(page, 'playground-explain')
    await tab(page, 'capacity').click()
    await settled(page)
    expect(await page.locator('#view').textContent()).to.contain('quota')
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
    expect(await page.locator('#view').textContent()).to.contain('no matches for kind "MutatingAdmissionPolicyBinding"')
    await page.locator('#version').selectOption('1.37')
    await settled(page)
    expect(await page.locator('#view').textContent()).not.to.contain('MutatingAdmissionPolicyBinding')
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

  it('has no violations of accessibility rules at any width, light and dark', async () => {
    await expectAccessibleInAllLooks(await open(), 'playground', async (page, look, checks) => {
      for (const name of ['lint', 'simulate', 'explain', 'capacity']) {
        await tab(page, name).click()
        await settled(page)
        await expectAccessible(page, `${look}: ${name}`, checks)
      }
    })
  })

  it('says plainly that it cannot run from a file', async () => {
    const page = await browser.visit(`file://${server?.folder ?? ''}/index.html`, () => true)
    expect(await page.locator('#blocked').innerText()).to.contain('It needs JavaScript, and a web server')
    expect(await page.locator('#main').isVisible()).to.equal(false)
    browser.takeProblems()
  })

  it('answers within 100 ms of a key for the samples', async () => {
    const times = await keyTimes(await open(), 2)
    process.stderr.write(`      a key to the result: ${quantile(times, 0.5).toFixed(0)} ms in the middle, ${quantile(times, 1).toFixed(0)} ms at most (${times.at(-1)?.example ?? ''}), of ${times.length}\n`)
    expect(quantile(times, 0.5)).to.be.at.most(100)
  })
})
