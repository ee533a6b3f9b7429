import type {Simulation} from '../../simulate/simulate.js'

export interface SimulateReporterOptions {
  readonly isColoured: boolean
}

export type SimulateReporter = (simulation: Simulation, options: SimulateReporterOptions) => Promise<string>

/** The formats of simulations. Each is loaded when it is asked for. */
export const simulateReporters = {
  async table(simulation, {isColoured}) {
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
} satisfies Record<string, SimulateReporter>
