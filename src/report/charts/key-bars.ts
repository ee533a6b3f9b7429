import {greatest} from '../../machinery/collections/append.js'
import type {LimitSummary} from '../../replay/decide/engine.js'
import type {Chart} from './chart.js'
import {across, element, hinted, label, type Markup, shortened, width} from './svg.js'

/** Sizes in pixels. */
const size = {row: 38, head: 24, text: 12, top: 17, bar: 12}

/** Draws the keys of each limit that were rejected most often: accepted and rejected requests. */
export function keyChart(limits: readonly LimitSummary[]): Chart {
  const rejecting = limits.filter(({refused, top}) => refused > 0 && top.length > 0)
  const most = greatest(rejecting.flatMap(({top}) => top.map(({accepted, refused}) => accepted + refused)), 1)
  let y = 0
  const content = rejecting.flatMap(({spec: {type = ''}, top}) => {
    const head = label(type, y + size.text, {class: 'kc-head'})
    y += size.head
    return [head, ...top.flatMap((tally) => {
      const drawn = keyBar(tally, y, most)
      y += size.row
      return drawn
    })]
  })
  const texts = rejecting.flatMap(({spec: {type = ''}, top}) => top.slice(0, 5).map(({key, accepted, refused}) => `${type} ${nameOf(key)}: ${accepted} accepted, ${refused} rejected.`))
  return {title: 'Rejected most often', description: texts.length === 0 ? 'No request was rejected.' : texts.join(' '), height: y, content}
}

const nameOf = (key: string): string => key === '' ? 'all' : key

function keyBar({key, accepted, refused}: LimitSummary['top'][number], y: number, most: number): Markup[] {
  const [first, end] = [accepted / most, (accepted + refused) / most]
  const note = `${refused} of ${accepted + refused} rejected`
  return [
    label(shortened(nameOf(key), 38 - note.length), y + size.text), label(note, y + size.text, {x: across(1), anchor: 'end', class: 'kc-note'}),
    hinted(`${nameOf(key)}: ${accepted} accepted, ${refused} rejected`, [
      element('rect', {class: 'kc-track', x: across(0), y: y + size.top, width: width(0, 1), height: size.bar}),
      element('rect', {class: 'kc-run', x: across(0), y: y + size.top, width: width(0, first), height: size.bar}),
      element('rect', {class: 'kc-over', x: across(first), y: y + size.top, width: width(first, end), height: size.bar}),
    ]),
  ]
}
