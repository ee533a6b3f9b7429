import {quote} from '../machinery/go/text.js'
import {type BodyField, interpret, parseError, type TypeMeta} from '../machinery/meta/type-meta.js'
import {formatApiVersion, parseApiVersion} from '../machinery/schema/rest-mapper.js'
import type {Steps} from '../manifests/locate.js'
import type {ConfigurationDocument} from './document.js'
import type {JsonEntry} from './json-tree.js'

/** The reason that the server cannot determine the kind of a document. */
export interface TypeMetaError {
  readonly error: string
  readonly steps: Steps
  /** True where the server tolerates it in the files of two old plugins. */
  readonly isUnknownKind: boolean
}

const goType = String.raw`struct { APIVersion string "json:\"apiVersion,omitempty\""; Kind string "json:\"kind,omitempty\"" }`

/**
 * The apiVersion, in its usual form, and the kind of a document; both are required (apimachinery serializer/json `Decode`;
 * spec eventratelimit 2.1).
 */
export function typeMetaOf({tree, data}: ConfigurationDocument): TypeMeta | TypeMetaError {
  if (tree.kind !== 'object' && tree.kind !== 'null') return typeMetaError(parseError(`json: cannot unmarshal ${tree.kind} into Go value of type ${goType}`), [])
  const read = interpret(tree.kind === 'object' ? tree.entries.map(toField) : [])
  if ('error' in read) return typeMetaError(read.error, [read.name])
  const {apiVersion, kind} = read
  const {group = '', version = ''} = parseApiVersion(apiVersion) ?? {}
  if (kind === '') return {error: `Object 'Kind' is missing in '${data}'`, steps: ['kind'], isUnknownKind: true}
  if (version === '') return {error: `Object 'apiVersion' is missing in '${data}'`, steps: ['apiVersion'], isUnknownKind: true}
  return {apiVersion: formatApiVersion({group, version}), kind}
}

const typeMetaError = (error: string, steps: Steps): TypeMetaError => ({error, steps, isUnknownKind: false})

const toField = ({name, value}: JsonEntry): BodyField => ({name, kind: value.kind, text: value.kind === 'string' ? value.value : ''})

/** The server's error for an unknown kind (apimachinery runtime `NewNotRegisteredErrForKind`). */
export function notRegistered({apiVersion, kind}: TypeMeta): Omit<TypeMetaError, 'steps'> {
  const {group = '', version = ''} = parseApiVersion(apiVersion) ?? {}
  const where = version === '__internal' ? `the internal version of group ${quote(group)}` : `version ${quote(apiVersion)}`
  return {error: `no kind ${quote(kind)} is registered for ${where} in scheme "pkg/runtime/scheme.go:111"`, isUnknownKind: true}
}
