import {plainTable} from '../plain-table.js'
import type {Style} from '../style.js'
import {wrapAll} from '../wrap-all.js'
import type {Block} from './blocks.js'

/** The indentation of a level. */
const indent = '  '

/** Stories for people: headings, indented lines and tables. Lines are wrapped on a terminal only. */
export const blocksTable = (blocks: readonly Block[], style: Style, width = Infinity): string =>
  blocks.map((block, i) => `${i > 0 && 'heading' in block ? '\n' : ''}${blockLines(block, style, width).map((line) => `${line}\n`).join('')}`).join('')

function blockLines(block: Block, style: Style, width: number): string[] {
  if ('heading' in block) {
    const text = block.level === 1 ? style.bold(block.heading) : block.heading
    return block.level === 1 ? [block.isBad === true ? style.red(text) : text, '='.repeat(Math.min(block.heading.length, width))] : [block.isBad === true ? style.red(text) : style.bold(text)]
  }
  const margin = indent.repeat(block.depth + 1)
  if ('head' in block) return plainTable(block.head, block.rows).map((line) => margin + line)
  const lines = wrapAll(block.text, width - margin.length - indent.length)
  return lines.map((line, i) => `${margin}${i === 0 ? '' : indent}${block.isBad === true ? style.red(line) : line}`)
}
