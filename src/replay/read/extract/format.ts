import {printable} from '../../../machinery/output/printable.js'
import type {LineCounts} from '../line-tally.js'

/** The version of the format that kadm writes and reads. */
export const extractVersion = 1

/** The kinds of the first and the last line of an extract; the lines between them are canonical records. */
export const [headKind, endKind] = ['EventExtract', 'EventExtractEnd'] as const

/** The first line of an extract, without the line break. */
export const headLine = JSON.stringify({kind: headKind, version: extractVersion})

/** Reports whether a line is the first line of an extract, of any version. */
export const isHeadLine = (line: string | undefined): boolean => line?.startsWith(`{"kind":"${headKind}",`) === true

/** The last line of an extract. */
export interface ExtractEnd {
  readonly kind: typeof endKind
  /** Number of records in the extract. */
  readonly records: number
  /** Number of records that were moved into order of time. */
  readonly reordered: number
  /** The counts of the logs' lines. */
  readonly lines: LineCounts
}

/** Returns the last line of an extract, without the line break. */
export const endLine = (end: Omit<ExtractEnd, 'kind'>): string => printable(JSON.stringify({kind: endKind, ...end}))
