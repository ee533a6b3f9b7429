import {isObject, textOf} from '../machinery/go/json-value.js'
import {isCustomGroup, parseApiVersion} from '../machinery/schema/rest-mapper.js'
import {nearest} from '../manifests/nearest.js'
import type {JsonValue} from '../source/json-value.js'
import {readDocuments} from '../source/read-documents.js'
import type {SourceDocument} from '../source/source-document.js'
import type {SourceFile} from '../source/source-file.js'
import type {Skip} from './skipped.js'
import {isCoreToolKind, isKnownKind, isToolGroup, mayBeForTools, toolOf} from './tool-kinds.js'

/**
 * Decides by its content whether a file is a manifest. Returns undefined for a manifest, otherwise the reason to skip the file.
 * One document that has, or should have, an apiVersion and a kind makes a manifest. Most are recognised without parsing.
 */
export function skipByContent(file: SourceFile): Skip | undefined {
  const {text} = file
  if (isPlainManifest(text)) return undefined
  if (!/api[-_ ]?version|kind|metadata|\bop["']?\s*:/i.test(text)) return notKubernetes
  const verdicts = readDocuments(file).map(verdictOf)
  if (verdicts.includes('manifest')) return undefined
  if (verdicts.includes('patch')) return {reason: 'kustomize-patch', detail: 'operations of a JSON patch'}
  const tools = verdicts.flatMap((verdict) => typeof verdict === 'string' ? [] : verdict.tool)
  return tools.length > 0 ? {reason: 'tool-file', detail: [...new Set(tools)].join(', ')} : notKubernetes
}

const notKubernetes: Skip = {reason: 'not-kubernetes', detail: 'no apiVersion and kind'}

/** Matches a field at the start of a line, as in block YAML, and captures its value. */
const fieldLine = (name: string): RegExp => new RegExp(`^["']?${name}["']?[ \\t]*:[ \\t]*["']?([^\\s"'#,]*)`, 'm')

const versionLine = fieldLine('apiVersion')
const kindLine = fieldLine('kind')

/** Fast path: true if the first apiVersion and kind at the start of a line name an object of a cluster. */
function isPlainManifest(text: string): boolean {
  const apiVersion = versionLine.exec(text)?.[1] ?? ''
  const kind = kindLine.exec(text)?.[1] ?? ''
  if (apiVersion === '' || kind === '') return false
  if (apiVersion === 'v1') return !isCoreToolKind(kind)
  const {group} = parseApiVersion(apiVersion) ?? {group: ''}
  if (isToolGroup(group)) return false
  return isCustomGroup(group) ? !mayBeForTools(text) : isKnownKind(kind)
}

/** The kind of a document: an object for a cluster, a JSON patch, the input of a tool, or none of these. */
type Verdict = 'manifest' | 'patch' | 'other' | {readonly tool: string}

function verdictOf({value, file, start, end, problems}: SourceDocument): Verdict {
  if (value === undefined) return problems.length > 0 ? verdictOfText(file.text.slice(start, end)) : 'other'
  if (Array.isArray(value)) return value.every(isOperation) ? 'patch' : 'other'
  return isObject(value) ? verdictOfObject(value) : 'other'
}

/** Returns true for an operation of a JSON patch (RFC 6902). */
const isOperation = (item: JsonValue): boolean => isObject(item) && typeof item['op'] === 'string' && typeof item['path'] === 'string'

function verdictOfObject(value: Readonly<Record<string, JsonValue>>): Verdict {
  const tool = toolOf(value)
  if (tool !== undefined) return {tool}
  const {apiVersion, kind} = value
  if (isSet(apiVersion) && isSet(kind) && (typeof apiVersion === 'string' || typeof kind === 'string')) return 'manifest'
  return looksLikeManifest(value) ? 'manifest' : 'other'
}

const isSet = (value: JsonValue | undefined): boolean => value !== undefined && value !== null

const signs = ['apiVersion', 'kind']

/** Returns true for an object with a name and a spec, or with one of them and an apiVersion or kind, correct or misspelt. */
function looksLikeManifest(value: Readonly<Record<string, JsonValue>>): boolean {
  const {metadata, spec} = value
  const isNamed = isObject(metadata) && (isSet(metadata['name']) || isSet(metadata['generateName']))
  const hasSpec = isObject(spec)
  const isSigned = Object.keys(value).some((key) => nearest(key, signs) !== undefined)
  if (isNamed && hasSpec) return true
  return isSigned && (isNamed || hasSpec || looksLikeKind(textOf(value['kind'])))
}

/** Returns true if a kind suffices without an apiVersion: one of Kubernetes, or a configuration of its API server. */
const looksLikeKind = (kind: string): boolean => isKnownKind(kind) || kind === 'Configuration' || kind === 'AdmissionConfiguration'

/** Classifies a document that cannot be parsed, by its lines. */
function verdictOfText(text: string): Verdict {
  const apiVersion = versionLine.exec(text)?.[1] ?? ''
  const kind = kindLine.exec(text)?.[1] ?? ''
  const tool = apiVersion === '' || /[{}]/.test(apiVersion) ? undefined : toolOf({apiVersion, kind, clusters: null, objects: null})
  if (tool !== undefined) return {tool}
  if (apiVersion !== '' || looksLikeKind(kind)) return 'manifest'
  return /^\s*\{/.test(text) && /["']?apiVersion["']?\s*:/.test(text) && /["']?kind["']?\s*:/.test(text) ? 'manifest' : 'other'
}
