import {oneLine} from '../machinery/output/printable.js'

/** Escapes any text for Markdown: a cell of a table, a heading or a list item. */
export const escapedMarkdown = (text: string): string => oneLine(text).replaceAll(/[\\`*_{}[\]<>#|~&@]/g, (character) => `\\${character}`)
