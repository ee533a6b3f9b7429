import type {Capacity} from '../../simulate/capacity/types.js'
import {phases} from '../../simulate/capacity/types.js'
import {neededHeaders} from './columns.js'
import {type CapacityRow, capacityRows} from './rows.js'

/** The names of the columns, in their order: those of the table. */
export const columns: readonly string[] = ['Namespace', 'Object', 'Resource', ...neededHeaders, 'Quota', 'Used', 'Hard', 'Problem']

/** The cells of a row, in the order of the columns. */
export const cells = ({needed, ...row}: CapacityRow): string[] =>
  [row.namespace, row.object, row.resource, ...phases.map((phase) => needed[phase]), row.quota, row.used, row.hard, row.problem]

/** Resource needs and quotas as comma-separated values (RFC 4180, with line feeds). */
export const capacityCsv = (capacity: Capacity): string =>
  [columns, ...capacityRows(capacity).map(cells)].map((row) => `${row.map(quotedCell).join(',')}\n`).join('')

/** Quoted where it must be. No name, amount or message of Kubernetes begins like a formula. */
const quotedCell = (cell: string): string => /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell
