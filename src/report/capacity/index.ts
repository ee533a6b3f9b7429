import type {Capacity} from '../../simulate/capacity/types.js'

export interface CapacityReporterOptions {
  readonly isColoured: boolean
  /** How wide the terminal is; without it, lines may be of any width. */
  readonly columns?: number | undefined
}

export type CapacityReporter = (capacity: Capacity, options: CapacityReporterOptions) => Promise<string>

/** The formats of what `kadm capacity` finds. Each is loaded when it is asked for. */
export const capacityReporters = {
  async table(capacity, {isColoured, columns}) {
    const [{capacityTable}, {styleFor}] = await Promise.all([import('./table.js'), import('../style.js')])
    return capacityTable(capacity, {style: styleFor(isColoured), width: columns})
  },
  async json(capacity) {
    const {capacityJson} = await import('./json.js')
    return capacityJson(capacity)
  },
  async csv(capacity) {
    const {capacityCsv} = await import('./csv.js')
    return capacityCsv(capacity)
  },
  async markdown(capacity) {
    const {capacityMarkdown} = await import('./markdown.js')
    return capacityMarkdown(capacity)
  },
} satisfies Record<string, CapacityReporter>
