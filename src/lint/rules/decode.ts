import {podWithContainer} from '../../kinds/shared/pod-examples.js'
import type {Rule} from '../../machinery/field/rule.js'

/** The rules for the body of an object: it fits the types of its kind. */
export const rules: readonly Rule[] = [
  {
    id: 'decode/bad-value',
    severity: 'error',
    summary: 'Quantities, times and similar values can be parsed.',
    source: 'apimachinery resource.ParseQuantity, Time.UnmarshalJSON, IntOrString.UnmarshalJSON',
    example: `apiVersion: v1
kind: LimitRange
metadata:
  name: limits
spec:
  limits:
    - type: Container
      max: {memory: 1GB}
`,
    fix: 'A quantity is a number, followed by a suffix: `m k M G T P E` or `Ki Mi Gi Ti Pi Ei`; a time is `2026-01-31T12:00:00Z`.',
  },
  {
    id: 'decode/unknown-field',
    severity: 'error',
    summary: 'An object has only fields of its type.',
    source: 'sigs.k8s.io/json UnmarshalStrict, with fieldValidation=Strict, as kubectl sets it',
    example: `apiVersion: v1
kind: LimitRange
metadata:
  name: limits
spec:
  limits:
    - type: Container
      defaultRequests: {cpu: 100m}
`,
    fix: 'Correct the name or the indentation of the field; `kubectl explain limitrange.spec.limits` lists those of an item. Capitals count.',
  },
  {
    id: 'decode/wrong-type',
    severity: 'error',
    summary: 'A value is of the type of its field.',
    source: 'encoding/json Unmarshal',
    example: podWithContainer(`      ports:
        - containerPort: "80"
`),
    fix: 'Write numbers and booleans without quotes, quote strings that look like them, and begin each item of a list with a dash.',
  },
]
