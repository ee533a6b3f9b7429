import {metadataPolicy} from '../../../../kinds/metadata-policy/index.js'
import {rulesOf} from '../../../../kinds/metadata-policy/policy-rule.js'
import type {MetadataPolicy} from '../../../../machinery/api/design-v1.js'
import type {PolicyCheck} from '../../../policy-check.js'
import {checkChains} from './chains.js'
import {checkConflicts} from './conflicts.js'
import {findEach, ruleSetOf} from './finding.js'
import {checkFlapping, lateWrites} from './flaps.js'
import {checkRejections} from './rejections.js'
import {checkNoRules, checkRule} from './single.js'
import {checkSize} from './size.js'

/** Checks the valid MetadataPolicies of one namespace together (spec metadatapolicy 6). */
export const metadataPolicyCheck: PolicyCheck = {
  kinds: [metadataPolicy],
  check(policies, context) {
    const rules = (policies as readonly MetadataPolicy[]).flatMap(rulesOf)
    const set = ruleSetOf(rules)
    const late = lateWrites(set)
    // Objects that never become stable have a finding of their own.
    const causes = new Map(late.filter((each) => !each.settles).map(({late: {rule}, enabledBy}) => [rule, new Set(enabledBy.map((write) => write.rule))]))
    return [
      ...findEach(policies as readonly MetadataPolicy[], checkNoRules),
      ...findEach(rules, (rule) => checkRule(rule, context)),
      ...checkConflicts(set),
      ...checkRejections(set),
      ...checkChains(set, (rule, other) => causes.get(other)?.has(rule) === true),
      ...checkFlapping(late),
      ...checkSize(set),
    ]
  },
}
