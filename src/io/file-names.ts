/** True for a name that may not be valid UTF-8: Node.js decodes such bytes to U+FFFD and then cannot find the file. */
export const mayBeInvalid = (path: string): boolean => path.includes('\ufffd')

/** The reason why a file with such a name cannot be read. */
export const invalidName = 'its name is not valid UTF-8: rename it'
