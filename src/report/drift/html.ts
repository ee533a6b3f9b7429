import {oneLine} from '../../machinery/output/printable.js'
import type {DriftReport, QuotaDrift, UnrecordedQuota} from '../../simulate/drift.js'
import {counted} from '../counted.js'
import {type Html, html} from '../html/html.js'
import {htmlPage} from '../html/page.js'
import {fitting, leftOutNote} from '../html/page-limits.js'
import {badge, item, itemList, table, type View} from '../html/view.js'
import {differences} from '../usage-source.js'
import type {DriftOptions} from './options.js'
import {difference, driftSummary} from './table.js'

/** The drift of quotas as a page. */
export const driftHtml = (report: DriftReport, {version = '', ending}: DriftOptions): string => htmlPage({title: 'kadm drift', version, ending, view: driftView(report)})

/** The drift of quotas for a browser: the wrong amounts of each quota, and the quotas that record no usage. */
export function driftView(report: DriftReport): View {
  const {quotas, drifts, notRecorded} = report
  const drifted = drifts.filter(({names}) => names.length > 0).length
  const stale = drifts.filter((drift) => drift.stale !== undefined).length
  const items = fitting(drifts, driftItem)
  const unrecorded = fitting(notRecorded, unrecordedItem)
  return {
    summary: driftSummary(report), tone: drifts.length > 0 ? 'bad' : notRecorded.length > 0 ? 'warn' : 'good',
    cards: [
      {value: drifted, label: drifted === 1 ? 'quota drifted' : 'quotas drifted', tone: drifted > 0 ? 'bad' : 'good'},
      ...stale === 0 ? [] : [{value: stale, label: 'with a stale status.hard', tone: 'bad'} as const],
      ...notRecorded.length === 0 ? [] : [{value: notRecorded.length, label: 'not recorded', tone: 'warn'} as const],
      {value: quotas, label: quotas === 1 ? 'quota' : 'quotas'},
    ],
    notes: leftOutNote(items.size + unrecorded.size, drifts.length + notRecorded.length, 'quotas'),
    sections: [
      ...drifts.length === 0 ? [] : [{id: 'drift', title: 'Drift', count: drifts.length, body: itemList([...items.values()])}],
      ...notRecorded.length === 0 ? [] : [{id: 'not-recorded', title: 'Not recorded', count: notRecorded.length, body: itemList([...unrecorded.values()])}],
    ],
  }
}

const columns = [{title: 'Resource'}, ...['Recorded', 'Counted', 'Difference'].map((title) => ({title, isNumeric: true}))]

function driftItem({recorded, names, stale, ...drift}: QuotaDrift): Html {
  const rows = names.map((resource) => {
    const [before, after] = [recorded[resource], drift.quota.status?.used?.[resource]]
    return {tone: 'bad' as const, cells: [oneLine(resource), String(before ?? '-'), String(after ?? '-'), difference(before, after)]}
  })
  return quotaItem(drift, 'bad', html`${badge(names.length > 0 ? `${counted(names.length, 'amount')} wrong` : 'stale', 'bad')}`, html`${
    rows.length > 0 && table('Amounts that differ', columns, rows)}${stale !== undefined && html`<p><b>status.hard is stale:</b> ${differences(stale)}.</p>`}`)
}

const unrecordedItem = (unrecorded: UnrecordedQuota): Html =>
  quotaItem(unrecorded, 'warn', badge('not recorded', 'warn'), html`<p>The manifest has no status.used.</p>`)

function quotaItem({quota: {metadata: {name = '', namespace = ''}}, manifest: {document: {file}, node}}: UnrecordedQuota, tone: 'bad' | 'warn', mark: Html, body: Html): Html {
  return item('quota', {namespace: oneLine(namespace)}, tone, html`<p class="head">${mark} <span class="message">ResourceQuota ${oneLine(name)}</span> <span class="muted">in ${
    oneLine(namespace)}</span> <code class="muted">${oneLine(file.path)}:${file.position(node.start).line}</code></p>\n${body}`)
}
