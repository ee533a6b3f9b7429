import type {ObjectMeta} from '../machinery/api/meta-v1.js'
import {isObject, textOf} from '../machinery/go/json-value.js'
import {oneLine} from '../machinery/output/printable.js'
import type {Manifest} from '../manifests/manifest.js'
import {nameOf} from '../simulate/object-fields.js'
import type {SuggestedObject} from './types.js'

/** The beginning of a note about amounts that are left out. */
export const leftOut = 'Left out: '

/** The beginning of a note about a policy of which nothing is left. */
export const nothingFor = 'there is nothing to suggest for '

/** Why there is nothing to suggest for a policy; none if nothing is left out. */
export function emptyNote(kind: string, {namespace, name, notes}: Pick<SuggestedObject, 'namespace' | 'name' | 'notes'>): string[] {
  const left = notes.filter((note) => note.startsWith(leftOut))
  return left.length === 0 ? [] : [`${nothingFor}${kind} ${oneLine(namespace)}/${oneLine(name)}. ${left.join(' ')}`]
}

/** States which policies the suggested one replaces. */
export const replacedNotes = (first: Manifest | undefined, others: readonly Manifest[] = []): string[] => first === undefined ? [] : [
  `It replaces ${manifestText(first)}${others.length === 0 ? '' : ` and ${others.map(manifestText).join(', ')}: delete ${others.length === 1 ? 'the latter' : 'those'}`}.`,
]

/** A policy with its place: `LimitRange limits (policies/limits.yaml:3)`. */
const manifestText = ({body, document: {file}, node}: Manifest): string =>
  `${textOf(body['kind'])} ${oneLine(nameOf(body))} (${oneLine(file.path)}:${file.position(node.start).line})`

const lastApplied = 'kubectl.kubernetes.io/last-applied-configuration'

/** The metadata of a suggested policy: those of the policy that it replaces, without what the server sets. */
export function metadataFor(namespace: string, replaced: Manifest | undefined, name: string): ObjectMeta {
  if (replaced === undefined) return {name, namespace}
  const {metadata} = replaced.body
  const {labels, annotations} = isObject(metadata) ? metadata : {}
  const kept = isObject(annotations) ? Object.entries(annotations).filter(([key]) => key !== lastApplied) : []
  return {
    name: nameOf(replaced.body), namespace, ...isObject(labels) && {labels: labels as Record<string, string>},
    ...kept.length > 0 && {annotations: Object.fromEntries(kept) as Record<string, string>},
  }
}
