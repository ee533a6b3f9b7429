import {isObject} from '../../machinery/go/json-value.js'
import {nodeAt} from '../../manifests/locate.js'
import type {Manifest, ManifestEntry} from '../../manifests/manifest.js'
import {readManifests} from '../../manifests/read-manifests.js'
import {type Comment, commentsBeginning} from '../../source/comments.js'
import {contentOf} from '../../source/node.js'
import type {SourceDocument} from '../../source/source-document.js'
import type {SourceFile, Span} from '../../source/source-file.js'
import {sourceOffsets} from '../../source/source-offsets.js'
import type {Diagnostic} from '../diagnostic.js'
import type {EmbeddedText} from '../embedded-text.js'
import {directivePrefix, type InvalidDirective, type NamedRules, parseDirective, parseRules, type SuppressionScope} from './directive.js'
import type {Suppression} from './suppression.js'

/** The annotation that says which rules are not for an object. */
const ignoreAnnotation = 'kadm.dev/ignore'

/** The suppressions of a file, and those that cannot be parsed. */
export interface Suppressions {
  readonly suppressions: readonly Suppression[]
  readonly problems: readonly Diagnostic[]
}

/** The suppressions of most files. */
const noSuppressions: Suppressions = {suppressions: [], problems: []}

/** False if a text certainly has no suppressions. */
export const mayMention = (text: string): boolean => text.includes(directivePrefix) || text.includes(ignoreAnnotation)

/**
 * The suppressions that are written in a file: in comments of YAML, and in annotations of objects.
 *
 * @param entries everything that the file holds
 */
export function readSuppressions(file: SourceFile, entries: readonly ManifestEntry[]): Suppressions {
  if (!mayMention(file.text)) return noSuppressions
  const documents = [...new Set(entries.map(({document}) => document))]
  const annotated = entries.flatMap(({manifest}) => manifest === undefined ? [] : annotationSuppressions(file, manifest))
  const found = [...commentSuppressions(file, documents), ...annotated]
  return {
    suppressions: found.filter((each): each is Suppression => 'pattern' in each).sort((a, b) => a.scope.start - b.scope.start),
    problems: found.filter((each): each is Diagnostic => 'ruleId' in each),
  }
}

/** The suppressions in a text that is written inside a file, as those of the file. */
export function embeddedSuppressions(text: EmbeddedText): Suppressions {
  const {suppressions, problems} = readSuppressions(text.inner, readManifests(text.inner))
  return {
    suppressions: suppressions.map((suppression) => ({
      ...suppression, ...text.placeOf(suppression.span), scope: text.placeOf(suppression.scope).span, level: `embedded ${suppression.level}`,
    })),
    problems: problems.map((problem) => ({...problem, ...text.toOuter(problem)})),
  }
}

type Found = Suppression | Diagnostic

function commentSuppressions(file: SourceFile, documents: readonly SourceDocument[]): Found[] {
  const scopeOf = scopeFinder(file, documents)
  return commentsBeginning(directivePrefix, file, documents).flatMap((comment): Found[] => {
    const {text, textStart, isOwnLine} = comment
    const directive = parseDirective(text, isOwnLine)
    if (directive === undefined) return []
    if ('message' in directive) return [malformed(file, {start: textStart, end: textStart + text.trimEnd().length}, directive)]
    const {reach, rules} = directive
    const scope = scopeOf(comment, reach)
    const level = reach === 'document' ? 'document' : 'line'
    return rules.map(({pattern, start, end}) => ({pattern, file, span: {start: textStart + start, end: textStart + end}, scope, level}))
  })
}

/** Returns the scopes of comments; comments must come in the order of the text. */
function scopeFinder({text}: SourceFile, documents: readonly SourceDocument[]): (comment: Comment, reach: SuppressionScope) => Span {
  let next: Span = {start: 0, end: 0}
  let nextFrom = 0
  return ({start, end, lineStart}, reach) => {
    if (reach === 'line') return {start: lineStart, end: end + 1}
    if (reach === 'document') return documentScope(text, documents, start)
    // Lines between comments and the next line of content are scanned only once.
    if (end < nextFrom || end >= next.start) next = lineAfter(text, end)
    nextFrom = end
    return next
  }
}

/** A document reaches from the end of the one before it to its own, and the last to the end of the file. */
function documentScope(text: string, documents: readonly SourceDocument[], offset: number): Span {
  let low = 0
  for (let high = documents.length - 1; low < high;) {
    const middle = (low + high) >> 1
    if ((documents[middle]?.end ?? 0) <= offset) low = middle + 1
    else high = middle
  }
  return {start: low === 0 ? 0 : documents[low - 1]?.end ?? 0, end: low >= documents.length - 1 ? text.length + 1 : documents[low]?.end ?? 0}
}

const emptyLine = /[ \t]*(?:#[^\r\n]*)?(?:\r\n?|\n)/y

const oneLine = /[^\r\n]*(?:\r\n?|\n|$)/y

/** The next line that holds more than a comment; the offset is at the end of the line before. */
function lineAfter(text: string, offset: number): Span {
  let start = offset
  for (emptyLine.lastIndex = start; emptyLine.test(text);) start = emptyLine.lastIndex
  oneLine.lastIndex = start
  oneLine.exec(text)
  return {start, end: Math.max(oneLine.lastIndex, start + 1)}
}

const annotationSteps = ['metadata', 'annotations', ignoreAnnotation]

function annotationSuppressions(file: SourceFile, {node, body: {metadata}}: Manifest): Found[] {
  const annotations = isObject(metadata) ? metadata['annotations'] : undefined
  const value = isObject(annotations) ? annotations[ignoreAnnotation] : undefined
  const annotationNode = nodeAt(node, annotationSteps)
  if (typeof value !== 'string' || annotationNode?.kind !== 'scalar') return []
  const content = contentOf(annotationNode)
  const rules = parseRules(value)
  if ('message' in rules) return [malformed(file, content, rules)]
  const offsets = annotationNode.text === value ? sourceOffsets(file.text, annotationNode) : undefined
  const placeOf = ({start, end}: NamedRules): Span => ({start: offsets?.[start] ?? content.start, end: offsets?.[end] ?? content.end})
  return rules.map((named) => ({pattern: named.pattern, file, span: placeOf(named), scope: {start: node.start, end: node.end}, level: 'object'}))
}

const malformed = (file: SourceFile, {start, end}: Span, {message, hint}: InvalidDirective): Diagnostic =>
  ({ruleId: 'suppression/malformed', severity: 'warning', message: `${message}: nothing is suppressed`, hint, field: '', file, span: {start, end}, related: []})
