import type {Ending} from '../../lint/ending.js'
import type {DriftReport, QuotaDrift, UnrecordedQuota} from '../../simulate/drift.js'
import {jsonText} from '../json-text.js'
import {staleJson} from '../usage-source.js'

/** The result of `kadm drift` as JSON; the contract is schemas/drift.schema.json. */
export function driftJson({quotas, drifts, notRecorded}: DriftReport, ending?: Ending): string {
  const drifted = drifts.filter(({names}) => names.length > 0)
  const stale = drifts.flatMap((drift) => drift.stale === undefined ? [] : [{...identityJson(drift), staleHard: staleJson(drift.stale)}])
  return jsonText({
    version: 1,
    quotas: drifted.map(quotaJson),
    stale,
    notRecorded: notRecorded.map(identityJson),
    summary: {quotas, drifted: drifted.length, stale: stale.length, notRecorded: notRecorded.length},
    ...ending,
  })
}

const quotaJson = ({recorded, names, ...drift}: QuotaDrift): object => ({
  ...identityJson(drift),
  differences: names.map((resource) => ({resource, recorded: recorded[resource] ?? null, counted: drift.quota.status?.used?.[resource] ?? null})),
})

function identityJson({quota: {metadata: {name, namespace}}, manifest: {document: {file}, node}}: UnrecordedQuota): object {
  const {line, column} = file.position(node.start)
  return {source: {path: file.path, line, column}, namespace, name}
}
