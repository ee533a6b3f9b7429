import type {ExportedNamespace, ExportProblem, NativeExport} from '../../export/export-native.js'
import {oneLine} from '../../machinery/output/printable.js'
import {counted} from '../counted.js'
import {findingText} from '../lint/table.js'
import type {Style} from '../style.js'
import {comment} from '../commented-yaml.js'

export type ExportReporter = (result: NativeExport) => Promise<string>

/** The output formats of exported policies, which kubectl can apply; each is loaded on demand. */
export const exportReporters = {
  async yaml(result) {
    const {printYaml} = await import('../../source/print-yaml.js')
    const objects = objectsOf(result)
    return objects.length === 0 ? '' : `${exportComment(result)}---\n${printYaml(objects)}`
  },
  async json(result) {
    const {jsonText} = await import('../json-text.js')
    return jsonText({apiVersion: 'v1', kind: 'List', items: objectsOf(result)})
  },
} satisfies Record<string, ExportReporter>

const objectsOf = ({namespaces}: NativeExport): object[] => namespaces.flatMap(({objects}) => objects)

/** The comment above exported policies: their sources and caveats. */
const exportComment = ({namespaces, caveats}: NativeExport): string =>
  [headText, ...namespaces.map(namespaceText), ...caveats.map((caveat) => `Note: ${caveat}.`)].map(comment).join('#\n')

const headText = 'Native admission policies, made by "kadm export" of MetadataPolicies. Do not edit them: change those and export them again.'

function namespaceText({namespace, sources, objects, mode, rejects, annotatesQos}: ExportedNamespace): string {
  const policies = sources.map(({policy: {metadata: {name, generateName = ''}, spec}, file, span}) =>
    `${oneLine(name ?? generateName)} (${oneLine(file.path)}:${file.position(span.start).line}, ${counted((spec?.rules ?? []).length, 'rule')})`)
  const what = `Namespace ${oneLine(namespace)}: ${policies.join(', ')}.`
  if (objects.length === 0) return `${what} None of its rules has an effect, so there is no native policy.`
  const how = rejects ? [mode === 'direct' ? 'Rejections are decided directly.' : 'Rejections are decided before updates, and passed on by a marker.'] : []
  return [what, ...annotatesQos ? ['Pods are annotated with their quality of service class first.'] : [], ...how].join(' ')
}

/** The problems that prevent an export, for people. */
export const problemsText = (problems: readonly ExportProblem[], style: Style): string =>
  problems.map((problem) => findingText({ruleId: '', ...problem}, {style})).join('')
