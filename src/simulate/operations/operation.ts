/** What is done with the objects of the files. */
export const operations = ['create', 'apply', 'replace', 'delete'] as const

export type SendOperation = typeof operations[number]

/** The endpoints below an object that it can be sent to. */
export const subresources = ['status', 'resize', 'scale', 'ephemeralcontainers'] as const

export type Subresource = typeof subresources[number]

/** How objects are sent. */
export interface SendOptions {
  /** By default an object is created, and one that is there already is applied. */
  readonly operation?: SendOperation
  /** The endpoint; by default that of the object itself. To any other it is sent as by a replace. */
  readonly subresource?: Subresource
  /** Who sends it. */
  readonly user?: string
  /** The groups of that user. */
  readonly groups?: readonly string[]
}
