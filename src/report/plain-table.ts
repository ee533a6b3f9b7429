import Table from 'cli-table3'

const none = {
  'top': '', 'top-mid': '', 'top-left': '', 'top-right': '', 'bottom': '', 'bottom-mid': '', 'bottom-left': '', 'bottom-right': '',
  'left': '', 'left-mid': '', 'mid': '', 'mid-mid': '', 'right': '', 'right-mid': '', 'middle': '  ',
}

/** To lay out a table takes time by the square of its rows: longer ones are laid out in parts. */
const partLength = 200

/**
 * A table in the manner of `kubectl describe`: no lines, two blanks between columns, heads underlined with dashes.
 *
 * @returns its lines, none with blanks at the end
 */
export function plainTable(head: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const all = [head, head.map((title) => '-'.repeat(title.length)), ...rows]
  const parts = Array.from({length: Math.ceil(all.length / partLength)}, (_, i) => all.slice(i * partLength, (i + 1) * partLength))
  const widths = parts.length === 1 ? [] : head.map((_, column) => all.reduce((widest, row) => Math.max(widest, widthOf(row[column] ?? '')), 0))
  return parts.flatMap((part) => layOut(part, widths).toString().split('\n')).map((line) => line.trimEnd())
}

function layOut(rows: readonly (readonly string[])[], colWidths: number[] = []): Table.Table {
  const table = new Table({chars: none, style: {'padding-left': 0, 'padding-right': 0, head: [], border: []}, colWidths})
  table.push(...rows.map((row) => [...row]))
  return table
}

/** How wide a cell is: where it has more than letters, as many blanks as an empty line above it gets. */
const widthOf = (cell: string): number => /^[ -~]*$/.test(cell) ? cell.length : layOut([[`\n${cell}`]]).width
