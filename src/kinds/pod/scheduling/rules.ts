import type {Rule} from '../../../machinery/field/rule.js'
import {podWithSpec} from '../../shared/pod-examples.js'

/** The rules for the nodes that a pod runs on. */
export const rules: readonly Rule[] = [
  {
    id: 'pod/label-keys',
    severity: 'error',
    summary: 'matchLabelKeys needs a labelSelector, which does not have the same keys.',
    source: 'core validation ValidateMatchLabelKeysAndMismatchLabelKeys',
    example: podWithSpec(`  topologySpreadConstraints:
    - maxSkew: 1
      topologyKey: zone
      whenUnsatisfiable: DoNotSchedule
      matchLabelKeys: [app]
`),
    fix: 'Write a `labelSelector` without these keys.',
  },
  {
    id: 'pod/node-affinity',
    severity: 'error',
    summary: 'Node affinity terms have known operators and valid label values.',
    source: 'core validation validateNodeAffinity, ValidateNodeSelectorTerm',
    example: podWithSpec(`  affinity:
    nodeAffinity:
      requiredDuringSchedulingIgnoredDuringExecution:
        nodeSelectorTerms:
          - matchExpressions:
              - {key: disk, operator: In}
`),
    fix: '`In` and `NotIn` need values, `Exists` and `DoesNotExist` must not have any, and `Gt` and `Lt` need one. Weights are 1 to 100.',
  },
  {
    id: 'pod/node-name',
    severity: 'error',
    summary: 'The name of a node is a DNS subdomain.',
    source: 'core validation ValidateNodeName',
    example: podWithSpec(`  nodeName: Node_1
`),
    fix: 'Remove it: the scheduler chooses a node. To restrict the nodes, write `nodeSelector`.',
  },
  {
    id: 'pod/node-selector',
    severity: 'error',
    summary: 'A node selector has valid label keys and values.',
    source: 'core validation ValidatePodSpec',
    example: podWithSpec(`  nodeSelector: {disk: "fast!"}
`),
    fix: 'Write labels as `kubectl get nodes --show-labels` prints them.',
  },
  {
    id: 'pod/pod-affinity',
    severity: 'error',
    summary: 'Pod affinity terms have a topologyKey, and weights from 1 to 100.',
    source: 'core validation validatePodAffinityTerm',
    example: podWithSpec(`  affinity:
    podAntiAffinity:
      preferredDuringSchedulingIgnoredDuringExecution:
        - weight: 0
          podAffinityTerm:
            topologyKey: kubernetes.io/hostname
            labelSelector: {matchLabels: {app: web}}
`),
    fix: 'Write `topologyKey`, such as `kubernetes.io/hostname`, and a weight from 1 to 100.',
  },
  {
    id: 'pod/priority',
    severity: 'error',
    summary: 'priorityClassName is a DNS subdomain, and preemptionPolicy is known.',
    source: 'core validation ValidatePriorityClassName, ValidatePreemptionPolicy',
    example: podWithSpec(`  priorityClassName: Very_High
`),
    fix: 'Write a name that `kubectl get priorityclasses` prints, and remove `preemptionPolicy`: the class sets it.',
  },
  {
    id: 'pod/readiness-gates',
    severity: 'error',
    summary: 'A readiness gate is the name of a condition.',
    source: 'core validation validateReadinessGates',
    example: podWithSpec(`  readinessGates:
    - conditionType: is ready
`),
    fix: 'Write a name like a label key: `example.com/ready`.',
  },
  {
    id: 'pod/runtime-class',
    severity: 'error',
    summary: 'The name of a runtime class is a DNS subdomain.',
    source: 'core validation ValidateRuntimeClassName',
    example: podWithSpec(`  runtimeClassName: g_visor
`),
    fix: 'Write a name that `kubectl get runtimeclasses` prints, or remove the field.',
  },
  {
    id: 'pod/scheduling-gates',
    severity: 'error',
    summary: 'Scheduling gates have unique names, and a pod with gates has no nodeName.',
    source: 'core validation validateSchedulingGates, ValidatePodCreate',
    example: podWithSpec(`  nodeName: node-1
  schedulingGates:
    - name: example.com/hold
`),
    fix: 'Remove `nodeName`. The names of gates are like label keys.',
  },
  {
    id: 'pod/tolerations',
    severity: 'error',
    summary: 'A toleration has a known operator and effect, and a key unless it matches all.',
    source: 'core validation ValidateTolerations',
    example: podWithSpec(`  tolerations:
    - {key: gpu, operator: Exists, value: "yes"}
`),
    fix: '`Exists` must not have a value. Only the effect `NoExecute` supports `tolerationSeconds`.',
  },
  {
    id: 'pod/topology-spread',
    severity: 'error',
    summary: 'A spread constraint has maxSkew above zero, a topologyKey and a known action.',
    source: 'core validation validateTopologySpreadConstraints',
    example: podWithSpec(`  topologySpreadConstraints:
    - maxSkew: 0
      topologyKey: zone
      whenUnsatisfiable: DoNotSchedule
      labelSelector: {matchLabels: {app: web}}
`),
    fix: 'The actions are `DoNotSchedule` and `ScheduleAnyway`. Each pair of a topology key and an action must be unique.',
  },
]
