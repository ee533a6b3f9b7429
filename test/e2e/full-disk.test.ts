import {Config} from '@oclif/core'
import {expect} from 'chai'
import type {ChildProcess, StdioOptions} from 'node:child_process'
import {closeSync, existsSync, mkdtempSync, openSync, rmSync, writeFileSync} from 'node:fs'
import {tmpdir} from 'node:os'
import {join} from 'node:path'

import {record} from '../helpers/event-log.js'
import {ended, root, startKadm} from '../helpers/run-kadm.js'
import {hasAllRuns} from '../helpers/runs.js'

/** Arguments with which each command prints something and ends with status 0, by its id. */
const argvOf: Readonly<Record<string, readonly string[]>> = {
  capacity: ['a.yaml'], completion: ['bash'], 'completion:environments': [], 'config:print': [], 'describe:limits': ['-p', 'a.yaml'],
  'describe:namespace': ['dev', '-p', 'a.yaml'], 'describe:quota': ['-p', 'a.yaml'], diff: ['--before', 'a.yaml', '--after', 'a.yaml'], drift: ['-p', 'a.yaml'],
  events: ['log'], explain: ['a.yaml'], 'explain:quota': ['-p', 'a.yaml'], export: ['metadata.yaml'], help: [], lint: ['a.yaml'], plugins: [], 'pod-security': ['a.yaml'],
  replay: ['log', '--admission-config', 'events.yaml'], rules: [], simulate: ['a.yaml'], 'suggest:limits': ['a.yaml'], 'suggest:quota': ['a.yaml'],
  'suggest:requests': ['a.yaml'], test: ['a.kadm-test.yaml'],
  'test:init': ['a.yaml', '-o', '-'], tune: ['log'], version: [],
}

const manifests = [
  'apiVersion: v1\nkind: LimitRange\nmetadata: {name: l}\nspec: {limits: [{type: Pod, max: {cpu: 1}}]}',
  'apiVersion: v1\nkind: ResourceQuota\nmetadata: {name: q}\nspec: {hard: {pods: "1"}}',
].join('\n---\n')

const metadata = `apiVersion: kadm.dev/v1
kind: MetadataPolicy
metadata: {name: p, namespace: dev}
spec: {rules: [{policyPredicate: {labelSelector: {matchLabels: {app: web}}}, policyAction: {updatedLabels: {team: a}}}]}
`

describe('an output that cannot be written', () => {
  const folder = mkdtempSync(join(tmpdir(), 'kadm-full-'))
  before(() => {
    writeFileSync(join(folder, 'a.yaml'), manifests)
    writeFileSync(join(folder, 'metadata.yaml'), metadata)
    writeFileSync(join(folder, 'events.yaml'), 'apiVersion: eventratelimit.admission.k8s.io/v1alpha1\nkind: Configuration\nlimits: [{type: Server, qps: 5, burst: 10}]\n')
    writeFileSync(join(folder, 'log'), `${record(0)}\n`)
    writeFileSync(join(folder, 'a.kadm-test.yaml'), 'apiVersion: test.kadm.dev/v1\nkind: Suite\ntests: [{name: a, object: {apiVersion: v1, kind: ConfigMap, metadata: {name: a}}}]\n')
    writeFileSync(join(folder, '.kadm.yaml'), 'environments: {prod: {files: [a.yaml]}}\n')
  })
  after(() => rmSync(folder, {recursive: true, force: true}))

  const start = (id: string, stdio: StdioOptions): ChildProcess => startKadm([...id.split(':'), ...argvOf[id] ?? []], {cwd: folder, stdio})

  it('is tested with every command', async () => {
    const {commands} = await Config.load(root)
    const aliases = new Set(commands.flatMap((command) => command.aliases))
    expect(Object.keys(argvOf).sort()).to.deep.equal(commands.map(({id}) => id).filter((id) => !aliases.has(id)).sort())
  })

  // One listener handles errors of standard output (src/cli/oclif/run.ts). These commands print in different ways. With all runs, every command must use the listener.
  const printing = ['completion', 'help', 'lint', 'replay', 'test', 'test:init', 'version']

  it('makes commands exit with 2 if the disk is full', async function () {
    if (!existsSync('/dev/full')) return this.skip()
    for (const id of hasAllRuns ? Object.keys(argvOf) : printing) {
      const full = openSync('/dev/full', 'w')
      const run = await ended(start(id, ['ignore', full, 'pipe']))
      closeSync(full)
      expect([id, run.status, run.stderr.includes('cannot write the result: no space left on device')]).to.deep.equal([id, 2, true])
    }
  })

  it('neither changes the exit status of a command nor hangs it if the reader of the pipe is gone', async function () {
    if (process.platform === 'win32') return this.skip()
    for (const id of printing) {
      const child = start(id, ['ignore', 'pipe', 'pipe'])
      child.stdout?.destroy()
      const {status, stderr} = await ended(child)
      expect([id, status, /EPIPE|Error/.test(stderr)]).to.deep.equal([id, 0, false])
    }
  })
})
