import {type Html, html, type HtmlPart} from './html.js'

/** Judgement of a fact, shown as the colour of a card, a badge or an item. A text always states the same. */
export type Tone = 'bad' | 'warn' | 'good' | 'info'

/** A number or a short text at the top of a report: `3 errors`. */
export interface Card {
  readonly value: string | number
  readonly label: string
  readonly tone?: Tone | undefined
}

/** A part of a report with a heading, to which the navigation leads. */
export interface Section {
  /** Unique in the report, made of lower-case letters and hyphens, and never taken from input. */
  readonly id: string
  readonly title: string
  /** A number next to the title. */
  readonly count?: number
  readonly body: Html
}

/**
 * Content of a report without the page around it. Each command has a pure function that makes a view from its result. `htmlPage` (page.ts) makes a
 * file of it, and another page can show `viewHtml` with the style and the script in assets.ts.
 */
export interface View {
  /** The result in one sentence. */
  readonly summary: string
  readonly tone: Tone
  readonly cards: readonly Card[]
  /** Sentences below the cards. */
  readonly notes?: readonly string[]
  readonly sections: readonly Section[]
}

/** The whole content of a report. */
export const viewHtml = ({cards, notes = [], sections}: View): Html => html`${
  cards.length > 0 && html`<ul class="cards">${cards.map(cardHtml)}</ul>\n`}${
  notes.length > 0 && html`<ul class="notes">${notes.map((note) => html`<li>${note}</li>`)}</ul>\n`}${
  sections.map(sectionHtml)}`

const cardHtml = ({value, label, tone}: Card): Html => html`<li class="card ${tone}"><b>${value}</b> <span>${label}</span></li>`

const sectionHtml = ({id, title, count, body}: Section): Html =>
  html`<section class="section" id="${id}" aria-labelledby="${id}-title"><h2 id="${id}-title">${title}${count !== undefined && html` <span class="count">${count}</span>`}</h2>\n${body}</section>\n`

/** Links to the sections of a report. */
export const navigation = ({sections}: View): Html =>
  html`${sections.map(({id, title}) => html`<li><a href="#${id}">${title}</a></li>`)}`

/**
 * The facts about an item by which readers filter: each has a name (lower-case letters) and a value. The client script offers a choice
 * for each name with several values in the page. An item without a fact stays visible for every choice.
 */
export type Facts = Readonly<Record<string, string | undefined>>

/**
 * An item of a list that readers can filter and search.
 *
 * @param noun the singular of what it is, for the count: `finding`
 * @param facts what readers can filter by: `severity`, `rule`, `namespace`
 */
export const item = (noun: string, facts: Facts, tone: Tone | undefined, body: HtmlPart): Html => html`<li class="item ${tone}" data-item="${noun}"${
  Object.entries(facts).map(([name, value]) => value !== undefined && html` data-${name}="${value}"`)}>${body}</li>\n`

/** A list of items. */
export const itemList = (items: readonly Html[]): Html => html`<ul class="items" role="list">\n${items}</ul>\n`

/** Items with a heading, for example those of one file. The client script hides it if it hides all its items. */
export const group = (title: HtmlPart, items: readonly Html[]): Html =>
  html`<section class="group" data-group><h3>${title} <span class="count" data-count>${items.length}</span></h3>\n${itemList(items)}</section>\n`

/** A short word with a colour. */
export const badge = (text: string, tone?: Tone): Html => html`<span class="badge ${tone}">${text}</span>`

/**
 * A part that the reader can open. It is printed, too.
 *
 * @param isBulk true for a long text, which is printed only if it is open
 */
export const disclosure = (summary: HtmlPart, body: HtmlPart, isBulk = false): Html =>
  html`<details${isBulk && html` class="bulk"`}><summary>${summary}</summary>\n${body}</details>\n`

/** Names with their values, without those that have none. */
export const definitions = (entries: readonly (readonly [name: string, value: HtmlPart])[]): Html | undefined => {
  const present = entries.filter(([, value]) => value !== undefined && value !== false && value !== '')
  return present.length === 0 ? undefined : html`<dl>${present.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>\n`
}

export interface Column {
  readonly title: string
  /** True for a column of numbers, which are aligned to the right. */
  readonly isNumeric?: boolean
}

/** A row of a table: its cells, the first of which names it. With a noun, readers can filter it like an item. */
export interface Row {
  readonly cells: readonly HtmlPart[]
  readonly tone?: Tone | undefined
  readonly noun?: string
  readonly facts?: Facts
}

/** A table of rows that belong to namespaces: with a column for them if there are several, and else with that of all rows in the caption. */
export function namespacedTable(caption: string, columns: readonly Column[], rows: readonly (Row & {readonly namespace: string})[]): Html {
  const namespaces = new Set(rows.map(({namespace}) => namespace))
  const [only = ''] = namespaces
  if (namespaces.size < 2) return table(only === '' ? caption : `${caption} in namespace ${only}`, columns, rows)
  return table(caption, [{title: 'Namespace'}, ...columns], rows.map(({namespace, ...row}) => ({...row, cells: [namespace, ...row.cells], facts: {...row.facts, namespace}})))
}

/** A table with a caption. The first cell of each row is its heading. */
export function table(caption: string, columns: readonly Column[], rows: readonly Row[]): Html {
  const kind = (i: number): Html | false => columns[i]?.isNumeric === true && html` class="number"`
  const cell = (part: HtmlPart, i: number): Html => i === 0 ? html`<th scope="row"${kind(i)}>${part}</th>` : html`<td${kind(i)}>${part}</td>`
  const row = ({cells, tone, noun, facts = {}}: Row): Html => html`<tr${tone !== undefined && html` class="${tone}"`}${
    noun !== undefined && html` data-item="${noun}"`}${
    Object.entries(facts).map(([name, value]) => value !== undefined && html` data-${name}="${value}"`)}>${cells.map(cell)}</tr>\n`
  return html`<div class="scroll" role="group" aria-label="${caption}" tabindex="0"><table><caption>${caption}</caption>\n<thead><tr>${
    columns.map(({title}, i) => html`<th scope="col"${kind(i)}>${title}</th>`)}</tr></thead>\n<tbody>\n${rows.map(row)}</tbody></table></div>\n`
}
