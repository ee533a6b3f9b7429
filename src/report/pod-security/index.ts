import type {Ending} from '../../lint/ending.js'
import type {Assessment} from '../../pod-security/types.js'
import type {LintReporterOptions} from '../lint/options.js'

export type PodSecurityReporter = (assessment: Assessment, options: Pick<LintReporterOptions, 'columns'> & {readonly ending?: Ending}) => Promise<string>

/** The output formats of `kadm pod-security`, each loaded on demand. */
export const podSecurityReporters = {
  async table(assessment, {columns}) {
    const {podSecurityTable} = await import('./table.js')
    return podSecurityTable(assessment, columns)
  },
  async json(assessment, {ending}) {
    const {podSecurityJson} = await import('./json.js')
    return podSecurityJson(assessment, ending)
  },
} satisfies Record<string, PodSecurityReporter>
