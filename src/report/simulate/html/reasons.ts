import {oneLine} from '../../../machinery/output/printable.js'
import type {Explanation, PolicyCause} from '../../../simulate/explain.js'
import {type Html, html} from '../../html/html.js'
import {beginning} from '../../html/page-limits.js'
import {linesBefore, sourceLines} from '../../html/source-lines.js'

/** The most reasons of a denial that a page shows. */
const mostReasons = 20

/**
 * The reasons of a denial: the rejected field and the policy behind it, each with its line.
 *
 * @param kind the kind of the denied object
 * @param whole the message of the server, which is not repeated
 */
export function reasonList(explanations: readonly Explanation[], kind: string, whole: string): Html | undefined {
  if (explanations.length === 0) return undefined
  const left = explanations.length - mostReasons
  return html`<ul class="reasons">\n${explanations.slice(0, mostReasons).map((each) => reason(each, kind, whole))}${left > 0 && html`<li>and ${left} more reasons</li>`}</ul>\n`
}

const reason = ({message, subject, field, place, hint, policy, setBy}: Explanation, kind: string, whole: string): Html => html`<li>${
  !whole.includes(message) && html`<p>${beginning(oneLine(message))}</p>\n`}<div class="pair">${
  field !== '' && html`<div><p class="place-title"><code>${oneLine(field)}</code>${subject !== '' && html` of ${oneLine(subject)}`}</p>\n${sourceLines(place, linesBefore(kind))}</div>`}${
  setBy.map((cause) => causeHtml('Set by', cause))}${policy !== undefined && causeHtml('Forbidden by', policy)}</div>${
  hint !== undefined && html`<p class="hint"><b>Hint:</b> ${beginning(oneLine(hint))}</p>`}</li>\n`

const causeHtml = (word: string, {kind, name, field, place}: PolicyCause): Html =>
  html`<div><p class="place-title">${word} ${kind} <b>${oneLine(name)}</b>, <code>${oneLine(field)}</code></p>\n${place !== undefined && sourceLines(place)}</div>`
