import {printable} from '../machinery/output/printable.js'

const text = (value: string): string => printable(JSON.stringify(value))

/**
 * JSON with an indentation of two: like JSON.stringify, but with exact integers of any size, and with escapes for characters
 * that would control a terminal or a CI job.
 */
export function jsonText(value: unknown): string {
  return `${print(value, '\n')}\n`
}

function print(value: unknown, lineBreak: string): string {
  if (typeof value === 'string') return text(value)
  if (typeof value === 'bigint') return value.toString()
  if (typeof value !== 'object' || value === null) return JSON.stringify(value ?? null)
  const inner = `${lineBreak}  `
  if (Array.isArray(value)) return value.length === 0 ? '[]' : `[${value.map((item) => inner + print(item, inner)).join(',')}${lineBreak}]`
  if ('toJSON' in value && typeof value.toJSON === 'function') return print((value as {toJSON(): unknown}).toJSON(), lineBreak)
  const entries = Object.entries(value).filter(([, item]) => item !== undefined)
  return entries.length === 0 ? '{}' : `{${entries.map(([key, item]) => `${inner}${text(key)}: ${print(item, inner)}`).join(',')}${lineBreak}}`
}
