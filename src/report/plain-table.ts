import Table from 'cli-table3'

const none = {
  'top': '', 'top-mid': '', 'top-left': '', 'top-right': '', 'bottom': '', 'bottom-mid': '', 'bottom-left': '', 'bottom-right': '',
  'left': '', 'left-mid': '', 'mid': '', 'mid-mid': '', 'right': '', 'right-mid': '', 'middle': '  ',
}

/**
 * A table in the manner of `kubectl describe`: no lines, two blanks between columns, heads underlined with dashes.
 *
 * @returns its lines, none with blanks at the end
 */
export function plainTable(head: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const table = new Table({chars: none, style: {'padding-left': 0, 'padding-right': 0, head: [], border: []}})
  table.push([...head], head.map((title) => '-'.repeat(title.length)), ...rows.map((row) => [...row]))
  return table.toString().split('\n').map((line) => line.trimEnd())
}
