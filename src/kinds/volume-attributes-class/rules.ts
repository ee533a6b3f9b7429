import type {Rule} from '../../machinery/field/rule.js'

const attributesClass = (fields: string): string => `apiVersion: storage.k8s.io/v1
kind: VolumeAttributesClass
metadata:
  name: fast
${fields}`

/** The rules for VolumeAttributesClasses. */
export const rules: readonly Rule[] = [
  {
    id: 'volume-attributes-class/driver-name',
    severity: 'error',
    summary: 'driverName of a volume attributes class is a qualified name.',
    source: 'storage validation ValidateVolumeAttributesClass',
    example: attributesClass(`driverName: disk driver
parameters:
  iops: "5000"
`),
    fix: 'Write the name of the CSI driver: `disk.example.com`.',
  },
  {
    id: 'volume-attributes-class/parameters',
    severity: 'error',
    summary: 'A volume attributes class has parameters, each with a name.',
    source: 'storage validation validateParameters',
    example: attributesClass(`driverName: disk.example.com
parameters: {}
`),
    fix: 'Write at least one parameter that the driver supports.',
  },
]
