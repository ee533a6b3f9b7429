import type {Capacity} from '../../simulate/capacity/types.js'
import type {LintReporterOptions} from '../lint/options.js'
import {onDemand} from '../on-demand.js'
import {pipelineReporters} from '../pipeline.js'

export type CapacityReporter = (capacity: Capacity, options: LintReporterOptions) => Promise<string>

/** The width of the terminal; by default lines are not limited. */
type CapacityTableOptions = Pick<LintReporterOptions, 'isColoured'> & Partial<Pick<LintReporterOptions, 'columns' | 'ending'>>

const {sarif, junit, github, gitlab} = pipelineReporters(async (capacity: Capacity, {ending}) => {
  const {capacityReport} = await import('./pipeline.js')
  return capacityReport(capacity, ending)
})

/** The output formats of `kadm capacity`, each loaded on demand. */
export const capacityReporters = {
  async table(capacity: Capacity, {isColoured, columns, ending}: CapacityTableOptions) {
    const [{capacityTable}, {styleFor}] = await Promise.all([import('./table.js'), import('../style.js')])
    return capacityTable(capacity, {style: styleFor(isColoured), width: columns, ending})
  },
  json: onDemand(async () => (await import('./json.js')).capacityJson),
  html: onDemand(async () => (await import('./html.js')).capacityHtml),
  csv: onDemand(async () => (await import('./csv.js')).capacityCsv),
  markdown: onDemand(async () => (await import('./markdown.js')).capacityMarkdown),
  sarif, junit, github, gitlab,
} satisfies Record<string, CapacityReporter>
