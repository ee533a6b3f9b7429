import {type Event, EVENT_ID, parseEvents, SCALAR_STYLE, type ScalarEvent, YAMLException} from 'js-yaml'
import {checkedTree} from './checked-tree.js'
import {nothing, type ParsedDocument} from './parsed-document.js'
import type {Span} from './source-file.js'
import type {SourceLimits} from './source-limits.js'
import {TreeBuilder} from './tree-builder.js'
import {isBlankOrEnd} from './trivia.js'
import {hasUncommonCharacter} from './yaml-characters.js'

/**
 * The documents of a stretch of a text, read in one go. Starting js-yaml costs as much as reading a small manifest, so this is how
 * texts are read in which js-yaml and kubectl agree on where documents start and end, and nothing is out of the ordinary.
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
   * Undefined when the text must be read document by document.
   *
   * @param stretch what is read of the text: it ends where a document ends
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

  /** The document of a chunk; they must be asked for in order. Undefined when it needs a closer look by itself. */
  parse(chunk: Span): ParsedDocument | undefined {
    const offset = this.rootOffset()
    const {text, base, content} = this
    if (offset === undefined || base + offset >= chunk.end) return text.slice(chunk.start, chunk.end).includes('\t') ? undefined : nothing
    if (base + offset < chunk.start) return undefined
    const builder = new TreeBuilder({text, base, content, trusted: true}, this.events, this.next)
    const tree = checkedTree(builder, text, chunk, this.limits)
    this.next = builder.next + 1
    return tree.problems.length === 0 ? tree : undefined
  }

  /** Where the next document with any content starts. */
  private rootOffset(): number | undefined {
    for (; this.next < this.events.length; this.next += 3) {
      const root = this.events[this.next + 1]
      const offset = root === undefined ? -1 : offsetOf(root)
      if (offset !== -1) return offset
    }
    return undefined
  }
}

/** -1 for nothing at all. The content of a block scalar starts behind its header and a line break, maybe behind the chunk. */
function offsetOf(root: Event): number {
  switch (root.type) {
    case EVENT_ID.MAPPING: case EVENT_ID.SEQUENCE: return root.start
    case EVENT_ID.SCALAR: return Math.max(isBlock(root) ? root.valueStart - 2 : root.valueStart, root.anchorStart, root.tagStart)
    case EVENT_ID.ALIAS: return root.anchorStart
    default: return -1
  }
}

const isBlock = ({style}: ScalarEvent): boolean => style === SCALAR_STYLE.LITERAL_BLOCK || style === SCALAR_STYLE.FOLDED_BLOCK

/** What js-yaml or kubectl would not take for what it looks like. */
function isOrdinary(text: string): boolean {
  if (/^[ \t%.]/.test(text) || text.includes('\n%') || text.includes('\n...')) return false
  return !hasUncommonCharacter(text) && !hasTightSeparator(text) && (!text.includes('\r') || !/\r(?!\n)/.test(text))
}

/** True when anything follows `---` at the start of a line at once. */
function hasTightSeparator(text: string): boolean {
  for (let at = text.indexOf('---'); at !== -1; at = text.indexOf('---', at + 3)) {
    if ((at === 0 || text[at - 1] === '\n') && !isBlankOrEnd(text.charCodeAt(at + 3))) return true
  }
  return false
}
