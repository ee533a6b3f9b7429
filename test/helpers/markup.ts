/** Elements without an end tag. */
const empty: ReadonlySet<string> = new Set(['br', 'hr', 'meta'])

/** The elements of reports. A text that is not escaped would add others, or attributes that act. */
const known: ReadonlySet<string> = new Set([
  ...empty, 'a', 'b', 'body', 'caption', 'code', 'dd', 'details', 'div', 'dl', 'dt', 'figure', 'figcaption', 'footer', 'h1', 'h2', 'h3', 'h4', 'h5', 'head', 'header', 'html', 'li', 'main', 'mark',
  'nav', 'ol', 'p', 'pre', 'script', 'section', 'span', 'strong', 'style', 'summary', 'table', 'tbody', 'td', 'th', 'thead', 'title', 'tr', 'ul',
  'circle', 'clipPath', 'defs', 'desc', 'g', 'line', 'path', 'polygon', 'polyline', 'rect', 'svg', 'text', 'tspan',
])

/** Attributes of reports besides `data-...` and `aria-...`, and those of charts. */
const attributes = /^(?:data-[a-z-]+|aria-[a-z]+|charset|class|content|href|http-equiv|id|lang|name|open|role|scope|tabindex|[a-zA-Z-]*[xy][12]?|cx|cy|d|dx|dy|fill|fill-opacity|height|points|r|rx|stroke|stroke-[a-z]+|text-anchor|transform|viewBox|width|xmlns|clip-path|dominant-baseline|font-[a-z]+|opacity|overflow|preserveAspectRatio)$/

/** A tag, with attributes in double quotes. */
const tag = /^<(\/?)([a-zA-Z][a-zA-Z0-9]*)((?: [a-zA-Z-]+(?:="[^"<>]*")?)*)(\/?)>/

/**
 * Returns the first place where an HTML report is not what kadm writes: elements that do not nest, unknown elements and attributes, links
 * that leave the page, and characters that are not escaped. Returns undefined if there is none. A parser of browsers would repair such text.
 */
export function markupError(text: string): string | undefined {
  if (!text.startsWith('<!doctype html>\n')) return 'there is no document type'
  const body = text.slice('<!doctype html>\n'.length).replace(/<(style|script)>[^]*?<\/\1>/g, '<$1></$1>')
  const open: string[] = []
  for (const {index} of body.matchAll(/</g)) {
    const [, end, name = '', given = '', isEmpty] = tag.exec(body.slice(index, index + 50_000)) ?? []
    const around = JSON.stringify(body.slice(index, index + 60))
    if (!known.has(name)) return `no element of a report: ${around}`
    const wrong = [...given.matchAll(/ ([a-zA-Z-]+)(?:="([^"]*)")?/g)].find(([, attribute = '', value = '']) => !attributes.test(attribute) || (attribute === 'href' && !value.startsWith('#')))
    if (wrong !== undefined) return `no attribute of a report: ${around}`
    if (end === '/' ? open.pop() !== name : false) return `an end tag without its start: ${around}`
    if (end !== '/' && isEmpty !== '/' && !empty.has(name)) open.push(name)
  }
  const plain = body.replaceAll(/<[^<>]*>/g, '')
  const bad = /[<>"']|&(?!(?:amp|lt|gt|quot|#39);)/.exec(plain)
  if (bad !== null) return `not escaped: ${JSON.stringify(plain.slice(Math.max(0, bad.index - 30), bad.index + 30))}`
  return open.length > 0 ? `not ended: ${open.join(', ')}` : undefined
}
