import type {NativeExport} from '../../export/export-native.js'

export type ExportReporter = (result: NativeExport) => Promise<string>

/** The output formats of exported policies, which kubectl can apply; each is loaded on demand. */
export const exportReporters = {
  async yaml(result) {
    const [{printYaml}, {exportComment}] = await Promise.all([import('../../source/print-yaml.js'), import('./comment.js')])
    const objects = objectsOf(result)
    return objects.length === 0 ? '' : `${exportComment(result)}---\n${printYaml(objects)}`
  },
  async json(result) {
    const {jsonText} = await import('../json-text.js')
    return jsonText({apiVersion: 'v1', kind: 'List', items: objectsOf(result)})
  },
} satisfies Record<string, ExportReporter>

const objectsOf = ({namespaces}: NativeExport): object[] => namespaces.flatMap(({objects}) => objects)
