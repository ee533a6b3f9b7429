import type {Body} from '../builders.js'

/** Objects that a server accepts, each made for fields that no accepted object of the recordings has. */
export interface Accepted {
  readonly object: Body
  /** Fields of the stored object that differ from the manifest. */
  readonly stored: Body
  /** Objects that exist before; one of the same name is updated. */
  readonly before?: readonly Body[]
  readonly subresource?: string
}

/** Accepted objects by name. */
export type AcceptedTable = Readonly<Record<string, Accepted>>
