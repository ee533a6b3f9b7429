import {expect} from 'chai'
import {readdirSync, readFileSync} from 'node:fs'
import {join} from 'node:path'

import Replay from '../../commands/replay.js'
import {maxKeys} from '../../src/report/charts/key-bars.js'
import {DecisionSeries} from '../../src/replay/report/decision-series.js'
import {inFolder} from '../helpers/in-folder.js'
import {runCommand} from '../helpers/run-command.js'
import {root} from '../helpers/run-kadm.js'

const sample = (name: string): string => join(root, 'samples/event-rate-limit', name)

const argv = [sample('events.jsonl'), '--admission-config', sample('limits.yaml')]

describe('DecisionSeries', () => {
  const limits = (...tokens: number[]): {type: string, tokensLeft: () => number}[] => tokens.map((left, i) => ({type: i === 0 ? 'Server' : 'User', tokensLeft: () => left}))
  const at = (seconds: number): {seconds: number, nanoseconds: number} => ({seconds, nanoseconds: 0})

  it('counts decisions, rejections of each limit and the fewest tokens in each second', () => {
    const series = new DecisionSeries(2)
    series.add(at(10), [], limits(5, 3))
    series.add(at(10), [{type: 'User', key: 'a'}], limits(4, 0))
    series.add(at(10), [], limits(9, 9))
    series.add(at(12), [{type: 'Server', key: ''}, {type: 'User', key: 'a'}], limits(0, 1))
    expect(series.summary()).to.deep.equal({start: 10, step: 1, bins: [
      {accepted: 2, refused: 1, limits: [{refused: 0, tokens: 4}, {refused: 1, tokens: 0}]},
      {accepted: 0, refused: 0, limits: [{refused: 0, tokens: undefined}, {refused: 0, tokens: undefined}]},
      {accepted: 0, refused: 1, limits: [{refused: 1, tokens: 0}, {refused: 1, tokens: 1}]},
    ]})
  })

  it('keeps a limited number of bins for years, without losing requests', () => {
    const series = new DecisionSeries(1)
    for (let day = 0; day < 4000; day++) series.add(at(day * 86_400), [], limits(day))
    const {bins, step} = series.summary()
    expect(bins.length).to.be.within(300, 600)
    expect(step).to.equal(2 ** Math.ceil(Math.log2(3999 * 86_400 / 600)))
    expect(bins.reduce((sum, {accepted}) => sum + accepted, 0)).to.equal(4000)
    expect(bins[0]?.limits[0]?.tokens).to.equal(0)
  })
})

describe('kadm replay -o html and --plots', () => {
  const write = inFolder()

  it('writes a page and charts beside the printed report, which stays as it is', async () => {
    const plain = await runCommand(Replay, ...argv)
    const both = await runCommand(Replay, ...argv, '-o', 'table', '-o', 'html=page.html', '-o', 'csv=seconds.csv', '--plots', 'plots')
    expect(both).to.deep.equal(plain)
    expect(readdirSync('plots').sort()).to.deep.equal(['replay-keys.svg', 'replay-time.svg'])
    const page = readFileSync('page.html', 'utf8')
    expect(page).to.match(/<div class="zoom" data-start="\d+" data-step="1" data-bins="\d+">/).and.to.contain('fewest tokens left').and.not.to.match(/ (?:d|x|y|width|viewBox)="[^"]*(?:NaN|Infinity)/)
    expect(readFileSync('seconds.csv', 'utf8')).to.match(/^time,requests,/).and.to.equal((await runCommand(Replay, ...argv, '-o', 'csv')).stdout)
  })

  it('has the counts of the JSON report', async () => {
    const {stdout} = await runCommand(Replay, ...argv, '-o', 'json')
    const {requests: {counted, refused}} = JSON.parse(stdout) as {requests: {counted: number, refused: number}}
    expect((await runCommand(Replay, ...argv, '-o', 'html')).stdout).to.contain(`<p class="summary bad">${counted} requests: ${counted - refused} accepted, ${refused} rejected</p>`)
  })

  it('keeps names of users as texts', async () => {
    const hostile = '</svg><script>alert(1)</script>\u202e'
    const event = {
      apiVersion: 'v1', kind: 'Event', metadata: {name: 'a', namespace: hostile}, involvedObject: {kind: 'Pod', namespace: hostile, name: 'p'},
      count: 900, firstTimestamp: '2026-01-01T10:00:00Z', lastTimestamp: '2026-01-01T10:00:00Z',
    }
    write({'log.jsonl': `${JSON.stringify(event)}\n`, 'limits.yaml': readFileSync(sample('limits.yaml'), 'utf8')})
    const {stdout} = await runCommand(Replay, 'log.jsonl', '--admission-config', 'limits.yaml', '-o', 'html')
    expect(stdout).to.contain('900 requests').and.to.contain('&lt;/svg&gt;')
    expect(stdout.match(/<script/g)).to.have.length(1)
    expect(stdout).not.to.contain('\u202e')
  })

  it('limits the page and the charts of 5,000 keys with long names @slow', async () => {
    const name = (i: number): string => `</script>\u202e${i}${'n'.repeat(240)}`
    const lines = Array.from({length: 10_000}, (_, i) => JSON.stringify({
      apiVersion: 'v1', kind: 'Event', metadata: {name: `e${i}`, namespace: name(Math.floor(i / 2))}, involvedObject: {kind: 'Pod', namespace: name(Math.floor(i / 2)), name: 'p'},
      count: 1, firstTimestamp: '2026-01-01T10:00:00Z', lastTimestamp: '2026-01-01T10:00:00Z',
    }))
    write({
      'log.jsonl': lines.join('\n'),
      'limits.yaml': 'apiVersion: eventratelimit.admission.k8s.io/v1alpha1\nkind: Configuration\nlimits: [{type: Namespace, qps: 1, burst: 1, cacheSize: 10000}]\n',
    })
    await runCommand(Replay, 'log.jsonl', '--admission-config', 'limits.yaml', '--top', '5000', '-o', 'html=page.html', '--plots', 'plots')
    const [page, keys] = ['page.html', 'plots/replay-keys.svg'].map((path) => readFileSync(path, 'utf8'))
    expect(page).to.contain('10000 requests: 5000 accepted, 5000 rejected').and.to.contain('This page shows 1000 of 5000 keys: -o json has all of them')
    expect(page!.match(/data-item="key"/g)).to.have.length(1000)
    expect(page!.length).to.be.below(1_000_000)
    for (const text of [page!, keys!]) expect(text).to.contain(`${5000 - maxKeys} more keys not drawn`).and.not.to.contain('\u202e')
    expect(keys!.length).to.be.below(100_000)
  })

  it('makes a page for an empty log', async () => {
    write({'log.jsonl': ''})
    const {stdout} = await runCommand(Replay, 'log.jsonl', '--admission-config', sample('limits.yaml'), '-o', 'html')
    expect(stdout).to.contain('0 requests: 0 accepted, 0 rejected').and.not.to.contain('class="zoom"')
  })
})
