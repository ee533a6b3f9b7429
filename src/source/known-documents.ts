import {isObject} from '../machinery/go/json-value.js'
import type {MappingNode, Node} from './node.js'
import type {KnownDocument, SourceDocument} from './source-document.js'
import type {SourceFile, Span} from './source-file.js'
import {LazyMapping} from './lazy-mapping.js'
import {resolvePlain} from './yaml-scalar.js'

/** Maximum number of documents to remember, and of characters of each. */
const maxRemembered = 1000
const longest = 5000

/**
 * Recognizes documents that differ from earlier ones only in the name and namespace of their object, without parsing them: most
 * namespaces of a repository have the same policies.
 */
export class KnownDocuments {
  private readonly known = new Map<string, KnownDocument>()

  /** Returns a document if it is a copy of a known one; undefined if it must be parsed. */
  find(file: SourceFile, {start, end}: Span): SourceDocument | undefined {
    const split = this.known.size === 0 ? undefined : splitNames(file.text.slice(start, end))
    const copyOf = split && this.known.get(split.rest)
    if (split === undefined || copyOf === undefined) return undefined
    const {name, namespace} = split
    const metadata = {...copyOf.value['metadata'] as object, name: name.text, ...namespace && {namespace: namespace.text}}
    return {
      file, start, end, problems: [], ignored: undefined, isOrdinary: true, copyOf,
      root: new LazyMapping(file, {start, end}, {start: start + copyOf.before, end: end - copyOf.after}),
      value: {...copyOf.value, metadata} as SourceDocument['value'],
    }
  }

  /** Remembers a parsed document. Returns undefined if its copies cannot be recognized. */
  add({file, start, end, root, value}: SourceDocument): KnownDocument | undefined {
    const split = splitNames(file.text.slice(start, end))
    if (split === undefined || root?.kind !== 'mapping' || !isObject(value) || mayRepeatName.test(split.rest)) return undefined
    const metadata = valueOf(root, 'metadata')
    if (!isAt(metadata, 'name', split.name, start) || !isAt(metadata, 'namespace', split.namespace, start)) return undefined
    if (this.known.size >= maxRemembered) this.known.clear()
    const known = {value, before: root.start - start, after: end - root.end}
    this.known.set(split.rest, known)
    return known
  }
}

/** A word in the text of a document. */
interface Word {
  readonly text: string
  readonly start: number
}

/** The text of a document in parts. */
interface NamesInFile {
  readonly name: Word
  readonly namespace: Word | undefined
  /** The text without the name and the namespace. */
  readonly rest: string
}

/** A DNS label of any length after a key. */
const namePattern = /\bname["']?: *["']?([a-z0-9](?:[-a-z0-9]*[a-z0-9])?)/
const namespacePattern = /\bnamespace["']?: *["']?([a-z0-9](?:[-a-z0-9]*[a-z0-9])?)/

/** Finds what looks like the name and the namespace in the text of a document. */
function splitNames(text: string): NamesInFile | undefined {
  if (text.length > longest) return undefined
  const name = wordAfter(namePattern, text)
  if (name === undefined) return undefined
  const namespace = wordAfter(namespacePattern, text)
  const [first, second] = namespace === undefined || name.start < namespace.start ? [name, namespace] : [namespace, name]
  const [before, after] = [text.slice(0, first.start), text.slice(endOf(second ?? first))]
  const between = second === undefined ? '' : text.slice(endOf(first), second.start)
  // No text of YAML contains a null character.
  return {name, namespace, rest: `${before}\0${between}\0${after}`}
}

/** Without quotes, words such as `on` and `1` are not texts. */
function wordAfter(pattern: RegExp, text: string): Word | undefined {
  const found = pattern.exec(text)
  const [all = '', word = ''] = found ?? []
  return found === null || typeof resolvePlain(word) !== 'string' ? undefined : {text: word, start: found.index + all.length - word.length}
}

/** Matches aliases, whose value may be that of an anchor at the name, and merge keys, which may replace the name. */
const mayRepeatName = /\*|<</

const endOf = ({text, start}: Word): number => start + text.length

/** Returns true if a word is the value of a key, or if both are absent. */
function isAt(node: Node | undefined, key: string, word: Word | undefined, offset: number): boolean {
  const value = node?.kind === 'mapping' ? valueOf(node, key) : undefined
  if (word === undefined) return value === undefined
  // A text in quotes starts after its quote.
  return value?.kind === 'scalar' && value.value === word.text && word.start + offset - value.start === (value.style === 'plain' ? 0 : 1)
}

/** The value of a key, the last one if it is repeated. */
function valueOf({entries}: MappingNode, key: string): Node | undefined {
  let found: Node | undefined
  for (const {name, value} of entries) if (name === key) found = value
  return found
}
