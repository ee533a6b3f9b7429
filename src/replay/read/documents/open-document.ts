/** Longer lines, items of lists and documents without a list are not read. */
export const longestText = 64 * 1024 * 1024

/** The position of a text in its line. */
export interface Piece {
  /** True if the line begins with it. */
  readonly begins: boolean
  /** True if more of the line follows. */
  readonly goesOn: boolean
}

/** A line in one piece. */
export const wholeLine: Piece = {begins: true, goesOn: false}

/** Reports an error and its line. */
export type Reject = (line: number, reason: string) => void

/** A document over several lines, or on a line that comes in pieces, while it is read. */
export interface OpenDocument {
  /**
   * Reads the next text.
   *
   * @returns undefined while the document continues; otherwise the rest of the text, which is not part of it
   */
  read(text: string, piece: Piece): string | undefined
  /** Ends the document at the end of the input. */
  end(): void
}

/**
 * Parses JSON.
 *
 * @param text undefined for one that was too long to keep
 * @param reject reports the error, with the given line
 * @returns undefined for invalid JSON
 */
export function parseJson(text: string | undefined, line: number, reject: Reject): {readonly json: unknown} | undefined {
  if (text === undefined || text.length > longestText) {
    reject(line, `longer than ${longestText} characters`)
    return undefined
  }
  try {
    return {json: JSON.parse(text)}
  } catch {
    reject(line, 'not JSON')
    return undefined
  }
}
