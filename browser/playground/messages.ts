import type {Input} from './input.js'

/** The views of the result. */
export const viewNames = ['lint', 'simulate', 'explain', 'capacity'] as const

export type ViewName = typeof viewNames[number]

export interface FileChange {
  readonly from: number
  readonly to: number
  readonly insert: string
}

/** A finding in one of the files, as the editor shows it. */
export interface Finding {
  readonly file: string
  readonly from: number
  readonly to: number
  readonly severity: 'error' | 'warning' | 'info'
  readonly message: string
  readonly hint?: string | undefined
  readonly rule: string
  /** The requirement of the rule. */
  readonly summary: string
  readonly fix?: FileChange | undefined
}

/** A question of the page to its worker. */
export interface Request {
  readonly id: number
  readonly input: Input
  readonly view: ViewName
}

export interface FixRequest {
  readonly id: number
  readonly fix: Input
}

export interface Answer {
  readonly id: number
  readonly findings: readonly Finding[]
  readonly summary: string
  readonly tone: string
  readonly html: string
}

/** A text that was fixed, and the result. */
export interface FixedText {
  readonly before: string
  readonly after: string
}

export interface FixedTexts {
  readonly id: number
  /** By the names of files. */
  readonly texts: Readonly<Record<string, FixedText>>
  /** Why nothing was fixed, if the input is too large. */
  readonly problem?: string
}

export type FromWorker = {readonly versions: readonly string[]} | Answer | FixedTexts
