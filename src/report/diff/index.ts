import type {Diff} from '../../diff/types.js'
import {onDemand} from '../on-demand.js'
import {pipelineReporters} from '../pipeline.js'
import type {DiffReporterOptions} from './options.js'

export type DiffReporter = (diff: Diff, options: DiffReporterOptions) => Promise<string>

const {sarif, junit, github, gitlab} = pipelineReporters(async (diff: Diff) => {
  const {diffReport} = await import('./pipeline.js')
  return diffReport(diff)
})

/** The output formats of `kadm diff`, each loaded on demand. */
export const diffReporters = {
  async table(diff: Diff, {isColoured, columns, ending, notes}: DiffReporterOptions) {
    const [{diffTable}, {styleFor}] = await Promise.all([import('./table.js'), import('../style.js')])
    return diffTable(diff, {style: styleFor(isColoured), width: columns, ending, ...notes && {notes}})
  },
  json: onDemand(async () => (await import('./json.js')).diffJson),
  html: onDemand(async () => (await import('./html.js')).diffHtml),
  markdown: onDemand(async () => (await import('./markdown.js')).diffMarkdown),
  sarif, junit, github, gitlab,
} satisfies Record<string, DiffReporter>
