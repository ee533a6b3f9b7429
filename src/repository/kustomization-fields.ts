/** The fields of a kustomization, unvalidated. */
export type Fields = Readonly<Record<string, unknown>>

/** Returns the items of a list; none for another value. */
export const itemsOf = (value: unknown): readonly unknown[] => Array.isArray(value) ? value as readonly unknown[] : []

/** Returns true for a remote resource. */
export const isRemote = (text: string): boolean => /:\/\/|^git@|^git::|[?&]ref=|^(?:www\.)?(?:github|gitlab|bitbucket)\.(?:com|org)[/:]/.test(text)

/** Returns true for a patch or a transformer that is written inline. */
export const isInline = (text: string): boolean => text.includes('\n') || /^\s*[{[]|^[\w./-]+:\s/.test(text)
