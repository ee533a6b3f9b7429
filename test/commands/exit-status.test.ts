import {Config} from '@oclif/core'
import {expect} from 'chai'
import {chmodSync, existsSync, mkdirSync, symlinkSync, writeFileSync} from 'node:fs'
import {join} from 'node:path'

import Capacity from '../../commands/capacity.js'
import Completion from '../../commands/completion.js'
import CompletionEnvironments from '../../commands/completion/environments.js'
import ConfigPrint from '../../commands/config/print.js'
import DescribeLimits from '../../commands/describe/limits.js'
import DescribeNamespace from '../../commands/describe/namespace.js'
import DescribeQuota from '../../commands/describe/quota.js'
import Diff from '../../commands/diff.js'
import Drift from '../../commands/drift.js'
import Events from '../../commands/events.js'
import Explain from '../../commands/explain.js'
import ExplainQuota from '../../commands/explain/quota.js'
import Export from '../../commands/export.js'
import Help from '../../commands/help.js'
import Lint from '../../commands/lint.js'
import Plugins from '../../commands/plugins.js'
import PodSecurity from '../../commands/pod-security.js'
import Replay from '../../commands/replay.js'
import Rules from '../../commands/rules.js'
import Simulate from '../../commands/simulate.js'
import SuggestLimits from '../../commands/suggest/limits.js'
import SuggestQuota from '../../commands/suggest/quota.js'
import SuggestRequests from '../../commands/suggest/requests.js'
import Test from '../../commands/test.js'
import TestInit from '../../commands/test/init.js'
import Tune from '../../commands/tune.js'
import Version from '../../commands/version.js'
import {exitMeanings} from '../../src/cli/exit-meanings.js'
import {record} from '../helpers/event-log.js'
import {inFolder} from '../helpers/in-folder.js'
import {runCommand} from '../helpers/run-command.js'
import {root} from '../helpers/run-kadm.js'

const isRoot = process.getuid?.() === 0

const limits = 'apiVersion: v1\nkind: LimitRange\nmetadata: {name: limits, namespace: dev}\nspec: {limits: [{type: Container, default: {cpu: 100m}}]}\n'
const pod = 'apiVersion: v1\nkind: Pod\nmetadata: {name: p, namespace: dev}\nspec: {containers: [{name: a, image: b}]}\n'
const quota = 'apiVersion: v1\nkind: ResourceQuota\nmetadata: {name: q, namespace: dev}\nspec: {hard: {pods: "9"}}\n'
const eventLimits = 'apiVersion: eventratelimit.admission.k8s.io/v1alpha1\nkind: Configuration\nlimits: [{type: Server, qps: 50, burst: 100}]\n'

interface Trouble {
  /** Pattern of the error in the output; undefined if there is none. */
  readonly reported?: RegExp
  /** Writes the files. */
  readonly write?: () => void
  /** Path of the input. */
  readonly path: string
}

/** Writes a text to a file of the input folder. */
const file = (text: string | Uint8Array, reported?: RegExp): Trouble => ({path: 'input', write: () => writeFileSync('input/bad.yaml', text), ...reported && {reported}})

/** Makes the working directory a repository, with a link to a file outside. */
function linkOutside(): void {
  mkdirSync('.git')
  symlinkSync(join(root, 'samples/quickstart/limits.yaml'), 'input/bad.yaml')
}

const troubles = {
  missing: {path: 'nowhere.yaml', reported: /nowhere\.yaml/},
  unreadable: {path: 'input', reported: /bad\.yaml/, write: () => symlinkSync('gone.yaml', 'input/bad.yaml')},
  'no permission': {path: 'input', reported: /locked/, write: () => mkdirSync('input/locked', {mode: 0})},
  'link outside': {path: 'input', reported: /skipped|nothing checked|input has no manifests/, write: linkOutside},
  'name in invalid UTF-8': {path: 'input', reported: /bad\ufffd\.yaml/, write: () => writeFileSync(Buffer.from([...Buffer.from('input/bad'), 0xff, ...Buffer.from('.yaml')]), pod)},
  'invalid UTF-8': file(Buffer.concat([Buffer.from(`${pod}# `), Buffer.from([0xff, 0xfe, 0x0a])])),
  'half UTF-16': file(Buffer.from([0xff, 0xfe, 0x61]), /bad\.yaml/),
  syntax: file('kind: ResourceQuota\na: [\n', /bad\.yaml/),
  'metadata: []': file(limits.replace(/metadata: .*/, 'metadata: []'), /bad\.yaml/),
  rejected: file(quota.replace('pods: "9"', 'cpu: "-1"'), /must be greater than or equal to 0|Invalid value: "-1"/),
  'unknown kind': file('apiVersion: v1\nkind: Pot\nmetadata: {name: p}\n', /no matches for kind "Pot"/),
  twins: file(`${limits}---\n${limits.replace('100m', '200m')}`, /LimitRange limits is declared/),
  empty: {...file(''), path: 'input/bad.yaml'},
  comments: {...file('# nothing\n---\n# more\n'), path: 'input/bad.yaml'},
  'empty folder': {path: 'input', reported: /no \.yaml, \.yml or \.json files in input|input has no manifests/},
  skipped: {path: 'input', reported: /skipped|nothing checked|input has no manifests/, write: () => writeFileSync('input/package.json', '{"name": "x", "version": "1.0.0"}')},
  excluded: {
    path: 'input', reported: /all files are skipped|all \.yaml, \.yml and \.json files in input are excluded|input has no manifests/,
    write: () => ['input/pod.yaml', '.kadm.yaml'].forEach((name, i) => writeFileSync(name, [pod, 'exclude: [input/**]\n'][i] ?? '')),
  },
  'broken .kadm.yaml': {path: 'input', reported: /\.kadm\.yaml/, write: () => writeFileSync('.kadm.yaml', 'rules: [')},
  'bad setting': {path: 'input', reported: /failOn/, write: () => writeFileSync('.kadm.yaml', 'failOn: sometimes\n')},
} satisfies Record<string, Trouble>

type TroubleName = keyof typeof troubles

/** Exit status of commands that read manifests, by default. */
const usual: Readonly<Record<TroubleName, number>> = {
  missing: 2, unreadable: 2, 'no permission': 2, 'link outside': 2, 'name in invalid UTF-8': 2, 'invalid UTF-8': 0, 'half UTF-16': 2,
  syntax: 2, 'metadata: []': 2, rejected: 2, 'unknown kind': 2, twins: 2,
  empty: 0, comments: 0, 'empty folder': 0, skipped: 2, excluded: 2, 'broken .kadm.yaml': 2, 'bad setting': 2,
}

/** Exit statuses of lint: problems in a document are findings. */
const findings = {syntax: 1, 'metadata: []': 1, rejected: 1, 'unknown kind': 1}

/** Like kubectl, these fail if there are no objects to send. */
const nothingToSend = {empty: 2, comments: 2, 'empty folder': 2}

/** Exit statuses of logs without requests, and of configurations without a document. */
const emptyLog = {empty: 2, comments: 2}

/** Exit statuses of a comparison whose input before the change cannot be used: the result is complete. */
const beforeChange = {unreadable: 0, 'no permission': 0, 'link outside': 0, 'name in invalid UTF-8': 0, 'half UTF-16': 0, syntax: 0, 'metadata: []': 0, rejected: 0, 'unknown kind': 0, skipped: 0, excluded: 0}

/** Exit statuses of commands that read only MetadataPolicies. */
const passedOver = {'metadata: []': 0, rejected: 0, 'unknown kind': 0, twins: 0}

/** Problems of logs, whose lines are not documents or objects. */
const logTroubles = ['missing', 'unreadable', 'half UTF-16', 'syntax', 'empty', 'comments'] as const

/** Problems with settings, for commands that read no other files. */
const settingTroubles = ['broken .kadm.yaml', 'bad setting'] as const

/** One way to use a command. */
interface Usage {
  /** The id of the command. */
  readonly id: string
  readonly command: Parameters<typeof runCommand>[0]
  /** The arguments, with the path of the broken input. */
  readonly argv: (path: string) => readonly string[]
  /** Writes a file that names the path. */
  readonly naming?: (path: string) => void
  /** Exit statuses that differ from the default. */
  readonly but?: Partial<Record<TroubleName, number>>
  /** Problems that apply to it; by default all. */
  readonly only?: readonly TroubleName[]
}

/** Returns a function that writes a test file. */
const suiteWith = (name: string, setting: (path: string) => string, object = (_: string): string => 'good/pod.yaml') => (path: string): void =>
  writeFileSync(`${name}.kadm-test.yaml`, `apiVersion: test.kadm.dev/v1\nkind: Suite\n${setting(path)}\ntests:\n- {name: a, object: ${object(path)}}\n`)

/** Every command, in each role in which it reads files. */
const usages: readonly Usage[] = [
  {id: 'lint', command: Lint, argv: (path) => [path], but: findings},
  {id: 'lint', command: Lint, argv: (path) => [path, '--fix'], but: findings},
  {id: 'lint', command: Lint, argv: (path) => [path, '--fix', '--dry-run'], but: findings},
  {id: 'lint', command: Lint, argv: (path) => ['good/pod.yaml', '--admission-config', inFile(path)], only: logTroubles, but: emptyLog},
  {id: 'simulate', command: Simulate, argv: (path) => [path, '-p', 'good/limits.yaml'], but: {...nothingToSend, rejected: 1}},
  {id: 'simulate', command: Simulate, argv: (path) => ['good/pod.yaml', '-p', path]},
  {id: 'simulate', command: Simulate, argv: (path) => ['good/pod.yaml', '-p', 'good/limits.yaml', '-e', path]},
  // The policies are those of the folder.
  {id: 'simulate', command: Simulate, argv: (path) => ['good/pod.yaml', '-e', path]},
  {id: 'capacity', command: Capacity, argv: (path) => [path, '-p', 'good/limits.yaml'], but: nothingToSend},
  {id: 'capacity', command: Capacity, argv: (path) => ['good/pod.yaml', '-p', path]},
  {id: 'capacity', command: Capacity, argv: (path) => ['good/pod.yaml', '-p', 'good/limits.yaml', '-e', path]},
  {id: 'capacity', command: Capacity, argv: (path) => ['good/pod.yaml', '-e', path]},
  {id: 'test', command: Test, argv: (path) => [path], only: ['missing', 'broken .kadm.yaml']},
  {id: 'test', command: Test, argv: () => ['of-policies.kadm-test.yaml'], naming: suiteWith('of-policies', (path) => `policies: [${path}]`), but: {'empty folder': 2}},
  {id: 'test', command: Test, argv: () => ['of-existing.kadm-test.yaml'], naming: suiteWith('of-existing', (path) => `existing: [${path}]`), but: {'empty folder': 2}},
  {id: 'test', command: Test, argv: () => ['of-objects.kadm-test.yaml'], naming: suiteWith('of-objects', () => '', (path) => path), but: {...nothingToSend, rejected: 1, twins: 0}},
  {id: 'test:init', command: TestInit, argv: (path) => [path, '-o', '-'], but: nothingToSend, only: ['missing', 'empty folder', 'broken .kadm.yaml']},
  {id: 'diff', command: Diff, argv: (path) => ['--before', 'good', '--after', path]},
  {id: 'diff', command: Diff, argv: (path) => ['--before', path, '--after', 'good'], but: beforeChange},
  {id: 'diff', command: Diff, argv: (path) => ['--before', 'good/limits.yaml', '--after', 'good/limits.yaml', path], but: {rejected: 0}},
  {id: 'drift', command: Drift, argv: (path) => ['-p', path]},
  {id: 'drift', command: Drift, argv: (path) => ['-p', 'good/limits.yaml', '-e', path]},
  {id: 'explain', command: Explain, argv: (path) => [path, '-p', 'good/limits.yaml'], but: {...nothingToSend, rejected: 1}},
  {id: 'explain', command: Explain, argv: (path) => ['good/pod.yaml', '-p', path]},
  {id: 'explain', command: Explain, argv: (path) => ['good/pod.yaml', '-e', path]},
  {id: 'explain:quota', command: ExplainQuota, argv: (path) => ['-n', 'dev', '-p', path]},
  {id: 'explain:quota', command: ExplainQuota, argv: (path) => ['-n', 'dev', '-p', 'good/limits.yaml', '-e', path]},
  {id: 'pod-security', command: PodSecurity, argv: (path) => [path], but: nothingToSend},
  {id: 'pod-security', command: PodSecurity, argv: (path) => ['good/pod.yaml', '-p', path]},
  {id: 'pod-security', command: PodSecurity, argv: (path) => ['good/pod.yaml', '-e', path]},
  {id: 'export', command: Export, argv: (path) => [path], but: passedOver},
  {id: 'describe:limits', command: DescribeLimits, argv: (path) => ['-n', 'dev', '-p', path]},
  {id: 'describe:quota', command: DescribeQuota, argv: (path) => ['-n', 'dev', '-p', path]},
  {id: 'describe:quota', command: DescribeQuota, argv: (path) => ['-n', 'dev', '-p', 'good/limits.yaml', '-e', path]},
  {id: 'describe:namespace', command: DescribeNamespace, argv: (path) => ['dev', '-p', path]},
  {id: 'suggest:limits', command: SuggestLimits, argv: (path) => [path], but: nothingToSend},
  {id: 'suggest:quota', command: SuggestQuota, argv: (path) => [path], but: nothingToSend},
  {id: 'suggest:requests', command: SuggestRequests, argv: (path) => [path, '-p', 'good/limits.yaml'], but: nothingToSend},
  {id: 'suggest:limits', command: SuggestLimits, argv: (path) => ['good/pod.yaml', '-e', path]},
  {id: 'suggest:quota', command: SuggestQuota, argv: (path) => ['good/pod.yaml', '-e', path]},
  {id: 'suggest:requests', command: SuggestRequests, argv: (path) => ['good/pod.yaml', '-e', path]},
  {id: 'replay', command: Replay, argv: (path) => [inFile(path), '--admission-config', 'good/events.yaml'], only: logTroubles, but: emptyLog},
  {id: 'replay', command: Replay, argv: (path) => ['good/audit.log', '--admission-config', inFile(path)], only: logTroubles, but: emptyLog},
  {id: 'tune', command: Tune, argv: (path) => [inFile(path)], only: logTroubles, but: emptyLog},
  {id: 'events', command: Events, argv: (path) => [inFile(path)], only: logTroubles},
  {id: 'config:print', command: ConfigPrint, argv: () => [], only: settingTroubles},
  {id: 'completion', command: Completion, argv: () => ['bash'], only: settingTroubles, but: {'broken .kadm.yaml': 0, 'bad setting': 0}},
  {id: 'completion:environments', command: CompletionEnvironments, argv: () => [], only: settingTroubles},
  {id: 'help', command: Help, argv: () => ['lint'], only: settingTroubles, but: {'broken .kadm.yaml': 0, 'bad setting': 0}},
  {id: 'plugins', command: Plugins, argv: () => ['-o', 'json'], only: settingTroubles},
  {id: 'rules', command: Rules, argv: () => ['-o', 'json'], only: settingTroubles, but: {'broken .kadm.yaml': 0, 'bad setting': 0}},
  {id: 'version', command: Version, argv: () => ['-o', 'json'], only: settingTroubles, but: {'broken .kadm.yaml': 0, 'bad setting': 0}},
]

const inFile = (path: string): string => path === 'input' ? 'input/bad.yaml' : path

/** Commands whose -o json has the exit status. */
const withJson = new Set(['lint', 'simulate', 'capacity', 'diff', 'drift', 'replay', 'tune'])

const titleOf = ({id, argv}: Usage): string => ['kadm', ...id.split(':'), ...argv('PATH')].join(' ')

describe('exit status', () => {
  const write = inFolder()
  let config: Config

  before(async () => {
    config = await Config.load(root)
  })

  beforeEach(() => {
    write({'good/limits.yaml': limits, 'good/pod.yaml': pod, 'good/events.yaml': eventLimits, 'good/audit.log': `${record(0)}\n`})
    mkdirSync('input')
  })

  afterEach(() => {
    if (existsSync('input/locked')) chmodSync('input/locked', 0o700)
  })

  it('covers every command, in this test and in the documentation', () => {
    const aliases = new Set(config.commands.flatMap((command) => command.aliases))
    const ids = config.commands.map(({id}) => id).filter((id) => !aliases.has(id)).sort()
    expect([...new Set(usages.map(({id}) => id))].sort()).to.deep.equal(ids)
    expect(Object.keys(exitMeanings).sort()).to.deep.equal(ids)
  })

  for (const usage of usages) {
    describe(titleOf(usage), () => {
      for (const name of usage.only ?? (Object.keys(troubles) as TroubleName[])) {
        const {path, reported, write: prepare}: Trouble = troubles[name]
        const expected = usage.but?.[name] ?? usual[name]
        it(`is ${expected} for: ${name}`, async function () {
          // Nothing is locked for root. Only Linux takes any bytes as a name.
          if (name === 'no permission' && isRoot || name === 'name in invalid UTF-8' && process.platform !== 'linux') return this.skip()
          prepare?.()
          usage.naming?.(path)
          const run = await runCommand(usage.command, ...usage.argv(path))
          const output = `${run.stdout}${run.stderr}${run.error?.message ?? ''}${run.error?.suggestions?.join(' ') ?? ''}`
          expect(run.status, output).to.equal(expected)
          if (usage.argv('').includes('--dry-run')) expect(output).to.match(expected === 0 ? /remain: 0/ : /remain: [1-9]|the result is incomplete|nowhere|\.kadm\.yaml/)
          else if (expected !== 0 && reported !== undefined) expect(output).to.match(reported)
          if (expected !== 0) expect(run.stdout).not.to.match(/there is room for everything|nothing wrong/)
          if (withJson.has(usage.id) && !usage.argv(path).includes('--dry-run')) await expectSameInJson(usage, path, expected)
        })
      }
    })
  }

  /** Checks that a printed report has the exit status of the run. */
  async function expectSameInJson({command, argv}: Usage, path: string, status: number): Promise<void> {
    const json = await runCommand(command, ...argv(path), '-o', 'json')
    expect(json.status).to.equal(status)
    if (json.stdout === '') expect(json.error !== undefined || json.stderr.includes('Nothing is reported')).to.equal(true)
    else {
      const {exitStatus, incomplete} = JSON.parse(json.stdout) as {exitStatus: number, incomplete: readonly string[]}
      expect([exitStatus, incomplete.length > 0]).to.deep.equal([status, status === 2])
    }
  }

  it('is 2 for an undeclared environment, in every command with --env', async () => {
    write({'.kadm.yaml': 'environments: {prod: {files: [good]}}\n'})
    const having = new Set(config.commands.filter(({flags}) => 'env' in flags).map(({id}) => id))
    expect([...having]).to.include.members(['lint', 'simulate', 'capacity', 'drift', 'describe:quota'])
    for (const usage of usages.filter(({id}) => having.has(id))) {
      const run = await runCommand(usage.command, ...usage.argv('good'), '--env', 'nowhere')
      expect([usage.id, run.status, run.stdout]).to.deep.equal([usage.id, 2, ''])
      expect(run.error?.message).to.contain('nowhere')
    }
  })

  it('is 2 if a report cannot be written, in every command with report files', async () => {
    const writing = new Set(config.commands.filter(({flags: {output}}) => output?.type === 'option' && output.multiple === true).map(({id}) => id))
    expect([...writing]).to.include.members(['lint', 'simulate', 'capacity', 'drift'])
    for (const usage of usages.filter(({id, argv}) => writing.has(id) && !argv('').includes('--dry-run'))) {
      const run = await runCommand(usage.command, ...usage.argv('good/limits.yaml'), '-o', 'json=nowhere/report.json')
      expect([usage.id, run.status, run.stdout]).to.deep.equal([usage.id, 2, ''])
      expect(run.error?.message).to.contain('nowhere/report.json')
    }
  })

  it('is 2 for an unknown flag, in every command', async () => {
    for (const {id, command, argv} of usages) expect([id, (await runCommand(command, ...argv('good'), '--no-such-flag')).status]).to.deep.equal([id, 2])
  })

  it('is 0 without findings or denials @slow', async () => {
    write({'fine.yaml': quota})
    for (const usage of usages.filter(({only}) => only === undefined)) {
      usage.naming?.('fine.yaml')
      const run = await runCommand(usage.command, ...usage.argv('fine.yaml'))
      expect([titleOf(usage), run.status, run.stderr.includes('incomplete')]).to.deep.equal([titleOf(usage), 0, false])
    }
  })
})
