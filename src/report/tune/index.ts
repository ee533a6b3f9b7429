import type {Ending} from '../../lint/ending.js'
import type {Tuning} from '../../replay/tune/tune.js'

export type TuneReporter = (tuning: Tuning, ending?: Ending) => Promise<string>

/** The formats of what `kadm tune` finds. Each is loaded when it is asked for. */
export const tuneReporters = {
  async yaml(tuning) {
    const {tuneYaml} = await import('./yaml.js')
    return tuneYaml(tuning)
  },
  async json(tuning: Tuning, ending?: Ending) {
    const {tuneJson} = await import('./json.js')
    return tuneJson(tuning, ending)
  },
} satisfies Record<string, TuneReporter>
