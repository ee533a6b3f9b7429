import {RE2JS, RE2JSSyntaxException} from 're2js'

/** Returns the package that compiles regular expressions of Go. */
export const regexpEngine = (): {readonly RE2JS: typeof RE2JS, readonly RE2JSSyntaxException: typeof RE2JSSyntaxException} => ({RE2JS, RE2JSSyntaxException})
