/** Returns the value at a path in an object; undefined if there is none. */
export const valueAt = (object: unknown, steps: readonly (string | number)[]): unknown => steps.reduce<unknown>((value, step) =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, step) ? (value as Readonly<Record<string | number, unknown>>)[step] : undefined, object)
