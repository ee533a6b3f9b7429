import {expect} from 'chai'
import {execFileSync, spawnSync} from 'node:child_process'
import {mkdtempSync, readFileSync, rmSync, writeFileSync} from 'node:fs'
import {createRequire} from 'node:module'
import {tmpdir} from 'node:os'
import {join} from 'node:path'

import {browserSizes} from '../helpers/browser-sizes.js'
import {plainEnv, root} from '../helpers/run-kadm.js'

const script = `
import {Cluster, Quantity} from 'kadm'

const cluster = new Cluster()
const limits = {type: 'Container', max: {cpu: '1'}, default: {cpu: '500m'}}
cluster.handle({operation: 'CREATE', namespace: 'dev', object: {apiVersion: 'v1', kind: 'LimitRange', metadata: {name: 'l'}, spec: {limits: [limits]}}})
const pod = {apiVersion: 'v1', kind: 'Pod', metadata: {name: 'p'}, spec: {containers: [{name: 'a', image: 'b', resources: {limits: {cpu: '2'}}}]}}
const {status} = cluster.handle({operation: 'CREATE', namespace: 'dev', object: pod})
console.log(JSON.stringify([status.code, status.message, String(Quantity.parse('1.5').add(Quantity.parse('500m')))]))
`

const typed = `
import {Cluster, type Clock, type Diagnostic, FieldPath, fixSources, lint, type LintReport, lintReporters, Quantity, replay, type ReplayReport, type Review, simulate, SourceFile, validateLabelSelector} from 'kadm'

const clock: Clock = {now: () => 0n}
const review: Review = new Cluster({clock}).handle({operation: 'CREATE', object: {apiVersion: 'v1', kind: 'Namespace', metadata: {name: 'a'}}})
const report: LintReport = lint([new SourceFile('a.yaml', 'a: b')])
const found: readonly Diagnostic[] = report.diagnostics
const amount: Quantity = Quantity.parse('1')
const errors: string[] = validateLabelSelector({}, FieldPath.of('spec')).map(String)
const replayed: ReplayReport = replay([new SourceFile('a.log', '')], {limits: [{type: 'Server', qps: 1, burst: 1}]})
export const all: unknown[] = [replayed.requests.refused, fixSources([], lint).fixed.length, Object.keys(lintReporters), review.status.code, found, amount.value() + 1n, errors, simulate({files: []}).reviews.length]
// @ts-expect-error there is no such operation
new Cluster().handle({operation: 'PATCH', object: {}})
`

interface Component {
  readonly name: string
  readonly version: string
  readonly hashes: readonly {readonly alg: string}[]
  readonly licenses: readonly unknown[]
}

interface Bill {
  readonly metadata: {readonly component: {readonly type: string, readonly name: string}}
  readonly components: readonly Component[]
}

const typedForBrowsers = `
import {capacity, explainRequests, fixSources, lint, rules, simulate, SourceFile, kubernetesVersions} from 'kadm/browser'

const file = new SourceFile('a.yaml', 'a: b')
const {diagnostics} = await lint([file], {kubernetesVersion: kubernetesVersions[0]!})
const {reviews} = await simulate({files: [file]}, {namespace: 'dev'})
const {stories} = await explainRequests({files: [file]})
const {namespaces} = await capacity({files: [file]})
export const all: unknown[] = [diagnostics[0]?.fix, reviews[0]?.status.code, stories.length, namespaces[0]?.quotas, (await fixSources([file])).fixed.length, (await rules())[0]?.summary]
// @ts-expect-error a text is no file
await lint(['a: b'])
`

describe('package', () => {
  let folder = ''
  let files: string[] = []
  let size = 0
  // npm is a script on Windows, which only a shell runs.
  const npm = (...args: string[]): string =>
    execFileSync('npm', args, {cwd: folder, env: plainEnv, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'], shell: process.platform === 'win32'})
  const kadm = (...args: string[]): {status: number | null, stdout: string, stderr: string} =>
    spawnSync(process.execPath, [join(folder, 'node_modules/kadm/bin/run.js'), ...args], {cwd: root, env: plainEnv, encoding: 'utf8'})

  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'kadm-package-'))
    // The build exists already (`pretest`), and `prepare` would repeat it.
    execFileSync(process.execPath, [join(root, 'scripts/sbom.js')], {env: plainEnv})
    const [packed] = JSON.parse(npm('pack', root, '--json', '--ignore-scripts', '--loglevel=error')) as [{filename: string, files: {path: string, size: number}[]}]
    size = packed.files.reduce((sum, file) => sum + file.size, 0)
    files = packed.files.map(({path}) => path)
    writeFileSync(join(folder, 'package.json'), '{"private": true, "type": "module"}\n')
    npm('install', '--no-audit', '--no-fund', '--prefer-offline', '--loglevel=error', `./${packed.filename}`)
  })
  after(() => rmSync(folder, {recursive: true, force: true}))

  it('contains only the files that run or that users need', () => {
    const few = files.filter((file) => !/^schemas\/[a-z-]+\.schema\.json$|^dist\/program\/[a-z0-9./-]+\.json$|^dist\/browser\/[a-z0-9.-]+-[A-Z0-9]{8}\.js$/.test(file))
    expect(few).to.have.members([
      'bin/run.js', 'dist/start.js', 'dist/program/main.cjs', 'dist/program/kadm.cjs', 'dist/program/globby.cjs', 'dist/program/log-worker.cjs', 'dist/shared/engine.js', 'dist/shared/views.js', 'dist/src/index.js', 'dist/src/index.d.ts',
      'dist/browser/index.js', 'dist/browser/index.d.ts',
      'package.json', 'README.md', 'LICENSE', 'SECURITY.md', 'THIRD-PARTY-NOTICES.txt', 'sbom.cdx.json',
    ])
    expect(files).to.include.members(['schemas/lint.schema.json', 'schemas/simulate.schema.json', 'dist/program/commands.json', 'dist/program/api-fields.json', 'dist/program/differences/1.34.json'])
  })

  it('has at most 300 files, 3 MB, and at most 350 kB that browsers load to lint and simulate', () => {
    expect(files.length).to.be.at.most(300)
    expect(size).to.be.at.most(3_000_000)
    expect(browserSizes(join(folder, 'node_modules/kadm/dist/browser')).start).to.be.at.most(350_000)
  })

  it('contains the addresses of the documentation and for reports of defects', () => {
    const {docsUrl, bugsUrl} = JSON.parse(readFileSync(join(folder, 'node_modules/kadm/package.json'), 'utf8')) as Record<string, unknown>
    for (const address of [docsUrl, bugsUrl]) expect(address).to.match(/^(?:https:\/\/\S+)?$/)
  })

  it('lists all runtime packages with checksums, without development dependencies', () => {
    const {packages} = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {packages: Record<string, {version: string, dev?: boolean}>}
    const bill = JSON.parse(readFileSync(join(folder, 'node_modules/kadm/sbom.cdx.json'), 'utf8')) as Bill
    const expected = Object.entries(packages).filter(([path, {dev}]) => path !== '' && dev !== true)
      .map(([path, {version}]) => `${path.replace(/^.*node_modules\//, '')}@${version}`)
    expect(bill).to.include({bomFormat: 'CycloneDX', specVersion: '1.5'}).and.not.to.have.property('serialNumber')
    expect(bill.metadata.component).to.include({type: 'application', name: 'kadm'})
    expect(bill.components.map(({name, version}) => `${name}@${version}`).sort()).to.deep.equal([...new Set(expected)].sort())
    for (const {hashes, licenses, name} of bill.components) {
      expect(hashes.map(({alg}) => alg), name).to.deep.equal(['SHA-512'])
      expect(licenses, name).to.have.length(1)
    }
  })

  it('includes the license of each bundled package', () => {
    const notices = readFileSync(join(folder, 'node_modules/kadm/THIRD-PARTY-NOTICES.txt'), 'utf8')
    const bundled = JSON.parse(readFileSync(join(root, 'dist/bundled-packages.json'), 'utf8')) as string[]
    expect(bundled).to.include.members(['node_modules/@oclif/core', 'node_modules/js-yaml', 'node_modules/chalk'])
    for (const path of bundled) {
      const {name, version} = JSON.parse(readFileSync(join(root, path, 'package.json'), 'utf8')) as {name: string, version: string}
      expect(notices).to.contain(`\n${name} ${version} (`)
    }
    expect(notices.match(/^(?:.* )?copyright (?:\(c\)|©|\d)/gim)?.length).to.be.greaterThan(30)
  })

  it('installs a working kadm command', () => {
    expect(npm('exec', '--', 'kadm', '--version')).to.match(/^kadm\/\d+\.\d+\.\d+ /)
    expect(kadm('lint', 'samples/quickstart/limits.yaml')).to.include({status: 0, stderr: ''})
    const {status, stdout, stderr} = kadm('simulate', 'samples/quickstart/pod.yaml', '--ns', 'dev')
    expect({status, stderr}).to.deep.equal({status: 1, stderr: ''})
    expect(stdout).to.contain('pods "greedy" is forbidden: maximum cpu usage per Container is 2, but limit is 3').and.to.match(/\d+ denied\n$/)
    expect(kadm('test', 'samples/policy-tests', '--no-times').stdout).to.contain('ok     the audit log notes a pod')
    expect(kadm('lnit')).to.include({status: 2})
    expect(kadm('lint', '--help').stdout).to.contain('EXAMPLES')
  })

  it('exports a library, which does not require ES modules', () => {
    writeFileSync(join(folder, 'script.js'), script)
    const output = execFileSync(process.execPath, ['--no-experimental-require-module', 'script.js'], {cwd: folder, env: plainEnv, encoding: 'utf8'})
    expect(JSON.parse(output)).to.deep.equal([403, 'pods "p" is forbidden: maximum cpu usage per Container is 1, but limit is 2', '2'])
  })

  it('exports types', () => {
    writeFileSync(join(folder, 'typed.ts'), typed)
    writeFileSync(join(folder, 'browser.ts'), typedForBrowsers)
    const tsc = createRequire(import.meta.url).resolve('typescript/bin/tsc')
    const flags = ['--noEmit', '--strict', '--module', 'nodenext', '--target', 'es2022', 'typed.ts', 'browser.ts']
    const {status, stdout} = spawnSync(process.execPath, [tsc, ...flags], {cwd: folder, env: plainEnv, encoding: 'utf8'})
    expect(stdout).to.equal('')
    expect(status).to.equal(0)
  })

  it('resolves its schemas by name', () => {
    const path = createRequire(join(folder, 'script.js')).resolve('kadm/schemas/lint.schema.json')
    expect(JSON.parse(readFileSync(path, 'utf8'))).to.have.property('title', 'kadm lint -o json')
  })
})
