import type {Ending} from '../../lint/ending.js'
import type {Tuning} from '../../replay/tune/tune.js'

export type TuneReporter = (tuning: Tuning, ending?: Ending) => Promise<string>

/** The output formats of `kadm tune`, each loaded on demand. */
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
