import stringWidth from 'string-width'

import {oneLine} from '../../machinery/printable.js'
import {wrap} from '../wrap.js'

/** Sets two texts side by side, wrapped to the width of the terminal. */
export function sideBySide(left: readonly string[], right: readonly string[], width: number): string[] {
  const column = Math.max(10, Math.floor((width - 3) / 2))
  const [first, second] = [left, right].map((texts) => texts.flatMap((text) => wrapped(oneLine(text), column)))
  const rows = Math.max(first?.length ?? 0, second?.length ?? 0)
  return Array.from({length: rows}, (_, i) => `${padded(first?.[i] ?? '', column)} | ${second?.[i] ?? ''}`.trimEnd())
}

/** Wraps a text between words; words that are longer than a line are broken. */
const wrapped = (text: string, width: number): string[] => wrap(text.split(' ').flatMap((word) => pieces(word, width)).join(' '), width, stringWidth)

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

const padded = (text: string, width: number): string => text + ' '.repeat(Math.max(0, width - stringWidth(text)))
