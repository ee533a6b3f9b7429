import {
  type AliasEvent, COLLECTION_STYLE, type Event, EVENT_ID, type MappingEvent, SCALAR_STYLE, type ScalarEvent, type SequenceEvent,
} from 'js-yaml'
import {Anchors} from './anchors.js'
import {
  anchorProblem, escapeProblem, flowScalarProblem, implicitKeyProblem, mergeProblem, nestedMappingProblem, tagProblem,
} from './dialect-checks.js'
import {keyName} from './key-name.js'
import {type MappingNode, type Node, ParsedMapping, ScalarNode, SequenceNode} from './node.js'
import {buildScalar, buildTaggedScalar, type EventSource, type NodeRole} from './scalar-builder.js'
import {type SourceProblem, sourceProblem, templateProblem} from './source-problem.js'
import {skipTrivia} from './trivia.js'
import {shortTag} from './yaml-tag.js'

type PropertyEvent = ScalarEvent | SequenceEvent | MappingEvent

const {SCALAR, SEQUENCE, MAPPING, ALIAS, POP, DOCUMENT} = EVENT_ID

const longKey = 1000

/** Builds the tree of one document from the events of js-yaml, which it consumes, and finds errors of go-yaml in them. */
export class TreeBuilder {
  readonly problems: SourceProblem[] = []
  readonly anchors = new Anchors()
  private readonly text: string
  /** End of the last token. */
  private lastEnd: number
  private flowDepth = 0
  /** Replaces the last alias without an anchor. */
  private unresolved: ScalarNode | undefined

  constructor(
    private readonly source: EventSource,
    private readonly events: (Event | undefined)[],
    /** Index of the next event: the start of the document at first, its end when it is built. */
    public next = 0,
  ) {
    this.text = source.text
    this.lastEnd = Math.max(source.base, 0)
  }

  /** The root of the first document; undefined when there is none. */
  build(): Node | undefined {
    return this.events[this.next++]?.type === DOCUMENT ? this.node(this.step(), 'root') : undefined
  }

  private step(): Event {
    const event = this.events[this.next]
    if (event === undefined) throw new Error('js-yaml gave too few events')
    // Release each event, so that the memory of its node replaces it.
    this.events[this.next++] = undefined
    return event
  }

  private node(event: Event, role: NodeRole): Node {
    switch (event.type) {
      case SCALAR: return this.scalar(event, role)
      case SEQUENCE: return this.sequence(event)
      case MAPPING: return this.mapping(event)
      case ALIAS: return this.alias(event)
      default: throw new Error('js-yaml gave no node where one must be')
    }
  }

  private scalar(event: ScalarEvent, role: NodeRole): ScalarNode {
    const node = event.tagStart === -1
      ? buildScalar(this.source, event, this.lastEnd, role)
      : buildTaggedScalar(this.source, event, this.problems)
    if (event.tagStart !== -1 || event.anchorStart !== -1) this.properties(event, node)
    if (!event.fast && event.style === SCALAR_STYLE.DOUBLE_QUOTED) this.report(escapeProblem(this.text, event, this.source.base))
    if (this.flowDepth > 0) this.report(flowScalarProblem(this.text, node))
    if (typeof node.value === 'number' && !Number.isFinite(node.value) && role !== 'key') this.reportInfinite(node)
    this.lastEnd = node.end
    return node
  }

  private sequence(event: SequenceEvent): SequenceNode {
    const flow = event.style === COLLECTION_STYLE.FLOW
    const node = new SequenceNode(this.source.base + event.start, 0, flow ? 'flow' : 'block')
    this.open(event, node, flow)
    for (let item = this.step(); item.type !== POP; item = this.step()) node.items.push(this.node(item, 'item'))
    this.close(event, node, flow)
    return node
  }

  private mapping(event: MappingEvent): MappingNode {
    const flow = event.style === COLLECTION_STYLE.FLOW
    const braced = flow && !this.isPair(event)
    const node = new ParsedMapping(this.source.base + event.start, 0, flow ? 'flow' : 'block')
    this.open(event, node, braced)
    for (let key = this.step(); key.type !== POP; key = this.step()) this.entry(node, key)
    this.close(event, node, braced)
    return node
  }

  /** Returns true for a map without braces in a flow list: `[a: b]`. */
  private isPair({start}: MappingEvent): boolean {
    if (this.text[this.source.base + start] !== '{') return true
    const key = this.events[this.next]
    return (key?.type === MAPPING || key?.type === SEQUENCE) && key.start === start
  }

  private open(event: SequenceEvent | MappingEvent, node: SequenceNode | MappingNode, bracketed: boolean): void {
    if (event.tagStart !== -1 || event.anchorStart !== -1) this.properties(event, node)
    this.lastEnd = bracketed ? node.start + 1 : node.start
    if (bracketed) this.flowDepth++
  }

  private close({anchorStart}: SequenceEvent | MappingEvent, node: SequenceNode | ParsedMapping, bracketed: boolean): void {
    if (bracketed) {
      this.flowDepth--
      this.lastEnd = this.bracketEnd()
    }
    node.close(this.lastEnd)
    if (anchorStart !== -1) this.anchors.finish(node)
  }

  private bracketEnd(): number {
    const at = skipTrivia(this.text, this.lastEnd)
    return (this.text[at] === ',' ? skipTrivia(this.text, at + 1) : at) + 1
  }

  private entry(node: MappingNode, keyEvent: Event): void {
    const key = this.node(keyEvent, 'key')
    if (this.flowDepth > 0 || !this.source.trusted || key.end - key.start > longKey) this.report(implicitKeyProblem(this.text, key))
    const merge = this.isMerge(key, keyEvent)
    const name = merge ? '<<' : this.nameOf(key)
    const value = this.node(this.step(), 'value')
    if (merge && value !== this.unresolved) this.report(mergeProblem(value))
    if (value.kind === 'mapping' && value.style === 'block') this.report(nestedMappingProblem(this.text, key, value))
    node.entries.push({key, name, value, merge})
  }

  private nameOf(key: Node): string {
    const name = keyName(key)
    if (typeof name === 'string') return name
    this.report(this.text.startsWith('{{', key.start - 1) ? templateProblem({start: key.start - 1, end: key.end + 1}) : name)
    return ''
  }

  /** Returns true for a merge key: only an unquoted `<<`, or one with the tag for merges. */
  private isMerge(key: Node, event: Event): boolean {
    if (key.kind !== 'scalar' || key.text !== '<<' || event.type !== SCALAR) return false
    if (event.tagStart === -1) return key.style === 'plain'
    return ['!!merge', '!'].includes(shortTag(this.text.slice(this.source.base + event.tagStart, this.source.base + event.tagEnd)))
  }

  private alias({anchorStart, anchorEnd}: AliasEvent): Node {
    const span = {start: this.source.base + anchorStart - 1, end: this.source.base + anchorEnd}
    const name = this.text.slice(span.start + 1, span.end)
    const alias = this.anchors.resolve(name, span)
    this.lastEnd = span.end
    if (!('ruleId' in alias)) return alias
    this.report(alias)
    this.unresolved = new ScalarNode(span.start, span.end, 'plain', name, name)
    return this.unresolved
  }

  /** Anchor and tag. */
  private properties({anchorStart, anchorEnd, tagStart, tagEnd}: PropertyEvent, node: ScalarNode | SequenceNode | MappingNode): void {
    const {base} = this.source
    if (tagStart !== -1) this.report(tagProblem(this.text, {start: base + tagStart, end: base + tagEnd}))
    if (anchorStart === -1) return
    const name = this.text.slice(base + anchorStart, base + anchorEnd)
    this.report(anchorProblem(name, {start: base + anchorStart - 1, end: base + anchorEnd}))
    this.anchors.define(name, node, node.kind === 'scalar')
  }

  private reportInfinite(node: ScalarNode): void {
    const message = `JSON has no number ${node.text}, so kubectl cannot send it`
    this.report(sourceProblem('yaml/number', node, message, `to write a text, quote it: "${node.text}"`))
  }

  private report(problem: SourceProblem | undefined): void {
    if (problem !== undefined) this.problems.push(problem)
  }
}
