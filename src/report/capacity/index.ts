import type {Capacity} from '../../simulate/capacity/types.js'

export type CapacityReporter = (capacity: Capacity, options: {readonly isColoured: boolean}) => Promise<string>

/** The formats of what `kadm capacity` finds. Each is loaded when it is asked for. */
export const capacityReporters = {
  async table(capacity, {isColoured}) {
    const [{capacityTable}, {styleFor}] = await Promise.all([import('./table.js'), import('../style.js')])
    return capacityTable(capacity, styleFor(isColoured))
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
