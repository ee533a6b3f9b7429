import type {KnownDocuments} from './known-documents.js'
import {exceededLimit} from './marks.js'
import {parseJson, skipJsonSpace} from './parse-json.js'
import {parseYaml} from './parse-yaml.js'
import {type ParsedDocument, unreadableDocument} from './parsed-document.js'
import {hasOddCharacter} from './plain-characters.js'
import {type PlainValue, readPlain, readPlainValue} from './plain-yaml.js'
import type {SourceDocument} from './source-document.js'
import type {SourceFile, Span} from './source-file.js'
import {defaultLimits, type SourceLimits} from './source-limits.js'
import {type SourceProblem, sourceProblem, type SourceRuleId, templateMessage, templateProblem} from './source-problem.js'
import {yamlChunk} from './split-yaml.js'
import {toValue} from './to-value.js'
import {LazyMapping} from './lazy-mapping.js'
import {YamlStream} from './yaml-stream.js'

/**
 * Returns the documents of a file, in order, as `kubectl create -f` reads them. Leaves out empty documents.
 *
 * @param known the documents of which copies are recognized
 */
export function readDocuments(file: SourceFile, limits: SourceLimits = defaultLimits, known?: KnownDocuments): SourceDocument[] {
  return new DocumentReader(file, limits, known).read()
}

const utf8 = new TextEncoder()
/** Number of characters of YAML to read at once, unless a document is longer. */
const stretchSize = 2 ** 20

const tooDense = (maximum: number, what: string): string => `the file has more than ${maximum.toLocaleString('en')} ${what}: too many to read`

const space = /^\p{White_Space}$/u

class DocumentReader {
  private readonly documents: SourceDocument[] = []
  private readonly text: string

  constructor(
    private readonly file: SourceFile,
    private readonly limits: SourceLimits,
    private readonly known: KnownDocuments | undefined,
  ) {
    this.text = file.text
  }

  read(): SourceDocument[] {
    const {maxSize} = this.limits
    const {unreadable: reason} = this.file
    if (reason !== undefined) this.reject(0, 'source/unreadable', `the file cannot be read: ${reason}`)
    else if (this.text.length > maxSize) this.reject(0, 'source/too-large', `the file is larger than ${maxSize} characters`)
    else if (this.looksLikeJson()) this.readJson()
    else if (!this.isTooDense(this.limits.maxNodes)) this.readYaml(0)
    return withOneTemplateProblem(this.documents)
  }

  /** Like kubectl, searches the first 4096 bytes for a brace. */
  private looksLikeJson(): boolean {
    return /^\p{White_Space}*\{/u.test(this.text.slice(0, 4096))
  }

  /** Returns true, and reports it, if the text has too many lines or nodes. */
  private isTooDense(maxNodes: number): boolean {
    const {maxLines} = this.limits
    const excess = exceededLimit(this.text, maxNodes, maxLines)
    if (excess === undefined) return false
    const message = excess === 'lines' ? tooDense(maxLines, 'lines') : tooDense(maxNodes, 'maps, lists, keys and values')
    this.reject(0, 'source/too-large', message, 'split it into several files')
    return true
  }

  private readJson(): void {
    if (this.isTooDense(this.limits.maxJsonNodes)) return
    let offset = 0
    for (let count = 0; ; count++) {
      const start = skipJsonSpace(this.text, offset)
      if (start === this.text.length || this.isFull(start)) return
      const parsed = parseJson(this.text, start, this.limits.maxDepth)
      if ('failure' in parsed) return this.leaveJson(offset, parsed.failure, count)
      this.add({start, end: parsed.root.end}, {...parsed, ignored: undefined})
      offset = parsed.root.end
    }
  }

  /**
   * Falls back to YAML after invalid JSON, unless two JSON values precede it. Reports the JSON error if the text is not YAML either,
   * or has too many nodes for YAML.
   */
  private leaveJson(offset: number, failure: SourceProblem, count: number): void {
    if (exceededLimit(this.text, this.limits.maxNodes, this.limits.maxLines) !== undefined) {
      return this.add({start: offset, end: this.text.length}, unreadableDocument(this.asTemplate(failure)))
    }
    const start = count > 1 ? undefined : this.yamlStart(offset)
    const chunk = yamlChunk(this.text, start ?? offset)
    const parsed = start === undefined || chunk.problem !== undefined ? undefined : parseYaml(this.file, chunk, this.limits)
    this.add(chunk, parsed?.problems.length === 0 ? parsed : unreadableDocument(this.asTemplate(failure)))
    this.readYaml(chunk.next)
  }

  /** Replaces a failure at `{{`, which indicates a template rather than broken JSON. */
  private asTemplate(failure: SourceProblem): SourceProblem {
    const start = failure.start - 1
    return this.text.startsWith('{{', start) ? templateProblem({start, end: start + 2}) : failure
  }

  /** Returns the offset from which kubectl reads YAML; undefined if fewer than four bytes are left. */
  private yamlStart(offset: number): number | undefined {
    for (; ; offset++) {
      const character = this.text[offset] ?? ''
      if (character === '\ufffd' || utf8.encode(this.text.slice(offset, offset + 4)).length < 4) return undefined
      if (!space.test(character)) return offset
      if (character === '\n') return offset + 1
    }
  }

  private readYaml(start: number): void {
    const mayBePlain = !hasOddCharacter(this.text)
    let stream: YamlStream | undefined
    for (let end = start; start < this.text.length && !this.isFull(start);) {
      const chunk = yamlChunk(this.text, start)
      const {problem} = chunk
      const mayKnow = mayBePlain && start >= end
      const copy = mayKnow && problem === undefined ? this.known?.find(this.file, chunk) : undefined
      if (copy !== undefined) {
        this.documents.push(copy)
        start = chunk.next
        continue
      }
      const plain = mayKnow ? readPlainValue(this.text, chunk) : undefined
      if (plain?.isOdd === false && problem === undefined) {
        this.addValue(chunk, plain)
        start = chunk.next
        continue
      }
      let parsed = plain && readPlain(this.text, chunk)
      if (parsed === undefined && start >= end) stream = YamlStream.open(this.text, {start, end: end = this.stretchEnd(start)}, this.limits)
      parsed ??= stream?.parse(chunk) ?? parseYaml(this.file, chunk, this.limits)
      this.add(chunk, problem === undefined ? parsed : {...parsed, problems: [...parsed.problems, problem]})
      start = chunk.next
    }
  }

  /** Returns the end of a stretch of documents that is read at once. */
  private stretchEnd(start: number): number {
    const marker = this.text.indexOf('\n---', start + stretchSize)
    return marker === -1 ? this.text.length : marker + 1
  }

  private add({start, end}: Span, {root, problems, ignored}: ParsedDocument): void {
    const value = root === undefined || problems.length > 0 ? null : toValue(root)
    if (value === null && problems.length === 0 && ignored === undefined) return
    this.documents.push({file: this.file, start, end, root, value: value ?? undefined, problems, ignored, isOrdinary: false, copyOf: undefined})
  }

  /** Adds a document that is read without its tree. */
  private addValue({start, end}: Span, {value, ...place}: PlainValue): void {
    if (value === undefined) return
    const root = new LazyMapping(this.file, {start, end}, place)
    this.documents.push({file: this.file, start, end, root, value, problems: [], ignored: undefined, isOrdinary: true, copyOf: undefined})
  }

  private isFull(offset: number): boolean {
    const full = this.documents.length >= this.limits.maxDocuments
    if (full) this.reject(offset, 'source/too-many-documents', `the file holds more than ${this.limits.maxDocuments} documents`)
    return full
  }

  private reject(start: number, ruleId: SourceRuleId, message: string, hint?: string): void {
    this.add({start, end: this.text.length}, unreadableDocument(sourceProblem(ruleId, {start, end: start}, message, hint)))
  }
}

/** Returns true if the problem reports a template. */
const isTemplateProblem = ({message}: SourceProblem): boolean => message === templateMessage

/** Reports a template once for a file: removes the later broken documents with actions, and other problems of the first one. */
function withOneTemplateProblem(documents: SourceDocument[]): SourceDocument[] {
  const at = documents.findIndex(({problems}) => problems.length > 0 && problems.some(isTemplateProblem))
  if (at === -1) return documents
  return documents.flatMap((document, i): SourceDocument[] => {
    const {problems, file} = document
    if (i < at || problems.length === 0 || !file.slice(document).includes('{{')) return [document]
    return i > at ? [] : [{...document, problems: problems.filter(isTemplateProblem).slice(0, 1)}]
  })
}
