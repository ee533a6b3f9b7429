import {expect} from 'chai'
import {readdirSync, readFileSync} from 'node:fs'
import {dirname, join} from 'node:path'

import {rulesFolder} from '../../scripts/docs/rule-pages.js'
import {lintExample, shownExample} from '../../src/lint/rules/example.js'
import {ruleById, rules} from '../../src/lint/rules/index.js'
import {verdictRules} from '../../src/lint/rules/verdicts.js'
import {compareText} from '../../src/machinery/go/text.js'
import {root} from '../helpers/run-kadm.js'

const read = (path: string): string => readFileSync(join(root, path), 'utf8')

const filesBelow = (folder: string, end: string): string[] =>
  readdirSync(join(root, folder), {recursive: true, encoding: 'utf8'}).filter((file) => file.endsWith(end)).map((file) => join(folder, file)).sort()

/** True for files that describe rules and do not check them. */
const isCatalogue = (file: string): boolean => file === join('src', 'machinery', 'field', 'rule-id.ts') || file.includes(join('src', 'lint', 'rules'))
  || /^export const rules: readonly Rule\[\]/m.test(read(file))

const sources = filesBelow('src', '.ts').filter((file) => !isCatalogue(file))

/** All strings in the code with the form of a rule id, except for apiVersions, quota resources and origins that are not rules. */
const idsInCode = new Set(sources.flatMap((file) => [...read(file).matchAll(/'([a-z][a-z0-9-]*\/[a-z][a-z0-9-]*)'/g)].map(([, id = '']) => id))
  .filter((id) => !/\/v\d+[a-z0-9]*$|^(?:count|cluster|simulate|capacity|diff|docker|runtime)\//.test(id)))

/** True for origins of update errors, which lint does not report. */
const isOfUpdates = (id: string): boolean => id.endsWith('/immutable') || id === 'pod/resize'

/** Rules whose violation always violates another rule, too. */
const inseparable: Readonly<Record<string, readonly string[]>> = {
  'limit-range/min-not-above-default': ['limit-range/min-not-above-default-request'],
  'metadata/generate-name': ['metadata/name'],
}

describe('catalogue of rules', () => {
  it('is sorted and lists each rule once', () => {
    const ids = rules.map(({id}) => id)
    expect(ids).to.deep.equal([...new Set(ids)].sort(compareText))
  })

  it('returns rules by id', () => {
    for (const rule of rules) expect(ruleById(rule.id)).to.equal(rule)
    expect(ruleById('limit-range/nothing')).to.equal(undefined)
    expect(ruleById('constructor')).to.equal(undefined)
  })

  it('contains every rule that the code checks (add it to the rules.ts of its kind or plugin, or to src/lint/rules/)', () => {
    expect([...idsInCode].filter((id) => ruleById(id) === undefined && !isOfUpdates(id)).sort()).to.deep.equal([])
  })

  it('contains only rules that the code checks', () => {
    expect(rules.map(({id}) => id).filter((id) => !idsInCode.has(id) || isOfUpdates(id))).to.deep.equal([])
  })

  it('contains exactly the findings of simulate, capacity and diff', () => {
    const ids = [...read(join('src', 'report', 'simulate', 'findings.ts')), ...read(join('src', 'report', 'simulate', 'workload-findings.ts')),
      ...read(join('src', 'report', 'capacity', 'pipeline.ts')), ...read(join('src', 'report', 'diff', 'pipeline.ts'))].join('')
      .matchAll(/'((?:simulate|capacity|diff)\/[a-z-]+)'/g)
    expect(verdictRules.map(({id}) => id)).to.deep.equal([...new Set([...ids].map(([, id = '']) => id))].sort(compareText))
    for (const {id, summary, fix} of verdictRules) {
      expect(ruleById(id)).to.equal(undefined)
      expect(summary).to.match(/^[A-Za-z][^\n]{10,80}[^.]\.$/).and.not.to.match(/\. /)
      expect(fix).to.match(/^[A-Z`][^\n]*\.$/)
    }
  })

  it('is not imported by lint', () => {
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
      it('has the form kind/what-is-checked', () => expect(id).to.match(/^[a-z]+(?:-[a-z]+)*\/[a-z]+(?:-[a-z]+)*$/))

      it('is described in sentences', () => {
        expect(summary).to.match(/^[A-Za-z][^\n]{10,80}[^.]\.$/).and.not.to.match(/\. /)
        expect(source).to.match(/^\S.*[^.\s]$/)
        expect(fix).to.match(/^[A-Z`][^\n]*\.$/)
      })

      it('has an example that violates no other rule @slow', () => {
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
  it('has exactly one page for every rule', () => {
    const found = filesBelow(rulesFolder, '.md').map((path) => path.replaceAll('\\', '/').slice(rulesFolder.length + 1, -'.md'.length))
    expect(found.sort()).to.deep.equal(['README', ...rules.map(({id}) => id), ...verdictRules.map(({id}) => id)].sort())
  })

  // `npm run check` generates all files, and fails if one was out of date.
  it('contains no trailing spaces', () => {
    const pages = filesBelow('docs', '.md').filter((path) => !path.startsWith(join('docs', 'spec')))
    for (const path of [...pages, ...filesBelow('schemas', '.json')]) {
      expect(read(path).split('\n').filter((line) => line !== line.trimEnd()), path).to.deep.equal([])
    }
  })
})
