import type {Explained} from '../../explain/types.js'
import type {LintReporterOptions} from '../lint/options.js'

export type ExplainReporter = (explained: Explained, options: LintReporterOptions) => Promise<string>

/** The output formats of `kadm explain`, each loaded on demand. */
export const explainReporters = {
  async table(explained: Explained, {isColoured, columns}: Pick<LintReporterOptions, 'isColoured'> & Partial<Pick<LintReporterOptions, 'columns'>>) {
    const [{blocksTable}, {explainedBlocks}, {styleFor}] = await Promise.all([import('./table.js'), import('./explained-blocks.js'), import('../style.js')])
    return blocksTable(explainedBlocks(explained), styleFor(isColoured), columns)
  },
  async markdown(explained: Explained) {
    const [{blocksMarkdown}, {explainedBlocks}] = await Promise.all([import('./markdown.js'), import('./explained-blocks.js')])
    return blocksMarkdown(explainedBlocks(explained))
  },
  async json(explained: Explained, options: Partial<LintReporterOptions> = {}) {
    const {explainedJson} = await import('./json.js')
    return explainedJson(explained, options)
  },
} satisfies Record<string, ExplainReporter>
