import stringWidth from 'string-width'

import {oneLine} from '../../machinery/printable.js'
import {wrapAll} from '../wrap-all.js'

/** Sets two texts side by side, wrapped to the width of the terminal. */
export function sideBySide(left: readonly string[], right: readonly string[], width: number): string[] {
  const column = Math.max(10, Math.floor((width - 3) / 2))
  const [first, second] = [left, right].map((texts) => texts.flatMap((text) => wrapAll(oneLine(text), column)))
  const rows = Math.max(first?.length ?? 0, second?.length ?? 0)
  return Array.from({length: rows}, (_, i) => `${padded(first?.[i] ?? '', column)} | ${second?.[i] ?? ''}`.trimEnd())
}

const padded = (text: string, width: number): string => text + ' '.repeat(Math.max(0, width - stringWidth(text)))
