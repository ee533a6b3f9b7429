import {expect} from 'chai'
import {appendFileSync, mkdirSync, rmSync} from 'node:fs'
import {setTimeout as pause} from 'node:timers/promises'

import {readTests} from '../../../src/cli/test/read-tests.js'
import {watchTests} from '../../../src/cli/test/watch-tests.js'
import {inFolder} from '../../helpers/in-folder.js'

const limits = (cpu: number): string => `apiVersion: v1\nkind: LimitRange\nmetadata: {name: l}\nspec: {limits: [{type: Container, max: {cpu: ${cpu}}}]}\n`

const suite = (...policies: string[]): string => `apiVersion: test.kadm.dev/v1
kind: Suite
policies: [${policies.join(', ')}]
tests:
- name: a pod is admitted
  object: {apiVersion: v1, kind: Pod, metadata: {name: web}, spec: {containers: [{name: app, image: i}]}}
`

describe('watching tests', () => {
  const write = inFolder()
  let runs: string[][] = []
  let notes: string[] = []
  let end: Promise<void> | undefined

  /** Waits until something is run or noted, or for some time. */
  const news = async (): Promise<string[]> => {
    for (let i = 0; i < 400 && runs.length + notes.length === 0; i++) await pause(20)
    return [...runs.splice(0).flat(), ...notes.splice(0)]
  }

  beforeEach(async () => {
    [runs, notes] = [[], []]
    write({'policies/limits.yaml': limits(1), 'a.kadm-test.yaml': suite('policies'), 'b/b.kadm-test.yaml': suite()})
    const read = (): ReturnType<typeof readTests> => readTests(['.'], {})
    end = watchTests(await read(), {
      paths: ['.'], read, note: (text) => notes.push(text),
      run: ({inputs}) => {
        runs.push(inputs.map(({file, files}) => [file.path, ...[...files.values()].flatMap((found) => 'error' in found ? found.error : [])].join(' ')))
        return Promise.resolve()
      },
    })
    expect(await news()).to.deep.equal(['Waiting for changes. Press Ctrl-C to end.'])
  })

  afterEach(async () => {
    process.emit('SIGINT')
    await end
  })

  it('runs the tests whose policies change, and not those of files that are written without a change @slow', async () => {
    write({'policies/limits.yaml': limits(2)})
    expect(await news()).to.deep.equal(['a.kadm-test.yaml'])
    write({'policies/limits.yaml': limits(2)})
    await pause(300)
    expect([runs, notes]).to.deep.equal([[], []])
  })

  it('runs a test file that is broken, and again when it is mended', async () => {
    appendFileSync('b/b.kadm-test.yaml', 'x: [\n')
    expect(await news()).to.deep.equal(['b/b.kadm-test.yaml'])
    write({'b/b.kadm-test.yaml': suite()})
    expect(await news()).to.deep.equal(['b/b.kadm-test.yaml'])
  })

  it('runs the tests of policies that are removed, and again when they are there', async () => {
    rmSync('policies/limits.yaml')
    expect(await news()).to.deep.equal(['a.kadm-test.yaml has no manifests'])
    write({'policies/limits.yaml': limits(1)})
    expect(await news()).to.deep.equal(['a.kadm-test.yaml'])
  })

  it('finds new tests in new folders, and names tests that are removed @slow', async () => {
    mkdirSync('c/d', {recursive: true})
    await pause(300)
    write({'c/d/c.kadm-test.yaml': suite()})
    expect(await news()).to.deep.equal(['c/d/c.kadm-test.yaml'])
    rmSync('b', {recursive: true})
    expect(await news()).to.deep.equal(['b/b.kadm-test.yaml is removed'])
  })

  it('reports once that there is no test, and runs those that come @slow', async () => {
    rmSync('a.kadm-test.yaml')
    rmSync('b', {recursive: true})
    expect(await news()).to.deep.equal(['Error: there is no test file in .'])
    write({'log.txt': 'Error: there is no test file in .'})
    await pause(300)
    expect([runs, notes]).to.deep.equal([[], []])
    write({'n.kadm-test.yaml': suite()})
    expect(await news()).to.deep.equal(['n.kadm-test.yaml', 'a.kadm-test.yaml is removed', 'b/b.kadm-test.yaml is removed'])
    rmSync('n.kadm-test.yaml')
    expect(await news()).to.deep.equal(['Error: there is no test file in .'])
  })
})
