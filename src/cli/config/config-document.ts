import {quote} from '../../machinery/go/text.js'
import {locate, nodeAt, type Part, type Steps} from '../../manifests/locate.js'
import {contentOf, type Node} from '../../source/node.js'
import {placeText, type SourceFile, type Span} from '../../source/source-file.js'
import {toValue} from '../../source/to-value.js'
import type {UsageError} from '../../usage-error.js'
import {onlyDocument, PlacedUsageError, usageErrorAt} from '../only-document.js'
import {suggestedWord} from '../suggest.js'

/** The error for a path that a configuration file must not name. Thrown only if nothing overrides its setting. */
export class RejectedPathError extends PlacedUsageError {}

/** A node of a YAML file with settings: its value, and its place in the file. */
export class ConfigNode {
  private constructor(private readonly file: SourceFile, private readonly root: Node, private readonly steps: Steps, readonly value: unknown) {}

  /**
   * Returns the root of a file; undefined for an empty file.
   *
   * @param what describes the file
   * @throws UsageError for invalid YAML, and for several documents
   */
  static read(file: SourceFile, what = 'a configuration file'): ConfigNode | undefined {
    const document = onlyDocument(file, what)
    if (document === undefined) return undefined
    const {root} = document
    if (root === undefined) throw usageErrorAt(file, document, `${what} is one YAML document`)
    return new ConfigNode(file, root, [], toValue(contentOf(root)))
  }

  /** Returns the error about an empty file. */
  static empty(file: SourceFile, what: string): UsageError {
    return usageErrorAt(file, {start: 0, end: 0}, `the file is empty, and no ${what.replace(/^an? /, '')}`)
  }

  /** The entries of a map, in order; undefined if it is no map. */
  entries(what: string): (readonly [name: string, node: ConfigNode])[] | undefined {
    const found = nodeAt(this.root, this.steps)
    const content = found && contentOf(found)
    if (content?.kind !== 'mapping') return undefined
    const {value} = this
    const names = new Set<string>()
    return content.entries.map(({name, key, merge}) => {
      if (merge) throw usageErrorAt(this.file, key, `unknown ${what} "<<": write the values out, as merge keys are not supported`)
      if (names.has(name)) throw usageErrorAt(this.file, key, `${quote(name)} is set twice`)
      names.add(name)
      return [name, this.below(name, (value as Readonly<Record<string, unknown>>)[name])]
    })
  }

  /** The items of a list; undefined if it is no list. */
  items(): ConfigNode[] | undefined {
    return Array.isArray(this.value) ? this.value.map((item: unknown, i) => this.below(i, item)) : undefined
  }

  /** The written text without quotes: YAML reads `off` as a boolean. */
  get text(): string | undefined {
    const found = nodeAt(this.root, this.steps)
    const content = found && contentOf(found)
    return content?.kind === 'scalar' ? content.text : undefined
  }

  /** Its place in the file: `.kadm.yaml:3:5`. */
  place(part?: Part): string {
    return placeText(this.file, this.span(part))
  }

  /** The error about it, or about its name. */
  error(message: string, part?: Part): UsageError {
    return usageErrorAt(this.file, this.span(part), message)
  }

  /** The error about a path that the file must not name. */
  rejectedPath(message: string, suggestions: readonly string[]): RejectedPathError {
    return new RejectedPathError(this.file, this.span(), message, suggestions)
  }

  private span(part: Part = 'value'): Span {
    return locate(this.file, this.root, this.steps, part)
  }

  private below(step: string | number, value: unknown): ConfigNode {
    return new ConfigNode(this.file, this.root, [...this.steps, step], value)
  }
}

/** Returns the error about an unknown name, with the name that the user probably intended, or else with all known names. */
export function unknownName(node: ConfigNode, what: string, name: string, known: readonly string[]): UsageError {
  const probable = suggestedWord(name, known)
  return node.error(`unknown ${what} ${quote(name)}: ${probable === undefined ? `known are ${known.join(', ')}` : `did you mean ${probable}?`}`, 'key')
}
