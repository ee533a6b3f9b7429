import {expect} from 'chai'
import {spawnSync} from 'node:child_process'
import {chmodSync, mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, writeFileSync} from 'node:fs'
import {tmpdir} from 'node:os'
import {delimiter, join} from 'node:path'

import {auditEvent} from '../helpers/event-log.js'
import {root} from '../helpers/run-kadm.js'

const samples = join(root, 'samples/events-at-scale')

const python = process.env['PYSPARK_PYTHON'] ?? 'python3'

const runs = (program: string, ...args: readonly string[]): boolean => spawnSync(program, args).status === 0

describe('samples/events-at-scale', () => {
  let folder = ''
  let env: NodeJS.ProcessEnv = {}
  const run = (program: string, ...args: readonly string[]): string => {
    const {status, stdout, stderr} = spawnSync(program, args, {cwd: folder, env, encoding: 'utf8'})
    expect(status, `${program} ${args.join(' ')}: ${stderr}`).to.equal(args[0] === 'replay' ? 1 : 0)
    return stdout
  }
  const replay = (...logs: readonly string[]): object =>
    ({...JSON.parse(run('kadm', 'replay', ...logs, '--admission-config', 'limits.yaml', '-o', 'json')) as object, logs: []})

  before(() => {
    folder = realpathSync(mkdtempSync(join(tmpdir(), 'kadm-scale-')))
    mkdirSync(join(folder, 'bin'))
    writeFileSync(join(folder, 'bin/kadm'), `#!/bin/sh\nexec "${process.execPath}" "${join(root, 'bin/run.js')}" "$@"\n`)
    chmodSync(join(folder, 'bin/kadm'), 0o755)
    env = {...process.env, PATH: `${join(folder, 'bin')}${delimiter}${process.env['PATH'] ?? ''}`}
    const lines = Array.from({length: 1000}, (_, i) => auditEvent({auditID: `id-${i}`, requestReceivedTimestamp: new Date(Date.UTC(2026, 0, 1, 10) + i * 10).toISOString()}))
    writeFileSync(join(folder, 'whole.log'), `${lines.join('\n')}\n`)
    for (const server of [0, 1]) writeFileSync(join(folder, `server-${server}.log`), `${lines.filter((_, i) => i % 2 === server).join('\n')}\n`)
    writeFileSync(join(folder, 'limits.yaml'), 'apiVersion: eventratelimit.admission.k8s.io/v1alpha1\nkind: Configuration\nlimits: [{type: Server, qps: 10, burst: 20}]\n')
  })
  after(() => rmSync(folder, {recursive: true, force: true}))

  it('contains a Job that passes kadm lint and kadm simulate', () => {
    expect(run('kadm', 'lint', join(samples, 'job.yaml'))).to.equal('1 object in 1 file: nothing wrong\n')
    expect(run('kadm', 'simulate', join(samples, 'job.yaml'), '--ns', 'logs')).to.match(/\n10 +Pod +extract-events-|\n1 workload: 1 gets everything that it requests\n$/)
  })

  it('extracts events with GNU parallel', function () {
    if (!runs('parallel', '--version')) return this.skip()
    run('sh', join(samples, 'extract.sh'), 'extracts', 'server-0.log', 'server-1.log')
    expect(readdirSync(join(folder, 'extracts'))).to.deep.equal(['server-0.events.gz', 'server-1.events.gz'])
    expect(replay('extracts/*.gz')).to.deep.equal(replay('whole.log'))
  })

  it('extracts events with Spark', function () {
    if (!runs(python, '-c', 'import pyspark') || !runs('java', '-version')) return this.skip()
    run(python, join(samples, 'extract.py'), 'server-*.log', 'spark')
    expect(readdirSync(join(folder, 'spark')).filter((name) => name.startsWith('part-'))).to.have.length.above(1)
    expect(replay('spark/part-*.gz')).to.deep.equal(replay('whole.log'))
  })
})
