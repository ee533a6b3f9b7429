import {Ajv2020} from 'ajv/dist/2020.js'
import {expect} from 'chai'
import {existsSync, readFileSync, writeFileSync} from 'node:fs'
import {join} from 'node:path'
import {gunzipSync, gzipSync} from 'node:zlib'

import Events from '../../commands/events.js'
import Replay from '../../commands/replay.js'
import Tune from '../../commands/tune.js'
import {maxOpenExtracts} from '../../src/cli/merge-extracts.js'
import {auditEvent, record} from '../helpers/event-log.js'
import {inFolder} from '../helpers/in-folder.js'
import {type CommandRun, runCommand} from '../helpers/run-command.js'
import {root} from '../helpers/run-kadm.js'

const configuration = `apiVersion: eventratelimit.admission.k8s.io/v1alpha1
kind: Configuration
limits: [{type: Server, qps: 1, burst: 20}, {type: SourceAndObject, qps: 1, burst: 3}]
`

/** An audit event `milliseconds` after 10 o'clock: every fourth is a patch without a body of the event before it. */
function audit(i: number): string {
  const isPatch = i % 4 === 3
  const name = `web-${isPatch ? i - 1 : i}.17c0ffee`
  const time = new Date(Date.UTC(2026, 0, 1, 10) + i * 10).toISOString()
  return auditEvent({
    auditID: `id-${i}`, verb: isPatch ? 'patch' : 'create', objectRef: {name}, requestReceivedTimestamp: time,
    requestObject: isPatch ? {kind: undefined, involvedObject: undefined, source: undefined, message: 'it still fails'} : {involvedObject: {kind: 'Pod', name: `web-${i % 3}`}},
  })
}

describe('kadm events', () => {
  inFolder()
  const lines = Array.from({length: 100}, (_, i) => audit(i))
  const write = (files: Readonly<Record<string, string | Buffer | readonly string[]>>): void => {
    for (const [name, text] of Object.entries(files)) writeFileSync(name, typeof text === 'string' || Buffer.isBuffer(text) ? text : `${text.join('\n')}\n`)
  }
  const read = (name: string): string => (name.endsWith('.gz') ? gunzipSync(readFileSync(name)) : readFileSync(name)).toString()

  beforeEach(() => {
    write({'limits.yaml': configuration, 'whole.log': lines, 'a.log': lines.slice(0, 51), 'b.log': lines.slice(51)})
  })

  const events = (...args: readonly string[]): Promise<CommandRun> => runCommand(Events, ...args)
  const replay = async (...args: readonly string[]): Promise<Record<string, unknown>> => {
    const {stdout} = await runCommand(Replay, ...args, '--admission-config', 'limits.yaml', '-o', 'json')
    return {...JSON.parse(stdout) as object, logs: []}
  }

  it('writes extracts whose replay equals that of the whole log', async () => {
    for (const [log, extract] of [['a.log', 'a.gz'], ['b.log', 'b.jsonl']] as const) {
      expect(await events(log, '-o', `canonical=${extract}`)).to.include({status: 0, stdout: '', stderr: ''})
    }
    const whole = await replay('whole.log')
    expect(whole).to.have.nested.property('requests.refused').above(0)
    expect(await replay('a.gz', 'b.jsonl')).to.deep.equal(whole)
    // Extracts need not come in order of time, as logs must.
    expect(await replay('b.jsonl', 'a.gz')).to.deep.equal(whole)
  })

  it('merges overlapping logs of several API servers', async () => {
    for (const server of [0, 1, 2]) {
      write({[`${server}.log`]: lines.filter((_, i) => i % 3 === server)})
      await events(`${server}.log`, '-o', `canonical=${server}.gz`)
    }
    const whole = await replay('whole.log')
    expect(await replay('0.gz', '1.gz', '2.gz')).to.deep.equal(whole)
    expect(await events('0.gz', '1.gz', '2.gz', '-o', 'canonical=merged.gz')).to.include({status: 0, stderr: ''})
    expect(await replay('merged.gz')).to.deep.equal(whole)
    await events('whole.log', '-o', 'canonical=whole.gz')
    expect(read('merged.gz')).to.equal(read('whole.gz'))
  })

  it('writes identical bytes to standard output and files in every run', async () => {
    const {stdout, status} = await events('whole.log')
    await events('whole.log', '-o', 'canonical=one.gz')
    await events('whole.log', '-o', 'canonical=two.gz')
    expect(status).to.equal(0)
    expect(read('one.gz')).to.equal(stdout)
    expect(readFileSync('one.gz').equals(readFileSync('two.gz'))).to.equal(true)
    const [head, first = '', ...rest] = stdout.trimEnd().split('\n')
    expect(head).to.equal('{"kind":"EventExtract","version":1}')
    expect(JSON.parse(first)).to.deep.equal({
      time: '2026-01-01T10:00:00.000Z', user: 'system:node:n1', namespace: 'shop', name: 'web-0.17c0ffee', source: {component: 'kubelet', host: 'n1'},
      object: {kind: 'Pod', name: 'web-0'}, type: 'Warning', reason: 'BackOff', message: 'it fails', observed: {code: 201}, auditID: 'id-0',
    })
    expect(JSON.parse(rest.at(-1) ?? '')).to.deep.include({kind: 'EventExtractEnd', records: 100})
  })

  it('writes records that match the JSON schema', async () => {
    const stored = {kind: 'Event', apiVersion: 'v1', metadata: {name: 's', uid: 'u'}, involvedObject: {kind: 'Pod'}, firstTimestamp: '2026-01-01T10:00:00Z', lastTimestamp: '2026-01-01T10:00:09Z', count: 4}
    write({'mixed.log': [auditEvent({stage: 'RequestReceived', requestObject: null}), auditEvent({objectRef: {apiGroup: 'events.k8s.io'}, auditID: 'a2'}), record(0, {dryRun: true}), JSON.stringify(stored), 'broken']})
    const {stdout, stderr, status} = await events('mixed.log')
    expect({stderr: stderr.split('\n')[0], status}).to.deep.equal({stderr: 'mixed.log:5: not JSON', status: 2})
    const validate = new Ajv2020({strictTypes: false, strictRequired: false}).compile(JSON.parse(readFileSync(join(root, 'schemas/events.schema.json'), 'utf8')) as object)
    const printed = stdout.trimEnd().split('\n').map((line) => JSON.parse(line) as Record<string, unknown>)
    for (const line of printed) expect(validate(line), JSON.stringify([line, validate.errors])).to.equal(true)
    expect(printed.slice(1, -1).map(({stage, group, dryRun, stored: event}) => ({stage, group, dryRun, event}))).to.have.deep.members([
      {stage: 'RequestReceived', group: undefined, dryRun: undefined, event: undefined}, {stage: undefined, group: 'events.k8s.io', dryRun: undefined, event: undefined},
      {stage: undefined, group: undefined, dryRun: true, event: undefined}, {stage: undefined, group: undefined, dryRun: undefined, event: {event: 'u', requests: 4, last: '2026-01-01T10:00:09Z'}},
    ])
  })

  it('keeps the count of unreadable lines, so that the replay is incomplete, too', async () => {
    write({'broken.log': [...lines, '{"kind":"Event","apiVersion":"audit.k8s.io/v1",']})
    expect((await events('broken.log', '-o', 'canonical=broken.gz')).status).to.equal(2)
    const {stderr, status} = await runCommand(Replay, 'broken.gz', '--admission-config', 'limits.yaml')
    expect(status).to.equal(2)
    expect(stderr).to.equal('broken.log:101: the document that begins here does not end\nNote: the result is incomplete: 1 line cannot be read\n')
  })

  const damages: Readonly<Record<string, readonly [damage: (extract: string) => string, reported: string]>> = {
    'is truncated': [(extract) => extract.split('\n').slice(0, -2).join('\n'), 'x.jsonl:101: the extract is cut off: its last line is missing'],
    'is truncated before another extract': [(extract) => `${extract.split('\n').slice(0, 3).join('\n')}\n${extract}`, 'x.jsonl:4: the extract is cut off: its last line is missing'],
    'lacks a record': [(extract) => extract.split('\n').toSpliced(5, 1).join('\n'), 'x.jsonl:101: 100 records were written, and 99 are here'],
    'has a broken record': [(extract) => extract.replace('"2026', '"x2026'), 'x.jsonl:2: time is not a time in RFC 3339'],
    'has a line that is not a record': [(extract) => extract.replace('\n', '\n[1]\n').replace('"records":100', '"records":101'), 'x.jsonl:2: not a canonical record'],
    'has a later version': [(extract) => extract.replace('"version":1', '"version":2'), 'x.jsonl:1: an extract of another version of kadm: this one reads version 1'],
  }
  for (const [name, [damage, reported]] of Object.entries(damages)) {
    it(`reports an incomplete replay for an extract that ${name}`, async () => {
      write({'x.jsonl': damage((await events('whole.log')).stdout)})
      const {stderr, status} = await runCommand(Replay, 'x.jsonl', '--admission-config', 'limits.yaml')
      expect({reported: stderr.split('\n')[0], status}).to.deep.equal({reported, status: 2})
    })
  }

  it('reads concatenated extracts in one file', async () => {
    const [a, b] = [(await events('a.log')).stdout, (await events('b.log')).stdout]
    write({'both.gz': Buffer.concat([gzipSync(a), gzipSync(b)])})
    expect(await replay('both.gz')).to.deep.equal(await replay('whole.log'))
  })

  it('merges any number of extracts, unless too many overlap in time @slow', async () => {
    const paths = Array.from({length: maxOpenExtracts + 10}, (_, i) => {
      const at = (milliseconds: number): string => record(i * 1000 + milliseconds)
      write({[`${i}.jsonl`]: ['{"kind":"EventExtract","version":1}', at(0), at(900), '{"kind":"EventExtractEnd","records":2,"reordered":0,"lines":{"lines":2}}'], [`${i}.all`]: ['{"kind":"EventExtract","version":1}', at(0), at(1e6)]})
      return String(i)
    })
    expect(await replay(...paths.map((name) => `${name}.jsonl`))).to.have.nested.property('requests.counted', 2 * paths.length)
    const {error} = await runCommand(Replay, ...paths.map((name) => `${name}.all`), '--admission-config', 'limits.yaml')
    expect(error).to.include({message: `more than ${maxOpenExtracts} extracts overlap in time`}).and.to.have.deep.property('suggestions', ['merge some of them first: kadm events a.gz b.gz -o canonical=merged.gz'])
  })

  it('reads extracts together with logs, also in kadm tune', async () => {
    await events('a.log', '-o', 'canonical=a.gz')
    expect(await replay('a.gz', 'b.log')).to.deep.equal(await replay('whole.log'))
    const [whole, parts] = [await runCommand(Tune, 'whole.log', '-o', 'json'), await runCommand(Tune, 'a.gz', 'b.log', '-o', 'json')]
    expect({...JSON.parse(parts.stdout) as object, logs: []}).to.deep.equal({...JSON.parse(whole.stdout) as object, logs: []})
  })

  it('names the extract and its line in decisions', async () => {
    await events('a.log', '-o', 'canonical=a.gz')
    await runCommand(Replay, 'a.gz', '--admission-config', 'limits.yaml', '--decisions', 'decisions.jsonl')
    expect(read('decisions.jsonl').split('\n')[0]).to.equal('{"line": 2, "time": "2026-01-01T10:00:00.000Z", "accepted": true}')
  })

  const mistakes: Readonly<Record<string, readonly [args: readonly string[], message: RegExp]>> = {
    'an output path that is also an input': [['whole.log', '-o', 'canonical=whole.log'], /"whole\.log" is an input of this run: kadm does not overwrite it/],
    'another format': [['whole.log', '-o', 'json'], /Expected --output=json to be one of: canonical/],
    'an empty output path': [['whole.log', '-o', 'canonical='], /--output canonical= names no file/],
    'an output folder that does not exist': [['whole.log', '-o', 'canonical=none/x.gz'], /cannot write "none\/x\.gz"/],
    'a log that does not exist': [['none.log', '-o', 'canonical=x.gz'], /none\.log/],
  }
  for (const [name, [args, message]] of Object.entries(mistakes)) {
    it(`rejects ${name}`, async () => {
      const {status, error} = await events(...args)
      expect(status).to.equal(2)
      expect(error?.message).to.match(message)
      expect(existsSync('x.gz')).to.equal(false)
      expect(read('whole.log')).to.have.length.above(1000)
    })
  }
})
