import type {Rule} from '../../machinery/field/rule.js'

const configMap = (data: string): string => `apiVersion: v1
kind: ConfigMap
metadata:
  name: settings
${data}`

const source = 'core validation ValidateConfigMap'

/** The rules for ConfigMaps besides those of their metadata. */
export const rules: readonly Rule[] = [
  {
    id: 'config-map/key',
    severity: 'error',
    summary: 'Keys could be names of files, and stand in data or binaryData, not in both.',
    source: `${source}; apimachinery IsConfigMapKey`,
    example: configMap(`data:
  conf/app.ini: debug=off
`),
    fix: 'Write at most 253 letters, digits, `-`, `_` and `.`. A volume gives a key a path: `items: [{key: app.ini, path: conf/app.ini}]`.',
  },
  {
    id: 'config-map/size',
    severity: 'error',
    summary: 'All values together have at most 1 MiB.',
    source,
    get example() {
      return configMap(`data:\n  dump: ${'x'.repeat(2 ** 20 + 1)}\n`)
    },
    fix: 'Split the ConfigMap, or keep large files in a volume or an image.',
  },
]
