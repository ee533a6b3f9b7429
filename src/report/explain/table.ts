import {greatest} from '../../machinery/collections/append.js'
import {fittedTable} from '../fitted-table.js'
import type {Style} from '../style.js'
import {wrapAll} from '../wrap-all.js'
import type {Block} from './blocks.js'

/** The indentation of a level. */
const indent = '  '

/** Stories for people: headings, indented lines and tables. Lines are wrapped on a terminal only. */
export const blocksTable = (blocks: readonly Block[], style: Style, width = Infinity): string =>
  blocks.map((block, i) => `${i > 0 && 'heading' in block ? '\n' : ''}${blockLines(block, style, width).map((line) => `${line}\n`).join('')}`).join('')

function blockLines(block: Block, style: Style, width: number): string[] {
  if ('heading' in block) return headingLines(block, style, width)
  const margin = indent.repeat(block.depth + 1)
  if ('head' in block) return fittedTable(block.head, block.rows, width - margin.length).map((line) => margin + line)
  const lines = wrapAll(block.text, width - margin.length - indent.length)
  return lines.map((line, i) => `${margin}${i === 0 ? '' : indent}${block.isBad === true ? style.red(line) : line}`)
}

function headingLines({heading, level, isBad = false}: Extract<Block, {readonly heading: string}>, style: Style, width: number): string[] {
  const lines = wrapAll(heading, width)
  if (level === 2) return lines.map((line) => isBad ? style.red(line) : style.bold(line))
  const coloured = lines.map((line) => isBad ? style.red(style.bold(line)) : style.bold(line))
  return [...coloured, '='.repeat(greatest(lines.map(({length}) => length), 0))]
}
