import Table from 'cli-table3'

const none = {
  'top': '', 'top-mid': '', 'top-left': '', 'top-right': '', 'bottom': '', 'bottom-mid': '', 'bottom-left': '', 'bottom-right': '',
  'left': '', 'left-mid': '', 'mid': '', 'mid-mid': '', 'right': '', 'right-mid': '', 'middle': '  ',
}

/** cli-table3 takes quadratic time, so longer tables are laid out row by row, as are those of plain text, in a tenth of its time. */
const longest = 200

/**
 * A table in the style of `kubectl describe`: no borders, two blanks between columns, heads underlined with dashes.
 *
 * @returns its lines, without trailing blanks
 */
export function plainTable(head: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const all = [head, head.map((title) => '-'.repeat(title.length)), ...rows]
  const lines = all.length > longest || all.every((row) => row.every(isPlain)) ? rowByRow(all) : linesOf(all)
  return lines.map((line) => line.trimEnd())
}

function rowByRow(rows: readonly (readonly string[])[]): string[] {
  const widths = (rows[0] ?? []).map((_, column) => rows.reduce((widest, row) => Math.max(widest, widthOf(row[column] ?? '')), 0))
  return rows.flatMap((row) => row.every(isPlain) ? [row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(none.middle)] : linesOf([row], widths))
}

const linesOf = (rows: readonly (readonly string[])[], widths?: number[]): string[] => layOut(rows, widths).toString().split('\n')

function layOut(rows: readonly (readonly string[])[], colWidths: number[] = []): Table.Table {
  const table = new Table({chars: none, style: {'padding-left': 0, 'padding-right': 0, head: [], border: []}, colWidths})
  for (const row of rows) table.push([...row])
  return table
}

/** True if all characters are one column wide. */
const isPlain = (cell: string): boolean => /^[ -~]*$/.test(cell)

/** The width of a cell in columns. Other characters are measured by cli-table3, which pads an empty line to that width. */
const widthOf = (cell: string): number => isPlain(cell) ? cell.length : layOut([[`\n${cell}`]]).width
