import {expect} from 'chai'
import {readdirSync, readFileSync} from 'node:fs'
import {dirname, join} from 'node:path'

import {generateDocs} from '../../scripts/docs/generate.js'
import {rulesFolder} from '../../scripts/docs/rule-pages.js'
import {lintExample, shownExample} from '../../src/lint/rules/example.js'
import {ruleById, rules} from '../../src/lint/rules/index.js'
import {verdictRules} from '../../src/lint/rules/verdicts.js'
import {compareText} from '../../src/machinery/go/text.js'
import {root} from '../helpers/run-kadm.js'

const read = (path: string): string => readFileSync(join(root, path), 'utf8')

const filesBelow = (folder: string, end: string): string[] =>
  readdirSync(join(root, folder), {recursive: true, encoding: 'utf8'}).filter((file) => file.endsWith(end)).map((file) => join(folder, file)).sort()

/** True of a file where rules are described, not checked. */
const isCatalogue = (file: string): boolean => file === join('src', 'machinery', 'field', 'rule-id.ts') || file.includes(join('src', 'lint', 'rules'))
  || /^export const rules: readonly Rule\[\]/m.test(read(file))

const sources = filesBelow('src', '.ts').filter((file) => !isCatalogue(file))

/** All texts in the code that look like the id of a rule, and are neither an apiVersion nor a resource of a quota nor the origin of what is no rule. */
const idsInCode = new Set(sources.flatMap((file) => [...read(file).matchAll(/'([a-z][a-z0-9-]*\/[a-z][a-z0-9-]*)'/g)].map(([, id = '']) => id))
  .filter((id) => !/\/v\d+[a-z0-9]*$|^(?:count|cluster|simulate|capacity)\//.test(id)))

/** True of the origins of errors about updates, of which linting makes none. */
const isOfUpdates = (id: string): boolean => id.endsWith('/immutable') || id === 'pod/resize'

/** Rules that nobody can break without breaking another one, whose text the server adds. */
const inseparable: Readonly<Record<string, readonly string[]>> = {
  'limit-range/min-not-above-default': ['limit-range/min-not-above-default-request'],
  'metadata/generate-name': ['metadata/name'],
}

describe('the catalogue of rules', () => {
  it('is in order, and has each rule once', () => {
    const ids = rules.map(({id}) => id)
    expect(ids).to.deep.equal([...new Set(ids)].sort(compareText))
  })

  it('finds rules by their id', () => {
    for (const rule of rules) expect(ruleById(rule.id)).to.equal(rule)
    expect(ruleById('limit-range/nothing')).to.equal(undefined)
    expect(ruleById('constructor')).to.equal(undefined)
  })

  it('has every rule that the code checks (add it to the rules.ts of its kind or plugin, or to src/lint/rules/)', () => {
    expect([...idsInCode].filter((id) => ruleById(id) === undefined && !isOfUpdates(id)).sort()).to.deep.equal([])
  })

  it('has no rule that the code does not check', () => {
    expect(rules.map(({id}) => id).filter((id) => !idsInCode.has(id) || isOfUpdates(id))).to.deep.equal([])
  })

  it('has every finding of simulate and capacity, and no other', () => {
    const ids = [...read(join('src', 'report', 'simulate', 'findings.ts')), ...read(join('src', 'report', 'simulate', 'workload-findings.ts')),
      ...read(join('src', 'report', 'capacity', 'pipeline.ts'))].join('').matchAll(/'((?:simulate|capacity)\/[a-z-]+)'/g)
    expect(verdictRules.map(({id}) => id)).to.deep.equal([...new Set([...ids].map(([, id = '']) => id))].sort(compareText))
    for (const {id, summary, fix} of verdictRules) {
      expect(ruleById(id)).to.equal(undefined)
      expect(summary).to.match(/^[A-Za-z][^\n]{10,80}[^.]\.$/).and.not.to.match(/\. /)
      expect(fix).to.match(/^[A-Z`][^\n]*\.$/)
    }
  })

  it('is not read by linting', () => {
    const seen = new Set<string>()
    const follow = (file: string): void => {
      if (seen.has(file)) return
      seen.add(file)
      for (const [, path = ''] of read(file).matchAll(/^(?:import|export) (?!type )[^'(]*'(\.[^']*)\.js'/gms)) follow(join(dirname(file), `${path}.ts`))
    }
    follow(join('commands', 'lint.ts'))
    expect([...seen]).to.include(join('src', 'lint', 'check-manifest.ts'))
    expect([...seen].filter((file) => isCatalogue(file))).to.deep.equal([])
  })

  for (const rule of rules) {
    const {id, severity, summary, source, fix} = rule

    describe(id, () => {
      it('is named kind/what-is-checked', () => expect(id).to.match(/^[a-z]+(?:-[a-z]+)*\/[a-z]+(?:-[a-z]+)*$/))

      it('is reported in sentences', () => {
        expect(summary).to.match(/^[A-Za-z][^\n]{10,80}[^.]\.$/).and.not.to.match(/\. /)
        expect(source).to.match(/^\S.*[^.\s]$/)
        expect(fix).to.match(/^[A-Z`][^\n]*\.$/)
      })

      it('has an example that breaks it, and no other rule that it need not', () => {
        const {diagnostics} = lintExample(rule)
        const others = new Set(diagnostics.map(({ruleId}) => ruleId).filter((ruleId) => ruleId !== id))
        expect([...others]).to.deep.equal(inseparable[id] ?? [])
        expect([...new Set(diagnostics.map((diagnostic) => diagnostic.severity))]).to.deep.equal([severity])
        expect(shownExample(rule)).to.have.length.within(10, 1000)
      })
    })
  }
})

describe('generated documentation', () => {
  let pages = new Map<string, string>()
  before(async function () {
    this.timeout(60_000)
    pages = await generateDocs()
  })

  it('is up to date (npm run docs)', () => {
    for (const [path, text] of pages) expect(read(path), path).to.equal(text)
  })

  it('has a page for every rule, and no other', () => {
    const found = filesBelow(rulesFolder, '.md').map((path) => path.replaceAll('\\', '/').slice(rulesFolder.length + 1, -'.md'.length))
    expect(found.sort()).to.deep.equal(['README', ...rules.map(({id}) => id), ...verdictRules.map(({id}) => id)].sort())
  })

  it('ends no line in blanks', () => {
    for (const [path, text] of pages) expect(text.split('\n').filter((line) => line !== line.trimEnd()), path).to.deep.equal([])
  })
})
