import type {Simulation} from '../../simulate/simulate.js'
import type {LintReporterOptions} from '../lint/options.js'
import {pipelineReporters} from '../pipeline.js'

export type SimulateReporter = (simulation: Simulation, options: LintReporterOptions) => Promise<string>

/** The formats of simulations. Each is loaded when it is asked for. */
export const simulateReporters = {
  async table(simulation: Simulation, {isColoured}: Pick<LintReporterOptions, 'isColoured'>) {
    const [{simulationTable}, {styleFor}] = await Promise.all([import('./table.js'), import('../style.js')])
    return simulationTable(simulation, styleFor(isColoured))
  },
  async json(simulation) {
    const {simulationJson} = await import('./json.js')
    return simulationJson(simulation)
  },
  async yaml({reviews}) {
    const {printYaml} = await import('../../source/print-yaml.js')
    return printYaml(reviews.flatMap(({object}) => object ?? []))
  },
  ...pipelineReporters(async (simulation: Simulation) => {
    const {simulationReport} = await import('./pipeline.js')
    return simulationReport(simulation)
  }),
} satisfies Record<string, SimulateReporter>
