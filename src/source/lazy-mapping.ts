import type {MappingEntry, MappingNode} from './node.js'
import {parseYaml} from './parse-yaml.js'
import {readPlain} from './plain-yaml.js'
import type {SourceFile, Span} from './source-file.js'
import {defaultLimits} from './source-limits.js'

/** The root of a document whose value is known. Its entries are read on first use: few runs need positions in most documents. */
export class LazyMapping implements MappingNode {
  readonly kind = 'mapping'
  readonly style = 'block'
  readonly start: number
  readonly end: number
  private read: MappingEntry[] | undefined

  /** @param place that of the root in the document */
  constructor(private readonly file: SourceFile, private readonly document: Span, place: Span) {
    this.start = place.start
    this.end = place.end
  }

  get entries(): MappingEntry[] {
    return this.read ??= this.readEntries()
  }

  private readEntries(): MappingEntry[] {
    const {root} = readPlain(this.file.text, this.document) ?? parseYaml(this.file, this.document, defaultLimits)
    return root?.kind === 'mapping' ? root.entries : []
  }
}
