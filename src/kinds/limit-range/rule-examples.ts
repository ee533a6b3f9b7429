/** Returns a LimitRange of that name with these items. */
export const named = (name: string, items: readonly string[]): string => `apiVersion: v1
kind: LimitRange
metadata:
  name: ${name}
spec:
  limits:
${items.map((item) => `    - ${item}\n`).join('')}`

/** Returns a LimitRange with these items. */
export const limitRange = (...items: readonly string[]): string => named('limits', items)
