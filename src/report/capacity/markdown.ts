import type {Capacity} from '../../simulate/capacity/types.js'
import {escapedMarkdown} from '../markdown-text.js'
import {legend} from './columns.js'
import {cells, columns} from './csv.js'
import {capacityRows} from './rows.js'

/** Resource needs and quotas as a table for a pull request, with a legend. */
export function capacityMarkdown(capacity: Capacity): string {
  const lines = [columns, columns.map(() => '---'), ...capacityRows(capacity).map((row) => cells(row).map(escapedMarkdown))]
  const meanings = legend.map(([head, meaning]) => `**${head}**: ${meaning}`).join('; ')
  return `${lines.map((line) => `| ${line.join(' | ')} |\n`).join('')}\n${meanings}.\n`
}
