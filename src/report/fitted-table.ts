import stringWidth from 'string-width'

import {greatest} from '../machinery/collections/append.js'
import {plainTable} from './plain-table.js'
import {wrapAll} from './wrap-all.js'

/** Minimum width of a column whose cells are wrapped. */
const narrowest = 10

/** The width of the space between two columns. */
const gap = 2

/**
 * A plain table that fits into a number of columns: the cells of the widest columns are wrapped. Columns keep a minimum width, so a narrow terminal
 * gets a wider table.
 *
 * @returns its lines
 */
export function fittedTable(head: readonly string[], rows: readonly (readonly string[])[], width = Infinity): string[] {
  const lines = plainTable(head, rows)
  if (width === Infinity || lines.every((line) => stringWidth(line) <= width)) return lines
  const widths = fittedWidths(widestCells([head, ...rows]), width - gap * (head.length - 1))
  return plainTable(head, rows.map((row) => row.map((cell, column) => wrapAll(cell, widths[column] ?? narrowest).join('\n'))))
}

const widestCells = (rows: readonly (readonly string[])[]): number[] =>
  (rows[0] ?? []).map((_, column) => rows.reduce((widest, row) => Math.max(widest, stringWidth(row[column] ?? '')), 0))

/** Shrinks the widest columns to a common width, so that all columns fit into a total width. */
function fittedWidths(widths: readonly number[], total: number): number[] {
  const shrunk = (maximum: number): number[] => widths.map((one) => Math.min(one, maximum))
  const sum = (all: readonly number[]): number => all.reduce((one, other) => one + other, 0)
  let maximum = greatest(widths, 0)
  while (maximum > narrowest && sum(shrunk(maximum)) > total) maximum--
  return shrunk(maximum)
}
