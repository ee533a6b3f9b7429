import type {Ending} from '../../lint/ending.js'
import type {Suggestion} from '../../suggest/types.js'
import type {LintReporterOptions} from '../lint/options.js'
import {onDemand} from '../on-demand.js'

export type SuggestReporter = (suggestion: Suggestion, options: Pick<LintReporterOptions, 'isColoured' | 'columns'> & {readonly ending?: Ending}) => Promise<string>

/** The output formats of `kadm suggest`, each loaded on demand. */
export const suggestReporters = {
  yaml: onDemand(async () => (await import('./yaml.js')).suggestYaml),
  async table(suggestion, {columns}) {
    const {suggestTable} = await import('./table.js')
    return suggestTable(suggestion, columns)
  },
  async json(suggestion, {ending}) {
    const {suggestJson} = await import('./json.js')
    return suggestJson(suggestion, ending)
  },
} satisfies Record<string, SuggestReporter>
