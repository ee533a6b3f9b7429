import {greatest} from '../../machinery/collections/append.js'
import type {LimitSummary} from '../../replay/decide/engine.js'
import {counted} from '../counted.js'
import {barEntry, type Chart, type Legend} from './chart.js'
import {across, element, hinted, label, line, type Markup, width} from './svg.js'

/** Sizes in pixels. */
const size = {row: 38, head: 24, text: 12, top: 17, bar: 12}

/** The number of keys of a limit that are drawn at most. */
export const maxKeys = 20

/** The meanings of the marks in charts of requests. */
export const keyLegend: Legend = {title: 'Legend of requests', entries: [barEntry('kc-run', 'accepted'), barEntry('kc-over', 'rejected')]}

/** Draws the keys of each limit that were rejected most often: accepted and rejected requests. */
export function keyChart(limits: readonly LimitSummary[]): Chart {
  const rejecting = limits.filter(({refused, top}) => refused > 0 && top.length > 0)
  const most = greatest(rejecting.flatMap(({top}) => top.slice(0, maxKeys).map(({accepted, refused}) => accepted + refused)), 1)
  let y = 0
  const content = rejecting.flatMap(({spec: {type = ''}, top}) => {
    const head = label(type, y + size.text, {class: 'kc-head'})
    y += size.head
    const bars = top.slice(0, maxKeys).flatMap((tally) => {
      const drawn = keyBar(tally, y, most)
      y += size.row
      return drawn
    })
    if (top.length <= maxKeys) return [head, ...bars]
    const note = label(`${counted(top.length - maxKeys, 'more key')} not drawn`, y + size.text, {class: 'kc-note'})
    y += size.head
    return [head, ...bars, note]
  })
  const texts = rejecting.flatMap(({spec: {type = ''}, top}) => top.slice(0, 5).map(({key, accepted, refused}) => `${type} ${nameOf(key)}: ${accepted} accepted, ${refused} rejected.`))
  return {title: 'Rejected most often', description: texts.length === 0 ? 'No request was rejected.' : texts.join(' '), height: y, content}
}

const nameOf = (key: string): string => key === '' ? 'all' : key

function keyBar({key, accepted, refused}: LimitSummary['top'][number], y: number, most: number): Markup[] {
  const [first, end] = [accepted / most, (accepted + refused) / most]
  const note = `${refused} of ${accepted + refused} rejected`
  return [
    ...line(nameOf(key), y + size.text, {note}),
    hinted(`${nameOf(key)}: ${accepted} accepted, ${refused} rejected`, [
      element('rect', {class: 'kc-track', x: across(0), y: y + size.top, width: width(0, 1), height: size.bar}),
      element('rect', {class: 'kc-run', x: across(0), y: y + size.top, width: width(0, first), height: size.bar}),
      element('rect', {class: 'kc-over', x: across(first), y: y + size.top, width: width(first, end), height: size.bar}),
    ]),
  ]
}
