import {escapedMarkdown} from '../markdown-text.js'
import type {Block} from './blocks.js'

/** Stories as Markdown: a heading for each request and step, lists and tables. */
export const blocksMarkdown = (blocks: readonly Block[]): string =>
  blocks.map((block, i) => `${separator(blocks[i - 1], block)}${blockMarkdown(block)}`).join('')

/** A blank line around headings and tables; items of a list are not separated. */
function separator(last: Block | undefined, block: Block): string {
  if (last === undefined) return ''
  return 'text' in last && 'text' in block ? '' : '\n'
}

function blockMarkdown(block: Block): string {
  if ('heading' in block) return `${block.level === 1 ? '##' : '###'} ${escapedMarkdown(block.heading)}\n`
  if ('text' in block) return `${'  '.repeat(block.depth)}- ${block.isBad === true ? `**${escapedMarkdown(block.text)}**` : escapedMarkdown(block.text)}\n`
  return [block.head, block.head.map(() => '---'), ...block.rows.map((row) => row.map(escapedMarkdown))].map((cells) => `| ${cells.join(' | ')} |\n`).join('')
}
