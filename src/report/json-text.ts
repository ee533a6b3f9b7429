import {isPlain, printable} from '../machinery/output/printable.js'

/**
 * JSON with an indentation of two: like JSON.stringify, but with exact integers of any size, and with escapes for characters
 * that would control a terminal or a CI job.
 */
export function jsonText(value: unknown): string {
  const text = stringify(value)
  // A line of JSON is safe to print by itself: it begins with no command, since its texts are in quotes.
  return `${isPlain(text) ? text : text.split('\n').map((line) => printable(line)).join('\n')}\n`
}

/** Integers beyond 2^53 are rare, and JSON.stringify takes a quarter of the time. */
function stringify(value: unknown): string {
  try {
    return JSON.stringify(value ?? null, undefined, 2)
  } catch (error) {
    // It cannot print bigints.
    if (error instanceof TypeError) return print(value, '\n')
    throw error
  }
}

function print(value: unknown, lineBreak: string): string {
  if (typeof value === 'bigint') return value.toString()
  if (typeof value !== 'object' || value === null) return JSON.stringify(value ?? null)
  const inner = `${lineBreak}  `
  if (Array.isArray(value)) return value.length === 0 ? '[]' : `[${value.map((item) => inner + print(item, inner)).join(',')}${lineBreak}]`
  if ('toJSON' in value && typeof value.toJSON === 'function') return print((value as {toJSON(): unknown}).toJSON(), lineBreak)
  const entries = Object.entries(value).filter(([, item]) => item !== undefined)
  return entries.length === 0 ? '{}' : `{${entries.map(([key, item]) => `${inner}${JSON.stringify(key)}: ${print(item, inner)}`).join(',')}${lineBreak}}`
}
