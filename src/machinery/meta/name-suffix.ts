// A name that the server generates ends in five random characters, which cannot be known.

/** Placeholder for them while a request is evaluated; a valid suffix. */
export const suffixPlaceholder = 'zzxzz'

/** The suffix in output. */
export const shownSuffix = 'XXXXX'

/** The name under which an object with a shown name can be referred to in a request, where a placeholder is not valid. */
export const validName = (shown: string): string => shown.endsWith(`-${shownSuffix}`) ? shown.slice(0, -shownSuffix.length) + suffixPlaceholder : shown
