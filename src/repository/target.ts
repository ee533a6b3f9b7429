import {isObject, textOf} from '../machinery/go/json-value.js'
import {parseApiVersion} from '../machinery/schema/rest-mapper.js'
import type {Fields} from './kustomization-fields.js'

/** The fields of an object by which Kustomize selects the targets of patches. */
export interface PatchedObject {
  readonly group: string
  readonly version: string
  readonly kind: string
  readonly name: string
  readonly labels: Fields
  readonly annotations: Fields
}

/** Returns the fields of an object by which patches select it. */
export function patchedObject(body: Fields): PatchedObject {
  const metadata = isObject(body['metadata']) ? body['metadata'] : {}
  const {group, version} = parseApiVersion(textOf(body['apiVersion'])) ?? {group: '', version: ''}
  const mapOf = (field: string): Fields => isObject(metadata[field]) ? metadata[field] : {}
  return {group, version, kind: textOf(body['kind']), name: textOf(metadata['name']), labels: mapOf('labels'), annotations: mapOf('annotations')}
}

/**
 * Returns false if a selector certainly does not match an object (kustomize `types.Selector`). Its texts are anchored regular
 * expressions. Other kustomizations may have changed names and labels before, so uncertain cases count as a match.
 *
 * @param isRenamed true if a kustomization on the way adds a prefix or suffix to names
 */
export function mayTarget(target: Fields, object: PatchedObject, isRenamed: boolean): boolean {
  const {group, version, kind, name, labels, annotations} = object
  return mayMatch(target['group'], group) && mayMatch(target['version'], version) && mayMatch(target['kind'], kind)
    && (isRenamed || mayMatch(target['name'], name))
    && mayHave(target['labelSelector'], labels) && mayHave(target['annotationSelector'], annotations)
}

/** Returns false if a strategic merge patch, which names its object, certainly names another one. */
export function mayName(patch: Fields, object: PatchedObject, isRenamed: boolean): boolean {
  const named = patchedObject(patch)
  if (named.kind !== object.kind || named.group !== object.group) return false
  return named.name === object.name || (isRenamed && (named.name.includes(object.name) || object.name.includes(named.name)))
}

/** Patterns that Go and JavaScript interpret alike, and that always match fast. */
const plainPattern = /^(?:[\w./-]+[*+?]?){1,4}$/

function mayMatch(pattern: unknown, text: string): boolean {
  if (typeof pattern !== 'string' || pattern === '' || pattern.length > 200) return true
  return pattern.split('|').some((part) => !plainPattern.test(part) || new RegExp(`^(?:${part})$`).test(text))
}

/** Returns false if an equality-based selector requires another value than the object has. */
function mayHave(selector: unknown, values: Fields): boolean {
  if (typeof selector !== 'string') return true
  return selector.split(',').every((part) => {
    const [, key = '', value] = /^\s*([\w./-]+)\s*==?\s*([\w.-]*)\s*$/.exec(part) ?? []
    return value === undefined || values[key] === undefined || values[key] === value
  })
}
