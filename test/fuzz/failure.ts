/** Kinds of failures of a run. */
export type FailureKind =
  /** An exception, or exit status 3. */
  | 'crash'
  /** More than 5 seconds. */
  | 'slow'
  /** More than 512 MB, or the end of the process. */
  | 'memory'
  /** A control or format character on the output. */
  | 'character'
  /** A report that does not parse, or does not fit its schema. */
  | 'format'
  /** An exit status that the JSON report, or the same run in another format, contradicts. */
  | 'status'
  /** Another output for the same input. */
  | 'unsteady'
  /** `--fix` that changes something again, or that makes an object invalid. */
  | 'fix'
  /** A changed input file. */
  | 'changed'

/** A failure of a run. */
export interface Failure {
  readonly kind: FailureKind
  readonly detail: string
  /** Equal for failures that probably have one cause. */
  readonly signature: string
}

/** @param words parts of the signature after the kind */
export const failure = (kind: FailureKind, detail: string, ...words: readonly string[]): Failure =>
  ({kind, detail, signature: [kind, ...words].map(withoutData).join(' | ')})

/** A text without the parts that come from the input: quoted texts and numbers. */
const withoutData = (text: string): string => text.slice(0, 300).replace(/"(?:[^"\\]|\\.)*"|'[^']*'|`[^`]*`/g, '"…"').replace(/\d+/g, 'N').replace(/\s+/g, ' ')
