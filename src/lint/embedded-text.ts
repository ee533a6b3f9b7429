import {firstLine} from '../manifests/locate.js'
import type {Edit} from '../source/edit.js'
import type {ScalarNode} from '../source/node.js'
import {SourceFile, type Span} from '../source/source-file.js'
import {sourceOffsets} from '../source/source-offsets.js'
import type {Diagnostic, Place} from './diagnostic.js'

/** Text that may contain aliases, with which one place counts several times. */
const hasAliases = /[\s,:[{]\*/

/** A file that is written as a text inside another one. */
export class EmbeddedText {
  /** The file as those see it who read it by itself. */
  readonly inner: SourceFile
  private offsets: Uint32Array | undefined | 'unknown' = 'unknown'

  /**
   * @param name the name of the inner file in reports
   * @param outer the file in which it is written
   * @param node where it is written there
   */
  constructor(name: string, private readonly outer: SourceFile, readonly node: ScalarNode) {
    this.inner = new SourceFile(name, node.text)
  }

  /** Maps a finding in the inner file to the outer one; if positions cannot be mapped, to the text as a whole. */
  toOuter({span, message}: {readonly span: Span, readonly message: string}): Place & {readonly message: string} {
    const place = this.placeOf(span)
    if (this.offsetsInSource() !== undefined) return {...place, message}
    const {line, column} = this.inner.position(span.start)
    return {...place, message: `${message} (line ${line}, column ${column} of this text)`}
  }

  /** Maps a place in the inner file to the outer one; if positions cannot be mapped, to the first line of the text. */
  placeOf({start, end}: Span): Place {
    const {outer, node} = this
    const offsets = this.offsetsInSource()
    return {file: outer, span: offsets === undefined ? firstLine(outer, node) : {start: offsets[start] ?? node.end, end: offsets[end] ?? node.end}}
  }

  /** Maps an edit of the inner file to the outer one; undefined if its effect is uncertain. */
  editOuter({text, ...span}: Edit): Edit | undefined {
    const outer = this.placeOf(span).span
    const isUnchanged = this.outer.slice(outer) === this.inner.slice(span) && !hasAliases.test(this.inner.text)
    return isUnchanged && /^[\w./+-]+$/.test(text) ? {...outer, text} : undefined
  }

  private offsetsInSource(): Uint32Array | undefined {
    if (this.offsets === 'unknown') this.offsets = sourceOffsets(this.outer.text, this.node)
    return this.offsets
  }
}

/** A diagnostic with every place in one of these texts at its place in the file. */
export function relocated(diagnostic: Diagnostic, texts: ReadonlyMap<SourceFile, EmbeddedText>): Diagnostic {
  const toOuter = <T extends Place & {readonly message: string}>(place: T): T => ({...place, ...texts.get(place.file)?.toOuter(place)})
  const {fix, ...found} = diagnostic
  const text = texts.get(diagnostic.file)
  const edit = fix && text?.editOuter(fix)
  return {...toOuter(found), related: found.related.map(toOuter), ...text === undefined ? fix && {fix} : edit && {fix: edit}}
}
