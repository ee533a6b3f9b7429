import {quote} from '../machinery/go/text.js'
import {firstLine, type Part, type Steps} from '../manifests/locate.js'
import {spelling, type Suggestion} from '../manifests/suggestion.js'
import {respell} from '../source/edit.js'
import type {JsonValue} from '../source/json-value.js'
import {contentOf, type MappingNode, type Node, type ScalarNode, type SequenceNode} from '../source/node.js'
import type {SourceFile, Span} from '../source/source-file.js'
import {toValue} from '../source/to-value.js'
import {Parameters} from './parameters.js'
import type {TestFileError, TestRuleId} from './test-file-error.js'

/** A place in a test file. */
export interface Place {
  readonly file: SourceFile
  readonly span: Span
}

/** Maximum number of errors to report in one file. */
const maxErrors = 200

/** The context of reading a test file. */
interface Context {
  readonly file: SourceFile
  readonly errors: TestFileError[]
  /** The places and messages of the errors. */
  readonly reported: Set<string>
  readonly parameters: Parameters
}

/** A node of a test file, with its field, that reports errors instead of throwing. */
export class TestNode {
  private constructor(
    private readonly context: Context,
    /** The written node, or that of a parameter. */
    readonly node: Node,
    /** The field in Kubernetes' notation. */
    readonly field: string,
    /** Its own name: `steps` of `tests[0].steps`. */
    readonly name: string,
    private readonly key?: Node,
  ) {}

  /** The root of a document. Errors are added to the list. */
  static root(file: SourceFile, node: Node, errors: TestFileError[]): TestNode {
    return new TestNode({file, errors, reported: new Set(), parameters: Parameters.none}, node, '', 'a test file')
  }

  /** The same node in a row of a table. */
  with(parameters: Parameters): TestNode {
    return new TestNode({...this.context, parameters}, this.node, this.field, this.name, this.key)
  }

  get file(): SourceFile {
    return this.context.file
  }

  get parameters(): Parameters {
    return this.context.parameters
  }

  get content(): ScalarNode | SequenceNode | MappingNode {
    return contentOf(this.node)
  }

  /** The value with parameters replaced. */
  get value(): JsonValue {
    return this.parameters.inValue(toValue(this.node))
  }

  /** The text of a scalar as written, with parameters replaced; undefined for maps and lists. */
  get text(): string | undefined {
    const {content} = this
    return content.kind === 'scalar' ? this.parameters.inText(content.text) : undefined
  }

  /** The key as written, which YAML can read as another value: `n` is false. */
  get keyText(): string {
    const key = this.key && contentOf(this.key)
    return key?.kind === 'scalar' ? key.text : this.name
  }

  /** Its place: a map or list is located by its key. */
  place(part: Part = 'value'): Place {
    const {key, content, file} = this
    const isByKey = key !== undefined && (part === 'key' || content.kind !== 'scalar' || content.start === content.end)
    return {file, span: isByKey ? key : firstLine(file, this.node)}
  }

  /** Returns the entries of a map, in order; reports keys that are set twice, and merge keys. Undefined if it is no map. */
  entries(): TestNode[] | undefined {
    const {content} = this
    if (content.kind !== 'mapping') return undefined
    const names = new Set<string>()
    return content.entries.flatMap(({name, key, value, merge}) => {
      const entry = this.below(`.${name}`, name, value, key)
      if (merge) entry.report('policy-test/unknown-field', 'merge keys are not supported here: write the fields out', {part: 'key'})
      else if (names.has(name)) entry.report('policy-test/conflicting-fields', `${quote(name)} is set twice`, {part: 'key'})
      else {
        names.add(name)
        return [entry]
      }
      return []
    })
  }

  /** The items of a list; undefined if it is no list. */
  items(): TestNode[] | undefined {
    const {content} = this
    return content.kind === 'sequence' ? content.items.map((item, i) => this.below(`[${i}]`, `${this.name}[${i}]`, item)) : undefined
  }

  /** The node at a path below it, or the closest one above that. */
  at([step, ...rest]: Steps): TestNode {
    if (step === undefined) return this
    const next = typeof step === 'number' ? this.items()?.[step] : this.entries()?.find(({name}) => name === step)
    return next === undefined ? this : next.at(rest)
  }

  /** The scalar that can be edited in its place; undefined for maps, lists, aliases, and texts with parameters. */
  get editable(): ScalarNode | undefined {
    return this.node.kind === 'scalar' && this.text === this.node.text ? this.node : undefined
  }

  /** Adds an error at its place. Returns null, the result of reading a value that is not valid. */
  report(ruleId: TestRuleId, message: string, {part = 'value', suggestion}: {readonly part?: Part, readonly suggestion?: Suggestion | undefined} = {}): null {
    const {file, errors, reported} = this.context
    const {span} = this.place(part)
    // Each row of a table reads the same nodes.
    const key = `${span.start} ${message}`
    if (reported.has(key) || errors.length >= maxErrors) return null
    reported.add(key)
    const fix = suggestion?.fix && respell(file, span, suggestion.fix)
    errors.push({ruleId, message, file, span, field: this.field, ...suggestion && {hint: suggestion.hint}, ...fix && {fix}})
    return null
  }

  /** Reports a name that is not one of those that are known. */
  reportUnknown(known: readonly string[], siblings: readonly string[]): null {
    const {name} = this
    const suggestion = spelling(name, known, siblings)
    const allowed = suggestion === undefined ? `: allowed are ${known.join(', ')}` : ''
    return this.report('policy-test/unknown-field', `unknown field ${quote(name)}${allowed}`, {part: 'key', suggestion})
  }

  private below(step: string, name: string, node: Node, key?: Node): TestNode {
    const field = `${this.field}${step}`
    return new TestNode(this.context, this.parameters.resolved(node), field.replace(/^\./, ''), name, key)
  }
}
