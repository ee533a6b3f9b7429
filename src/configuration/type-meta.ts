import {quote} from '../machinery/go-text.js'
import {formatApiVersion, parseApiVersion} from '../machinery/schema/rest-mapper.js'
import type {Steps} from '../manifests/locate.js'
import type {ConfigurationDocument} from './document.js'
import type {JsonTree} from './json-tree.js'

/** What a document says it is. */
export interface TypeMeta {
  readonly apiVersion: string
  readonly kind: string
}

/** Why the server cannot tell what a document is. */
export interface TypeFault {
  readonly error: string
  readonly steps: Steps
  /** True where the server tolerates it in the files of two old plugins. */
  readonly isUnknownKind: boolean
}

const goType = String.raw`struct { APIVersion string "json:\"apiVersion,omitempty\""; Kind string "json:\"kind,omitempty\"" }`

/**
 * What a document says it is, as the server looks for it: by names in letters of any case, the last of them counts
 * (apimachinery serializer/json `SimpleMetaFactory.Interpret` and `Decode`; eventratelimit spec 2.1).
 */
export function typeMetaOf({tree, data}: ConfigurationDocument): TypeMeta | TypeFault {
  if (tree.kind !== 'object' && tree.kind !== 'null') return fault(parseError(`json: cannot unmarshal ${tree.kind} into Go value of type ${goType}`), [])
  const apiVersion = fieldOf(tree, /^apiVersion$/iu)
  const kind = fieldOf(tree, /^kind$/iu)
  const unreadable = firstUnreadable(tree)
  if (unreadable !== undefined) return unreadable
  const groupVersion = parseApiVersion(apiVersion)
  if (groupVersion === undefined && apiVersion !== '/') return fault(`unexpected GroupVersion string: ${apiVersion}`, ['apiVersion'])
  if (kind === '') return {error: `Object 'Kind' is missing in '${data}'`, steps: ['kind'], isUnknownKind: true}
  if (groupVersion === undefined || groupVersion.version === '') return {error: `Object 'apiVersion' is missing in '${data}'`, steps: ['apiVersion'], isUnknownKind: true}
  return {apiVersion: formatApiVersion(groupVersion), kind}
}

const fault = (error: string, steps: Steps): TypeFault => ({error, steps, isUnknownKind: false})

const parseError = (error: string): string => `couldn't get version/kind; json parse error: ${error}`

const fieldOf = (tree: JsonTree, name: RegExp): string => tree.kind !== 'object' ? ''
  : tree.entries.reduce((found, entry) => name.test(entry.name) && entry.value.kind === 'string' ? entry.value.value : found, '')

/** The first of the two fields that is not a text. */
function firstUnreadable(tree: JsonTree): TypeFault | undefined {
  if (tree.kind !== 'object') return undefined
  const entry = tree.entries.find(({name, value}) => /^(?:apiVersion|kind)$/iu.test(name) && value.kind !== 'string' && value.kind !== 'null')
  if (entry === undefined) return undefined
  const field = /^kind$/iu.test(entry.name) ? 'kind' : 'apiVersion'
  return fault(parseError(`json: cannot unmarshal ${entry.value.kind} into Go struct field .${field} of type string`), [entry.name])
}

/** What the server says to a kind that it does not know (apimachinery runtime `NewNotRegisteredErrForKind`). */
export function notRegistered({apiVersion, kind}: TypeMeta): Omit<TypeFault, 'steps'> {
  const {group = '', version = ''} = parseApiVersion(apiVersion) ?? {}
  const where = version === '__internal' ? `the internal version of group ${quote(group)}` : `version ${quote(apiVersion)}`
  return {error: `no kind ${quote(kind)} is registered for ${where} in scheme "pkg/runtime/scheme.go:111"`, isUnknownKind: true}
}
