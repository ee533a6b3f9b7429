import {Config} from '@oclif/core'
import {expect} from 'chai'
import {closeSync, existsSync, mkdtempSync, openSync, rmSync, writeFileSync} from 'node:fs'
import {tmpdir} from 'node:os'
import {join} from 'node:path'

import {ended, root, startKadm} from '../helpers/run-kadm.js'

/** Arguments with which each command prints something, by its id. */
const argvOf: Readonly<Record<string, readonly string[]>> = {
  capacity: ['a.yaml'], completion: ['bash'], 'completion:environments': [], 'config:print': [], 'describe:limits': ['-p', 'a.yaml'],
  'describe:namespace': ['dev', '-p', 'a.yaml'], 'describe:quota': ['-p', 'a.yaml'], diff: ['--before', 'a.yaml', '--after', 'a.yaml'], drift: ['-p', 'a.yaml'],
  events: ['log'], explain: ['a.yaml'], 'explain:quota': ['-p', 'a.yaml'], help: [], lint: ['a.yaml'], plugins: [], 'pod-security': ['a.yaml'],
  replay: ['log', '--admission-config', 'events.yaml'], rules: [], simulate: ['a.yaml'], 'suggest:limits': ['a.yaml'], 'suggest:quota': ['a.yaml'],
  'suggest:requests': ['a.yaml'], test: ['a.kadm-test.yaml'],
  'test:init': ['a.yaml', '-o', '-'], tune: ['log'], version: [],
}

const manifests = [
  'apiVersion: v1\nkind: LimitRange\nmetadata: {name: l}\nspec: {limits: [{type: Pod, max: {cpu: 1}}]}',
  'apiVersion: v1\nkind: ResourceQuota\nmetadata: {name: q}\nspec: {hard: {pods: "1"}}',
].join('\n---\n')

describe('full disk', () => {
  const folder = mkdtempSync(join(tmpdir(), 'kadm-full-'))
  after(() => rmSync(folder, {recursive: true, force: true}))

  it('makes every command exit with 2', async function () {
    this.timeout(120_000)
    if (!existsSync('/dev/full')) return this.skip()
    writeFileSync(join(folder, 'a.yaml'), manifests)
    writeFileSync(join(folder, 'events.yaml'), 'apiVersion: eventratelimit.admission.k8s.io/v1alpha1\nkind: Configuration\nlimits: [{type: Server, qps: 5, burst: 10}]\n')
    writeFileSync(join(folder, 'log'), '')
    writeFileSync(join(folder, 'a.kadm-test.yaml'), 'apiVersion: test.kadm.dev/v1\nkind: Suite\ntests: [{name: a, object: {apiVersion: v1, kind: ConfigMap, metadata: {name: a}}}]\n')
    writeFileSync(join(folder, '.kadm.yaml'), 'environments: {prod: {files: [a.yaml]}}\n')
    const {commands} = await Config.load(root)
    const aliases = new Set(commands.flatMap((command) => command.aliases))
    // Export has no output for these manifests.
    for (const {id} of commands.filter((command) => !aliases.has(command.id) && command.id !== 'export')) {
      const full = openSync('/dev/full', 'w')
      const run = await ended(startKadm([...id.split(':'), ...argvOf[id] ?? [`no arguments for ${id}`]], {cwd: folder, stdio: ['ignore', full, 'pipe']}))
      closeSync(full)
      expect([id, run.status, run.stderr.includes('cannot write the result: no space left on device')]).to.deep.equal([id, 2, true])
    }
  })
})
