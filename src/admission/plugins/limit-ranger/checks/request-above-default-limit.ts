import {validateContainerResourceName} from '../../../../kinds/shared/resource-names.js'
import {validateResourceRequirements} from '../../../../kinds/shared/resources.js'
import {noResources, resourceListOf, resourceNames} from '../../../../machinery/quantity/resource-list.js'
import type {PolicyFinding} from '../../../policy-check.js'
import {containersOf, type PlacedContainer, type PodSource, subjectOf} from './pods.js'
import {relatedTo, type Statement} from './statements.js'

/** Requests without a limit that do not go with the limit that a LimitRange fills in (spec limitranger 5). */
export const checkRequestAboveDefaultLimit = (maker: PodSource, limitsOf: (name: string) => readonly Statement[]): PolicyFinding[] =>
  containersOf(maker).flatMap((placed) => {
    const {requests = noResources, limits = noResources} = placed.container.resources ?? {}
    return resourceNames(requests).filter((name) => limits[name] === undefined).flatMap((name) => trapped(maker, placed, name, limitsOf(name)))
  })

/** The order of LimitRanges may decide which default applies: reports only if every one of them makes the pod invalid. */
function trapped({object, ...maker}: PodSource, {container, path}: PlacedContainer, name: string, defaults: readonly Statement[]): PolicyFinding[] {
  const [first] = defaults
  const request = container.resources?.requests?.[name]
  if (first === undefined || request === undefined) return []
  const rejections = defaults.map(({amount}) => validateResourceRequirements(
    {requests: resourceListOf([[name, request]]), limits: resourceListOf([[name, amount]])}, validateContainerResourceName, path.child('resources'),
  ).find(({origin}) => origin === 'resources/request-not-above-limit'))
  const [rejection] = rejections
  if (rejection === undefined || !rejections.every((each) => each !== undefined)) return []
  const {policy: {metadata: {name: policyName = ''}}, amount} = first
  const message = `${subjectOf({object, ...maker})} is rejected: container ${container.name ?? ''} sets no limit for ${name}, so LimitRange ${policyName} sets one of ${amount}, `
    + `and then it is invalid: ${String(rejection)}`
  return [{
    policy: object, field: path.child('resources', 'requests').key(name), ruleId: 'pod/request-above-default-limit', severity: 'error', message,
    hint: `set a limit, too: limits: {${name}: ${request}}`, related: defaults.slice(0, 5).map(relatedTo),
  }]
}
