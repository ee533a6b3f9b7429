import {expect} from 'chai'

import {rules} from '../../src/lint/rules/index.js'
import {ruleReporters} from '../../src/report/rules/index.js'
import {rulePage, ruleReference} from '../../src/report/rule-reference.js'
import {finding, reported} from '../helpers/findings.js'

const docsUrl = 'https://docs.example.com/kadm'
const id = 'limit-range/min-not-above-max'
const page = `${docsUrl}/rules/${id}.html`

describe('rulePage', () => {
  it('is below the address of the documentation', () => {
    expect(rulePage(id, docsUrl)).to.equal(page)
    expect(rulePage(id, `${docsUrl}/`)).to.equal(page)
  })

  it('is undefined without an address, and for a finding without a rule', () => {
    for (const address of [undefined, '']) expect(rulePage(id, address)).to.equal(undefined)
    expect(rulePage('', docsUrl)).to.equal(undefined)
  })
})

describe('ruleReference', () => {
  it('is the page, or the command that prints the rule', () => {
    expect(ruleReference(id, docsUrl)).to.equal(page)
    for (const address of [undefined, '']) expect(ruleReference(id, address)).to.equal(`kadm rules ${id}`)
  })

  it('names no command for findings that "kadm rules" does not have', () => {
    expect(ruleReference('simulate/denied')).to.equal(undefined)
    expect(ruleReference('simulate/denied', docsUrl)).to.equal(`${docsUrl}/rules/simulate/denied.html`)
  })
})

describe('reports with an address of the documentation', () => {
  interface Driver {
    readonly informationUri?: string
    readonly rules: readonly {readonly id: string, readonly helpUri?: string}[]
  }
  const findings = [finding(), finding({ruleId: 'simulate/denied'})]
  const links = [page, `${docsUrl}/rules/simulate/denied.html`]

  it('link to the pages of rules', async () => {
    const {runs: [{tool: {driver}}]} = JSON.parse(await reported('sarif', findings, {docsUrl})) as {runs: [{tool: {driver: Driver}}]}
    expect(driver.informationUri).to.equal(docsUrl)
    expect(driver.rules.map(({helpUri}) => helpUri)).to.deep.equal(links)
    const {diagnostics} = JSON.parse(await reported('json', findings, {docsUrl})) as {diagnostics: {docsUrl: string}[]}
    expect(diagnostics.map((diagnostic) => diagnostic.docsUrl)).to.deep.equal(links)
    const markdown = await reported('markdown', findings, {docsUrl})
    expect(markdown).to.contain(`[${id}](${page})\n`).and.to.contain(`[simulate/denied](${links[1]})\n`)
    const junit = await reported('junit', findings, {docsUrl})
    for (const link of links) expect(junit).to.contain(`\n${link}</failure>`)
  })

  it('have no address without one', async () => {
    for (const format of ['table', 'compact', 'json', 'sarif', 'junit', 'github', 'gitlab', 'markdown'] as const) {
      const report = (await reported(format, findings, {docsUrl: ''})).replace('https://json.schemastore.org/sarif-2.1.0.json', '')
      expect(report, format).not.to.match(/https?:|helpUri|informationUri|docsUrl/)
    }
  })

  it('of rules have it, too', async () => {
    const [rule] = rules
    if (rule === undefined) throw new Error('there are no rules')
    const address = `${docsUrl}/rules/${rule.id}.html`
    expect(await ruleReporters.table.describe(rule, {isColoured: false, docsUrl})).to.contain(`\nDocs:      ${address}\n`)
    expect(await ruleReporters.table.describe(rule, {isColoured: false, docsUrl: ''})).not.to.contain('Docs:')
    const listed = async (given: string): Promise<unknown> => {
      const {rules: [first]} = JSON.parse(await ruleReporters.json.list([rule], {docsUrl: given})) as {rules: {docsUrl?: string}[]}
      return first?.docsUrl
    }
    expect(await listed(docsUrl)).to.equal(address)
    expect(await listed('')).to.equal(undefined)
  })
})
