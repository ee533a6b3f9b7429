import type {ScalarNode} from './node.js'

/**
 * Maps the characters of a scalar's text to their offsets in the file, for texts embedded in a scalar.
 *
 * @param file the text of the scalar's file
 * @returns for each UTF-16 unit of the text its offset in the file, and then the offset of its end; undefined if
 *   the text cannot be mapped to the file, as with uncommon line breaks
 */
export function sourceOffsets(file: string, node: ScalarNode): Uint32Array | undefined {
  const tracer = new Tracer(file, node)
  return (node.style === 'literal' ? tracer.literal() : tracer.folded()) ? tracer.finish() : undefined
}

/** A line of the scalar in the file: without its line break, and where it starts in the file. */
interface SourceLine {
  readonly raw: string
  readonly start: number
}

/** The part of a line that belongs to the text. */
interface Content {
  readonly start: number
  readonly end: number
  /** True if a backslash escapes the line break. */
  readonly isJoined?: boolean
}

const lineBreak = /\r\n?|\n/g
const escapes = /\\(?:x[0-9A-Fa-f]{2}|u[0-9A-Fa-f]{4}|U[0-9A-Fa-f]{8}|[^])/g
const pairs = /''/g

/** Compares the text of a scalar with its form in the file, and stops at the first difference. */
class Tracer {
  private readonly text: string
  private readonly offsets: Uint32Array
  private next = 0

  constructor(private readonly file: string, private readonly node: ScalarNode) {
    this.text = node.text
    this.offsets = new Uint32Array(node.text.length + 1)
  }

  /** Each line of the text is the end of a line in the file; the rest are line breaks that end the text. */
  literal(): boolean {
    const [, ...sourceLines] = this.lines(this.node.start, this.node.end)
    return sourceLines.every(({raw, start}) => {
      const found = this.text.indexOf('\n', this.next)
      const line = this.text.slice(this.next, found === -1 ? undefined : found)
      const indent = raw.length - line.length
      const end = start + raw.length
      return raw.slice(0, Math.max(indent, 0)).trim() === '' && this.copy(start + indent, end) && this.breaks(found === -1 ? '' : '\n', end)
    }) && this.breaks('\n'.repeat(this.text.length - this.next), this.node.end)
  }

  folded(): boolean {
    const contents = this.contents()
    let blank = 0
    let last: Content | undefined
    for (const content of contents) {
      if (content === undefined) blank++
      else {
        if (!this.breaks(this.between(last, content, blank), last?.end ?? content.start) || !this.line(content)) return false
        blank = 0
        last = content
      }
    }
    return this.node.style !== 'folded' ? this.next === this.text.length : this.breaks('\n'.repeat(this.text.length - this.next), this.node.end)
  }

  finish(): Uint32Array {
    const {node: {start, end, style}} = this
    this.offsets[this.text.length] = style === 'plain' || start === end || this.isBlock() ? end : end - 1
    return this.offsets
  }

  private isBlock(): boolean {
    return this.node.style === 'literal' || this.node.style === 'folded'
  }

  private lines(start: number, end: number): SourceLine[] {
    const sourceText = this.file.slice(start, end)
    const lines: SourceLine[] = []
    let from = 0
    for (const {index, 0: {length}} of sourceText.matchAll(lineBreak)) {
      lines.push({raw: sourceText.slice(from, index), start: start + from})
      from = index + length
    }
    lines.push({raw: sourceText.slice(from), start: start + from})
    return lines
  }

  /** The content of each line; undefined for a blank one. */
  private contents(): (Content | undefined)[] {
    const {node: {start, end, style}} = this
    if (style === 'folded') return this.blockContents(this.lines(start, end).slice(1))
    const quote = style === 'plain' ? 0 : 1
    const lines = this.lines(start + quote, end - quote)
    return lines.map((line, i) => this.flowContent(line, i === 0, i === lines.length - 1))
  }

  /** The first line that is not blank determines the indentation, as the text begins with its content. */
  private blockContents(lines: readonly SourceLine[]): (Content | undefined)[] {
    const first = lines.find(({raw}) => raw.trim() !== '')?.raw ?? ''
    const indent = leadingBlanks(first) - leadingBlanks(this.text.replace(/^\n+/, ''))
    return lines.map(({raw, start}) => raw.trim() === '' ? undefined : {start: start + indent, end: start + raw.length})
  }

  private flowContent({raw, start}: SourceLine, isFirst: boolean, isLast: boolean): Content | undefined {
    const from = isFirst ? 0 : leadingBlanks(raw)
    const to = isLast ? raw.length : Math.max(from, raw.trimEnd().length)
    if (from >= to) return isFirst || isLast ? {start: start + Math.min(from, raw.length), end: start + Math.min(from, raw.length)} : undefined
    if (isLast || this.node.style !== 'double-quoted' || !endsInBackslash(raw.slice(from, to))) return {start: start + from, end: start + to}
    // An escaped blank belongs to the text; nothing follows an escaped line break.
    return to < raw.length ? {start: start + from, end: start + to + 1} : {start: start + from, end: start + to - 1, isJoined: true}
  }

  /** Folds the line breaks between two lines: one becomes a blank, of several one is dropped; breaks around more indented lines stay. */
  private between(last: Content | undefined, content: Content, blank: number): string {
    if (last === undefined) return '\n'.repeat(blank)
    if (last.isJoined === true) return '\n'.repeat(blank)
    if (this.node.style === 'folded' && (this.isFurtherIn(last) || this.isFurtherIn(content))) return '\n'.repeat(blank + 1)
    return blank === 0 ? ' ' : '\n'.repeat(blank)
  }

  private isFurtherIn({start}: Content): boolean {
    return /[ \t]/.test(this.file.charAt(start))
  }

  /** Maps the content of one line. */
  private line({start, end}: Content): boolean {
    const {style} = this.node
    if (style !== 'single-quoted' && style !== 'double-quoted') return this.copy(start, end)
    let from = start
    for (const {index, 0: sign} of this.file.slice(start, end).matchAll(style === 'single-quoted' ? pairs : escapes)) {
      const at = start + index
      if (!this.copy(from, at)) return false
      for (let units = unitsOf(sign); units > 0; units--) this.offsets[this.next++] = at
      from = at + sign.length
    }
    return this.copy(from, end)
  }

  /** Maps unescaped characters. */
  private copy(start: number, end: number): boolean {
    if (!this.text.startsWith(this.file.slice(start, end), this.next)) return false
    for (let at = start; at < end; at++) this.offsets[this.next++] = at
    return true
  }

  /** Maps folded line breaks to the end of the line before them. */
  private breaks(made: string, at: number): boolean {
    if (!this.text.startsWith(made, this.next)) return false
    this.offsets.fill(at, this.next, this.next += made.length)
    return true
  }
}

const leadingBlanks = (line: string): number => /^[ \t]*/.exec(line)?.[0].length ?? 0

const endsInBackslash = (text: string): boolean => (/\\*$/.exec(text)?.[0].length ?? 0) % 2 === 1

/** The number of UTF-16 units of an escape. */
const unitsOf = (sign: string): number => sign.startsWith('\\U') && Number.parseInt(sign.slice(2), 16) > 0xffff ? 2 : 1
