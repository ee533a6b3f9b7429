import {FieldPath} from '../machinery/field/path.js'
import {nodeAt, type Steps} from '../manifests/locate.js'
import {contentOf, type Node} from '../source/node.js'

/** A step of a path in the server's notation: a field, or a position or key in brackets. */
const step = /^(?:\.?([A-Za-z][A-Za-z0-9]*)|\[([^\]]+)\])/

/**
 * The field that a Warning header is about, with which most texts begin; undefined for others.
 */
export function fieldOfWarning(text: string): FieldPath | undefined {
  let rest = text
  let path: FieldPath | undefined
  for (let match = step.exec(rest); match !== null; match = step.exec(rest)) {
    const [whole, field, key = ''] = match
    if (field === undefined && path === undefined) return undefined
    path = field !== undefined ? path?.child(field) ?? FieldPath.of(field) : /^\d+$/.test(key) ? path?.index(Number(key)) : path?.key(key)
    rest = rest.slice(whole.length)
  }
  return rest.startsWith(': ') ? path : wordsOf(text)
}

/** Texts that name an annotation in words, and those that name a field at their beginning. */
function wordsOf(text: string): FieldPath | undefined {
  if (text.startsWith('.metadata.ownerReferences ')) return FieldPath.of('metadata', 'ownerReferences')
  const [, quoted, plain, field] = /^(?:annotation (?:"([^"]+)"|(\S+)) is deprecated|(spec(?:\.[A-Za-z]+)+) is )/.exec(text) ?? []
  const annotation = quoted ?? plain
  if (annotation !== undefined) return FieldPath.of('metadata', 'annotations').key(annotation)
  return field === undefined ? undefined : FieldPath.of('spec', ...field.split('.').slice(1))
}

/** The place of the volume that a Warning header names, wherever in the object it is. */
export function volumeOfWarning(text: string, root: Node): Steps | undefined {
  const [, name] = /^volume "([^"]+)" \(/.exec(text) ?? []
  return name === undefined ? undefined : findVolume(root, [], name)
}

/** The pods of workloads are at most that deep. */
const deepest = 8

function findVolume(node: Node, steps: Steps, name: string): Steps | undefined {
  const content = contentOf(node)
  if (content.kind !== 'mapping' || steps.length > deepest) return undefined
  for (const {name: field, value} of content.entries) {
    const found = field === 'volumes' ? volumeNamed(value, [...steps, field], name) : findVolume(value, [...steps, field], name)
    if (found !== undefined) return found
  }
  return undefined
}

function volumeNamed(node: Node, steps: Steps, name: string): Steps | undefined {
  const content = contentOf(node)
  if (content.kind !== 'sequence') return undefined
  const position = content.items.findIndex((item) => {
    const nameNode = nodeAt(item, ['name'])
    const scalar = nameNode && contentOf(nameNode)
    return scalar?.kind === 'scalar' && scalar.text === name
  })
  return position === -1 ? undefined : [...steps, position, 'name']
}
