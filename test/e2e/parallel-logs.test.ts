import {expect} from 'chai'
import {once} from 'node:events'
import {mkdtempSync, rmSync, writeFileSync} from 'node:fs'
import {tmpdir} from 'node:os'
import {join} from 'node:path'
import {gzipSync} from 'node:zlib'

import {auditEvent, record} from '../helpers/event-log.js'
import {ended, type Run, runKadm, startKadm} from '../helpers/run-kadm.js'

const configuration = `apiVersion: eventratelimit.admission.k8s.io/v1alpha1
kind: Configuration
limits: [{type: Server, qps: 10, burst: 100}, {type: SourceAndObject, qps: 1, burst: 3}]
`

describe('reading logs with several threads', () => {
  let folder = ''
  const path = (name: string): string => join(folder, name)
  const lines = Array.from({length: 3000}, (_, i) => auditEvent({
    auditID: `id-${i}`, objectRef: {name: `web-${i % 50}.17c0`}, requestObject: {involvedObject: {kind: 'Pod', name: `web-${i % 50}`}},
    requestReceivedTimestamp: new Date(Date.UTC(2026, 0, 1, 10) + i * 50).toISOString(),
  }))
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'kadm-threads-'))
    const list = JSON.stringify({kind: 'List', items: [record(150_000), record(150_001)].map((line) => JSON.parse(line) as object)}, null, 2)
    writeFileSync(path('limits.yaml'), configuration)
    writeFileSync(path('a.log'), lines.slice(0, 1500).join('\n'))
    writeFileSync(path('b.log.gz'), gzipSync(`${lines.slice(1500).join('\n')}\nbroken é\n${list}\n`))
  })
  after(() => rmSync(folder, {recursive: true, force: true}))

  const run = (args: readonly string[], jobs: number, input?: string): Promise<Run> =>
    runKadm([...args, '--jobs', String(jobs)], {cwd: folder, ...input !== undefined && {input}})

  const commands: Readonly<Record<string, readonly [args: readonly string[], status: number]>> = {
    replay: [['replay', 'a.log', 'b.log.gz', '--admission-config', 'limits.yaml', '--decisions', '-'], 2],
    events: [['events', 'a.log', 'b.log.gz'], 2],
    tune: [['tune', 'a.log', 'b.log.gz', '--qps', '10'], 2],
  }
  for (const [name, [args, status]] of Object.entries(commands)) {
    it(`prints the same output as one thread: kadm ${name}`, async () => {
      const one = await run(args, 1)
      expect(one).to.include({status, signal: null})
      expect(one.stdout).to.not.equal('')
      expect(one.stderr).to.contain('b.log.gz:1501: not JSON\n')
      expect(await run(args, name === 'replay' ? 3 : 2)).to.deep.equal(one)
    })
  }

  it('supports standard input', async () => {
    const args = ['replay', '-', '--admission-config', 'limits.yaml']
    expect(await run(args, 2, lines.join('\n'))).to.deep.equal(await run(args, 1, lines.join('\n')))
  })

  it('can be interrupted while a thread waits', async () => {
    const child = startKadm(['replay', '-', '--admission-config', 'limits.yaml', '--jobs', '2'], {cwd: folder})
    child.stdin?.on('error', () => undefined).write(`${lines.join('\n')}\n`)
    await new Promise((resolve) => setTimeout(resolve, 1000))
    const result = ended(child)
    child.kill('SIGINT')
    expect(await result).to.include({signal: 'SIGINT', stdout: ''})
  })

  it('stops if the reader closes the pipe', async () => {
    const child = startKadm(['events', 'a.log', 'a.log', 'a.log', '--jobs', '2'], {cwd: folder})
    child.stdout?.once('data', () => child.stdout?.destroy())
    expect(await once(child, 'exit')).to.deep.equal([0, null])
  })
})
