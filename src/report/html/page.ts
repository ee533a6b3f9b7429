import type {Ending} from '../../lint/ending.js'
import {pageScript, pageStyle, scriptHash, styleHash} from './assets.js'
import {Html, html} from './html.js'
import {navigation, type View, viewHtml} from './view.js'

/** A page around a view. */
export interface Page {
  /** The command: `kadm lint`. */
  readonly title: string
  readonly version: string
  /** The exit status of the run, and why its result is incomplete. */
  readonly ending?: Ending | undefined
  readonly view: View
}

/** Nothing is loaded, and only the style and the script of kadm itself apply: no text in the page can act. */
const policy = [
  "default-src 'none'", `style-src '${styleHash}'`, `script-src '${scriptHash}'`, "base-uri 'none'", "form-action 'none'", "require-trusted-types-for 'script'", "trusted-types 'none'",
].join('; ')

/**
 * Makes an HTML file that needs nothing else: `htmlPage({title: 'kadm lint', version, ending, view: lintView(report)})`. It can be read without
 * JavaScript; the script adds filters.
 */
export const htmlPage = ({title, version, ending, view}: Page): string => html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<meta name="generator" content="kadm ${version}">
<title>${title}: ${view.summary}</title>
<style>${new Html(pageStyle)}</style>
</head>
<body>
<a class="skip" href="#main">Skip to the report</a>
<header>
<h1>${title}</h1>
<p class="summary ${view.tone}">${view.summary}</p>
</header>
<nav aria-label="Sections"><ul>${navigation(view)}</ul></nav>
<main id="main" tabindex="-1">
${endingHtml(ending)}${viewHtml(view)}</main>
<footer><p>Made by kadm ${version}, offline. kadm emulates the API server: <code>kadm rules ID</code> explains a rule.</p></footer>
<script>${new Html(pageScript)}</script>
</body>
</html>
`.text

/** The exit status and why the result is incomplete: a partial result is never shown as a whole one. */
function endingHtml(ending: Ending | undefined): Html | undefined {
  if (ending === undefined) return undefined
  const {incomplete, exitStatus} = ending
  return html`${incomplete.length > 0 && html`<div class="incomplete" role="note"><p><strong>The report is incomplete</strong></p><ul>${
    incomplete.map((reason) => html`<li>${reason}</li>`)}</ul></div>\n`}<p class="status">Exit status <code>${exitStatus}</code></p>\n`
}
