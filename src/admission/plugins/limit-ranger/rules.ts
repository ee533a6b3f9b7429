import type {Rule} from '../../../machinery/rule.js'

const source = 'core validation ValidateLimitRange'

const limitRange = (...items: string[]): string => `apiVersion: v1
kind: LimitRange
metadata:
  name: limits
spec:
  limits:
${items.map((item) => `    - ${item}\n`).join('')}`

/** The rules that the API server holds LimitRanges to. */
export const rules: readonly Rule[] = [
  {
    id: 'limit-range/type',
    severity: 'error',
    summary: 'The type of an item is Container, Pod or PersistentVolumeClaim, or a qualified name with a slash.',
    source,
    example: limitRange('{type: container, max: {cpu: "1"}}'),
    fix: 'Write the type with a capital letter: `Container`, `Pod` or `PersistentVolumeClaim`.',
  },
  {
    id: 'limit-range/duplicate-type',
    severity: 'error',
    summary: 'A LimitRange has at most one item of each type.',
    source,
    example: limitRange('{type: Pod, max: {cpu: "1"}}', '{type: Pod, max: {memory: 1Gi}}'),
    fix: 'Put everything that holds for a type into one item, or make a second LimitRange.',
  },
]
