import type {PolicyFinding} from '../../../policy-check.js'
import {podLevelResources} from '../enforce.js'
import {ifAnyFeature} from './features.js'
import {allowedAmounts, containersToReachMin, isConflict} from './allowed-amounts.js'
import {findingAt, type Statements, statementText} from './statements.js'

/** Reports resources whose maximum per container is below the minimum per pod. */
export const checkContainerMaxBelowPodMin = ifAnyFeature(['pod-min', 'ratio'], (resources: readonly Statements[]) => resources.flatMap((resource): PolicyFinding[] => {
  const amounts = allowedAmounts(resource)
  if (amounts === undefined || isConflict(amounts)) return []
  const [max, min] = [amounts.container.maximum?.by, amounts.pod.minimum.by]
  const count = containersToReachMin(amounts.container, amounts.pod)
  if (max === undefined || min === undefined || count === 1n) return []
  const rejected = count === undefined ? 'every pod is denied' : `a pod of one container is denied, as is every pod of fewer than ${count}`
  const unless = podLevelResources.includes(resource.name) ? `, unless it states ${resource.name} for the pod as a whole (spec.resources)` : ''
  const message = `a container has at most ${resource.name} ${max.amount} (${statementText(max)}), and a pod at least ${min.amount} (${statementText(min)}): ${rejected}${unless}`
  const hint = `raise the max of containers to ${min.amount}, or lower the min of pods`
  return [findingAt(max, {ruleId: 'limit-range/container-max-below-pod-min', severity: 'warning', message, hint}, [min])]
}))
