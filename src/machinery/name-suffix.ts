// The server ends a name that it makes in five random characters, which nobody can know.

/** Stands for them while a request is answered, as valid as they are. */
export const suffixStandIn = 'zzxzz'

/** What users see in their place. */
export const shownSuffix = 'XXXXX'

/** The name under which an object with a shown name can be referred to in a request, where a placeholder is not valid. */
export const validName = (shown: string): string => shown.endsWith(`-${shownSuffix}`) ? shown.slice(0, -shownSuffix.length) + suffixStandIn : shown
