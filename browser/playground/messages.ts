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
  /** The version that was emulated. */
  readonly version: string
}

export interface FixedTexts {
  readonly id: number
  /** The new texts of files, by name. */
  readonly texts: Readonly<Record<string, string>>
}

/** The input cannot be answered: its size, or too much work for a simulation. */
export interface Refusal {
  readonly id: number
  readonly refusal: string
}

export type FromWorker = {readonly versions: readonly string[]} | Answer | FixedTexts | Refusal
