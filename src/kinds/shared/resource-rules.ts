import type {Rule} from '../../machinery/field/rule.js'
import {podWithContainer} from './pod-examples.js'

const pod = (resources: string): string => podWithContainer(`      resources:
${resources}`)

const source = 'core validation validateResourceRequirements'

/** The rules for requests and limits in all kinds, and for the amounts of quotas. */
export const rules: readonly Rule[] = [
  {
    id: 'resources/cpu-unit',
    severity: 'warning',
    summary: 'An amount of cpu is such as a machine has.',
    source: 'no server check: cpu is counted in cores',
    example: pod(`        limits: {cpu: 500Mi}
`),
    fix: 'Write cores, `0.5`, or thousandths of a core, `500m`.',
  },
  {
    id: 'resources/huge-pages',
    severity: 'error',
    summary: 'Huge pages come in whole pages, and beside cpu or memory.',
    source,
    example: pod(`        limits: {hugepages-2Mi: 3Mi, memory: 64Mi}
`),
    fix: 'Ask for a multiple of the page size, and for some cpu or memory too.',
  },
  {
    id: 'resources/limit-required',
    severity: 'error',
    summary: 'A resource that cannot be overcommitted has a limit where it has a request.',
    source,
    example: pod(`        requests: {nvidia.com/gpu: 1}
`),
    fix: 'Write the limit; the request is then taken from it. Extended resources and huge pages cannot be overcommitted.',
  },
  {
    id: 'resources/memory-unit',
    severity: 'warning',
    summary: 'An amount of memory or storage is at least 1Mi.',
    source: 'no server check: memory and storage are counted in bytes, and m means thousandths',
    example: pod(`        limits: {memory: 512m}
`),
    fix: 'Write the unit: `512Mi` or `512M`.',
  },
  {
    id: 'resources/name',
    severity: 'error',
    summary: 'Resources are those that a container can have.',
    source: 'core validation validateContainerResourceName',
    example: pod(`        limits: {cpus: 1}
`),
    fix: 'Write `cpu`, `memory`, `ephemeral-storage`, `hugepages-<size>`, or the full name of an extended resource: `nvidia.com/gpu`.',
  },
  {
    id: 'resources/quantity',
    severity: 'error',
    summary: 'An amount is not negative, and a whole number for what is counted.',
    source: 'core validation ValidateResourceQuantityValue',
    example: pod(`        limits: {nvidia.com/gpu: 0.5}
`),
    fix: 'Pods, other objects and extended resources come in whole numbers. `m` means thousandths: 500m of a GPU cannot be had.',
  },
  {
    id: 'resources/request-not-above-limit',
    severity: 'error',
    summary: 'A request is at most the limit, and equal to it for extended resources.',
    source,
    example: pod(`        requests: {memory: 2Gi}
        limits: {memory: 1Gi}
`),
    fix: 'Lower the request or raise the limit. Of extended resources and huge pages write only the limit: they cannot be overcommitted.',
  },
]
