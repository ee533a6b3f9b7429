import type {Rule} from '../../machinery/field/rule.js'

/** Returns a LimitRange of that name with these items. */
export const namedLimitRange = (name: string, items: readonly string[]): string => `apiVersion: v1
kind: LimitRange
metadata:
  name: ${name}
spec:
  limits:
${items.map((item) => `    - ${item}\n`).join('')}`

/** Returns a LimitRange with these items. */
export const limitRange = (...items: readonly string[]): string => namedLimitRange('limits', items)

const source = 'core validation ValidateLimitRange'

/** The rules for the API server's validation of LimitRanges. */
export const rules: readonly Rule[] = [
  {
    id: 'limit-range/claim-storage',
    severity: 'error',
    summary: 'An item of type PersistentVolumeClaim has a min or a max for storage.',
    source,
    example: limitRange('{type: PersistentVolumeClaim, default: {storage: 10Gi}}'),
    fix: 'Limit the size of claims, for example `max: {storage: 100Gi}`. Defaults have no effect on claims.',
  },
  {
    id: 'limit-range/default-equals-default-request',
    severity: 'error',
    summary: 'Where requests must equal limits, defaultRequest must equal default.',
    source,
    example: limitRange('{type: Container, default: {nvidia.com/gpu: "2"}, defaultRequest: {nvidia.com/gpu: "1"}}'),
    fix: 'Remove `defaultRequest`, which defaults to `default`. Extended resources and huge pages cannot be overcommitted.',
  },
  {
    id: 'limit-range/default-not-above-max',
    severity: 'error',
    summary: 'The default limit of a resource is at most its max.',
    source,
    example: limitRange('{type: Container, max: {cpu: "1"}, default: {cpu: "2"}, defaultRequest: {cpu: 500m}}'),
    fix: 'Lower `default` or raise `max`. Otherwise, the API server denies each pod that gets the default.',
  },
  {
    id: 'limit-range/default-request-not-above-default',
    severity: 'error',
    summary: 'The default request for a resource is at most its default limit.',
    source,
    example: limitRange('{type: Container, default: {memory: 256Mi}, defaultRequest: {memory: 512Mi}}'),
    fix: 'Lower `defaultRequest` or raise `default`. In items of type Container, `default` defaults to `max`.',
  },
  {
    id: 'limit-range/default-request-not-above-max',
    severity: 'error',
    summary: 'The default request for a resource is at most its max.',
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
    fix: 'Merge the items of a type, or create a second LimitRange.',
  },
  {
    id: 'limit-range/min-not-above-default',
    severity: 'error',
    summary: 'The min of a resource is at most its default limit.',
    source,
    example: limitRange('{type: Container, min: {cpu: 600m}, default: {cpu: 500m}}'),
    fix: 'Lower `min` or raise `default`. Otherwise, the API server denies each pod that gets the default.',
  },
  {
    id: 'limit-range/min-not-above-default-request',
    severity: 'error',
    summary: 'The min of a resource is at most its default request.',
    source,
    example: limitRange('{type: Container, min: {cpu: 200m}, defaultRequest: {cpu: 100m}}'),
    fix: 'Lower `min` or raise `defaultRequest`. Otherwise, the API server denies each pod that gets the default.',
  },
  {
    id: 'limit-range/min-not-above-max',
    severity: 'error',
    summary: 'The min of a resource is at most its max.',
    source,
    example: limitRange('{type: Pod, min: {cpu: "2"}, max: {cpu: "1"}}'),
    fix: 'Lower `min` or raise `max`: no amount meets both.',
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
    fix: 'Write the maximum of limit divided by request: 1 requires equal amounts, 2 allows a limit of twice the request.',
  },
  {
    id: 'limit-range/ratio-not-above-max-by-min',
    severity: 'error',
    summary: 'maxLimitRequestRatio is at most max divided by min.',
    source,
    example: limitRange('{type: Container, min: {memory: 512Mi}, max: {memory: 2Gi}, maxLimitRequestRatio: {memory: "10"}}'),
    fix: 'Lower the ratio, or remove it: `min` and `max` already forbid larger ratios.',
  },
  {
    id: 'limit-range/resource-name',
    severity: 'error',
    summary: 'The resources of an item are ones that its type supports.',
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
    fix: 'Check the capitalization. The API server also accepts a type with a domain, such as `example.com/widget`, but does not enforce it.',
  },
]
