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
    summary: 'A configuration, of a claim or a DeviceClass, has a driver and an object.',
    source: 'resource validation validateDeviceConfiguration',
    example: resourceClaim(`${gpu}    config:
      - opaque: {driver: gpu.example.com, parameters: [shared]}
`),
    fix: 'Write `opaque` with the name of the driver and a map of `parameters` of at most 10 KiB.',
  },
  {
    id: 'resource-claim/constraint',
    severity: 'error',
    summary: 'A constraint names an attribute of devices, with its domain.',
    source: 'resource validation validateDeviceConstraint',
    example: resourceClaim(`${gpu}    constraints:
      - matchAttribute: numaNode
`),
    fix: 'Write the domain too: `matchAttribute: gpu.example.com/numaNode`.',
  },
  {
    id: 'resource-claim/count',
    severity: 'error',
    summary: 'A request is for all devices or for a count.',
    source: 'resource validation validateDeviceAllocationMode',
    example: resourceClaim(`    requests:
      - name: gpu
        exactly: {deviceClassName: gpu.example.com, allocationMode: All, count: 2}
`),
    fix: 'Write `allocationMode: ExactCount` with a `count` of at least 1, or `allocationMode: All` without a count.',
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
    fix: 'Write the name of the DeviceClass in lower case.',
  },
  {
    id: 'resource-claim/request',
    severity: 'error',
    summary: 'A request has either exactly or firstAvailable.',
    source: 'resource validation validateDeviceRequest',
    example: resourceClaim(`    requests:
      - name: gpu
`),
    fix: 'Write `exactly` for one class of devices, or `firstAvailable` for alternatives, but not both.',
  },
  {
    id: 'resource-claim/request-name',
    severity: 'error',
    summary: 'The name of a request is unique and a DNS label.',
    source: 'resource validation validateDeviceRequest, validateDeviceSubRequest',
    example: resourceClaim(`    requests:
      - name: first_gpu
        exactly: {deviceClassName: gpu.example.com}
`),
    fix: 'Write at most 63 lowercase letters, digits and `-`.',
  },
  {
    id: 'resource-claim/request-reference',
    severity: 'error',
    summary: 'Constraints and configurations refer to requests of the claim.',
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
    summary: 'A selector, of a claim or a DeviceClass, has a CEL expression of at most 10 KiB.',
    source: 'resource validation validateSelector',
    example: resourceClaim(`    requests:
      - name: gpu
        exactly:
          deviceClassName: gpu.example.com
          selectors: [{}]
`),
    fix: 'Write `cel` with an `expression`. kadm does not compile the expression; only the API server does.',
  },
  {
    id: 'resource-claim/tolerations',
    severity: 'error',
    summary: 'Tolerations for devices have a known operator and effect, and a valid value.',
    source: 'resource validation validateDeviceToleration',
    example: resourceClaim(`    requests:
      - name: gpu
        exactly:
          deviceClassName: gpu.example.com
          tolerations: [{key: broken, operator: Exists, value: "true"}]
`),
    fix: 'Remove the value if the operator is `Exists`.',
  },
  {
    id: 'resource-claim-template/metadata',
    severity: 'error',
    summary: 'The metadata of a claim template has only labels and annotations.',
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
    fix: 'Remove the name: the name of a claim is derived from that of the pod.',
  },
]
