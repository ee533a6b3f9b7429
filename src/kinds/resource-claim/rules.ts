import type {Rule} from '../../machinery/field/rule.js'

const resourceClaim = (devices: string): string => `apiVersion: resource.k8s.io/v1
kind: ResourceClaim
metadata:
  name: gpu
spec:
  devices:
${devices}`

const gpu = `    requests:
      - name: gpu
        exactly: {deviceClassName: gpu.example.com}
`

/** The rules for claims of devices, and for templates of them. */
export const rules: readonly Rule[] = [
  {
    id: 'resource-claim/config',
    severity: 'error',
    summary: 'A configuration is an object for a driver, in a claim and in a DeviceClass.',
    source: 'resource validation validateDeviceConfiguration',
    example: resourceClaim(`${gpu}    config:
      - opaque: {driver: gpu.example.com, parameters: [shared]}
`),
    fix: 'Write `opaque` with the name of the driver and a map of `parameters`, 10 KiB at most.',
  },
  {
    id: 'resource-claim/constraint',
    severity: 'error',
    summary: 'A constraint names an attribute of devices, with its domain.',
    source: 'resource validation validateDeviceConstraint',
    example: resourceClaim(`${gpu}    constraints:
      - matchAttribute: numaNode
`),
    fix: 'Write the domain, too: `matchAttribute: gpu.example.com/numaNode`.',
  },
  {
    id: 'resource-claim/count',
    severity: 'error',
    summary: 'A request is for All devices, or for an exact count.',
    source: 'resource validation validateDeviceAllocationMode',
    example: resourceClaim(`    requests:
      - name: gpu
        exactly: {deviceClassName: gpu.example.com, allocationMode: All, count: 2}
`),
    fix: 'Write `allocationMode: ExactCount` with a count of one or more, or leave the count out.',
  },
  {
    id: 'resource-claim/device-class',
    severity: 'error',
    summary: 'A request names a device class.',
    source: 'resource validation validateDeviceClass',
    example: resourceClaim(`    requests:
      - name: gpu
        exactly: {deviceClassName: GPU}
`),
    fix: 'Write the name of the DeviceClass, in small letters.',
  },
  {
    id: 'resource-claim/request',
    severity: 'error',
    summary: 'A request says what it is for exactly, or lists alternatives.',
    source: 'resource validation validateDeviceRequest',
    example: resourceClaim(`    requests:
      - name: gpu
`),
    fix: 'Write `exactly`, or `firstAvailable`: not both.',
  },
  {
    id: 'resource-claim/request-name',
    severity: 'error',
    summary: 'A request has a name of its own, which is a DNS label.',
    source: 'resource validation validateDeviceRequest, validateDeviceSubRequest',
    example: resourceClaim(`    requests:
      - name: first_gpu
        exactly: {deviceClassName: gpu.example.com}
`),
    fix: 'Write at most 63 small letters, digits and `-`.',
  },
  {
    id: 'resource-claim/request-reference',
    severity: 'error',
    summary: 'Constraints and configurations are for requests of the claim.',
    source: 'resource validation validateRequestNameRef',
    example: resourceClaim(`${gpu}    config:
      - requests: [gpus]
        opaque: {driver: gpu.example.com, parameters: {}}
`),
    fix: 'Write the name of a request, or `request/alternative`, once.',
  },
  {
    id: 'resource-claim/selector',
    severity: 'error',
    summary: 'A selector, of a claim or a DeviceClass, has an expression in CEL, 10 KiB at most.',
    source: 'resource validation validateSelector',
    example: resourceClaim(`    requests:
      - name: gpu
        exactly:
          deviceClassName: gpu.example.com
          selectors: [{}]
`),
    fix: 'Write `cel` with an `expression`. kadm does not compile it: only the server does.',
  },
  {
    id: 'resource-claim/tolerations',
    severity: 'error',
    summary: 'Tolerations for devices have a known operator and effect, and a fitting value.',
    source: 'resource validation validateDeviceToleration',
    example: resourceClaim(`    requests:
      - name: gpu
        exactly:
          deviceClassName: gpu.example.com
          tolerations: [{key: broken, operator: Exists, value: "true"}]
`),
    fix: 'Leave the value out beside `Exists`.',
  },
  {
    id: 'resource-claim-template/metadata',
    severity: 'error',
    summary: 'A template of claims says nothing of their names: it has labels and annotations.',
    source: 'core validation ValidateTemplateObjectMeta',
    example: `apiVersion: resource.k8s.io/v1
kind: ResourceClaimTemplate
metadata:
  name: gpu
spec:
  metadata:
    name: gpu
  spec:
    devices: {}
`,
    fix: 'Leave the name out: claims are called after the pod.',
  },
]
