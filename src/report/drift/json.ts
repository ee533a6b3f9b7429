import type {QuotaDrift} from '../../simulate/drift.js'
import {jsonText} from '../json-text.js'

/** What `kadm drift` finds as JSON; an amount that is not there is null. */
export const driftJson = (drifts: readonly QuotaDrift[]): string => jsonText({version: 1, quotas: drifts.map(quotaJson)})

function quotaJson({quota: {metadata: {name, namespace}, status}, manifest: {document: {file}, node}, recorded, names}: QuotaDrift): object {
  const {line, column} = file.position(node.start)
  return {
    source: {path: file.path, line, column},
    namespace,
    name,
    differences: names.map((resource) => ({resource, recorded: recorded[resource] ?? null, counted: status?.used?.[resource] ?? null})),
  }
}
