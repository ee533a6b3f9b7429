import type {ExportedNamespace, NativeExport} from '../../export/export-native.js'
import {oneLine} from '../../machinery/printable.js'
import {counted} from '../counted.js'
import {comment} from '../yaml-comment.js'

/** The comment above exported policies: their sources and caveats. */
export const exportComment = ({namespaces, caveats}: NativeExport): string =>
  [headText, ...namespaces.map(namespaceText), ...caveats.map((caveat) => `Note: ${caveat}.`)].map(comment).join('#\n')

const headText = 'Native admission policies, made by "kadm export" of MetadataPolicies. Do not edit them: change those and export them again.'

function namespaceText({namespace, sources, objects, mode, rejects, annotatesQos}: ExportedNamespace): string {
  const policies = sources.map(({policy: {metadata: {name, generateName = ''}, spec}, file, span}) =>
    `${oneLine(name ?? generateName)} (${oneLine(file.path)}:${file.position(span.start).line}, ${counted((spec?.rules ?? []).length, 'rule')})`)
  const what = `Namespace ${oneLine(namespace)}: ${policies.join(', ')}.`
  if (objects.length === 0) return `${what} No rule of it does anything, so that there is no native policy.`
  const how = rejects ? [mode === 'direct' ? 'Rejections are decided directly.' : 'Rejections are decided before updates, and passed on by a marker.'] : []
  return [what, ...annotatesQos ? ['Pods are annotated with their quality of service class first.'] : [], ...how].join(' ')
}
