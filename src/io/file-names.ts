/** True of a name that may not be valid UTF-8: Node.js gives U+FFFD for such bytes, and then no longer finds the file. */
export const mayBeInvalid = (path: string): boolean => path.includes('\ufffd')

/** Why a file with such a name cannot be read. */
export const invalidName = 'its name is not valid UTF-8: rename it'
