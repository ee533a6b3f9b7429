import type {ReadingTally} from '../reading-tally.js'

/** The version of the format that kadm writes and reads. */
export const extractVersion = 1

/** The kinds of the first and the last line of an extract; the lines in between are canonical records. */
export const [headKind, endKind] = ['EventExtract', 'EventExtractEnd'] as const

/** The first line of an extract, without the line break. */
export const headLine = JSON.stringify({kind: headKind, version: extractVersion})

/** True of the first line of an extract, of any version. */
export const isHeadLine = (line: string | undefined): boolean => line?.startsWith(`{"kind":"${headKind}",`) === true

/** What the last line of an extract says. */
export interface ExtractEnd {
  readonly kind: typeof endKind
  /** How many records the extract has. */
  readonly records: number
  /** How many of them stood behind a later one in their log, and were put in order. */
  readonly reordered: number
  /** What became of the lines of the logs. */
  readonly lines: Pick<ReadingTally, typeof counts[number] | 'unreadableLines'>
}

/** The counts that an extract keeps. The others are made of its records. */
export const counts = ['lines', 'unreadable', 'auditEvents', 'auditedWrites', 'storedEvents', 'others', 'repeated'] as const
