import {expect} from 'chai'

import {Quantity} from '../../../src/machinery/quantity/quantity.js'
import {bulletChart, bulletLegend, type BulletRow, maxBullets} from '../../../src/report/charts/bullet.js'
import {inlineChart, type Legend, legendChart, standaloneChart} from '../../../src/report/charts/chart.js'
import {maxPoints, maxStrips, type Strip, stripChart, stripLegend, type StripPoint} from '../../../src/report/charts/strip.js'
import {element, line, shortened} from '../../../src/report/charts/svg.js'
import {xmlErrors} from '../../helpers/xml-errors.js'

const q = (text: string): Quantity => Quantity.parse(text)

const row = (used: string, after: string, hard: string, more: Partial<BulletRow> = {}): BulletRow => ({quota: 'team', resource: 'requests.cpu', hard: q(hard), used: q(used), after: q(after), ...more})

/** Returns the places and widths of the rectangles of a class, in percent. */
const rects = (svg: string, name: string): string[] =>
  [...svg.matchAll(new RegExp(`<rect class="${name}" x="([^"]*)" y="[^"]*" width="([^"]*)"`, 'g'))].map(([, x, width]) => `${x} ${width}`)

const meanings = ({entries}: Legend): string[] => entries.map(({meaning}) => meaning)

/** Returns the texts of the labels. */
const labels = (svg: string): string[] => [...svg.matchAll(/<text[^>]*>([^<]*)<\/text>/g)].map(([, text]) => text!)

const bullet = (...rows: BulletRow[]): string => String(inlineChart(bulletChart({title: 'Quotas of namespace dev', rows})))

const hostile = '</svg><script>alert(1)</script><img src=x onerror="alert(2)">\u202e\u0000\ud800&\'"'

describe('svg', () => {
  it('escapes texts and attributes, and prints characters that XML forbids as their numbers', async () => {
    const svg = String(element('text', {class: hostile}, hostile))
    expect(await xmlErrors(svg)).to.deep.equal([])
    expect(svg.match(/</g)).to.have.length(2)
    expect(svg).to.contain('\\u202e\\u0000\\ud800&amp;&#39;&quot;')
  })

  it('shortens long texts by characters, not by halves of them', () => {
    expect(shortened('abcdef', 6)).to.equal('abcdef')
    expect(shortened('abcdefg', 6)).to.equal('abcde\u2026')
    expect(shortened('\u{1f600}'.repeat(7), 6)).to.equal(`${'\u{1f600}'.repeat(5)}\u2026`)
  })
})

describe('line', () => {
  const long = 'gold.storageclass.storage.k8s.io/requests.storage'

  it('has one text if a narrow place has room for it', () => {
    expect(labels(String(line('cpu', 0, {note: '1 of 2'})))).to.deep.equal(['cpu', '1 of 2'])
  })

  it('has the whole text where there is room, and a shorter one for a narrow place', () => {
    const parts = line(long, 0, {class: 'kc-head', note: '1 of 2'}).map(String)
    expect(parts.map((part) => /class="([^"]*)"/.exec(part)?.[1])).to.deep.equal(['kc-head kc-roomy', 'kc-note kc-roomy', 'kc-head kc-narrow', 'kc-note kc-narrow'])
    expect(labels(parts.join(''))).to.deep.equal([long, '1 of 2', `${long.slice(0, 34)}…`, '1 of 2'])
    expect(labels(line(long, 0, {narrow: 'storage'}).join(''))).to.deep.equal([long, 'storage'])
  })

  it('leaves room for the text beside a note of any length', () => {
    const parts = line('n'.repeat(253), 0, {note: '9'.repeat(400)})
    expect(labels(parts.join('')).map((text) => text.length)).to.deep.equal([51, 78, 31, 48, 16, 25])
    expect(parts.map((part) => /class="([^"]*)"/.exec(String(part))?.[1]).filter((_, i) => i % 2 === 0)).to.deep.equal(['kc-wide', 'kc-roomy kc-medium', 'kc-narrow'])
  })
})

describe('bulletChart', () => {
  it('draws the usage before and the usage that this run adds, up to the bound', () => {
    const svg = bullet(row('1', '1500m', '2'))
    expect(rects(svg, 'kc-used')).to.deep.equal(['0.4% 49.6%'])
    expect(rects(svg, 'kc-run')).to.deep.equal(['50% 24.8%'])
    expect(rects(svg, 'kc-over')).to.deep.equal([])
    expect(labels(svg)).to.deep.equal(['team', 'requests.cpu', '1500m of 2'])
  })

  it('draws what exceeds the bound in another colour, and states it in the colour of problems', () => {
    const svg = bullet(row('1', '4', '2'))
    expect(rects(svg, 'kc-room')).to.deep.equal(['0.4% 49.6%'])
    expect(rects(svg, 'kc-run')).to.deep.equal(['25.2% 24.8%'])
    expect(rects(svg, 'kc-over')).to.deep.equal(['50% 49.6%'])
    expect(svg).to.contain('class="kc-problem">4 of 2</text>')
    expect(meanings(bulletLegend([row('1', '4', '2')]))).to.contain('more than hard')
    expect(meanings(bulletLegend([row('1', '2', '2')]))).not.to.contain('more than hard')
  })

  it('marks the peaks that need more than the run, and draws a line to those beyond the bound', () => {
    const svg = bullet(row('0', '1', '2', {peak: q('1500m'), maximum: q('1'), worst: q('4')}))
    expect(svg.match(/kc-peak/g)).to.have.length(1)
    expect(svg.match(/<circle/g)).to.have.length(1)
    expect(svg).not.to.contain('M-6 0L0 -6')
    expect(rects(svg, 'kc-over')).to.deep.equal(['50% 49.6%'])
    expect(labels(svg)).to.include('1 to 4 of 2')
  })

  it('uses the texts of Kubernetes for amounts of any size', () => {
    const svg = bullet(row('0', '3e300', '1n'), row('-5', '-1', '0'), row('0', '1Gi', '10Gi', {resource: 'requests.memory'}))
    expect(labels(svg)).to.include.members(['3e300 of 1n', '-1 of 0', '1Gi of 10Gi'])
    expect(svg).not.to.match(/NaN|Infinity|"-[\d.]+%|(?:width|height)="-/)
  })

  it('draws the fullest of many rows, in their order, and states the number of others', () => {
    const rows = Array.from({length: 1000}, (_, i) => row('0', String(i), '999', {quota: `q${i}`}))
    const svg = bullet(...rows)
    const quotas = labels(svg).filter((text) => /^q\d+$/.test(text))
    expect(quotas).to.deep.equal(rows.slice(-maxBullets).map(({quota}) => quota))
    expect(labels(svg).at(-1)).to.equal('960 emptier rows not drawn')
    expect(svg.length).to.be.below(60_000)
  })

  it('names each chart for those who do not see it, with its amounts', () => {
    const svg = bullet(row('1', '3', '2', {peak: q('4')}))
    expect(svg).to.match(/^<svg class="kc" role="img" aria-label="Quotas of namespace dev\. 1 resource of quotas, 1 with more than the bound\./)
    expect(svg).to.contain('<desc>1 resource of quotas, 1 with more than the bound. team requests.cpu: hard 2, used before 1, after this run 3, rollout peak 4.</desc>')
  })

  it('shortens what it says about names of any length', () => {
    const rows = Array.from({length: 5}, () => row('1', '3', '2', {quota: 'q'.repeat(100_000), resource: 'r'.repeat(100_000)}))
    expect(bullet(...rows).length).to.be.below(30_000)
    expect(standaloneChart('t'.repeat(100_000), [bulletChart({title: 'n'.repeat(100_000), rows})]).length).to.be.below(30_000)
  })

  it('keeps hostile names as texts', async () => {
    const svg = bullet(row('1', '3', '2', {quota: hostile, resource: hostile}))
    expect(await xmlErrors(svg)).to.deep.equal([])
    expect(svg).not.to.match(/<script|<img/)
  })
})

const point = (amount: string, standing: StripPoint['standing'], name = 'Pod/a', side: StripPoint['side'] = 'request'): StripPoint =>
  ({side, amount: q(amount), standing, names: [name], count: 1})

const strip = (points: readonly StripPoint[], more: Partial<Strip> = {}): Strip => ({label: 'Container cpu', min: q('100m'), max: q('10'), points, missing: 0, ...more})

const strips = (...given: Strip[]): string => String(inlineChart(stripChart({title: 'Amounts', strips: given})))

/** Returns the places of the points of a class, in percent, from left to right. */
const places = (svg: string, name: string): number[] =>
  [...svg.matchAll(new RegExp(`<svg x="([\\d.]+)%"[^>]*><g><title>[^<]*</title><(?:circle|path|rect) class="${name}"`, 'g'))].map(([, x]) => Number(x))

describe('stripChart', () => {
  it('draws amounts on a logarithmic scale, with the allowed range between the bounds', () => {
    const svg = strips(strip([point('100m', 'edge'), point('1', 'inside'), point('20', 'outside')]))
    const [[edge], [inside], [outside]] = [places(svg, 'kc-edge'), places(svg, 'kc-dot'), places(svg, 'kc-out')]
    const [room] = rects(svg, 'kc-room').map((text) => text.split('% ').map(parseFloat))
    expect(edge).to.be.closeTo(room![0]!, 0.02)
    expect(outside).to.be.greaterThan(room![0]! + room![1]!)
    // 1 is in the middle between 100m and 10.
    expect(inside).to.be.closeTo(room![0]! + room![1]! / 2, 0.02)
  })

  it('states who is outside, and how many are at a bound or have no amount', () => {
    const svg = strips(strip([point('20', 'outside', 'Deployment/web'), point('10', 'edge')], {missing: 2}))
    expect(labels(svg)).to.deep.equal([
      'Container cpu', '1 outside, 2 missing, 1 at a bound', 'Container cpu', '1 outside, 2 missing, 1 …', 'min 100m', 'max 10', 'outside: Deployment/web', 'at a bound: Pod/a',
    ])
    expect(svg).to.contain('1 outside, 2 missing, 1 at a bound; outside: Deployment/web; at a bound: Pod/a.</desc>')
    const limit = point('10', 'edge', 'Pod/a', 'limit')
    expect(labels(strips(strip([point('10', 'edge'), limit])))).to.include('at a bound: Pod/a')
    expect(labels(strips(strip([{...limit, names: ['Pod/a', 'Pod/b', 'Pod/d'], count: 12}, point('100m', 'edge', 'Pod/d'), point('10', 'edge', 'Pod/c')])))).to.include('at a bound: Pod/a, Pod/b, Pod/d and 1 more')
    expect(labels(strips(strip([point('1', 'inside')])))).to.deep.equal(['Container cpu', '1 inside', 'min 100m', 'max 10'])
  })

  it('distinguishes requests, limits and ratios by shapes, which the legend explains', () => {
    const svg = strips(strip([point('1', 'inside'), point('2', 'inside', 'Pod/a', 'limit'), {...point('1', 'inside', 'Pod/a', 'ratio'), amount: 2.5}]))
    expect(svg).to.match(/<title>request 1: Pod\/a<\/title><circle/).and.to.match(/<title>limit 2: Pod\/a<\/title><path/).and.to.match(/<title>ratio 2\.5: Pod\/a<\/title><rect/)
    expect(meanings(stripLegend([strip([point('1', 'inside', 'Pod/a', 'ratio')])]))).to.contain('ratio of both')
    expect(meanings(stripLegend([strip([point('1', 'inside')])]))).not.to.contain('ratio of both')
  })

  it('marks the defaults in the lanes of requests and limits, with their amounts for those who do not see them', () => {
    const given = strip([point('1', 'inside')], {defaults: {request: q('200m'), limit: q('1')}})
    const svg = strips(given)
    expect(svg).to.match(/<title>default request 200m<\/title><path class="kc-default" d="M-4 0h8m-4 0v17"/).and.to.match(/<title>default limit 1<\/title><path class="kc-default" d="M-4 34h8m-4 0v-17"/)
    expect(labels(svg)).to.include('Container cpu, default request 200m, limit 1').and.to.include('Container cpu')
    expect(svg).to.contain('<desc>Container cpu (min 100m, max 10, default request 200m, limit 1): 1 inside.</desc>')
    expect(meanings(stripLegend([given]))).to.include.members(['default request', 'default limit'])
    const limitOnly = strip([point('1', 'inside')], {defaults: {limit: q('1')}})
    expect(meanings(stripLegend([limitOnly, strip([])]))).to.include('default limit').and.not.to.include('default request')
    expect(strips(strip([]))).not.to.contain('kc-default')
  })

  it('gives defaults beyond all amounts and bounds a place', () => {
    const svg = strips(strip([point('1', 'inside')], {min: undefined, max: undefined, defaults: {limit: q('100')}}))
    expect(Number(/<svg x="([\d.]+)%"[^>]*><g><title>default/.exec(svg)?.[1])).to.be.within(90, 99.5)
  })

  it('draws the points outside first of too many, and those inside as a sample', () => {
    const inside = Array.from({length: 10_000}, (_, i) => point(`${101 + i % 9000}m`, 'inside'))
    const svg = strips(strip([...inside, ...Array.from({length: 50}, (_, i) => point(String(11 + i), 'outside'))]))
    expect(places(svg, 'kc-out')).to.have.length(50)
    expect(places(svg, 'kc-dot').length).to.be.within(maxPoints - 60, maxPoints - 50)
    expect(Math.max(...places(svg, 'kc-dot')) - Math.min(...places(svg, 'kc-dot'))).to.be.greaterThan(40)
  })

  it('draws a limited number of strips, first those with points outside', () => {
    const svg = strips(...Array.from({length: maxStrips + 4}, () => strip([point('1', 'inside')])), strip([point('20', 'outside')], {label: 'Pod memory'}))
    expect(labels(svg).at(-1)).to.equal('5 more resources not drawn')
    expect(labels(svg)).to.include('Pod memory')
  })

  it('draws without bounds, without points, and with bounds that contradict each other', () => {
    for (const each of [strip([], {min: undefined, max: undefined}), strip([]), strip([point('0', 'outside')], {min: q('5'), max: q('1')}), strip([point('-1', 'inside')], {min: q('0'), max: undefined})]) {
      expect(strips(each)).not.to.match(/NaN|Infinity|"-[\d.]+%|(?:width|height)="-/)
    }
  })
})

describe('standaloneChart', () => {
  const rows = [row('1', '3', '2'), row('0', '1', '2', {quota: hostile})]
  const text = standaloneChart(hostile, [legendChart(bulletLegend(rows)), bulletChart({title: 'Quotas', rows})])

  it('is a file of XML with a title, a description and its own colours, light and dark', async () => {
    expect(await xmlErrors(text)).to.deep.equal([])
    expect(text).to.match(/^<!-- [^<>]* -->\n<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" width="800" height="\d+" viewBox="0 0 800 \d+" role="img" aria-label=/)
    expect(text).to.contain('@media (prefers-color-scheme:dark)').and.to.match(/<title>[^<]+<\/title><desc>[^<]+<\/desc>/)
    const names = new Set([...text.matchAll(/var\((--[a-z-]+)\)/g)].map(([, name]) => name!))
    for (const name of names) expect(text.split(`${name}:#`), name).to.have.length(3)
  })

  it('loads nothing and runs nothing', () => {
    expect(text).not.to.match(/href|url\(|<script|<image|@import| on[a-z]+="/)
  })
})
