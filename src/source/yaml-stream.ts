import {type Event, EVENT_ID, parseEvents, SCALAR_STYLE, type ScalarEvent, YAMLException} from 'js-yaml'
import {checkedTree} from './checked-tree.js'
import {emptyDocument, type ParsedDocument} from './parsed-document.js'
import type {Span} from './source-file.js'
import type {SourceLimits} from './source-limits.js'
import {TreeBuilder} from './tree-builder.js'
import {isBlankOrEnd} from './trivia.js'
import {hasUncommonCharacter} from './yaml-characters.js'

/**
 * The documents of a stretch of a text, read at once, because starting js-yaml costs as much as reading a small manifest. Only for
 * ordinary texts for which js-yaml and kubectl agree on where documents start and end.
 */
export class YamlStream {
  private next = 0

  private constructor(
    private readonly text: string,
    private readonly base: number,
    private readonly content: string,
    private readonly events: (Event | undefined)[],
    private readonly limits: SourceLimits,
  ) {}

  /**
   * Returns undefined if the text must be read document by document.
   *
   * @param stretch the part of the text to read, which ends at the end of a document
   */
  static open(text: string, {start: base, end}: Span, limits: SourceLimits): YamlStream | undefined {
    const rest = text.slice(base, end)
    if (!isOrdinary(rest)) return undefined
    const content = rest.endsWith('\n') ? rest : `${rest}\n`
    try {
      return new YamlStream(text, base, content, parseEvents(content, {maxDepth: limits.maxDepth}), limits)
    } catch (error) {
      if (error instanceof YAMLException) return undefined
      throw error
    }
  }

  /** Returns the document of a chunk, in order. Undefined if it must be parsed separately. */
  parse(chunk: Span): ParsedDocument | undefined {
    const offset = this.rootOffset()
    const {text, base, content} = this
    if (offset === undefined || base + offset >= chunk.end) return text.slice(chunk.start, chunk.end).includes('\t') ? undefined : emptyDocument
    if (base + offset < chunk.start) return undefined
    const builder = new TreeBuilder({text, base, content, trusted: true}, this.events, this.next)
    const tree = checkedTree(builder, text, chunk, this.limits)
    this.next = builder.next + 1
    return tree.problems.length === 0 ? tree : undefined
  }

  /** Returns the offset of the next document with content. */
  private rootOffset(): number | undefined {
    for (; this.next < this.events.length; this.next += 3) {
      const root = this.events[this.next + 1]
      const offset = root === undefined ? -1 : offsetOf(root)
      if (offset !== -1) return offset
    }
    return undefined
  }
}

/** Returns -1 for no content. The content of a block scalar starts after its header and a line break, maybe after the chunk. */
function offsetOf(root: Event): number {
  switch (root.type) {
    case EVENT_ID.MAPPING: case EVENT_ID.SEQUENCE: return root.start
    case EVENT_ID.SCALAR: return Math.max(isBlock(root) ? root.valueStart - 2 : root.valueStart, root.anchorStart, root.tagStart)
    case EVENT_ID.ALIAS: return root.anchorStart
    default: return -1
  }
}

const isBlock = ({style}: ScalarEvent): boolean => style === SCALAR_STYLE.LITERAL_BLOCK || style === SCALAR_STYLE.FOLDED_BLOCK

/** Returns true only if js-yaml and kubectl interpret the text in the same way. */
function isOrdinary(text: string): boolean {
  if (/^[ \t%.]/.test(text) || text.includes('\n%') || text.includes('\n...')) return false
  return !hasUncommonCharacter(text) && !hasTightSeparator(text) && (!text.includes('\r') || !/\r(?!\n)/.test(text))
}

/** Returns true if text directly follows `---` at the start of a line. */
function hasTightSeparator(text: string): boolean {
  for (let at = text.indexOf('---'); at !== -1; at = text.indexOf('---', at + 3)) {
    if ((at === 0 || text[at - 1] === '\n') && !isBlankOrEnd(text.charCodeAt(at + 3))) return true
  }
  return false
}
