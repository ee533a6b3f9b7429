import {Html, html} from './html.js'

/** The page of a command for one environment. */
interface EnvironmentPage {
  readonly name: string
  readonly text: string
}

/** The text between two tags of a page. Texts in pages are escaped, so that no other place has these tags. */
const between = (text: string, start: string, end: string): string => text.slice(text.indexOf(start) + start.length, text.lastIndexOf(end))

const mainStart = '<main id="main" tabindex="-1">'

/** The content of a page as a part of another: its ids get a prefix, and its headings are one level lower. */
const asPart = (content: string, prefix: string): string => content
  .replaceAll(/( (?:id|for|aria-labelledby|aria-describedby|aria-controls)="| href="#)/g, `$1${prefix}-`)
  .replaceAll(/(<\/?)h([2-5])\b/g, (_, start: string, level: string) => `${start}h${Number(level) + 1}`)
  // Sections of two environments have the same names, which assistive technology lists.
  .replaceAll(/ aria-labelledby="/g, ` aria-labelledby="${prefix}-title `)

/**
 * Joins the pages of several environments into one, with a part for each. The filters of the page apply to all of them.
 *
 * @param pages texts that `htmlPage` made
 */
export function joinPages(pages: readonly EnvironmentPage[]): string {
  const [first = ''] = pages.map(({text}) => text)
  const title = between(first, '<h1>', '</h1>')
  const environments = pages.map(({name, text}, i) => ({
    name, prefix: `environment-${i + 1}`, summary: new Html(/<p class="summary .*?<\/p>/.exec(text)?.[0] ?? ''), content: between(text, mainStart, '</main>'),
  }))
  const names = html`<title>${new Html(title)}: ${environments.length === 1 ? 'environment' : 'environments'} ${environments.map(({name}) => name).join(', ')}</title>`
  const links = html`<nav aria-label="Environments"><ul>${environments.map(({name, prefix, summary}) => html`<li><a href="#${prefix}">${name}</a>: ${new Html(summary.text.replaceAll(/<[^>]*>/g, ''))}</li>`)}</ul></nav>`
  const parts = environments.map(({name, prefix, summary, content}) => html`
<section class="environment" id="${prefix}" aria-labelledby="${prefix}-title" data-environment="${name}">
<h2 id="${prefix}-title">Environment: ${name}</h2>
${summary}
${new Html(asPart(content, prefix))}</section>
`)
  const head = first.slice(0, first.indexOf(mainStart))
    .replace(/<title>[^]*?<\/title>/, () => names.text).replace(/<p class="summary .*?<\/p>\n/, '').replace(/<nav [^]*<\/nav>/, () => links.text)
  return `${head}${mainStart}${html`${parts}`.text}${first.slice(first.lastIndexOf('</main>'))}`
}
