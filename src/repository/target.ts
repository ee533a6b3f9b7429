import {isObject, textOf} from '../machinery/json-value.js'
import {parseApiVersion} from '../machinery/schema/rest-mapper.js'
import type {Fields} from './kustomization-fields.js'

/** What an object says of itself, as far as patches are chosen by it. */
export interface PatchedObject {
  readonly group: string
  readonly version: string
  readonly kind: string
  readonly name: string
  readonly labels: Fields
  readonly annotations: Fields
}

/** What patches see of an object. */
export function patchedObject(body: Fields): PatchedObject {
  const metadata = isObject(body['metadata']) ? body['metadata'] : {}
  const {group, version} = parseApiVersion(textOf(body['apiVersion'])) ?? {group: '', version: ''}
  const mapOf = (field: string): Fields => isObject(metadata[field]) ? metadata[field] : {}
  return {group, version, kind: textOf(body['kind']), name: textOf(metadata['name']), labels: mapOf('labels'), annotations: mapOf('annotations')}
}

/**
 * True unless a selector cannot be meant for an object (kustomize `types.Selector`): its texts are regular expressions that match
 * as a whole. Names may have been changed before, and so may labels: what is not certain counts as a match.
 *
 * @param isRenamed true where a kustomization in between adds to names
 */
export function mayTarget(target: Fields, object: PatchedObject, isRenamed: boolean): boolean {
  const {group, version, kind, name, labels, annotations} = object
  return mayMatch(target['group'], group) && mayMatch(target['version'], version) && mayMatch(target['kind'], kind)
    && (isRenamed || mayMatch(target['name'], name))
    && mayHave(target['labelSelector'], labels) && mayHave(target['annotationSelector'], annotations)
}

/** True unless a patch that names its object, as strategic merge patches do, cannot be meant for this one. */
export function mayName(patch: Fields, object: PatchedObject, isRenamed: boolean): boolean {
  const named = patchedObject(patch)
  if (named.kind !== object.kind || named.group !== object.group) return false
  return named.name === object.name || (isRenamed && (named.name.includes(object.name) || object.name.includes(named.name)))
}

/** Patterns that Go and JavaScript read alike, and that no text makes slow. */
const plainPattern = /^(?:[\w./-]+[*+?]?){1,4}$/

function mayMatch(pattern: unknown, text: string): boolean {
  if (typeof pattern !== 'string' || pattern === '' || pattern.length > 200) return true
  return pattern.split('|').some((part) => !plainPattern.test(part) || new RegExp(`^(?:${part})$`).test(text))
}

/** True unless a selector of plain pairs asks for a value that an object has otherwise. */
function mayHave(selector: unknown, values: Fields): boolean {
  if (typeof selector !== 'string') return true
  return selector.split(',').every((part) => {
    const [, key = '', value] = /^\s*([\w./-]+)\s*==?\s*([\w.-]*)\s*$/.exec(part) ?? []
    return value === undefined || values[key] === undefined || values[key] === value
  })
}
