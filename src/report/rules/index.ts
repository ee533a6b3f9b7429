import type {Rule} from '../../machinery/field/rule.js'

interface RuleReporterOptions {
  readonly isColoured: boolean
}

/** A format for rules: several as a list, or one in full. */
export interface RuleReporter {
  list(rules: readonly Rule[]): Promise<string>
  describe(rule: Rule, options: RuleReporterOptions): Promise<string>
}

/** The output formats of rules, each loaded on demand. */
export const ruleReporters = {
  table: {
    async list(rules) {
      const {rulesTable} = await import('./table.js')
      return rulesTable(rules)
    },
    async describe(rule, {isColoured}) {
      const [{ruleText}, {styleFor}] = await Promise.all([import('./table.js'), import('../style.js')])
      return ruleText(rule, styleFor(isColoured))
    },
  },
  json: {
    async list(rules) {
      const {rulesJson} = await import('./json.js')
      return rulesJson(rules)
    },
    async describe(rule) {
      const {ruleJson} = await import('./json.js')
      return ruleJson(rule)
    },
  },
} satisfies Record<string, RuleReporter>
