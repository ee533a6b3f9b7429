import {limitRange, namedLimitRange} from '../../../kinds/limit-range/rules.js'
import {podWithContainer} from '../../../kinds/shared/pod-examples.js'
import type {Rule} from '../../../machinery/field/rule.js'

const pod = (resources: string): string => podWithContainer(`      resources: ${resources}
`)

const together = (...documents: readonly string[]): string => documents.join('---\n')

const source = 'no server check: what LimitRanger does with all LimitRanges of a namespace (PodMutateLimitFunc, PodValidateLimitFunc)'

const validation = 'no server check: LimitRanger, then core validation validateResourceRequirements'

/** The rules for effects of LimitRanges on each other, and on pods, which no server checks. */
export const rules: readonly Rule[] = [
  {
    id: 'limit-range/claim-resource',
    severity: 'warning',
    summary: 'Bounds for claims are set for storage.',
    source: 'no server check: LimitRanger PersistentVolumeClaimValidateLimitFunc',
    example: limitRange('{type: PersistentVolumeClaim, max: {storage: 10Gi, requests.storage: 100Gi}}'),
    fix: 'Set a bound for `storage`. For the sum of all claims in a namespace, use a ResourceQuota: `requests.storage`.',
  },
  {
    id: 'limit-range/container-max-below-pod-min',
    severity: 'warning',
    summary: 'A pod of one container can reach the min of pods.',
    source,
    example: limitRange('{type: Container, max: {cpu: "1"}}', '{type: Pod, min: {cpu: "2"}}'),
    fix: 'Raise the max of containers or lower the min of pods, unless all pods have several containers.',
  },
  {
    id: 'limit-range/contradiction',
    severity: 'error',
    summary: 'Pods and claims can satisfy all LimitRanges of a namespace at once.',
    source,
    example: together(namedLimitRange('a', ['{type: Container, min: {memory: 512Mi}}']), namedLimitRange('b', ['{type: Pod, max: {memory: 256Mi}}'])),
    fix: 'Change one of the bounds that the finding names. All LimitRanges of a namespace hold at once: a new one does not replace an old one of another name. '
      + 'A LimitRange that contradicts itself, but that the server accepts, gets a warning.',
  },
  {
    id: 'limit-range/default-below-pod-min',
    severity: 'warning',
    summary: 'The defaults of one container are enough for a pod.',
    source,
    example: limitRange('{type: Container, default: {cpu: 250m}}', '{type: Pod, min: {cpu: 500m}}'),
    fix: 'Raise the defaults, or lower the min of pods. Otherwise, pods with few containers must set their resources.',
  },
  {
    id: 'limit-range/explicit-required',
    severity: 'info',
    summary: 'An amount that a bound requires has a default.',
    source,
    example: limitRange('{type: Pod, max: {memory: 1Gi}}'),
    fix: 'Set a default in an item of type Container, unless all pods set the amount themselves. A max requires a limit, a min a request, and a ratio both.',
  },
  {
    id: 'limit-range/extended-resource-default',
    severity: 'warning',
    summary: 'A max for devices or huge pages is not the default of all containers.',
    source: 'no server check: core/v1 SetDefaults_LimitRangeItem',
    example: limitRange('{type: Container, max: {nvidia.com/gpu: "4"}}'),
    fix: 'Write a default of 0 next to the max. Without it, the max is the default: containers that do not use the device request the max.',
  },
  {
    id: 'limit-range/no-bounds',
    severity: 'warning',
    summary: 'A LimitRange, and each of its items, sets a bound or a default.',
    source: 'no server check: LimitRanger finds nothing to enforce',
    example: limitRange('{type: Container}'),
    fix: 'Write the intended bounds, for example `max: {memory: 1Gi}`, or remove the item or the LimitRange. Check the indentation of its lists.',
  },
  {
    id: 'limit-range/not-enforced',
    severity: 'warning',
    summary: 'The server enforces all items of a LimitRange.',
    source: 'no server check: LimitRanger enforces Container, Pod and PersistentVolumeClaim only',
    example: limitRange('{type: example.com/Image, max: {storage: 1Gi}}'),
    fix: 'Remove it. Types are `Container`, `Pod` and `PersistentVolumeClaim`; for claims, only `min` and `max` are enforced.',
  },
  {
    id: 'limit-range/order-dependent-default',
    severity: 'warning',
    summary: 'Only one LimitRange of a namespace sets a default for a resource.',
    source,
    example: together(namedLimitRange('a', ['{type: Container, default: {cpu: 500m}}']), namedLimitRange('b', ['{type: Container, default: {cpu: "1"}}'])),
    fix: 'Set each default in only one LimitRange. The server lists LimitRanges in random order and uses the first default; a `max` without a `default` is a default too.',
  },
  {
    id: 'limit-range/redundant',
    severity: 'info',
    summary: 'A LimitRange does not only repeat others.',
    source,
    example: together(namedLimitRange('a', ['{type: PersistentVolumeClaim, max: {storage: 10Gi}}']), namedLimitRange('b', ['{type: PersistentVolumeClaim, max: {storage: 20Gi}}'])),
    fix: 'Remove it, or make it stricter than the others. All LimitRanges of a namespace hold at once, and the strictest bound decides.',
  },
  {
    id: 'limit-range/refused-default',
    severity: 'warning',
    summary: 'A container that sets no resources is not rejected because of its defaults.',
    source,
    example: limitRange('{type: Container, default: {cpu: "1"}, defaultRequest: {cpu: 100m}}', '{type: Pod, maxLimitRequestRatio: {cpu: 4}}'),
    fix: 'Change the default, or the bound that it breaks. Until then, pods that do not set the resource are rejected.',
  },
  {
    id: 'pod/best-effort-despite-defaults',
    severity: 'info',
    summary: 'A pod in a namespace with defaults is not BestEffort.',
    source: 'no server check: LimitRanger, then qos ComputePodQOS',
    example: together(limitRange('{type: Container, default: {cpu: 500m}}'), pod('{limits: {cpu: 0}}')),
    fix: 'Remove amounts of 0, which prevent defaults, and an empty `spec.resources`, which replaces those of all containers.',
  },
  {
    id: 'pod/guaranteed-by-default',
    severity: 'info',
    summary: 'Defaults do not turn a pod into a Guaranteed one.',
    source: 'no server check: LimitRanger, then qos ComputePodQOS',
    example: together(limitRange('{type: Container, default: {cpu: "1", memory: 1Gi}}'), pod('{}')),
    fix: 'Set a `defaultRequest` below the `default` of the LimitRange, or set requests in the pod. A Guaranteed pod reserves its limits on its node.',
  },
  {
    id: 'pod/request-above-default-limit',
    severity: 'error',
    summary: 'A request without a limit is at most the default limit of a LimitRange.',
    source: validation,
    example: together(limitRange('{type: Container, default: {memory: 512Mi}}'), pod('{requests: {memory: 1Gi}}')),
    fix: 'Set a limit as well as the request. A LimitRange sets its default limit (or its `max`) even below the request, and then the pod is invalid.',
  },
]
