import {expect} from 'chai'
import {spawnSync} from 'node:child_process'
import {getPriority} from 'node:os'

/** Prints the niceness of the main thread, and those of the other threads before and after. */
const program = `
import {readdirSync, readFileSync} from 'node:fs'
import {preferMainThread} from './src/start/main-thread.ts'

const others = readdirSync('/proc/self/task').filter((thread) => thread !== String(process.pid))
const niceness = (thread) => Number(readFileSync('/proc/self/task/' + thread + '/stat', 'utf8').replace(/^.*\\) /, '').split(' ')[16])
const distinct = () => [...new Set(others.map(niceness))]
const before = distinct()
preferMainThread()
console.log(JSON.stringify({main: niceness(process.pid), before, after: distinct()}))
`

/** The niceness of threads in a process that is this much nicer than the tests. */
function niceThreads(more: number): unknown {
  const node = [process.execPath, '--import', 'tsx', '--input-type=module', '-e', program]
  const {stdout, stderr} = spawnSync('nice', ['-n', String(more), ...node], {encoding: 'utf8'})
  expect(stderr).to.equal('')
  return JSON.parse(stdout)
}

const niceness = (more: number): number => Math.min(getPriority() + more, 19)

describe('the priority of the main thread @slow', function () {
  before(function () {
    if (process.platform !== 'linux') this.skip()
  })

  it('is higher than that of the threads that V8 has started', () => {
    expect(niceThreads(0)).to.deep.equal({main: niceness(0), before: [niceness(0)], after: [niceness(10)]})
  })

  it('is the one with which kadm was started', () => {
    for (const more of [3, 17]) expect(niceThreads(more)).to.deep.equal({main: niceness(more), before: [niceness(more)], after: [niceness(more + 10)]})
  })
})
