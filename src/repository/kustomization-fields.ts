/** The fields of a kustomization, as they are written. */
export type Fields = Readonly<Record<string, unknown>>

/** The items of what should be a list. */
export const itemsOf = (value: unknown): readonly unknown[] => Array.isArray(value) ? value as readonly unknown[] : []

/** True of a resource that is not on this disk. */
export const isRemote = (text: string): boolean => /:\/\/|^git@|^git::|[?&]ref=|^(?:www\.)?(?:github|gitlab|bitbucket)\.(?:com|org)[/:]/.test(text)

/** True of a patch or a transformer that is written in place. */
export const isInline = (text: string): boolean => text.includes('\n') || /^\s*[{[]|^[\w./-]+:\s/.test(text)
