import {expect} from 'chai'
import {cruise, type ICruiseOptions, type ICruiseResult, type IForbiddenRuleType} from 'dependency-cruiser'
import {mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync} from 'node:fs'
import {createRequire} from 'node:module'
import {tmpdir} from 'node:os'
import {dirname, join} from 'node:path'

interface Configuration {
  readonly forbidden: (IForbiddenRuleType & {readonly name: string, readonly comment?: string})[]
  readonly options: ICruiseOptions
}

const {forbidden, options} = createRequire(import.meta.url)('../../.dependency-cruiser.cjs') as Configuration

/** A package in node_modules, so that imports resolve. */
const installed = (name: string): Record<string, string> =>
  ({[`node_modules/${name}/package.json`]: JSON.stringify({name, main: 'index.js'}), [`node_modules/${name}/index.js`]: 'module.exports = {}\n'})

type Case = readonly [file: string, imported: string, rules: readonly string[]]

const isOwn = (imported: string): boolean => imported.startsWith('src/') || imported.startsWith('commands/')

/** The line with which a file imports something. */
const importOf = (file: string, imported: string, name: string): string =>
  `import * as ${name} from '${isOwn(imported) ? `${'../'.repeat(file.split('/').length - 1)}${imported.replace(/\.ts$/, '.js')}` : imported}'\nexport {${name}}\n`

/** The text of each file of the cases: its imports, and an export. */
function filesOf(cases: readonly Case[]): Map<string, string> {
  const files = new Map<string, string>()
  for (const [i, [file, imported]] of cases.entries()) {
    files.set(file, `${files.get(file) ?? ''}${importOf(file, imported, `a${i}`)}`)
    const target = isOwn(imported) ? {[imported]: files.get(imported) ?? 'export const a = 1\n'} : imported.startsWith('node:') ? {} : installed(imported)
    for (const [path, text] of Object.entries(target)) files.set(path, text)
  }
  return files
}

/** The rules that imports violate, with the importing file and the imported one. */
async function violations(cases: readonly Case[]): Promise<{from: string, to: string, name: string}[]> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'kadm-layers-')))
  try {
    for (const [path, text] of filesOf(cases)) {
      mkdirSync(join(folder, dirname(path)), {recursive: true})
      writeFileSync(join(folder, path), text)
    }
    const {tsConfig: _none, ...others} = options
    const rules = forbidden.filter(({name}) => !/^no-(?:orphans|unreachable)|^only-declared/.test(name))
    const {output} = await cruise([...new Set(cases.map(([file]) => file))], {...others, baseDir: folder, validate: true, ruleSet: {forbidden: rules}})
    return (output as ICruiseResult).summary.violations.map(({from, to, rule: {name}}) => ({from, to, name}))
  } finally {
    rmSync(folder, {recursive: true, force: true})
  }
}

/** True for the resolved path of an import. */
const isPathOf = (imported: string, path: string): boolean => [imported, imported.replace(/^node:/, '')].includes(path) || path.startsWith(`node_modules/${imported}/`)

describe('layers', () => {
  const cases: readonly Case[] = [
    ['src/machinery/a.ts', 'src/source/b.ts', ['layer-machinery']],
    ['src/source/a.ts', 'src/manifests/b.ts', ['layer-source']],
    ['src/kinds/a.ts', 'src/cluster/b.ts', ['layer-kinds']],
    ['src/manifests/a.ts', 'src/cluster/b.ts', ['layer-manifests']],
    ['src/admission/a.ts', 'src/cluster/b.ts', ['layer-admission']],
    ['src/cluster/a.ts', 'src/source/b.ts', ['layer-cluster']],
    ['src/lint/a.ts', 'src/report/b.ts', ['layer-lint']],
    ['src/simulate/a.ts', 'src/io/b.ts', ['layer-simulate']],
    ['src/replay/a.ts', 'src/report/b.ts', ['layer-replay']],
    ['src/report/a.ts', 'src/cli/b.ts', ['layer-report']],
    ['src/io/a.ts', 'src/lint/b.ts', ['layer-io']],
    ['src/cli/a.ts', 'src/report/b.ts', ['layer-cli']],
    ['src/lint/a.ts', 'commands/b.ts', ['commands-stand-alone', 'layer-lint']],
    ['commands/a.ts', 'commands/b.ts', ['commands-stand-alone']],
    ['commands/a.ts', 'chalk', ['colours-and-tables-in-report', 'commands-are-wiring']],
    ['src/cluster/a.ts', '@oclif/core', ['oclif-in-cli']],
    ['src/manifests/a.ts', 'js-yaml', ['js-yaml-in-source']],
    ['src/lint/a.ts', 'globby', ['globby-in-io']],
    ['src/cli/a.ts', 'cli-table3', ['colours-and-tables-in-report']],
    ['src/cli/a.ts', 'node:fs', ['disk-in-io']],
    ['src/lint/a.ts', 'node:fs', ['node-in-platform']],
    ['src/lint/a.ts', 'node:path', ['node-in-platform']],
    ['src/lint/a.ts', 'src/machinery/platform/node/b.ts', ['platform-by-its-name']],
    ['src/replay/a.ts', 'node:zlib', ['node-in-platform']],
    ['src/cli/a.ts', 'node:crypto', ['signatures-in-one-place']],
    ['src/machinery/x509/signature.ts', 'node:crypto', ['node-in-platform']],
    ['src/kinds/pod-template/a.ts', 'src/kinds/pod-of.ts', ['a-kind-knows-no-list-of-kinds']],
    ['src/kinds/job/a.ts', 'src/kinds/index.ts', ['a-kind-knows-no-list-of-kinds']],
    ['src/kinds/pod-template/a.ts', 'src/kinds/job/index.ts', ['pods-know-no-workload']],
    ['src/replay/lookup/a.ts', 'src/replay/read/b.ts', ['replay-lookup']],
    ['src/replay/read/a.ts', 'src/replay/order/b.ts', ['replay-read']],
    ['src/replay/order/a.ts', 'src/replay/decide/b.ts', ['replay-order']],
    ['src/replay/decide/a.ts', 'src/replay/report/b.ts', ['replay-decide']],
    ['src/replay/report/a.ts', 'src/replay/tune/b.ts', ['replay-report']],
    ['src/replay/report/a.ts', 'src/replay/replay.ts', ['replay-report']],
    ['src/admission/plugins/a/a.ts', 'src/admission/plugins/b/b.ts', ['one-plugin-knows-no-other']],
    ['src/admission/chain.ts', 'src/admission/plugins/b/b.ts', ['a-plugin-has-one-door', 'admission-core-knows-no-plugin']],
    ['src/admission/plugins/index.ts', 'src/admission/plugins/b/admission.ts', ['a-plugin-has-one-door']],
    ['src/simulate/a.ts', 'src/admission/plugins/b/checks/c.ts', ['a-plugin-has-one-door']],
    ['src/report/a.ts', 'src/admission/plugins/b/rules.ts', ['a-plugin-has-one-door']],
    ['src/lint/rules/catalogue.ts', 'src/admission/plugins/b/index.ts', ['texts-of-rules-are-apart']],
    ['src/usage-error.ts', 'src/machinery/b.ts', ['usage-error-stands-alone']],
    ['src/source/a.ts', 'src/machinery/b.ts', []],
    ['src/kinds/pod-of.ts', 'src/kinds/index.ts', []],
    ['src/kinds/job/a.ts', 'src/kinds/pod-template/index.ts', []],
    ['src/report/a.ts', 'chalk', []],
    ['src/replay/report/a.ts', 'src/replay/order/b.ts', []],
    ['src/replay/read/audit/a.ts', 'src/replay/lookup/b.ts', []],
    ['src/io/a.ts', 'node:fs', []],
    ['src/machinery/platform/node/a.ts', 'node:module', []],
    ['src/cli/a.ts', 'node:path', []],
    ['src/browser.ts', 'src/machinery/platform/browser/parts.ts', []],
    ['src/admission/plugins/a/a.ts', 'src/admission/plugins/a/b.ts', []],
    ['src/simulate/a.ts', 'src/admission/plugins/b/index.ts', []],
    ['src/lint/rules/catalogue.ts', 'src/admission/plugins/b/rules.ts', []],
    ['commands/a.ts', '@oclif/core', []],
  ]

  let found: Awaited<ReturnType<typeof violations>> = []
  before(async () => {
    found = await violations(cases)
  })

  for (const [file, imported, rules] of cases) {
    it(`${rules.length === 0 ? 'allow' : 'forbid'} ${file} to import ${imported}`, () =>
      expect(found.filter(({from, to}) => from === file && isPathOf(imported, to)).map(({name}) => name).sort()).to.deep.equal(rules))
  }

  it('forbid nothing else', () => {
    expect(found.filter(({from, to}) => !cases.some(([file, imported]) => from === file && isPathOf(imported, to)))).to.deep.equal([])
  })

  it('have a comment for each rule that states the alternative', () => {
    for (const {name, comment} of forbidden) expect(comment, name).to.match(/^.{30,}\.$/s)
  })
})
