import {printable} from '../../machinery/output/printable.js'

/** A text that is HTML. Every other text is escaped when it becomes a part of HTML. */
export class Html {
  constructor(readonly text: string) {}
}

/** A part of HTML: texts are escaped, lists are joined, and `undefined` and `false` are left out. */
export type HtmlPart = Html | string | number | bigint | false | undefined | readonly HtmlPart[]

const entities: Readonly<Record<string, string>> = {'&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;'}

/** Characters with a meaning in HTML, and those that no HTML document may contain. */
const special = /[&<>"']|\p{Cs}|\p{Noncharacter_Code_Point}/gu

/** Escapes a text for HTML and for quoted attributes. Control, format and invisible characters become visible escapes; line breaks stay. */
export const escapedHtml = (text: string): string =>
  printable(text).replace(special, (character) => entities[character] ?? `\\u${(character.codePointAt(0) ?? 0).toString(16)}`)

const partText = (part: HtmlPart): string => {
  if (part instanceof Html) return part.text
  if (part === undefined || part === false) return ''
  return typeof part === 'object' ? part.map(partText).join('') : escapedHtml(String(part))
}

/**
 * Makes HTML of a template. Each value is escaped, unless it is HTML already. Write values only between tags and into attributes with
 * double quotes, and never into the attributes `style`, `src` and `on...`. Into `href`, write only ids of the page and the address of the documentation.
 */
export const html = (template: TemplateStringsArray, ...values: readonly HtmlPart[]): Html =>
  new Html(template.map((text, i) => i === 0 ? text : partText(values[i - 1]) + text).join(''))
