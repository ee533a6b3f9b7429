import {longestText, type Reject} from './documents/open-document.js'

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
