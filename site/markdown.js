// How Markdown for a git host becomes a page of VitePress.
import {renderMermaidSVG} from 'beautiful-mermaid'

import {linkTarget} from './pages.js'

const escaped = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

/** Escapes a text for a template of Vue, which evaluates `{{ }}`. */
const literal = (text) => escaped(text).replaceAll('{{', '&#123;&#123;')

/** Returns a diagram as an image. Fonts of other servers are left out. */
export function mermaidImage(text) {
  const svg = renderMermaidSVG(text, {font: 'sans-serif'}).replace(/^\s*@import url\([^\n]*\n/m, '')
  return `<p><img class="diagram" alt="A diagram; its text is in the Markdown file of this page" src="data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}"></p>\n`
}

/**
 * Configures markdown-it: texts are literal, links lead to pages of the site, Mermaid diagrams are images, and empty headers of columns are ordinary cells.
 *
 * @param md The instance of markdown-it
 * @param root The root of the repository
 * @param repository The address of the repository, empty if it has none
 */
export function configureMarkdown(md, root, repository) {
  const {rules} = md.renderer
  rules.text = (tokens, i) => literal(tokens[i].content)
  rules.code_inline = (tokens, i) => `<code v-pre>${escaped(tokens[i].content)}</code>`
  rules.th_open = (tokens, i, options, env, self) => {
    if (tokens[i + 1].content === '') [tokens[i].tag, tokens[i + 2].tag] = ['td', 'td']
    return self.renderToken(tokens, i, options)
  }
  const fence = rules.fence
  rules.fence = (...given) => {
    const [tokens, i] = given
    const language = tokens[i].info.trim()
    if (language === 'mermaid') return mermaidImage(tokens[i].content)
    // Output has no syntax to highlight.
    if (language === 'console') tokens[i].info = 'text'
    return fence(...given).replace('<span class="lang">text</span>', `<span class="lang">${language}</span>`)
  }
  // Indented code looks as all other code does, and scrolls.
  rules.code_block = (...given) => rules.fence(...given)
  md.core.ruler.push('repository_links', ({tokens, env}) => {
    for (const {children} of tokens) resolveLinks(children ?? [], env.realPath ?? env.path, root, repository)
  })
}

/** Sets the targets of links and images in place. A link without a target becomes its text. */
function resolveLinks(tokens, path, root, repository) {
  const from = path.slice(root.length + 1)
  const open = []
  for (const token of tokens) {
    if (token.type === 'link_open') {
      const target = linkTarget(token.attrGet('href'), from, root, repository)
      open.push(target)
      if (target === undefined) Object.assign(token, {type: 'html_inline', content: '', tag: ''})
      else token.attrSet('href', target)
    } else if (token.type === 'link_close' && open.pop() === undefined) Object.assign(token, {type: 'html_inline', content: '', tag: ''})
  }
}
