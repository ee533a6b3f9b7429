import {oneLine} from '../../machinery/output/printable.js'
import type {Quantity} from '../../machinery/quantity/quantity.js'
import type {DriftReport, QuotaDrift, UnrecordedQuota} from '../../simulate/drift.js'
import {counted} from '../counted.js'
import {plainTable} from '../plain-table.js'
import type {Style} from '../style.js'
import {tabulate} from '../tab-writer.js'
import {differences} from '../usage-source.js'

/** The quotas whose recorded status is wrong, with the correct status, and the quotas that record no usage. */
export const driftTable = (report: DriftReport, style: Style): string =>
  [...report.drifts.map((drift) => quotaTable(drift, style)), ...report.notRecorded.map(unrecordedTable), `${driftSummary(report, style)}\n`].join('\n')

/** The numbers of quotas with drift: `1 of 2 quotas drifted`. */
export function driftSummary({quotas, drifts, notRecorded}: DriftReport, style?: Style): string {
  const red = style?.red ?? String
  const drifted = drifts.filter(({names}) => names.length > 0).length
  const stale = drifts.filter((drift) => drift.stale !== undefined).length
  return [
    drifted === 0 ? `${counted(quotas, 'quota')}: no drift` : `${red(`${drifted} of ${counted(quotas, 'quota')}`)} drifted`,
    ...stale === 0 ? [] : [red(`${stale} with a stale status.hard`)],
    ...notRecorded.length === 0 ? [] : [`${notRecorded.length} not recorded`],
  ].join(', ')
}

function unrecordedTable(unrecorded: UnrecordedQuota): string {
  return tabulate([...headOf(unrecorded), ['Usage:', 'not recorded: the manifest has no status.used']])
}

function headOf({quota: {metadata: {name = '', namespace = ''}}, manifest: {document: {file}, node}}: UnrecordedQuota): string[][] {
  return [['Quota:', oneLine(name)], ['Namespace:', oneLine(namespace)], ['Source:', `${oneLine(file.path)}:${file.position(node.start).line}`]]
}

function quotaTable({recorded, names, stale, ...drift}: QuotaDrift, style: Style): string {
  const {status} = drift.quota
  const rows = names.map((resource) => {
    const [before, after] = [recorded[resource], status?.used?.[resource]]
    return [oneLine(resource), String(before ?? '-'), String(after ?? '-'), style.red(difference(before, after))]
  })
  const table = rows.length === 0 ? [] : plainTable(['Resource', 'Recorded', 'Counted', 'Difference'], rows)
  const lines = stale === undefined ? table : [...table, `${style.red('status.hard is stale')}: ${differences(stale)}.`]
  return tabulate(headOf(drift)) + lines.map((line) => `${line}\n`).join('')
}

/** The error of a recorded amount; in words if an amount is missing. */
export function difference(recorded: Quantity | undefined, counted: Quantity | undefined): string {
  if (recorded === undefined) return 'not recorded'
  return counted === undefined ? 'not in spec.hard' : String(counted.sub(recorded))
}
