import {expect} from 'chai'
import type {ChildProcess} from 'node:child_process'
import {mkdtempSync, realpathSync, rmSync, writeFileSync} from 'node:fs'
import {tmpdir} from 'node:os'
import {join} from 'node:path'

import {ended, startKadm} from '../helpers/run-kadm.js'

const limits = (cpu: number): string => `apiVersion: v1\nkind: LimitRange\nmetadata: {name: l}\nspec: {limits: [{type: Container, max: {cpu: ${cpu}}, default: {cpu: 1}}]}\n`
const suite = (policies: string): string => `apiVersion: test.kadm.dev/v1
kind: Suite
policies: [${policies}]
tests:
- name: two cpus are denied
  object: {apiVersion: v1, kind: Pod, metadata: {name: web}, spec: {containers: [{name: app, image: i, resources: {limits: {cpu: 2}}}]}}
  expect: {allowed: false}
`

/** Waits until a process has printed a text. */
function printed(stream: ChildProcess['stdout'], text: RegExp): Promise<string> {
  let all = ''
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`not printed: ${String(text)} in ${all}`)), 120_000)
    stream?.on('data', (chunk: Buffer) => {
      all += String(chunk)
      if (!text.test(all)) return
      clearTimeout(timer)
      resolve(all)
    })
  })
}

describe('kadm test --watch', () => {
  let folder = ''
  beforeEach(() => folder = realpathSync(mkdtempSync(join(tmpdir(), 'kadm-watch-'))))
  afterEach(() => rmSync(folder, {recursive: true, force: true}))

  it('runs the tests again that a changed file touches, and ends with Ctrl-C', async () => {
    const file = (name: string): string => join(folder, name)
    writeFileSync(file('limits.yaml'), limits(1))
    writeFileSync(file('a.kadm-test.yaml'), suite('limits.yaml'))
    writeFileSync(file('b.kadm-test.yaml'), suite('{apiVersion: v1, kind: LimitRange, metadata: {name: l}, spec: {limits: [{type: Container, max: {cpu: 1}}]}}'))
    const child = startKadm(['test', '--watch', '--no-times'], {cwd: folder})
    const end = ended(child)
    const isWaiting = printed(child.stderr, /Waiting for changes/)
    expect(await printed(child.stdout, /2 tests: 2 passed\n/)).contains('a.kadm-test.yaml').contains('b.kadm-test.yaml')
    await isWaiting

    const again = printed(child.stdout, /1 test: .*\n/)
    writeFileSync(file('limits.yaml'), limits(4))
    expect(await again).contains('a.kadm-test.yaml\n  FAIL   two cpus are denied').contains('1 test: 0 passed, 1 failed').not.contains('b.kadm-test.yaml')

    const fixed = printed(child.stdout, /1 test: .*\n/)
    writeFileSync(file('limits.yaml'), limits(1))
    expect(await fixed).contains('1 test: 1 passed')

    const added = printed(child.stdout, /1 test: .*\n/)
    writeFileSync(file('c.kadm-test.yaml'), suite('limits.yaml'))
    expect(await added).contains('c.kadm-test.yaml\n  ok     two cpus are denied').not.contains('a.kadm-test.yaml')

    child.kill('SIGINT')
    const {status, signal, stderr} = await end
    expect([status, signal]).eql([0, null])
    expect(stderr).equal('Waiting for changes. Press Ctrl-C to end.\n')
  })
})
