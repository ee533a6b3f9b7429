import type {Body} from '../builders.js'

/** An object that the API server accepts, with fields that no accepted object of the recordings has. */
export interface Accepted {
  readonly object: Body
  /** Fields of the stored object that differ from the manifest. */
  readonly stored: Body
  /** Objects that exist before the request. */
  readonly before?: readonly Body[]
  readonly subresource?: string
}

/** Accepted objects by name. */
export type AcceptedTable = Readonly<Record<string, Accepted>>
