/** A part of a story, in no format yet. Depths indent texts and tables. */
export type Block =
  | {readonly heading: string, readonly level: 1 | 2, readonly isBad?: boolean}
  | {readonly text: string, readonly depth: number, readonly isBad?: boolean}
  | {readonly head: readonly string[], readonly rows: readonly (readonly string[])[], readonly depth: number}

export const textBlock = (text: string, depth = 0): Block => ({text, depth})

/** A denial, which has its own colour. */
export const badBlock = (text: string, depth = 0): Block => ({text, depth, isBad: true})
