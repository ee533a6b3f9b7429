import type {Ending} from '../../lint/ending.js'

export interface DriftOptions {
  readonly isColoured: boolean
  readonly ending?: Ending
  /** The version of kadm. */
  readonly version?: string
}
