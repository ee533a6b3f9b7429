import type {Simulation} from '../../simulate/simulate.js'
import type {LintReporterOptions} from '../lint/options.js'
import {onDemand} from '../on-demand.js'
import {pipelineReporters} from '../pipeline.js'

export interface SimulateReporterOptions extends LintReporterOptions {
  /** True to report only denials and the summary; only the table supports it. */
  readonly isQuiet?: boolean
}

export type SimulateReporter = (simulation: Simulation, options: SimulateReporterOptions) => Promise<string>

/** The output formats of `kadm simulate`, each loaded on demand. */
export const simulateReporters = {
  async table(simulation: Simulation, {isColoured, isQuiet}: Pick<SimulateReporterOptions, 'isColoured' | 'isQuiet'>) {
    const [{simulationTable}, {styleFor}] = await Promise.all([import('./table.js'), import('../style.js')])
    return simulationTable(simulation, {style: styleFor(isColoured), isQuiet})
  },
  async json(simulation: Simulation, options: Partial<LintReporterOptions> = {}) {
    const {simulationJson} = await import('./json.js')
    return simulationJson(simulation, options)
  },
  async yaml({reviews}) {
    const {printYaml} = await import('../../source/print-yaml.js')
    return printYaml(reviews.flatMap(({object}) => object ?? []))
  },
  html: onDemand(async () => (await import('./html/index.js')).simulationHtml),
  ...pipelineReporters(async (simulation: Simulation) => {
    const {simulationReport} = await import('./pipeline.js')
    return simulationReport(simulation)
  }),
} satisfies Record<string, SimulateReporter>
