import {expect} from 'chai'

import Lint from '../../commands/lint.js'
import Simulate from '../../commands/simulate.js'
import {admissionConfiguration, embedded, eventRateLimit, indented} from '../helpers/configuration.js'
import {inFolder} from '../helpers/in-folder.js'
import {type CommandRun, runCommand} from '../helpers/run-command.js'
import {root} from '../helpers/run-kadm.js'

const limits = (burst: number): string => eventRateLimit(`- {type: Server, qps: 1, burst: ${burst}}\n`)
const inline = (burst: number): string => admissionConfiguration(embedded('EventRateLimit', limits(burst)))
const byPath = (path: string): string => admissionConfiguration(`- {name: EventRateLimit, path: ${path}}\n`)

/** `count` events at a second. */
const events = (count: number, second = 0): string => Array.from({length: count}, (_, i) =>
  `---\napiVersion: v1\nkind: Event\nmetadata: {name: e${second}-${i}}\ninvolvedObject: {kind: Pod, namespace: dev, name: web}\nfirstTimestamp: "2026-01-01T10:00:0${second}Z"\n`).join('')

describe('kadm simulate with Events', () => {
  const writeFiles = inFolder()
  const write = (path: string, text: string): void => writeFiles({[path]: text})
  const run = async (...argv: string[]): Promise<CommandRun> => runCommand(Simulate, ...argv, '--ns', 'dev', '--no-color')
  /** Numbers of accepted and rejected events. */
  const counts = async (...argv: string[]): Promise<string> => {
    const {stdout, error} = await run(...argv)
    return error?.message ?? /(\d+ admitted, \d+ denied)/.exec(stdout)?.[1] ?? ''
  }

  beforeEach(() => {
    write('events.yaml', events(2, 1) + events(4))
  })

  it('limits Events by the configuration among the policies, at the times of the Events', async () => {
    write('policies/admission.yaml', inline(3))
    const {status, stdout, stderr} = await run('events.yaml', '-p', 'policies/admission.yaml')
    expect({status, stderr}).to.deep.equal({status: 1, stderr: ''})
    expect(stdout).to.match(/^Time +Event +Verdict\n/).and.to.match(/^2026-01-01T10:00:00Z +dev\/e0-3 +429 Too many requests: limit reached on type Server for key$/m)
      .and.to.match(/^2026-01-01T10:00:01Z +dev\/e1-0 +accepted\n2026-01-01T10:00:01Z +dev\/e1-1 +429 /m)
    expect(stdout.endsWith('\n6 objects: 4 admitted, 2 denied\n')).to.equal(true)
  })

  it('finds the configuration in default policy folders, inline or by path', async () => {
    expect(await counts('events.yaml')).to.equal('6 admitted, 0 denied')
    write('limits.yaml', limits(2))
    expect(await counts('events.yaml')).to.equal('3 admitted, 3 denied')
    write('manifests/conf/admission.yaml', byPath('../limits/events.yaml'))
    write('manifests/limits/events.yaml', limits(1))
    expect(await counts('events.yaml')).to.equal('2 admitted, 4 denied')
  })

  it('prefers --admission-config to configurations among the policies', async () => {
    write('given.yaml', inline(1))
    write('policies/a.yaml', inline(2))
    write('policies/b.yaml', inline(3))
    expect(await counts('events.yaml', '-p', 'policies', '--admission-config', 'given.yaml')).to.equal('2 admitted, 4 denied')
    expect(await counts('events.yaml', '-p', 'given.yaml')).to.equal('2 admitted, 4 denied')
  })

  it('rejects two different configurations', async () => {
    write('policies/a.yaml', inline(2))
    write('policies/b.yaml', inline(3))
    const {status, error} = await run('events.yaml', '-p', 'policies')
    expect(status).to.equal(2)
    expect(error?.message).to.equal('policies/a.yaml and policies/b.yaml configure the API server in different ways'.replaceAll('/', process.platform === 'win32' ? '\\' : '/'))
    write('policies/b.yaml', inline(2))
    expect(await counts('events.yaml', '-p', 'policies')).to.equal('3 admitted, 3 denied')
  })

  it('rejects a configuration that prevents the server from starting', async () => {
    write('policies/a.yaml', limits(0))
    const {status, error} = await run('events.yaml', '-p', 'policies')
    expect(status).to.equal(2)
    expect(error?.message).to.contain('limits[0].burst: Invalid value: 0: must be positive')
    write('policies/a.yaml', byPath('gone.yaml'))
    expect((await run('events.yaml', '-p', 'policies')).error?.message).to.contain('Couldn\'t open admission plugin configuration ')
  })

  it('reports a configuration that it ignores', async () => {
    write('policies/a.yaml', `apiVersion: v1\nkind: Namespace\nmetadata: {name: dev}\n---\n${limits(1)}`)
    const {status, stderr} = await run('events.yaml', '-p', 'policies/a.yaml')
    expect({status, stderr}).to.deep.equal({
      status: 0, stderr: 'Hint: policies/a.yaml:5: the API server reads only the first document of a configuration file: this one is ignored.\n',
    })
  })

  it('reproduces the numbers of the worked example in the design document @slow', async () => {
    process.chdir(root)
    const example = 'samples/event-rate-limit/worked-example.yaml'
    const {status, stdout} = await run(example, '-p', 'samples/event-rate-limit/server.yaml')
    expect(status).to.equal(1)
    expect([...stdout.matchAll(/^(\S+Z) +(\d+) .*(accepted|429)/gm)].map(([, ...cells]) => cells.join(' '))).to.deep.equal([
      '2026-01-01T10:00:00Z 1000 accepted', '2026-01-01T10:00:00Z 500 429', '2026-01-01T10:00:01Z 100 accepted', '2026-01-01T10:00:01Z 400 429',
    ])
    const {reviews} = JSON.parse((await run(example, '-p', 'samples/event-rate-limit/server.yaml', '-o', 'json')).stdout) as {reviews: {allowed: boolean, status: object}[]}
    expect(reviews).to.have.length(2000)
    expect(reviews[1600]?.status).to.deep.equal({code: 429, reason: 'TooManyRequests', message: 'Too many requests: limit reached on type Server for key '})
  })

  it('reports lint findings at their position within a ConfigMap', async () => {
    write('map.yaml', `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\ndata:\n  limits.yaml: |\n${indented(limits(0), 4)}`)
    const {status, stdout} = await runCommand(Lint, 'map.yaml', '--no-color')
    expect(status).to.equal(1)
    expect(stdout).to.match(/^map\.yaml:9:37 {2}error {2}limits\[0\]\.burst: Invalid value: 0: must be positive {2}event-rate-limit\/burst\n/)
  })
})
