import {longestText, type Refuse} from './open-document.js'

/**
 * Parses JSON.
 *
 * @param text undefined for one that was too long to be kept
 * @param refuse is told what is wrong, with the line that is given
 * @returns undefined for what is no JSON
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
