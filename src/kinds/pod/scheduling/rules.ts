import type {Rule} from '../../../machinery/field/rule.js'
import {podWithSpec} from '../rule-examples.js'

/** The rules for the nodes that a pod runs on. */
export const rules: readonly Rule[] = [
  {
    id: 'pod/label-keys',
    severity: 'error',
    summary: 'Labels that pods must have in common are named once, beside a selector.',
    source: 'core validation ValidateMatchLabelKeysAndMismatchLabelKeys',
    example: podWithSpec(`  topologySpreadConstraints:
    - maxSkew: 1
      topologyKey: zone
      whenUnsatisfiable: DoNotSchedule
      matchLabelKeys: [app]
`),
    fix: 'Write a `labelSelector` too, and nothing about these labels in it.',
  },
  {
    id: 'pod/node-affinity',
    severity: 'error',
    summary: 'The terms for nodes have known operators, and values that labels can have.',
    source: 'core validation validateNodeAffinity, ValidateNodeSelectorTerm',
    example: podWithSpec(`  affinity:
    nodeAffinity:
      requiredDuringSchedulingIgnoredDuringExecution:
        nodeSelectorTerms:
          - matchExpressions:
              - {key: disk, operator: In}
`),
    fix: '`In` and `NotIn` need values, `Exists` and `DoesNotExist` have none, `Gt` and `Lt` have one. Weights are 1 to 100.',
  },
  {
    id: 'pod/node-name',
    severity: 'error',
    summary: 'The name of a node is a DNS subdomain.',
    source: 'core validation ValidateNodeName',
    example: podWithSpec(`  nodeName: Node_1
`),
    fix: 'Leave it out: the scheduler chooses a node. To narrow its choice, write `nodeSelector`.',
  },
  {
    id: 'pod/node-selector',
    severity: 'error',
    summary: 'A node selector has keys and values that labels can have.',
    source: 'core validation ValidatePodSpec',
    example: podWithSpec(`  nodeSelector: {disk: "fast!"}
`),
    fix: 'Write what `kubectl get nodes --show-labels` shows.',
  },
  {
    id: 'pod/pod-affinity',
    severity: 'error',
    summary: 'The terms for other pods have a topology key, and weights from 1 to 100.',
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
    summary: 'Priority classes have DNS names, and there are two preemption policies.',
    source: 'core validation ValidatePriorityClassName, ValidatePreemptionPolicy',
    example: podWithSpec(`  priorityClassName: Very_High
`),
    fix: 'Write a name that `kubectl get priorityclasses` shows, and leave `preemptionPolicy` to it.',
  },
  {
    id: 'pod/readiness-gates',
    severity: 'error',
    summary: 'A readiness gate is the name of a condition.',
    source: 'core validation validateReadinessGates',
    example: podWithSpec(`  readinessGates:
    - conditionType: is ready
`),
    fix: 'Write it as a label key: `example.com/ready`.',
  },
  {
    id: 'pod/runtime-class',
    severity: 'error',
    summary: 'The name of a runtime class is a DNS subdomain.',
    source: 'core validation ValidateRuntimeClassName',
    example: podWithSpec(`  runtimeClassName: g_visor
`),
    fix: 'Write a name that `kubectl get runtimeclasses` shows, or leave it out.',
  },
  {
    id: 'pod/scheduling-gates',
    severity: 'error',
    summary: 'Scheduling gates have names of their own, and keep a pod from being on a node.',
    source: 'core validation validateSchedulingGates, ValidatePodCreate',
    example: podWithSpec(`  nodeName: node-1
  schedulingGates:
    - name: example.com/hold
`),
    fix: 'Leave out `nodeName`; the names of gates are like label keys.',
  },
  {
    id: 'pod/tolerations',
    severity: 'error',
    summary: 'A toleration has a known operator and effect, and a key unless it is for all.',
    source: 'core validation ValidateTolerations',
    example: podWithSpec(`  tolerations:
    - {key: gpu, operator: Exists, value: "yes"}
`),
    fix: '`Equal` has a value and `Exists` has none. Only the effect `NoExecute` goes with `tolerationSeconds`.',
  },
  {
    id: 'pod/topology-spread',
    severity: 'error',
    summary: 'A spread constraint has a skew above zero, a topology key and a known action.',
    source: 'core validation validateTopologySpreadConstraints',
    example: podWithSpec(`  topologySpreadConstraints:
    - maxSkew: 0
      topologyKey: zone
      whenUnsatisfiable: DoNotSchedule
      labelSelector: {matchLabels: {app: web}}
`),
    fix: 'The actions are `DoNotSchedule` and `ScheduleAnyway`; each goes with a topology key once.',
  },
]
