/** The cells of a line; the last one belongs to no column. */
export type Line = readonly string[]

/** The space between columns, as in kubectl's descriptions. */
const padding = 2

/** Counts code points like Go's tabwriter, ignoring their width. */
const width = (text: string): number => [...text].length

/**
 * Lays out lines in columns like Go's text/tabwriter for kubectl: a column is as wide as its widest cell, and spans
 * all adjacent lines with a cell in it.
 */
export function tabulate(lines: readonly Line[]): string {
  const widths = lines.map((): number[] => [])
  layOut(lines, widths, 0, 0, lines.length)
  return lines.map((cells, i) => `${printLine(cells, widths[i] ?? [])}\n`).join('')
}

/** Sets the width of a column, and of those to its right, for a range of lines. */
function layOut(lines: readonly Line[], widths: number[][], column: number, from: number, to: number): void {
  for (let start = from; start < to; start++) {
    if (!hasColumn(lines[start], column)) continue
    let end = start
    let widest = 0
    while (end < to && hasColumn(lines[end], column)) widest = Math.max(widest, width(lines[end++]?.[column] ?? ''))
    for (let i = start; i < end; i++) widths[i]?.push(widest + padding)
    layOut(lines, widths, column + 1, start, end)
    start = end
  }
}

const hasColumn = (cells: Line | undefined, column: number): boolean => column < (cells?.length ?? 0) - 1

const printLine = (cells: Line, widths: readonly number[]): string =>
  cells.map((cell, i) => cell + ' '.repeat(Math.max(0, (widths[i] ?? 0) - width(cell)))).join('')
