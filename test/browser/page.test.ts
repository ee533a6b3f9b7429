import {expect} from 'chai'
import {readFileSync} from 'node:fs'
import {join} from 'node:path'
import type {Page} from 'playwright-core'

import {html} from '../../src/report/html/html.js'
import {joinPages} from '../../src/report/html/join.js'
import {htmlPage} from '../../src/report/html/page.js'
import {badge, definitions, disclosure, group, item, itemList, table, type View} from '../../src/report/html/view.js'
import {root} from '../helpers/run-kadm.js'
import {describeInBrowser, expectAccessible, expectAccessibleInAllLooks, screenshot} from './browser.js'

const finding = (severity: 'error' | 'warning', rule: string, namespace: string | undefined, text: string) =>
  item('finding', {severity, rule, namespace}, severity === 'error' ? 'bad' : 'warn', [
    html`<p class="head">${badge(severity, severity === 'error' ? 'bad' : 'warn')} <span class="message">${text}</span></p>`, disclosure('More', definitions([['Rule', rule]]), rule === 'pod/image'),
  ])

const view = (text = 'a text'): View => ({
  summary: '2 errors, 1 warning', tone: 'bad', cards: [{value: 2, label: 'errors', tone: 'bad'}, {value: 1, label: 'warning', tone: 'warn'}], notes: [text],
  sections: [
    {id: 'findings', title: 'Findings', count: 3, body: html`${group('a.yaml', [finding('error', 'pod/name', 'dev', text), finding('warning', 'pod/image', 'prod', 'second')])}${
      group('b.yaml', [finding('error', 'quota/hard', undefined, 'third')])}`},
    {id: 'quotas', title: 'Quotas', body: table('Usage of quotas', [{title: 'Quota'}, {title: 'Used', isNumeric: true}], [
      {cells: [text, '3'], noun: 'quota', facts: {namespace: 'dev'}}, {cells: ['other', '12'], noun: 'quota', facts: {namespace: 'prod'}, tone: 'warn'},
    ])},
    {id: 'rules', title: 'Rules', body: itemList([])},
  ],
})

const page = (text?: string): string =>
  htmlPage({title: 'kadm lint', version: '1.2.3', ending: {exitStatus: 2, incomplete: ['1 file cannot be read']}, view: view(text)})

const visibleItems = (tab: Page): Promise<string[]> =>
  tab.evaluate<string[]>("[...document.querySelectorAll('[data-item]')].filter((item) => item.checkVisibility()).map((item) => item.querySelector('.message, th').textContent)")

describe('styles of pages', () => {
  for (const path of ['report/style.css', 'report/charts.css', 'report/colours.css', 'playground/main.css']) {
    it(`have the same colours at each width, so that one width shows their contrast: ${path}`, () => {
      const style = readFileSync(join(root, 'browser', path), 'utf8')
      const ofWidths = [...style.matchAll(/@(?:media|container)[^{]*width[^{]*\{((?:[^{}]*\{[^{}]*\})*)/g)].map(([, rules = '']) => rules).join('')
      expect(ofWidths).not.to.match(/(?:color|background|fill|stroke|opacity|filter|shadow|--[a-z-]+)\s*:/)
    })
  }
})

describeInBrowser('HTML page', ({open, takeProblems}) => {
  it('is accessible at any width, light and dark', async () => expectAccessibleInAllLooks(await open(page()), 'page'))

  it('filters by facts, and counts aloud what is left', async () => {
    const tab = await open(page())
    const count = tab.getByRole('status')
    expect(await count.textContent()).to.equal('3 findings, 2 quotas')
    await tab.getByLabel('error').check()
    await tab.locator('[data-item]').nth(1).waitFor({state: 'hidden'})
    expect(await visibleItems(tab)).to.deep.equal(['a text', 'third', 'a text', 'other'])
    expect(await count.textContent()).to.equal('2 of 3 findings, 2 quotas')
    expect(await tab.locator('[data-count]').first().textContent()).to.equal('1 of 2')
    await tab.getByLabel('dev').check()
    await tab.locator('[data-item]').nth(4).waitFor({state: 'hidden'})
    expect(await visibleItems(tab)).to.deep.equal(['a text', 'third', 'a text'])
    await tab.getByRole('button', {name: 'Show all'}).click()
    await tab.locator('[data-item]').nth(1).waitFor()
    expect(await count.textContent()).to.equal('3 findings, 2 quotas')
    expect(await tab.locator('[data-count]').first().textContent()).to.equal('2')
  })

  it('finds items that contain all words, also in closed parts, and hides groups without any', async () => {
    const tab = await open(page())
    await tab.getByLabel('Search').fill('THIRD quota/hard')
    await tab.getByText('a.yaml').waitFor({state: 'hidden'})
    expect(await visibleItems(tab)).to.deep.equal(['third'])
    await tab.getByLabel('Search').fill('quota/hard second')
    await tab.getByText('b.yaml').waitFor({state: 'hidden'})
    expect(await visibleItems(tab)).to.deep.equal([])
    expect(await tab.getByRole('status').textContent()).to.equal('0 of 3 findings, 0 of 2 quotas')
  })

  it('numbers no items: a browser would count all of them again for each that is hidden', async () => {
    const tab = await open(page())
    expect(await tab.evaluate("[...document.querySelectorAll('li.item')].map((item) => getComputedStyle(item).display)")).to.deep.equal(['block', 'block', 'block'])
    expect(await tab.getByRole('listitem').filter({hasText: 'second'}).count()).to.equal(1)
  })

  it('works with the keyboard', async () => {
    const tab = await open(page())
    await tab.keyboard.press('Tab')
    expect(await tab.evaluate('document.activeElement.textContent')).to.equal('Skip to the report')
    await tab.keyboard.press('Enter')
    await tab.keyboard.press('Tab')
    await tab.keyboard.type('second')
    await tab.getByText('b.yaml').waitFor({state: 'hidden'})
    expect(await visibleItems(tab)).to.deep.equal(['second'])
  })

  it('opens and closes all parts', async () => {
    const tab = await open(page())
    const opened = (): Promise<number> => tab.locator('details[open]').count()
    await tab.getByRole('button', {name: 'Expand all'}).click()
    expect(await opened()).to.equal(3)
    await tab.getByRole('button', {name: 'Collapse all'}).click()
    expect(await opened()).to.equal(0)
  })

  it('opens all parts but long ones for printing, and closes them again', async () => {
    const tab = await open(page())
    await tab.evaluate("dispatchEvent(new Event('beforeprint'))")
    expect(await tab.locator('details[open]').count()).to.equal(2)
    expect(await tab.locator('details.bulk[open]').count()).to.equal(0)
    await tab.evaluate("dispatchEvent(new Event('afterprint'))")
    expect(await tab.locator('details[open]').count()).to.equal(0)
    expect((await tab.pdf()).subarray(0, 5).toString()).to.equal('%PDF-')
  })

  it('is complete without JavaScript, and then offers no filter', async () => {
    const tab = await open(page(), {javaScriptEnabled: false})
    expect(await tab.locator('form').count()).to.equal(0)
    expect(await tab.locator('[data-item]:visible').count()).to.equal(5)
    expect(await tab.getByText('1 file cannot be read').isVisible()).to.equal(true)
  })

  it('runs no script and loads nothing, even if a text were not escaped', async () => {
    const tab = await open(page('TEXT').replaceAll('TEXT', '<script>alert(1)</script><img src="x" onerror="alert(2)"><style>main { display: none }</style><p style="display: none" id="p">seen'))
    expect(await tab.locator('#p').first().isVisible()).to.equal(true)
    const problems = takeProblems()
    expect(problems).to.not.be.empty
    for (const problem of problems) expect(problem).to.match(/^console: .*Content Security Policy|^request: file:.*\/x$/)
  })

  it('joins environments into one accessible page with common filters', async () => {
    const tab = await open(joinPages([{name: 'dev', text: page('first')}, {name: '<b>prod</b>', text: page('other')}]))
    await screenshot(tab, 'page-environments')
    await expectAccessible(tab)
    expect(await tab.title()).to.equal('kadm lint: environments dev, <b>prod</b>')
    expect(await tab.getByRole('navigation').innerText()).to.equal('dev: 2 errors, 1 warning\n<b>prod</b>: 2 errors, 1 warning')
    await tab.getByRole('checkbox', {name: '<b>prod</b>'}).check()
    await tab.getByRole('link', {name: '<b>prod</b>'}).click()
    expect(await tab.locator('main > section:target h2').textContent()).to.equal('Environment: <b>prod</b>')
    await tab.locator('[data-environment=dev] [data-item]').first().waitFor({state: 'hidden'})
    expect(await tab.getByRole('status').textContent()).to.equal('3 of 6 findings, 2 of 4 quotas')
  })

  it('keeps links in the part of their environment, and does not change other addresses', () => {
    const links = html`<p id="rule-a/b"><a href="#rule-a/b">a/b</a> <a href="https://docs.example/rules/a/b.html">docs</a></p>`
    const part = htmlPage({title: 'kadm lint', version: '1.2.3', view: {...view(), sections: [{id: 'rules', title: 'Rules', body: links}]}})
    const joined = joinPages([{name: 'dev', text: part}, {name: 'prod', text: part}])
    for (const i of [1, 2]) expect(joined).to.contain(`<p id="environment-${i}-rule-a/b"><a href="#environment-${i}-rule-a/b">a/b</a> <a href="https://docs.example/rules/a/b.html">`)
  })
})
