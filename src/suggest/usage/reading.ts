import type {SourceFile, Span} from '../../source/source-file.js'
import type {UsageSample} from './usage.js'

/** A problem of a file with measured usage. */
export interface UsageReadingError {
  readonly file: SourceFile
  readonly span: Span
  readonly message: string
}

/** The measurements of a file, and its problems. */
export interface UsageReading {
  readonly samples: readonly UsageSample[]
  readonly errors: readonly UsageReadingError[]
}
