import type {PerPhase} from '../../simulate/capacity/types.js'
import {phases} from '../../simulate/capacity/types.js'

/** The names of the phases, as heads of columns. */
const phaseHeads: PerPhase<string> = {steady: 'Steady', peak: 'Rollout', worst: '+Term.', max: 'Max', maxWorst: 'Max+R.'}

/** The heads of the columns with amounts that are needed, in the order of the phases. */
export const neededHeaders: readonly string[] = phases.map((phase) => phaseHeads[phase])

/** The meanings of the columns, by their heads. */
export const legend: readonly (readonly [head: string, meaning: string])[] = [
  [phaseHeads.steady, 'needed all the time'],
  [phaseHeads.peak, 'needed at the peak of a rollout of all workloads at once'],
  [phaseHeads.worst, 'at that peak, while replaced pods take their whole grace period to stop'],
  [phaseHeads.max, 'needed with every autoscaler at its maximum'],
  [phaseHeads.maxWorst, 'needed in a rollout with every autoscaler at its maximum'],
  ['Used', 'used before these objects were created or changed'],
  ['Hard', 'allowed by the quota'],
]
