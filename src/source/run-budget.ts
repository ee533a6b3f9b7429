import {countNodes} from './marks.js'
import {SourceFile} from './source-file.js'
import {defaultLimits, type RunLimits, runLimits} from './source-limits.js'

/** Limits the input files of a run together: many files, each within the limits of a file, would exhaust memory. */
export class RunBudget {
  private read = 0
  private size = 0
  private nodes = 0
  /** The texts whose nodes are not counted yet: most runs are too small to reach the limit. */
  private readonly uncounted: string[] = []

  constructor(private readonly limits: RunLimits = runLimits) {}

  /** The UTF-16 units of text that may still be read. */
  get unread(): number {
    return this.limits.maxRead - this.read
  }

  /** Returns a file that was read, manifest or not. If it has more text than may still be read, it becomes unreadable and loses its text. */
  hold(file: SourceFile): SourceFile {
    if (file.text.length > this.unread) return new SourceFile(file.path, '', tooMuch(this.limits.maxRead, 'characters, manifests or not'))
    this.read += file.text.length
    return file
  }

  /** Returns the files, in order. A file that exceeds the limits of the run becomes unreadable and loses its text; smaller ones after it may fit. */
  admit(files: readonly SourceFile[]): readonly SourceFile[] {
    return files.map((file) => {
      const reason = this.excessWith(file)
      return reason === undefined ? file : new SourceFile(file.path, '', reason)
    })
  }

  /** Adds a file to the run, or returns why it does not fit. */
  private excessWith({text}: SourceFile): string | undefined {
    const {maxSize, maxNodes} = this.limits
    const size = this.size + text.length
    if (size > maxSize) return tooMuch(maxSize, 'characters')
    // No character begins more than two nodes.
    if (2 * size <= maxNodes) this.uncounted.push(text)
    else {
      for (const earlier of this.uncounted.splice(0)) this.nodes += parsedNodes(earlier)
      const nodes = this.nodes + parsedNodes(text)
      if (nodes > maxNodes) return tooMuch(maxNodes, 'maps, lists, keys and values')
      this.nodes = nodes
    }
    this.size = size
    return undefined
  }
}

/** Returns the number of nodes of a text; 0 if it has too many for a file, because the reader rejects it without parsing it. */
function parsedNodes(text: string): number {
  const nodes = countNodes(text)
  return nodes > defaultLimits.maxJsonNodes ? 0 : nodes
}

const tooMuch = (maximum: number, what: string): string =>
  `with it, the files of this run have more than ${maximum.toLocaleString('en')} ${what}: check fewer files at a time`
