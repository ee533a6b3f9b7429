import type {Tuning} from '../../replay/tune/tune.js'

export type TuneReporter = (tuning: Tuning) => Promise<string>

/** The formats of what `kadm tune` finds. Each is loaded when it is asked for. */
export const tuneReporters = {
  async yaml(tuning) {
    const {tuneYaml} = await import('./yaml.js')
    return tuneYaml(tuning)
  },
  async json(tuning) {
    const {tuneJson} = await import('./json.js')
    return tuneJson(tuning)
  },
} satisfies Record<string, TuneReporter>
