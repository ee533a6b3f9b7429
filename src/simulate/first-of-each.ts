/** Maximum number of errors of one rule that explain why an object was denied: a generated object can break a rule in every line. */
export const maxOfRule = 1000

/** One of the first items of a class. */
export interface Listed<T> {
  readonly item: T
  /** True if it is the last listed item, and others of its class follow. */
  readonly isCut: boolean
}

/** Returns the first 1,000 items of each class, in their order. */
export function firstOfEach<T>(items: readonly T[], classOf: (item: T) => string): readonly Listed<T>[] {
  if (items.length <= maxOfRule) return items.map((item) => ({item, isCut: false}))
  const counts = new Map<string, number>()
  const listed: {item: T, isCut: boolean}[] = []
  const last = new Map<string, {isCut: boolean}>()
  for (const item of items) {
    const name = classOf(item)
    const count = (counts.get(name) ?? 0) + 1
    counts.set(name, count)
    const previous = last.get(name)
    if (count > maxOfRule && previous !== undefined) previous.isCut = true
    else {
      const entry = {item, isCut: false}
      listed.push(entry)
      last.set(name, entry)
    }
  }
  return listed
}

/** Adds to the message of the last shown error that there are more. */
export const cutMessage = (message: string, isCut: boolean): string =>
  isCut ? `${message} (the last of ${maxOfRule.toLocaleString('en')} errors of this rule that are shown: kadm lint shows all)` : message
