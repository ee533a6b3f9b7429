import type {Rule} from '../../machinery/field/rule.js'
import {compareText} from '../../machinery/go/text.js'
import {rulesByModule} from './catalogue.js'

/**
 * Every rule that `kadm lint` checks, by its id. Linting itself does not read this: the code that checks a rule knows only
 * its id.
 */
export const rules: readonly Rule[] = rulesByModule.flat().sort((a, b) => compareText(a.id, b.id))

/** The rule of that id. */
export const ruleById = (id: string): Rule | undefined => rules.find((rule) => rule.id === id)
