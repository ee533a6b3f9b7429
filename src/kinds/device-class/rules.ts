import type {Rule} from '../../machinery/field/rule.js'

/** The rules for DeviceClasses, except those that they share with ResourceClaims. */
export const rules: readonly Rule[] = [
  {
    id: 'device-class/extended-resource-name',
    severity: 'error',
    summary: 'extendedResourceName is the name of an extended resource.',
    source: 'resource validation validateDeviceClassSpec',
    example: `apiVersion: resource.k8s.io/v1
kind: DeviceClass
metadata:
  name: gpu.example.com
spec:
  extendedResourceName: gpu
`,
    fix: 'Write the domain too: `extendedResourceName: example.com/gpu`.',
  },
]
