import {utf8Bytes} from '../machinery/go/bytes.js'
import {jsonSyntaxError} from '../machinery/go/json-syntax.js'
import {parseError} from '../machinery/meta/type-meta.js'
import type {Steps} from '../manifests/locate.js'
import {goYamlError} from '../source/go-yaml/parser.js'
import {valueError} from '../source/go-yaml/value-error.js'
import type {Node} from '../source/node.js'
import {parseJson, skipJsonSpace} from '../source/parse-json.js'
import {parseYaml} from '../source/parse-yaml.js'
import type {SourceFile, Span} from '../source/source-file.js'
import {defaultLimits, type SourceLimits} from '../source/source-limits.js'
import {type SourceProblem, sourceProblem} from '../source/source-problem.js'
import {lineEnd, lineStart, skipTrivia} from '../source/trivia.js'
import {forbiddenCharacter} from '../source/yaml-characters.js'
import {convertedTree, type JsonTree, jsonTreeOf, printTree} from './json-tree.js'

/** A document of configuration, with its place and the text that the server parses. */
export interface ConfigurationDocument {
  readonly file: SourceFile
  readonly form: 'json' | 'yaml'
  /** The root node of the file; absent if the file is empty. */
  readonly root: Node | undefined
  /** The path from there to the document, if it is embedded in another. */
  readonly steps: Steps
  readonly tree: JsonTree
  /** The document in the form of the server's messages. */
  readonly data: string
}

/** The reason why a file has no document: the message of the server, and kadm's own with the place. */
export interface UnreadableDocument {
  readonly file: SourceFile
  readonly error: string
  readonly problem: SourceProblem
}

export const isUnreadable = (document: ConfigurationDocument | UnreadableDocument): document is UnreadableDocument => 'problem' in document

/** The size limit is that of an object of Kubernetes. The server has none, but files may be untrusted. */
export const configurationLimits: SourceLimits = {...defaultLimits, maxSize: 2 ** 20}

/**
 * Reads a file of configuration like the server: as JSON if it starts with a brace, otherwise the first document of a YAML stream,
 * ignoring the rest (apimachinery serializer/recognizer `Decode`; spec eventratelimit 2.1).
 */
export function readDocument(file: SourceFile, limits = configurationLimits): ConfigurationDocument | UnreadableDocument {
  const {text} = file
  if (text.length > limits.maxSize) return tooLarge(file, limits)
  return /^\p{White_Space}*\{/u.test(text) ? readJson(file, limits) : readYaml(file, limits)
}

function tooLarge(file: SourceFile, {maxSize}: SourceLimits): UnreadableDocument {
  const message = `the configuration is larger than ${maxSize} characters`
  return {file, error: message, problem: sourceProblem('source/too-large', {start: 0, end: 0}, message)}
}

/** Returns the document that is embedded at a node of another one. */
export function embeddedDocument(outer: ConfigurationDocument, node: Node, steps: Steps): ConfigurationDocument {
  const {file, root, form} = outer
  const tree = form === 'json' ? jsonTreeOf(node) : convertedTree(node)
  return {file, root, steps, tree, form: 'json', data: form === 'json' ? file.slice(node) : printTree(tree)}
}

function readJson(file: SourceFile, {maxDepth}: SourceLimits): ConfigurationDocument | UnreadableDocument {
  const {text} = file
  const parsed = parseJson(text, skipJsonSpace(text, 0), maxDepth)
  if ('failure' in parsed) return {file, error: syntaxError(text) ?? parsed.failure.message, problem: parsed.failure}
  const {root} = parsed
  const rest = skipJsonSpace(text, root.end)
  if (rest === text.length) return {file, root, form: 'json', steps: [], tree: jsonTreeOf(root), data: text}
  const problem = sourceProblem('json/syntax', {start: rest, end: text.length}, 'nothing can follow the closing brace')
  return {file, error: syntaxError(text) ?? problem.message, problem}
}

function syntaxError(text: string): string | undefined {
  const error = jsonSyntaxError(utf8Bytes(text))
  return error && parseError(error)
}

function readYaml(file: SourceFile, limits: SourceLimits): ConfigurationDocument | UnreadableDocument {
  const {text} = file
  const span = firstDocument(text)
  const {root, problems} = parseYaml(file, span, limits)
  const problem = problems[0] ?? streamProblem(file, span)
  if (problem !== undefined) return {file, error: yamlError(file, root, problem), problem}
  return {file, root, form: 'yaml', steps: [], tree: root === undefined ? {kind: 'null'} : convertedTree(root), data: text}
}

/** Returns a problem that only go-yaml reports, or one before the document, which other readers ignore. */
function streamProblem({text}: SourceFile, {start: preamble}: Span): SourceProblem | undefined {
  const forbidden = forbiddenCharacter(text.slice(0, preamble))
  if (forbidden !== undefined) return sourceProblem('source/control-character', {start: forbidden, end: forbidden + 1}, 'a control character is not allowed here')
  const found = goYamlError(text)
  return found && sourceProblem('yaml/syntax', {start: lineStart(text, found.offset), end: lineEnd(text, found.offset)}, found.problem)
}

const marker = /^---(?=\s|$)/gm

/** Returns the span of the first document of a YAML stream. It may start with or without a marker. */
function firstDocument(text: string): Span {
  const markers = [...text.matchAll(marker)].map(({index}) => index)
  const [first = text.length, second = text.length] = markers
  const start = text.startsWith('\ufeff') ? 1 : 0
  const begun = text.slice(start, first).replace(/^%.*$/gm, '')
  return skipTrivia(begun, 0) < begun.length ? {start, end: first} : {start: first, end: second}
}

/**
 * The server's error for a YAML text that kadm cannot parse either; kadm's own error if the server would parse it, or has no
 * own text (sigs.k8s.io/yaml `YAMLToJSON`; spec eventratelimit 2.1).
 *
 * @param root the part that kadm could parse
 */
function yamlError(file: SourceFile, root: Node | undefined, problem: SourceProblem): string {
  const {ruleId, message} = problem
  if (ruleId === 'source/control-character') return 'yaml: control characters are not allowed'
  if (ruleId.startsWith('source/')) return message
  return goYamlError(file.text)?.message ?? (root && valueError(file, root, problem)) ?? message
}
