import {firstLine} from '../manifests/locate.js'
import type {ScalarNode} from '../source/node.js'
import {SourceFile} from '../source/source-file.js'
import {writtenOffsets} from '../source/written-offsets.js'
import type {Diagnostic, Place} from './diagnostic.js'

/** A file that is written as a text inside another one. */
export class EmbeddedText {
  /** The file as those see it who read it by itself. */
  readonly inner: SourceFile
  private offsets: Uint32Array | undefined | 'unknown' = 'unknown'

  /**
   * @param name the name that the inner file goes by
   * @param outer the file in which it is written
   * @param node where it is written there
   */
  constructor(name: string, private readonly outer: SourceFile, readonly node: ScalarNode) {
    this.inner = new SourceFile(name, node.text)
  }

  /** What is said of the inner file as what is said of the outer one; where places cannot be told, the text as a whole is the place. */
  toOuter({span, message}: {readonly span: Place['span'], readonly message: string}): Place & {readonly message: string} {
    const {outer, node} = this
    if (this.offsets === 'unknown') this.offsets = writtenOffsets(outer.text, node)
    const {offsets} = this
    if (offsets !== undefined) return {file: outer, span: {start: offsets[span.start] ?? node.end, end: offsets[span.end] ?? node.end}, message}
    const {line, column} = this.inner.position(span.start)
    return {file: outer, span: firstLine(outer, node), message: `${message} (line ${line}, column ${column} of this text)`}
  }
}

/** A diagnostic with every place that lies in one of these texts where it is written. */
export function relocated(diagnostic: Diagnostic, texts: ReadonlyMap<SourceFile, EmbeddedText>): Diagnostic {
  const toOuter = <T extends Place & {readonly message: string}>(place: T): T => ({...place, ...texts.get(place.file)?.toOuter(place)})
  return {...toOuter(diagnostic), related: diagnostic.related.map(toOuter)}
}
