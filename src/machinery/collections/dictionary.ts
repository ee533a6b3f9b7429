/** Values by names from manifests, which are untrusted. */
export type Dictionary<T> = Record<string, T>

// V8 keeps objects without a prototype as hash tables, three times as slow as those with an empty one.
const emptyPrototype: object = Object.freeze(Object.create(null) as object)

/** An empty dictionary. It inherits nothing: `toString` is not in it, and `__proto__` is a name like any other. */
export const emptyDictionary = <T>(): Dictionary<T> => Object.create(emptyPrototype) as Dictionary<T>
