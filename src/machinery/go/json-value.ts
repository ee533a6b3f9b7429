/** True for a JSON object. */
export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The text of a field; empty for anything else. */
export const textOf = (value: unknown): string => typeof value === 'string' ? value : ''

/** The name of a JSON value's type in messages of Go's encoding/json. */
export function goKind(value: unknown): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'array'
  return goKinds[typeof value] ?? typeof value
}

const goKinds: Readonly<Record<string, string>> = {boolean: 'bool', bigint: 'number'}
