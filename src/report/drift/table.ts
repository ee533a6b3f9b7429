import type {QuotaDrift} from '../../simulate/drift.js'
import {counted} from '../counted.js'
import {plainTable} from '../plain-table.js'
import {oneLine} from '../printable.js'
import type {Style} from '../style.js'
import {tabulate} from '../tab-writer.js'

/** Every quota whose recorded usage is wrong, with what it should record. */
export function driftTable(drifts: readonly QuotaDrift[], style: Style): string {
  if (drifts.length === 0) return 'No drift: every quota records what the objects add up to.\n'
  return [...drifts.map((drift) => quotaTable(drift, style)), `${counted(drifts.length, 'quota')} drifted\n`].join('\n')
}

function quotaTable({quota: {metadata: {name = '', namespace = ''}, status}, manifest: {document: {file}, node}, recorded, names}: QuotaDrift, style: Style): string {
  const source = `${oneLine(file.path)}:${file.position(node.start).line}`
  const rows = names.map((resource) => {
    const [before, after] = [recorded[resource], status?.used?.[resource]]
    const difference = before === undefined || after === undefined ? '' : after.sub(before)
    return [oneLine(resource), String(before ?? '-'), String(after ?? '-'), style.red(String(difference))]
  })
  const table = plainTable(['Resource', 'Recorded', 'Counted', 'Difference'], rows)
  return tabulate([['Quota:', oneLine(name)], ['Namespace:', oneLine(namespace)], ['Source:', source]]) + table.map((line) => `${line}\n`).join('')
}
