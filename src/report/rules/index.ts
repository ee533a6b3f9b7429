import type {Rule} from '../../machinery/field/rule.js'

interface RuleReporterOptions {
  readonly isColoured: boolean
  /** The address of the documentation; without it, reports have no addresses. */
  readonly docsUrl?: string
}

/** A format for rules: several as a list, or one in full. */
export interface RuleReporter {
  list(rules: readonly Rule[], options?: Pick<RuleReporterOptions, 'docsUrl'>): Promise<string>
  describe(rule: Rule, options: RuleReporterOptions): Promise<string>
}

/** The output formats of rules, each loaded on demand. */
export const ruleReporters = {
  table: {
    async list(rules) {
      const {rulesTable} = await import('./table.js')
      return rulesTable(rules)
    },
    async describe(rule, {isColoured, docsUrl}) {
      const [{ruleText}, {styleFor}] = await Promise.all([import('./table.js'), import('../style.js')])
      return ruleText(rule, styleFor(isColoured), docsUrl)
    },
  },
  json: {
    async list(rules, {docsUrl}: Pick<RuleReporterOptions, 'docsUrl'> = {}) {
      const {rulesJson} = await import('./json.js')
      return rulesJson(rules, docsUrl)
    },
    async describe(rule, {docsUrl}: Partial<RuleReporterOptions> = {}) {
      const {ruleJson} = await import('./json.js')
      return ruleJson(rule, docsUrl)
    },
  },
} satisfies Record<string, RuleReporter>
