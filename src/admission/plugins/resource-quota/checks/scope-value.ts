import {matchesNames, requirementText} from '../../../../kinds/resource-quota/scope-selector.js'
import type {ResourceQuota} from '../../../../machinery/api/core-v1.js'
import {FieldPath} from '../../../../machinery/field/path.js'
import type {PolicyFinding} from '../../../policy-check.js'
import {finding} from './finding.js'

const expressions = FieldPath.of('spec', 'scopeSelector', 'matchExpressions')

/** Values of a scope selector that are none of a label: every pod, or claim, is answered with an internal error (spec resourcequota 1.5). */
export const checkScopeValue = (quota: ResourceQuota): PolicyFinding[] => (quota.spec?.scopeSelector?.matchExpressions ?? []).flatMap((requirement, i) => {
  const answer = matchesNames(requirement, [])
  if (typeof answer !== 'string') return []
  const objects = requirement.scopeName === 'VolumeAttributesClass' ? 'claim' : 'pod'
  const message = `every new ${objects} of the namespace gets the answer 500: error matching scopes of quota ${quota.metadata.name ?? ''}, `
    + `err: error on matching scope ${requirementText(requirement)}: ${answer}`
  return [finding(quota, expressions.index(i).child('values'), {
    ruleId: 'resource-quota/scope-value', severity: 'warning', message,
  })]
})
