import {expect} from 'chai'
import {readFileSync} from 'node:fs'
import {gzipSync} from 'node:zlib'

import Lint from '../../commands/lint.js'
import Replay from '../../commands/replay.js'
import Tune from '../../commands/tune.js'
import {auditEvent, record} from '../helpers/event-log.js'
import {inFolder} from '../helpers/in-folder.js'
import {type CommandRun, runCommand} from '../helpers/run-command.js'

const configured = (...limits: readonly string[]): string => `apiVersion: apiserver.config.k8s.io/v1
kind: AdmissionConfiguration
plugins:
- name: EventRateLimit
  configuration: {apiVersion: eventratelimit.admission.k8s.io/v1alpha1, kind: Configuration, limits: [${limits.join(', ')}]}
`

describe('commands for event logs', () => {
  const write = inFolder()

  beforeEach(() => {
    write({'one.yaml': configured('{type: Server, qps: 1, burst: 2}'), 'a.log': [0, 0, 0, 1000].map((milliseconds) => `${record(milliseconds)}\n`).join('')})
  })

  const replay = (...args: readonly string[]): Promise<CommandRun> => runCommand(Replay, ...args, '--admission-config', 'one.yaml')
  const json = async (...args: readonly string[]): Promise<{requests: Record<string, number>, lines: Record<string, number>, [name: string]: unknown}> =>
    JSON.parse((await replay(...args, '-o', 'json')).stdout) as never

  describe('replay', () => {
    it('reports rejected requests and exits with 1', async () => {
      const {status, stdout, stderr} = await replay('a.log', '--no-color')
      expect(status).to.equal(1)
      expect(stderr).to.equal('')
      expect(stdout).to.match(/^Log: +a\.log\n/).and.to.match(/\n4 requests: 3 accepted, 1 rejected\n$/)
      expect((await replay('a.log', '--color')).stdout).to.contain('\u001b[31m1 rejected\u001b[39m')
    })

    it('exits with 0 if no request is rejected', async () => {
      write({'b.log': record(0)})
      expect((await replay('b.log')).status).to.equal(0)
    })

    it('reads files, globs and compressed logs as one log', async () => {
      write({'b-1.log': record(0), 'b-2.log': record(0), 'b-3.log.gz': gzipSync(record(0))})
      expect((await json('b-1.log', 'b-2.log', 'b-3.log.gz')).requests).to.include({counted: 3, accepted: 2})
      const all = await json('b-*')
      expect(all).to.deep.include({logs: ['b-1.log', 'b-2.log', 'b-3.log.gz']})
      expect(all.requests).to.include({counted: 3, accepted: 2})
    })

    it('reads long event lists, on one line or many @slow', async () => {
      const items = Array.from({length: 15_000}, (_, i) => ({
        metadata: {name: `web-é.${i}`, namespace: 'shop'}, involvedObject: {kind: 'Pod', name: 'web'}, source: {component: 'c'}, message: 'x'.repeat(300),
        firstTimestamp: new Date(Date.UTC(2026, 0, 1) + (i * 7919 % 15_000) * 1000).toISOString(),
      }))
      const list = {kind: 'EventList', apiVersion: 'v1', metadata: {}, items}
      write({'raw.json': JSON.stringify(list), 'pretty.json': JSON.stringify(list, null, 4), 'raw.json.gz': gzipSync(JSON.stringify(list))})
      for (const [name, lines] of [['raw.json', 1], ['pretty.json', JSON.stringify(list, null, 4).split('\n').length], ['raw.json.gz', 1]] as const) {
        const {requests, lines: read} = await json(name)
        expect(requests, name).to.include({counted: 15_000, accepted: 15_000})
        expect(read).to.include({read: lines, storedEvents: 15_000, unreadable: 0, late: 0})
      }
    })

    it('accepts the limits printed by kadm tune, as YAML and JSON', async () => {
      const tuned = await runCommand(Tune, 'a.log', '--accept', '100')
      write({'limits.yaml': tuned.stdout})
      const run = await runCommand(Replay, 'a.log', '--admission-config', 'limits.yaml')
      expect([run.status, run.stderr]).to.deep.equal([0, ''])
      expect(run.stdout).to.match(/\n4 requests: 4 accepted, 0 rejected\n$/)
      const {configuration} = JSON.parse((await runCommand(Tune, 'a.log', '--accept', '50', '-o', 'json')).stdout) as {configuration: {document: object}}
      write({'limits.json': JSON.stringify(configuration.document)})
      expect((await runCommand(Replay, 'a.log', '--admission-config', 'limits.json')).status).to.equal(1)
    })

    it('simulates current and legacy clients, which retry after a 429', async () => {
      write({'one-each.log': [0, 0, 0].map((milliseconds, i) => `${record(milliseconds).replace('{', `{"message": "m${i}", "reason": "r${i}", `)}\n`).join(''), 'tight.yaml': configured('{type: Server, qps: 1, burst: 1}')})
      const clientOf = async (name: string): Promise<Record<string, number>> =>
        (JSON.parse((await runCommand(Replay, 'one-each.log', '--admission-config', 'tight.yaml', '--client', name, '-o', 'json')).stdout) as {client: Record<string, number>}).client
      expect(await clientOf('recorder')).to.deep.include({name: 'recorder', emitted: 3, sent: 3, refused: 2, stored: 1, lost: 2})
      expect(await clientOf('legacy')).to.deep.include({name: 'legacy', emitted: 3, sent: 5, refused: 2, stored: 3, lost: 0})
    })

    it('prints the effective cache size', async () => {
      write({'sizes.yaml': configured('{type: Server, qps: 1, burst: 9}', '{type: Namespace, qps: 1, burst: 9}', '{type: User, qps: 1, burst: 9, cacheSize: 7}')})
      const {stdout} = await runCommand(Replay, 'a.log', '--admission-config', 'sizes.yaml')
      expect(stdout).to.match(/^Server +1 +9 +- /m).and.to.match(/^Namespace +1 +9 +4096 /m).and.to.match(/^User +1 +9 +7 /m)
      const report = JSON.parse((await runCommand(Replay, 'a.log', '--admission-config', 'sizes.yaml', '-o', 'json')).stdout) as {limits: object[]}
      expect(report.limits.map((limit) => 'cacheSize' in limit && 'effectiveCacheSize' in limit ? [limit.cacheSize, limit.effectiveCacheSize] : []))
        .to.deep.equal([[0, 1], [0, 4096], [7, 7]])
    })

    it('rejects the configuration of another plugin', async () => {
      write({'quota.yaml': 'apiVersion: apiserver.config.k8s.io/v1\nkind: ResourceQuotaConfiguration\nlimitedResources: []\n'})
      const {status, error} = await runCommand(Replay, 'a.log', '--admission-config', 'quota.yaml')
      expect(status).to.equal(2)
      expect(error?.message).to.equal('"quota.yaml" does not configure EventRateLimit')
    })

    it('reports unreadable lines, continues and exits with 2', async () => {
      write({'b.log': `nonsense\n${record(0)}\n{"time":\n`})
      const {status, stdout, stderr} = await replay('b.log')
      expect(status).to.equal(2)
      expect(stderr).to.equal('b.log:1: not JSON\nb.log:3: not JSON\nNote: the result is incomplete: 2 lines cannot be read\n')
      expect(stdout).to.contain('1 request: 1 accepted, 0 rejected, 2 lines unreadable\n')
    })

    it('reports a truncated compressed log', async () => {
      write({'b.log.gz': gzipSync(Array.from({length: 1000}, (_, i) => record(i * 2000)).join('\n')).subarray(0, -50)})
      const {status, stderr} = await replay('b.log.gz')
      expect(status).to.equal(2)
      expect(stderr).to.match(/b\.log\.gz:\d+: cannot be decompressed any further: unexpected end of file\nNote: the result is incomplete: 2 lines cannot be read\n$/)
    })

    it('fails for logs without events, which many audit policies drop, unless --allow-empty is given', async () => {
      write({'b.log': auditEvent({objectRef: {resource: 'pods'}})})
      const {status, stderr} = await replay('b.log')
      expect(status).to.equal(2)
      expect(stderr).to.match(/many audit policies drop them.*\nNote: the result is incomplete: no requests to write events in the log\nHint: --allow-empty accepts logs without requests to write events\.\n$/)
      expect((await replay('b.log', '--allow-empty')).status).to.equal(0)
    })

    it('accepts logs whose requests are all out of range or failed before the plugin', async () => {
      write({'failed.log': auditEvent({responseStatus: {code: 403}})})
      expect((await replay('a.log', '--since', '2030-01-01')).status).to.equal(0)
      expect((await replay('failed.log')).status).to.equal(0)
    })

    it('replays only the given time range', async () => {
      const {requests, lines} = await json('a.log', '--since', '2026-01-01T10:00:01Z')
      expect([requests['counted'], lines['outside']]).to.deep.equal([1, 3])
      expect((await json('a.log', '--until', '2026-01-01T10:00:01Z')).requests).to.include({counted: 3})
    })

    it('distributes requests over several API servers', async () => expect((await json('a.log', '--apiservers', '2')).requests).to.include({accepted: 4}))

    it('compares its verdicts with those in the log', async () => {
      write({'b.log': [201, 201, 201].map((code) => record(0, {observed: {code}})).join('\n')})
      expect((await json('b.log', '--observed'))['observed']).to.deep.equal({bothAccepted: 2, bothRefused: 0, sameMessage: 0, onlyReplayed: 1, onlyObserved: 0, unknown: 0})
    })

    it('maps event sources to users from a table', async () => {
      const event = {apiVersion: 'v1', kind: 'Event', metadata: {name: 'a', namespace: 'n'}, source: {component: 'c'}, firstTimestamp: '2026-01-01T10:00:00Z', count: 3}
      write({'b.log': JSON.stringify(event), 'users.yaml': 'c: somebody\n', 'one.yaml': configured('{type: User, qps: 1, burst: 1}')})
      const {limits} = await json('b.log', '--user-map', 'users.yaml') as unknown as {limits: {top: object[]}[]}
      expect(limits[0]?.top).to.deep.equal([{key: 'somebody', accepted: 1, refused: 2}])
    })

    it('limits the number of listed keys', async () => {
      write({'b.log': ['a', 'b', 'a', 'b'].map((namespace) => record(0, {namespace})).join('\n'), 'one.yaml': configured('{type: Namespace, qps: 1, burst: 1}')})
      const {limits} = await json('b.log', '--top', '1') as unknown as {limits: {top: {key: string}[]}[]}
      expect(limits[0]?.top.map(({key}) => key)).to.deep.equal(['a'])
    })

    it('counts requests beyond the limit for events with a huge count @slow', async () => {
      write({'b.log': JSON.stringify({
        apiVersion: 'v1', kind: 'Event', metadata: {name: 'e', namespace: 'dev'}, involvedObject: {kind: 'Pod', name: 'p', namespace: 'dev'},
        source: {component: 'kubelet'}, count: 2_147_483_647, firstTimestamp: '2026-01-01T10:00:00Z', lastTimestamp: '2026-01-01T11:00:00Z',
      })})
      const {status, stdout, stderr} = await replay('b.log')
      expect(status).to.equal(2)
      expect(stdout).to.contain('100000 requests: ').and.to.contain(', 2147383647 requests left out\n')
      expect(stderr).to.contain('2147383647 requests of events with large counts left out: of an event, the first 100000 are replayed, and of all events 2000000 and 50 for each\n')
      expect(JSON.parse((await replay('b.log', '-o', 'json')).stdout))
        .to.deep.include({exitStatus: 2, incomplete: ['2147383647 requests are left out']}).and.to.have.nested.property('lines.leftOut', 2_147_383_647)
      expect((await runCommand(Tune, 'b.log')).status).to.equal(2)
    })

    it('limits the requests of all events with large counts', async () => {
      const event = (i: number): string => JSON.stringify({
        apiVersion: 'v1', kind: 'Event', metadata: {name: `e${i}`, namespace: 'dev'}, involvedObject: {kind: 'Pod', name: 'p', namespace: 'dev'},
        source: {component: 'kubelet'}, count: 90_000, firstTimestamp: '2026-01-01T10:00:00Z', lastTimestamp: '2026-01-01T11:00:00Z',
      })
      write({'b.log': Array.from({length: 30}, (_, i) => event(i)).join('\n')})
      // Only the last requests are decided: the others are before the time.
      const {exitStatus, lines} = JSON.parse((await replay('b.log', '--since', '2026-01-01T11:00:00Z', '-o', 'json')).stdout) as {exitStatus: number, lines: {leftOut: number, outside: number}}
      expect([exitStatus, lines.leftOut, lines.outside]).to.deep.equal([2, 30 * 90_000 - 2_000_000 - 30 * 50, 2_001_500 - 30])
      const {stderr} = await replay('b.log', '--since', '2026-01-01T11:00:00Z', '--client', 'recorder')
      expect(stderr).to.contain(`${30 * 90_000 - 200_000 - 30 * 50} requests of events with large counts left out: of an event, the first 100000 are replayed, and of all events 200000 and 50 for each\n`)
    })

    it('prints each decision in the order of the log', async () => {
      write({'b.log': [record(5), record(0), 'x', record(0, {group: 'events.k8s.io'}), record(0)].join('\n')})
      const expected = [
        '{"line": 1, "time": "2026-01-01T10:00:00.005Z", "accepted": false, "message": "Too many requests: limit reached on type Server for key "}',
        '{"line": 2, "time": "2026-01-01T10:00:00.000Z", "accepted": true}',
        '{"line": 4, "time": "2026-01-01T10:00:00.000Z", "accepted": true}',
        '{"line": 5, "time": "2026-01-01T10:00:00.000Z", "accepted": true}',
      ].map((line) => `${line}\n`).join('')
      const toStdout = await replay('b.log', '--decisions', '-')
      expect(toStdout.stdout).to.equal(expected)
      expect(toStdout.status).to.equal(2)
      const toFile = await replay('b.log', '--decisions', 'decisions.jsonl')
      expect(readFileSync('decisions.jsonl', 'utf8')).to.equal(expected)
      expect(toFile.stdout).to.contain('3 requests: 2 accepted, 1 rejected')
    })

    it('prints decisions about thousands of requests @slow', async () => {
      write({'b.log': Array.from({length: 15_000}, (_, i) => record((i ^ 3) * 10)).join('\n')})
      await replay('b.log', '--decisions', 'decisions.jsonl')
      const decided = readFileSync('decisions.jsonl', 'utf8').trimEnd().split('\n').map((line) => (JSON.parse(line) as {line: number}).line)
      expect(decided).to.deep.equal(Array.from({length: 15_000}, (_, i) => i + 1))
    })

    it('prints seconds as CSV', async () => {
      expect((await replay('a.log', '-o', 'csv')).stdout).to.equal(`time,requests,accepted,refused,refused_by_Namespace,refused_by_Server,refused_by_SourceAndObject,refused_by_User
2026-01-01T10:00:00Z,3,2,1,0,1,0,0
2026-01-01T10:00:01Z,1,1,0,0,0,0,0
`)
    })

    it('simulates a client between the log and the server', async () => {
      write({'b.log': Array.from({length: 5}, (_, i) => record(i, {source: {component: 'c'}, object: {name: 'p', namespace: 'a'}, message: 'm'})).join('\n')})
      const {client} = await json('b.log', '--client', 'recorder') as unknown as {client: Record<string, unknown>}
      expect(client).to.include({name: 'recorder', emitted: 5, stored: 2, lost: 3})
      const patient = await json('b.log', '--client', 'recorder', '--retry-after', '1') as unknown as {client: Record<string, unknown>}
      expect(patient.client).to.include({emitted: 5, stored: 5, lost: 0})
    })

    const rejected: Readonly<Record<string, readonly [args: readonly string[], message: RegExp]>> = {
      'no log': [['--admission-config', 'one.yaml'], /Missing 1 required arg/],
      'no limits': [['a.log'], /Missing required flag admission-config/],
      'a missing limits file': [['a.log', '--admission-config', 'none.yaml'], /failed to read plugin config/],
      'invalid limits': [['a.log', '--admission-config', 'wrong.yaml'], /must be positive/],
      'limits of another plugin': [['a.log', '--admission-config', 'other.yaml'], /^"other\.yaml" does not configure EventRateLimit$/],
      'a missing log': [['b.log', '--admission-config', 'one.yaml'], /^the path "b\.log" does not exist$/],
      'a folder': [['.', '--admission-config', 'one.yaml'], /is a directory/],
      'zero API servers': [['a.log', '--admission-config', 'one.yaml', '--apiservers', '0'], /apiservers/],
      'an invalid time': [['a.log', '--admission-config', 'one.yaml', '--since', 'now'], /--since takes a time/],
      'decisions and a simulated client': [['a.log', '--admission-config', 'one.yaml', '--client', 'none', '--decisions', '-'], /cannot be combined with it/],
      'an unwritable decisions file': [['a.log', '--admission-config', 'one.yaml', '--decisions', 'no/where'], /^cannot write "no\/where"/],
    }
    for (const [what, [args, message]] of Object.entries(rejected)) {
      it(`rejects ${what}`, async () => {
        write({
          'wrong.yaml': configured('{type: Server, qps: 0, burst: 2}'),
          'other.yaml': 'apiVersion: apiserver.config.k8s.io/v1\nkind: AdmissionConfiguration\nplugins: []\n',
        })
        const {status, stdout, error} = await runCommand(Replay, ...args)
        expect(status).to.equal(2)
        expect(stdout).to.equal('')
        expect(error?.message).to.match(message)
      })
    }
  })

  describe('tune', () => {
    it('prints a configuration that lint accepts', async () => {
      const {status, stdout, stderr} = await runCommand(Tune, 'a.log', '--qps', '1', '--accept', '100')
      expect({status, stderr}).to.deep.equal({status: 0, stderr: ''})
      expect(stdout).to.contain('# Server: for qps 1, a burst of 3; accepts 4 of 4.').and.to.contain('Limits of the log:')
      write({'limits.yaml': stdout})
      expect(await runCommand(Lint, 'limits.yaml', '--no-color')).to.include({status: 0})
    })

    it('prints JSON', async () => {
      const {stdout} = await runCommand(Tune, 'a.log', '--burst', 'Server=3', '--type', 'Server', '-o', 'json', '--of', 'all', '--accept', '75')
      expect(JSON.parse(stdout)).to.have.nested.include({'limits[0].burst': 3, 'limits[0].qps': 1, 'accept': 75, 'of': 'all', 'configuration.document.kind': 'Configuration'})
    })

    it('exits with 1 without solution, and with 2 without events and for unreadable lines', async () => {
      write({'b.log': '', 'c.log': `x\n${record(0)}`})
      expect(await runCommand(Tune, 'b.log')).to.include({status: 2})
      expect(await runCommand(Tune, 'b.log', '--allow-empty')).to.include({status: 1})
      expect(await runCommand(Tune, 'c.log')).to.include({status: 2, stderr: 'c.log:1: not JSON\nNote: the result is incomplete: 1 line cannot be read\n'})
      expect(await runCommand(Tune, 'a.log', '--burst', '1')).to.include({status: 1})
    })

    it('rejects invalid shares and numbers', async () => {
      for (const args of [['--accept', '0'], ['--qps', 'x'], ['--qps', '1', '--burst', '1'], ['--of', 'some'], ['--type', 'Pod']]) {
        expect(await runCommand(Tune, 'a.log', ...args)).to.include({status: 2, stdout: ''})
      }
    })
  })
})
