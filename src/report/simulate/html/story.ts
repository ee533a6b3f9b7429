import type {Step} from '../../../admission/chain.js'
import type {FieldChange} from '../../../admission/plugin.js'
import {groupBy} from '../../../machinery/collections/group-by.js'
import {goJson} from '../../../machinery/go/text.js'
import {oneLine} from '../../../machinery/output/printable.js'
import type {ManifestReview} from '../../../simulate/manifest-review.js'
import {changesOf} from '../../../simulate/operations/changes.js'
import type {Simulation} from '../../../simulate/simulate.js'
import {printYaml} from '../../../source/print-yaml.js'
import {counted} from '../../counted.js'
import {type Html, html} from '../../html/html.js'
import {beginning} from '../../html/page-limits.js'
import {badge, disclosure, table} from '../../html/view.js'
import {policyTitle} from '../answers.js'
import {referenceOf} from '../json.js'

/** The most changed fields of a table in a page. */
const mostRows = 100

/** Maximum length of a value in a table. */
const longestValue = 200

/** The steps of admission, plugin by plugin: the changes of each policy, and the rejection. Undefined if no plugin did anything. */
export function story(review: ManifestReview, {policies}: Simulation): Html | undefined {
  const {steps} = review
  if (steps.length === 0) return undefined
  const changes = steps.reduce((sum, step) => sum + step.changes.length, 0)
  const isDenied = steps.some(({rejection}) => rejection !== undefined)
  const title = [...changes > 0 ? [`${counted(changes, 'field')} changed`] : [], ...isDenied ? ['denied'] : []].join(', ')
  return disclosure(`Admission: ${title}`, html`<ol class="story">\n${steps.map((step) => stepHtml(step, policies.manifests))}</ol>\n`)
}

function stepHtml({plugin, phase, changes, rejection}: Step, manifests: Simulation['policies']['manifests']): Html {
  const titleOf = ({cause}: FieldChange): string => cause === undefined ? '' : policyTitle(cause, manifests)
  const tables = [...groupBy(changes, titleOf)].map(([title, group]) =>
    fieldTable(title === '' ? `Set by ${plugin}` : `Set by ${title}`, group.map(({field, from, to}) => ({field: String(field), from, to}))))
  return html`<li><p><b>${plugin}</b> <span class="muted">${phase === 'admit' ? 'may change the object' : 'checks the object'}</span>${
    rejection !== undefined && html` ${badge('denies it', 'bad')}`}</p>\n${tables}${
    rejection !== undefined && html`<p>${beginning(oneLine(rejection.status.message))}</p>\n`}</li>\n`
}

interface Changed {
  readonly field: string
  readonly from: unknown
  readonly to: unknown
  readonly by?: string
}

function fieldTable(caption: string, changes: readonly Changed[]): Html {
  const hasBy = changes.some(({by}) => by !== undefined)
  const rows = changes.slice(0, mostRows).map(({field, from, to, by}) => ({cells: [html`<code>${oneLine(field)}</code>`, valueHtml(from), valueHtml(to), ...hasBy ? [by] : []]}))
  const left = changes.length - rows.length
  return html`${table(caption, [{title: 'Field'}, {title: 'From'}, {title: 'To'}, ...hasBy ? [{title: 'By'}] : []], rows)}${left > 0 && html`<p>and ${counted(left, 'more field')}</p>\n`}`
}

/** A text in JSON that is clear without its quotes. */
const plainText = /^"((?! )[^"\\]+(?<! ))"$/

function valueHtml(value: unknown): Html {
  if (value === undefined || value === null) return html`<span class="muted">not set</span>`
  const json = goJson(value)
  const text = plainText.exec(json)?.[1] ?? json
  return html`<code>${oneLine(text.length > longestValue ? `${text.slice(0, longestValue)}…` : text)}</code>`
}

const isSecret = (object: object): boolean => referenceOf(object).kind === 'Secret'

/** The fields that an update changes, and by whom. Not those of a Secret. */
export function updateTable(review: ManifestReview): Html | undefined {
  if (review.operation !== 'UPDATE' || !review.allowed || review.before === undefined || isSecret(review.before)) return undefined
  const changes = changesOf(review)
  return changes.length === 0 ? undefined : disclosure(`Update: ${counted(changes.length, 'field')} changed`, fieldTable('Changed fields', changes))
}

/** The object as stored, as YAML. Not that of a Secret. */
export function storedObject({object}: ManifestReview): Html | undefined {
  if (object === undefined || isSecret(object)) return undefined
  return disclosure('Stored object', html`<pre>${beginning(printYaml([object]))}</pre>\n`, true)
}
