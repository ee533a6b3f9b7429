import type {Rule} from '../../../machinery/field/rule.js'
import {limitRange, rules as policyRules} from './rules/policies.js'

const source = 'core validation ValidateLimitRange'

/** The rules that the API server holds LimitRanges to. */
const serverRules: readonly Rule[] = [
  {
    id: 'limit-range/claim-storage',
    severity: 'error',
    summary: 'An item of type PersistentVolumeClaim has a min or a max for storage.',
    source,
    example: limitRange('{type: PersistentVolumeClaim, default: {storage: 10Gi}}'),
    fix: 'Bound the size of claims: `max: {storage: 100Gi}`, say. Defaults do nothing for claims.',
  },
  {
    id: 'limit-range/default-equals-default-request',
    severity: 'error',
    summary: 'Where requests must equal limits, so must defaultRequest and default.',
    source,
    example: limitRange('{type: Container, default: {nvidia.com/gpu: "2"}, defaultRequest: {nvidia.com/gpu: "1"}}'),
    fix: 'Leave `defaultRequest` out: it is taken from `default`. Extended resources and huge pages cannot be overcommitted.',
  },
  {
    id: 'limit-range/default-not-above-max',
    severity: 'error',
    summary: 'The default limit of a resource is not above its max.',
    source,
    example: limitRange('{type: Container, max: {cpu: "1"}, default: {cpu: "2"}, defaultRequest: {cpu: 500m}}'),
    fix: 'Lower `default` or raise `max`; else every pod that relies on the default would be refused.',
  },
  {
    id: 'limit-range/default-request-not-above-default',
    severity: 'error',
    summary: 'The default request for a resource is not above its default limit.',
    source,
    example: limitRange('{type: Container, default: {memory: 256Mi}, defaultRequest: {memory: 512Mi}}'),
    fix: 'Lower `defaultRequest` or raise `default`. In items of type Container, a `default` that is left out is taken from `max`.',
  },
  {
    id: 'limit-range/default-request-not-above-max',
    severity: 'error',
    summary: 'The default request for a resource is not above its max.',
    source,
    example: limitRange('{type: PersistentVolumeClaim, max: {storage: 10Gi}, defaultRequest: {storage: 20Gi}}'),
    fix: 'Lower `defaultRequest` or raise `max`.',
  },
  {
    id: 'limit-range/duplicate-type',
    severity: 'error',
    summary: 'A LimitRange has at most one item of each type.',
    source,
    example: limitRange('{type: Pod, max: {cpu: "1"}}', '{type: Pod, max: {memory: 1Gi}}'),
    fix: 'Put everything that holds for a type into one item, or make a second LimitRange.',
  },
  {
    id: 'limit-range/min-not-above-default',
    severity: 'error',
    summary: 'The min of a resource is not above its default limit.',
    source,
    example: limitRange('{type: Container, min: {cpu: 600m}, default: {cpu: 500m}}'),
    fix: 'Lower `min` or raise `default`; else every pod that relies on the default would be refused.',
  },
  {
    id: 'limit-range/min-not-above-default-request',
    severity: 'error',
    summary: 'The min of a resource is not above its default request.',
    source,
    example: limitRange('{type: Container, min: {cpu: 200m}, defaultRequest: {cpu: 100m}}'),
    fix: 'Lower `min` or raise `defaultRequest`; else every pod that relies on the default would be refused.',
  },
  {
    id: 'limit-range/min-not-above-max',
    severity: 'error',
    summary: 'The min of a resource is not above its max.',
    source,
    example: limitRange('{type: Pod, min: {cpu: "2"}, max: {cpu: "1"}}'),
    fix: 'Lower `min` or raise `max`; as it stands, no amount lies between them.',
  },
  {
    id: 'limit-range/pod-default',
    severity: 'error',
    summary: 'An item of type Pod has no default and no defaultRequest.',
    source: 'core validation ValidateLimitRange; pods as a whole get no defaults',
    example: limitRange('{type: Pod, max: {cpu: "4"}, default: {cpu: "1"}}'),
    fix: 'Move `default` and `defaultRequest` to an item of type Container.',
  },
  {
    id: 'limit-range/ratio-at-least-one',
    severity: 'error',
    summary: 'maxLimitRequestRatio is at least 1.',
    source,
    example: limitRange('{type: Container, maxLimitRequestRatio: {cpu: 500m}}'),
    fix: 'Write how many times the request a limit may be: 1 makes them equal, 2 allows a limit of twice the request.',
  },
  {
    id: 'limit-range/ratio-not-above-max-by-min',
    severity: 'error',
    summary: 'maxLimitRequestRatio is not above max divided by min.',
    source,
    example: limitRange('{type: Container, min: {memory: 512Mi}, max: {memory: 2Gi}, maxLimitRequestRatio: {memory: "10"}}'),
    fix: 'Lower the ratio, or leave it out: `min` and `max` alone allow none that is larger.',
  },
  {
    id: 'limit-range/resource-name',
    severity: 'error',
    summary: 'The resources of an item are ones that its type can bound.',
    source: 'core validation validateLimitRangeResourceName',
    example: limitRange('{type: Container, max: {storage: 10Gi}}'),
    fix: 'Containers and pods have `cpu`, `memory`, `ephemeral-storage`, `hugepages-<size>` and extended resources such as `nvidia.com/gpu`; '
      + 'claims have `storage`.',
  },
  {
    id: 'limit-range/type',
    severity: 'error',
    summary: 'The type of an item is Container, Pod or PersistentVolumeClaim.',
    source: 'core validation validateLimitRangeTypeName',
    example: limitRange('{type: container, max: {cpu: "1"}}'),
    fix: 'Mind the capitals. A type with a domain, such as `example.com/widget`, is accepted too, but nothing enforces it.',
  },
]

/** The rules for LimitRanges, and for pods beside them. */
export const rules: readonly Rule[] = [...serverRules, ...policyRules]
