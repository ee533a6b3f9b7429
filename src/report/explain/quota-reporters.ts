import type {ExplainedQuota} from '../../explain/quota-usage.js'
import type {LintReporterOptions} from '../lint/options.js'

/** The output formats of `kadm explain quota`, each loaded on demand. */
export const quotaUsageReporters = {
  async table(quotas: readonly ExplainedQuota[], {isColoured, columns}: Pick<LintReporterOptions, 'isColoured'> & Partial<Pick<LintReporterOptions, 'columns'>>) {
    const [{blocksTable}, {quotaUsageBlocks}, {styleFor}] = await Promise.all([import('./table.js'), import('./quota-blocks.js'), import('../style.js')])
    return blocksTable(quotaUsageBlocks(quotas), styleFor(isColoured), columns)
  },
  async markdown(quotas: readonly ExplainedQuota[]) {
    const [{blocksMarkdown}, {quotaUsageBlocks}] = await Promise.all([import('./markdown.js'), import('./quota-blocks.js')])
    return blocksMarkdown(quotaUsageBlocks(quotas))
  },
  async json(quotas: readonly ExplainedQuota[], {ending}: Partial<Pick<LintReporterOptions, 'ending'>> = {}) {
    const {quotaUsageJson} = await import('./quota-json.js')
    return quotaUsageJson(quotas, ending)
  },
} satisfies Record<string, (quotas: readonly ExplainedQuota[], options: LintReporterOptions) => Promise<string>>
