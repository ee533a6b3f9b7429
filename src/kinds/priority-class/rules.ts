import type {Rule} from '../../machinery/field/rule.js'

const priorityClass = (name: string, fields: string): string => `apiVersion: scheduling.k8s.io/v1
kind: PriorityClass
metadata:
  name: ${name}
${fields}`

const source = 'scheduling validation ValidatePriorityClass'

/** The rules for priority classes. */
export const rules: readonly Rule[] = [
  {
    id: 'priority-class/preemption-policy',
    severity: 'error',
    summary: 'preemptionPolicy is PreemptLowerPriority or Never.',
    source: 'core validation ValidatePreemptionPolicy',
    example: priorityClass('batch', `value: 1000
preemptionPolicy: never
`),
    fix: 'Check the capitalization. The default is `PreemptLowerPriority`.',
  },
  {
    id: 'priority-class/system-name',
    severity: 'error',
    summary: 'Names that begin with system- are reserved for Kubernetes.',
    source,
    example: priorityClass('system-batch', `value: 1000
`),
    fix: 'Choose another name. The classes `system-cluster-critical` and `system-node-critical` are in every cluster.',
  },
  {
    id: 'priority-class/value',
    severity: 'error',
    summary: 'The value of a priority class is at most 1000000000.',
    source,
    example: priorityClass('urgent', `value: 2000000000
`),
    fix: 'Lower the value: higher values are reserved for the system classes of Kubernetes.',
  },
]
