import type {Body} from '../builders.js'

/** Objects that a server accepts, each made for fields that no accepted object of the recordings has. */
export interface Accepted {
  readonly object: Body
  /** What else comes of it than what it says: a part of the object as it is stored. */
  readonly stored: Body
  /** What is there before; an object of the same name is updated. */
  readonly before?: readonly Body[]
  readonly subresource?: string
}

/** Accepted objects, by what they are. */
export type AcceptedTable = Readonly<Record<string, Accepted>>
