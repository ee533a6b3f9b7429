import type {Rule} from '../../machinery/field/rule.js'

const node = (spec: string): string => `apiVersion: v1
kind: Node
metadata:
  name: worker-1
spec:
${spec}`

/** The rules for Nodes. */
export const rules: readonly Rule[] = [
  {
    id: 'node/pod-cidrs',
    severity: 'error',
    summary: 'A Node has at most one range of pod addresses for each IP family.',
    source: 'core validation ValidateNode',
    example: node(`  podCIDRs: [10.1.0.0/24, 10.2.0.0/24]
`),
    fix: 'Write one range for IPv4 and one for IPv6: `podCIDRs: [10.1.0.0/24, 2001:db8::/64]`.',
  },
  {
    id: 'node/taints',
    severity: 'error',
    summary: 'Taints have valid keys, values and effects, and are unique by key and effect.',
    source: 'core validation validateNodeTaints',
    example: node(`  taints:
    - key: dedicated
      effect: NoRun
`),
    fix: 'The effects are `NoSchedule`, `PreferNoSchedule` and `NoExecute`.',
  },
]
