import {greatest} from '../machinery/collections/append.js'

const bars = ['\u2581', '\u2582', '\u2583', '\u2584', '\u2585', '\u2586', '\u2587', '\u2588'] as const

/** Amounts as bars of eight heights; a blank for zero. */
export function sparkline(amounts: readonly number[], most = greatest(amounts, 0)): string {
  return amounts.map((amount) => amount <= 0 ? ' ' : bars[Math.min(bars.length, Math.ceil(amount / most * bars.length)) - 1] ?? ' ').join('')
}
