/** Longer lines, items of lists and documents without a list are not read. */
export const longestText = 64 * 1024 * 1024

/** How a text lies in its line. */
export interface Piece {
  /** Whether the line begins with it. */
  readonly begins: boolean
  /** Whether there is more of the line behind it. */
  readonly goesOn: boolean
}

/** A line in one piece. */
export const wholeLine: Piece = {begins: true, goesOn: false}

/** Is told what is wrong, with the line. */
export type Refuse = (line: number, reason: string) => void

/** A document over several lines, or on a line that comes in pieces, while it is read. */
export interface OpenDocument {
  /**
   * Takes what comes next.
   *
   * @returns undefined while the document goes on; else what of the text is not part of it
   */
  read(text: string, piece: Piece): string | undefined
  /** Ends it where it is, as nothing more comes. */
  end(): void
}
