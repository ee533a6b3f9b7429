import type {PolicyFinding} from '../../../policy-check.js'
import {ifAnyFeature} from './features.js'
import {findingAt, type Statement, type Statements, statementText} from './statements.js'

/** A bound that requires an amount which no LimitRange supplies by default. */
interface Demand {
  readonly by: Statement
  readonly what: 'limit' | 'request'
}

/** Reports bounds that reject all pods without the amount, since no LimitRange of the namespace has a default for it. */
export const checkExplicitRequired = ifAnyFeature(['ratio', 'pod-min', 'tight-pod-max'], (resources: readonly Statements[]) => resources.flatMap((resource): PolicyFinding[] => {
  const [demand] = requiredAmounts(resource)
  if (demand === undefined) return []
  const {by, what} = demand
  const message = `no LimitRange sets a default ${what} for ${resource.name}, which the ${statementText(by)} requires: every pod that sets no ${what} is denied`
  const hint = `set a default for containers: default: {${resource.name}: ...} in an item of type Container`
  return [findingAt(by, {ruleId: 'limit-range/explicit-required', severity: 'info', message, hint})]
}))

/** A bound needs its amount to be there: a max the limit, a min the request, a ratio both. */
export function requiredAmounts(resource: Statements): Demand[] {
  return [
    ...resource.of('Container', 'default').length > 0 ? [] : boundsOf(resource, 'max').map((by): Demand => ({by, what: 'limit'})),
    ...resource.of('Container', 'defaultRequest').length > 0 ? [] : boundsOf(resource, 'min').map((by): Demand => ({by, what: 'request'})),
  ]
}

const boundsOf = (resource: Statements, list: 'max' | 'min'): Statement[] =>
  (['Container', 'Pod'] as const).flatMap((type) => [...resource.of(type, list), ...resource.of(type, 'maxLimitRequestRatio')])
