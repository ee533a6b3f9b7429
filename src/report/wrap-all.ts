import stringWidth from 'string-width'

import {wrap} from './wrap.js'

/** Wraps a text between words; words that are longer than a line are broken. A text of any length fits an infinite width: it is not measured. */
export const wrapAll = (text: string, width: number): string[] => width === Infinity ? [text] : wrap(text.split(' ').flatMap((word) => pieces(word, width)).join(' '), width, stringWidth)

function pieces(word: string, width: number): string[] {
  if (stringWidth(word) <= width) return [word]
  const parts: string[] = []
  let part = ''
  for (const character of word) {
    if (stringWidth(part + character) > width) {
      parts.push(part)
      part = ''
    }
    part += character
  }
  return [...parts, part]
}
