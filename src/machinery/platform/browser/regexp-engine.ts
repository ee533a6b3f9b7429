import {part} from './parts.js'

/** Returns the package that compiles regular expressions of Go. */
export const regexpEngine = part(() => import('re2js'))
