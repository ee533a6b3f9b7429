import type {Explained} from '../../explain/types.js'
import {counted} from '../counted.js'
import {type Html, html} from '../html/html.js'
import {item, itemList, table, type View} from '../html/view.js'
import type {Block} from './blocks.js'
import {explainedBlocks} from './explained-blocks.js'

/** The requests that a view shows, so that a browser can open it. */
const maxShown = 500

/** The stories of requests for a browser: an item for each, with the steps of the server. */
export function explainedView(explained: Explained): View {
  const {stories, simulation: {reviews}} = explained
  const denied = reviews.filter(({allowed}) => !allowed).length
  const parts = byHeading(explainedBlocks(explained))
  const left = parts.length - maxShown
  return {
    summary: `${counted(stories.length, 'request')}, ${denied} denied`, tone: denied > 0 ? 'bad' : 'good', cards: [],
    notes: left <= 0 ? [] : [`${counted(left, 'more request')} not shown: the JSON report has all of them`],
    sections: [{id: 'requests', title: 'Requests', count: stories.length, body: itemList(parts.slice(0, maxShown).map(storyItem))}],
  }
}

/** The blocks from each heading of the first level to the next. */
function byHeading(blocks: readonly Block[]): readonly (readonly Block[])[] {
  const parts: Block[][] = []
  for (const block of blocks) {
    const last = parts.at(-1)
    if (last === undefined || ('heading' in block && block.level === 1)) parts.push([block])
    else last.push(block)
  }
  return parts
}

const storyItem = (blocks: readonly Block[]): Html =>
  item('request', {}, blocks.some((block) => 'isBad' in block && block.isBad) ? 'bad' : 'good', html`${runsOf(blocks).map((run, i, runs) => runHtml(run, headingBefore(runs.slice(0, i))))}`)

/** Blocks with neighbouring texts in one run, which becomes a list. */
function runsOf(blocks: readonly Block[]): readonly (readonly [Block, ...Block[]])[] {
  const runs: [Block, ...Block[]][] = []
  for (const block of blocks) {
    const last = runs.at(-1)
    if (last !== undefined && 'text' in block && 'text' in last[0]) last.push(block)
    else runs.push([block])
  }
  return runs
}

const headingBefore = (runs: readonly (readonly [Block, ...Block[]])[]): string =>
  runs.reduce((heading, [first]) => 'heading' in first ? first.heading : heading, '')

/** @param heading the heading of the step, which names a table */
function runHtml(run: readonly [Block, ...Block[]], heading: string): Html {
  const [first] = run
  if ('heading' in first) return first.level === 1 ? html`<h3>${first.heading}</h3>\n` : html`<h4>${first.heading}</h4>\n`
  if ('head' in first) return table(heading, first.head.map((title) => ({title: title === '' ? 'Result' : title})), first.rows.map((cells) => ({cells})))
  return html`<ul>${run.map((block) => 'text' in block && html`<li class="depth-${block.depth}">${block.isBad === true ? html`<strong>${block.text}</strong>` : block.text}</li>`)}</ul>\n`
}
