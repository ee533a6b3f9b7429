import type {Rule} from '../../machinery/field/rule.js'

const budget = (spec: string): string => `apiVersion: policy/v1
kind: PodDisruptionBudget
metadata:
  name: web
spec:
${spec}  selector:
    matchLabels: {app: web}
`

const source = 'policy validation ValidatePodDisruptionBudgetSpec'

/** The rules for PodDisruptionBudgets. */
export const rules: readonly Rule[] = [
  {
    id: 'pod-disruption-budget/amount',
    severity: 'error',
    summary: 'A budget has minAvailable or maxUnavailable: a number or at most 100%.',
    source,
    example: budget(`  minAvailable: 2
  maxUnavailable: 1
`),
    fix: 'Keep one of the two. `maxUnavailable` remains correct when the number of pods changes.',
  },
  {
    id: 'pod-disruption-budget/eviction-policy',
    severity: 'error',
    summary: 'unhealthyPodEvictionPolicy is IfHealthyBudget or AlwaysAllow.',
    source,
    example: budget(`  maxUnavailable: 1
  unhealthyPodEvictionPolicy: Always
`),
    fix: 'Check the spelling. With `AlwaysAllow`, draining a node also evicts pods that are not ready. The default is `IfHealthyBudget`.',
  },
]
