import {oneLine} from '../../machinery/printable.js'
import type {Quantity} from '../../machinery/quantity.js'
import type {DriftReport, QuotaDrift} from '../../simulate/drift.js'
import {counted} from '../counted.js'
import {plainTable} from '../plain-table.js'
import type {Style} from '../style.js'
import {tabulate} from '../tab-writer.js'

/** Every quota whose recorded usage is wrong, with what it should record. */
export function driftTable({quotas, drifts}: DriftReport, style: Style): string {
  if (drifts.length === 0) return `${counted(quotas, 'quota')}: no drift\n`
  const summary = `${style.red(`${drifts.length} of ${counted(quotas, 'quota')}`)} drifted\n`
  return [...drifts.map((drift) => quotaTable(drift, style)), summary].join('\n')
}

function quotaTable({quota: {metadata: {name = '', namespace = ''}, status}, manifest: {document: {file}, node}, recorded, names}: QuotaDrift, style: Style): string {
  const source = `${oneLine(file.path)}:${file.position(node.start).line}`
  const rows = names.map((resource) => {
    const [before, after] = [recorded[resource], status?.used?.[resource]]
    return [oneLine(resource), String(before ?? '-'), String(after ?? '-'), style.red(difference(before, after))]
  })
  const table = plainTable(['Resource', 'Recorded', 'Counted', 'Difference'], rows)
  return tabulate([['Quota:', oneLine(name)], ['Namespace:', oneLine(namespace)], ['Source:', source]]) + table.map((line) => `${line}\n`).join('')
}

/** By how much the record is wrong; in words where there is nothing to compare. */
function difference(recorded: Quantity | undefined, counted: Quantity | undefined): string {
  if (recorded === undefined) return 'not recorded'
  return counted === undefined ? 'not in spec.hard' : String(counted.sub(recorded))
}
