import {checkedTree} from './checked-tree.js'
import {type ParsedDocument, unreadableDocument} from './parsed-document.js'
import type {SourceFile, Span} from './source-file.js'
import type {SourceLimits} from './source-limits.js'
import {sourceProblem, type SourceProblem} from './source-problem.js'
import {explainSyntax} from './syntax-clues.js'
import {YamlSyntaxError} from './yaml-syntax-error.js'
import {TreeBuilder} from './tree-builder.js'
import {skipTrivia} from './trivia.js'
import {documentEnd, forbiddenCharacter} from './yaml-characters.js'
import {readEvents, readRelaxedEvents, type YamlEvents, type YamlFailure} from './yaml-events.js'

/** Reads one YAML document, as go-yaml does. */
export function parseYaml(file: SourceFile, chunk: Span, limits: SourceLimits): ParsedDocument {
  const text = file.text.slice(chunk.start, chunk.end)
  const forbidden = forbiddenCharacter(text)
  if (forbidden !== undefined) return unreadableDocument(controlCharacter(file.text, chunk.start + forbidden))
  const marker = documentEnd(text)
  if (marker === undefined) return new YamlDocument(file.text, chunk, limits).parse()
  if (marker.start === skipTrivia(text, 0)) return unreadableDocument(noContent(marker, chunk.start))
  const parsed = new YamlDocument(file.text, {start: chunk.start, end: chunk.start + marker.start}, limits).parse()
  const ignored = contentBetween(file.text, parsed.ignored?.start ?? chunk.start + marker.end, chunk.end)
  return {...parsed, ignored}
}

/** One document, without a marker after it. */
class YamlDocument {
  private readonly content: string

  constructor(
    private readonly text: string,
    private readonly span: Span,
    private readonly limits: SourceLimits,
  ) {
    this.content = text.slice(span.start, span.end)
  }

  parse(): ParsedDocument {
    const {content, limits: {maxDepth}} = this
    const read = readEvents(content, maxDepth)
    if ('reason' in read) return this.build(readRelaxedEvents(content, maxDepth, read))
    const parsed = this.build(read)
    if (parsed.problems.length === 0) return parsed
    const relaxed = this.build(readRelaxedEvents(content, maxDepth, undefined))
    return relaxed.problems.length === 0 ? relaxed : parsed
  }

  private build(read: YamlEvents | YamlFailure): ParsedDocument {
    const {text, span: {start, end}} = this
    if ('reason' in read) return unreadableDocument(syntaxProblem(text, this.span, read))
    const builder = new TreeBuilder({text, base: start - read.shift, content: read.content, trusted: read.trusted}, read.events)
    const tree = checkedTree(builder, text, {start, end: start + read.end}, this.limits)
    return {...tree, ignored: contentBetween(text, start + read.end, end)}
  }
}

function contentBetween(text: string, start: number, end: number): Span | undefined {
  const content = skipTrivia(text, start)
  return content < end ? {start: content, end} : undefined
}

function noContent(marker: Span, base: number): SourceProblem {
  const span = {start: base + marker.start, end: base + marker.end}
  return sourceProblem('yaml/syntax', span, '... ends a document, but none has begun', 'separate documents with ---')
}

function controlCharacter(text: string, start: number): SourceProblem {
  const code = text.charCodeAt(start).toString(16).toUpperCase().padStart(4, '0')
  return sourceProblem('source/control-character', {start, end: start + 1}, `YAML does not allow the control character U+${code}`)
}

/**
 * Explains a syntax error of js-yaml to the author of the text. js-yaml names the broken rule and the place where it failed;
 * the author's intent must be guessed from the text.
 *
 * @param document the span of the document in the file; the offset of the failure counts from its start
 */
function syntaxProblem(text: string, document: Span, {reason, offset}: YamlFailure): SourceProblem {
  const error = new YamlSyntaxError(text.slice(document.start, document.end), offset, reason)
  const {start, end, message, hint, ruleId} = explainSyntax(error)
  return sourceProblem(ruleId ?? 'yaml/syntax', {start: document.start + start, end: document.start + end}, message, hint)
}
