// `npm run compare`: builds other tools from the Go module proxy, and compares what they report and how long they take with kadm. Writes the
// results into docs/comparison.md. A tool that cannot be built is named with the reason.
import {spawnSync} from 'node:child_process'
import {existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync} from 'node:fs'
import {tmpdir} from 'node:os'
import {dirname, join} from 'node:path'

import {readPage, withPart} from '../../scripts/docs/page-part.js'
import {plainEnv, root} from '../helpers/run-kadm.js'
import {constraints} from './constraints.js'
import {buildKubeconform, findGo, version as kubeconformVersion, runGo} from './kubeconform.js'
import {documentsPerFile, manifestFile} from './manifests.js'
import {mistakes, valid} from './mistakes.js'
import {bestTimes, kadm, writeFiles} from './programs.js'

const page = 'docs/comparison.md'
const files = 200
const runs = 5

/** A tool that was built: its program, and its arguments for a file or a folder. */
interface Tool {
  readonly name: string
  readonly file: string
  readonly args: (path: string, command: 'lint' | 'simulate') => readonly string[]
}

/** Further tools that `go install` can build, with their arguments for a file or a folder and for a file with constraints. */
const modules = [
  {name: 'kubectl-validate v0.0.4', module: 'sigs.k8s.io/kubectl-validate@v0.0.4', program: 'kubectl-validate', args: (path: string) => [path]},
  {name: 'kube-linter v0.7.6', module: 'golang.stackrox.io/kube-linter/cmd/kube-linter@v0.7.6', program: 'kube-linter', args: (path: string) => ['lint', path]},
  {
    name: 'gator v3.23.1', module: 'github.com/open-policy-agent/gatekeeper/v3/cmd/gator@v3.23.1', program: 'gator',
    args: (path: string, policies: string) => ['test', '-f', path, '-f', policies],
  },
]

/** Builds all tools that can be built here. Returns them, and the names of the others. */
function build(folder: string): {readonly tools: readonly Tool[], readonly missing: readonly string[]} {
  const [tools, missing]: [Tool[], string[]] = [[{name: 'kadm', file: process.execPath, args: (path, command) => [kadm, command, path]}], []]
  const kubeconform = buildKubeconform(folder)
  if (typeof kubeconform === 'string') missing.push(`kubeconform (${kubeconform})`)
  else {
    makeStrict(dirname(kubeconform.schemas))
    tools.push({name: `kubeconform ${kubeconformVersion}`, file: kubeconform.file, args: (path) => ['-strict', '-n', '2', '-schema-location', kubeconform.schemas, path]})
  }
  const policies = join(folder, 'constraints.yaml')
  writeFileSync(policies, constraints)
  for (const {name, module, program, args} of modules) {
    const file = join(folder, program)
    const go = findGo()
    if (go !== undefined) runGo(go, ['install', module], {GOBIN: folder})
    if (existsSync(file)) tools.push({name, file, args: (path) => args(path, policies)})
    else missing.push(name)
  }
  return {tools, missing}
}

/** Forbids unknown fields in schemas, as the published strict schemas for `kubeconform -strict` do. */
function makeStrict(folder: string): void {
  const strict = (_: string, value: unknown): unknown =>
    typeof value === 'object' && value !== null && 'properties' in value && 'type' in value && value.type === 'object' ? {additionalProperties: false, ...value} : value
  for (const name of readdirSync(folder)) writeFileSync(join(folder, name), JSON.stringify(JSON.parse(readFileSync(join(folder, name), 'utf8')), strict))
}

/** True if a tool reports something in a manifest: its exit status is not 0. */
function reports({file, args}: Tool, text: string, command: 'lint' | 'simulate', folder: string): boolean {
  const path = join(folder, 'manifest.yaml')
  writeFileSync(path, text)
  return spawnSync(file, args(path, command), {cwd: folder, env: plainEnv}).status !== 0
}

/** The table of mistakes, with the tools that report each. */
function findingsTable(tools: readonly Tool[], folder: string): string {
  const row = (what: string, text: string, command: 'lint' | 'simulate'): string =>
    `| ${what} | ${tools.map((tool) => reports(tool, text, command, folder) ? 'reported' : '-').join(' | ')} |\n`
  const head = `| A manifest with | ${tools.map(({name}) => name).join(' | ')} |\n| --- | ${tools.map(() => '---').join(' | ')} |\n`
  return `${head}${row('no mistake', valid, 'lint')}${mistakes.map(({what, text, command}) => row(what, text, command)).join('')}`
}

/** The table of times for a folder of manifests without mistakes. */
function timesTable(tools: readonly Tool[], folder: string): string {
  const manifests = writeFiles(join(folder, 'manifests'), manifestFile, files)
  const programs = Object.fromEntries(tools.filter(({name}) => !name.startsWith('kube-linter')).map(({name, file, args}) => [name, {file, args: args(manifests, 'lint')}]))
  const times = bestTimes(programs, runs, folder)
  const own = times['kadm'] ?? Number.NaN
  return Object.entries(times).map(([name, time]) => `| ${name} | ${(time / 1000).toFixed(2)} s | ${(time / own).toFixed(2)} |\n`).join('')
}

const folder = mkdtempSync(join(tmpdir(), 'kadm-compare-'))
try {
  const {tools, missing} = build(folder)
  const text = `${findingsTable(tools, folder)}
"Reported" means that the exit status is not 0. kadm runs \`lint\`, and \`simulate\` for pods that a LimitRange or a quota denies.
kubeconform runs with \`-strict\` and local schemas of Kubernetes 1.36.3 without additional properties. gator runs with two constraints: a limit of at most one CPU,
and no image with the tag latest. The others run with their defaults.

${files * documentsPerFile} documents in ${files} files, the best of ${runs} runs:

| Tool | Time | Compared with kadm |
| --- | --- | --- |
${timesTable(tools, folder)}${missing.length === 0 ? '' : `\nNot built: ${missing.join(', ')}.\n`}`
  writeFileSync(join(root, page), withPart(readPage(page), 'measured', text, 'npm run compare'))
  process.stdout.write(text)
} finally {
  rmSync(folder, {recursive: true, force: true})
}
