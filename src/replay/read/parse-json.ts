import {longestText, type Refuse} from './documents/open-document.js'

/**
 * Parses JSON.
 *
 * @param text undefined for one that was too long to keep
 * @param refuse reports the fault, with the given line
 * @returns undefined for invalid JSON
 */
export function parseJson(text: string | undefined, line: number, refuse: Refuse): {readonly json: unknown} | undefined {
  if (text === undefined || text.length > longestText) {
    refuse(line, `longer than ${longestText} characters`)
    return undefined
  }
  try {
    return {json: JSON.parse(text)}
  } catch {
    refuse(line, 'not JSON')
    return undefined
  }
}
