import {createRequire} from 'node:module'

/**
 * Reads a table of src/machinery/schema/. The build makes scripts of this module, which have a `require` of their own, and the tables
 * beside them.
 */
export const readTable: (path: string) => unknown = typeof require === 'undefined' ? createRequire(new URL('../../schema/', import.meta.url)) : require
