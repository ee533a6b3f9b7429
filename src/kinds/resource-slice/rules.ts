import type {Rule} from '../../machinery/field/rule.js'

const slice = (rest: string): string => `apiVersion: resource.k8s.io/v1
kind: ResourceSlice
metadata:
  name: gpus
spec:
  driver: gpu.example.com
${rest}`

const device = (rest: string): string => slice(`  pool: {name: node-1, resourceSliceCount: 1}
  nodeName: node-1
  devices:
    - name: gpu-0
${rest}`)

/** The rules for ResourceSlices. */
export const rules: readonly Rule[] = [
  {
    id: 'resource-slice/attributes',
    severity: 'error',
    summary: 'A device has at most 32 attributes and capacities, and an attribute has one value.',
    source: 'resource validation validateDevice, validateDeviceAttribute',
    example: device('      attributes: {model: {}}\n'),
    fix: 'Write one of `string`, `int`, `bool` and `version`. The name is an identifier, with or without a domain: `gpu.example.com/model`.',
  },
  {
    id: 'resource-slice/binding-conditions',
    severity: 'error',
    summary: 'A device has conditions for binding and for failure, or neither, and they differ.',
    source: 'resource validation validateDeviceBindingParameters',
    example: device('      bindingConditions: [example.com/ready]\n'),
    fix: 'Write at most 4 conditions in each of `bindingConditions` and `bindingFailureConditions`.',
  },
  {
    id: 'resource-slice/counters',
    severity: 'error',
    summary: 'Sets of counters have unique names, and at least one counter each.',
    source: 'resource validation validateCounterSet, validateDeviceCounterConsumption',
    example: device('      consumesCounters: [{counterSet: memory}]\n'),
    fix: 'Write `counters` with a value for each counter.',
  },
  {
    id: 'resource-slice/device-name',
    severity: 'error',
    summary: 'The devices of a slice, at most 128, have unique DNS labels as names.',
    source: 'resource validation validateResourceSliceSpec, validateDevice',
    example: slice(`  pool: {name: node-1, resourceSliceCount: 1}
  nodeName: node-1
  devices:
    - name: GPU_0
`),
    fix: 'Write at most 63 lowercase letters, digits and `-`.',
  },
  {
    id: 'resource-slice/nodes',
    severity: 'error',
    summary: 'A slice, or each of its devices, states in one way which nodes can use the devices.',
    source: 'resource validation validateResourceSliceSpec, validateDevice',
    example: slice('  pool: {name: node-1, resourceSliceCount: 1}\n'),
    fix: 'Write one of `nodeName`, `nodeSelector` with one term, `allNodes: true` and `perDeviceNodeSelection: true`.',
  },
  {
    id: 'resource-slice/pool',
    severity: 'error',
    summary: 'A slice names its driver and its pool, with the number of slices in the pool.',
    source: 'resource validation validateResourcePool, core validation ValidateCSIDriverName',
    example: slice('  pool: {name: node-1}\n  nodeName: node-1\n'),
    fix: 'Write a `resourceSliceCount` of at least 1.',
  },
  {
    id: 'resource-slice/request-policy',
    severity: 'error',
    summary: 'The values or the range of a capacity allow its default amount.',
    source: 'resource validation validateRequestPolicy',
    example: device(`      allowMultipleAllocations: true
      capacity:
        memory: {value: 8Gi, requestPolicy: {default: 3Gi, validValues: [1Gi, 2Gi]}}
`),
    fix: 'Write a `default` that is one of the `validValues`, or that `validRange` allows.',
  },
  {
    id: 'resource-slice/taints',
    severity: 'error',
    summary: 'A taint of a device has a key and an effect.',
    source: 'resource validation validateDeviceTaint',
    example: device('      taints: [{key: example.com/broken, effect: Evict}]\n'),
    fix: 'Write `NoSchedule`, `NoExecute` or `None`.',
  },
]
