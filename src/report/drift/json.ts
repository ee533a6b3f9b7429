import type {DriftReport, QuotaDrift} from '../../simulate/drift.js'
import {jsonText} from '../json-text.js'

/** What `kadm drift` finds as JSON; the contract is schemas/drift.schema.json. */
export const driftJson = ({quotas, drifts}: DriftReport): string =>
  jsonText({version: 1, quotas: drifts.map(quotaJson), summary: {quotas, drifted: drifts.length}})

function quotaJson({quota: {metadata: {name, namespace}, status}, manifest: {document: {file}, node}, recorded, names}: QuotaDrift): object {
  const {line, column} = file.position(node.start)
  return {
    source: {path: file.path, line, column},
    namespace,
    name,
    differences: names.map((resource) => ({resource, recorded: recorded[resource] ?? null, counted: status?.used?.[resource] ?? null})),
  }
}
