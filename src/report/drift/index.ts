import type {DriftReport} from '../../simulate/drift.js'
import {onDemand} from '../on-demand.js'
import type {DriftOptions} from './options.js'

export type DriftReporter = (report: DriftReport, options: DriftOptions) => Promise<string>

/** The output formats of `kadm drift`, each loaded on demand. */
export const driftReporters = {
  async table(report, {isColoured}) {
    const [{driftTable}, {styleFor}] = await Promise.all([import('./table.js'), import('../style.js')])
    return driftTable(report, styleFor(isColoured))
  },
  async json(report, {ending}: Partial<DriftOptions> = {}) {
    const {driftJson} = await import('./json.js')
    return driftJson(report, ending)
  },
  html: onDemand(async () => (await import('./html.js')).driftHtml),
  /** The ResourceQuotaUsage objects that the quota controller of the design document would send. */
  async yaml({drifts}) {
    const [{printYaml}, {resourceQuotaUsageOf}] = await Promise.all([import('../../source/print-yaml.js'), import('../../simulate/usage-documents.js')])
    return printYaml(drifts.map(({quota, manifest}) => resourceQuotaUsageOf(quota, manifest)))
  },
} satisfies Record<string, DriftReporter>
