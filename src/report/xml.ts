import {escapedLine} from './lint/plain.js'

/** Returns attributes of an XML element, escaped. */
export const attributes = (values: Readonly<Record<string, string | number>>): string =>
  Object.entries(values).map(([name, value]) => ` ${name}="${xml(escapedLine(String(value)))}"`).join('')

/** Escapes a text for XML; characters that XML does not allow must be escaped already. */
export const xml = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
