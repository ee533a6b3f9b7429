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
    summary: 'Keys are valid file names, and each is in either data or binaryData.',
    source: `${source}; apimachinery IsConfigMapKey`,
    example: configMap(`data:
  conf/app.ini: debug=off
`),
    fix: 'Write at most 253 letters, digits, `-`, `_` and `.`. A volume can map a key to a path: `items: [{key: app.ini, path: conf/app.ini}]`.',
  },
  {
    id: 'config-map/size',
    severity: 'error',
    summary: 'The total size of all values is at most 1 MiB.',
    source,
    get example() {
      return configMap(`data:\n  dump: ${'x'.repeat(2 ** 20 + 1)}\n`)
    },
    fix: 'Split the ConfigMap, or move large files to a volume or an image.',
  },
]
