/** Characters that JSON.stringify leaves as they are and a terminal does not. */
const unprintable = /[\u007f-\u009f\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/g

const text = (value: string): string =>
  JSON.stringify(value).replace(unprintable, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`)

/**
 * JSON with an indentation of two: as JSON.stringify, with integers of any size exact, and with the characters escaped
 * that would steer a terminal.
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
