import {oneLine} from '../../machinery/output/printable.js'
import {escapedHtml} from '../html/html.js'

/** A part of an SVG document. Only `element` makes one, so that every text in it is escaped. */
class SvgMarkup {
  constructor(private readonly source: string) {}

  toString(): string {
    return this.source
  }
}

export type Markup = SvgMarkup

type Attributes = Readonly<Record<string, string | number | undefined>>

type Child = Markup | string | readonly (Markup | string)[]

/**
 * Makes an element. Texts among the children, and the values of attributes, are escaped.
 *
 * @param attributes those that are undefined are left out
 */
export function element(name: string, attributes: Attributes = {}, ...children: readonly Child[]): Markup {
  const attributesText = Object.entries(attributes).map(([key, value]) => value === undefined ? '' : ` ${key}="${escaped(String(value))}"`).join('')
  const inner = children.flat().map((child) => typeof child === 'string' ? escaped(child) : child.toString()).join('')
  return new SvgMarkup(inner === '' ? `<${name}${attributesText}/>` : `<${name}${attributesText}>${inner}</${name}>`)
}

/** Escapes a text, which then has one line. */
const escaped = (text: string): string => escapedHtml(oneLine(text))

/** A place on the x axis of a chart that is as wide as its page, from 0 to 1. Keeps marks at the ends inside. */
export const across = (fraction: number): string => `${rounded(0.4 + 99.2 * Math.min(1, Math.max(0, fraction)))}%`

/** A width on that axis. */
export const width = (from: number, to: number): string => `${rounded(Math.max(0, 99.2 * (Math.min(1, to) - Math.max(0, from))))}%`

/** Rounds a number, which keeps files small and equal on all machines. */
export const rounded = (value: number): number => Math.round(value * 100) / 100

/** Shortens a text that is too long for its place. */
export const shortened = (text: string, most: number): string => {
  const characters = [...oneLine(text)]
  return characters.length <= most ? characters.join('') : `${characters.slice(0, most - 1).join('')}\u2026`
}

interface LabelOptions {
  /** The place on the x axis; by default the left end. */
  readonly x?: string | number
  readonly anchor?: 'start' | 'middle' | 'end'
  readonly class?: string
}

/** A line of text at a baseline. */
export const label = (text: string, y: number, {x = across(0), anchor, class: name}: LabelOptions = {}): Markup =>
  element('text', {x, y, 'text-anchor': anchor, class: name}, text)

/** The letters that fit into a line of a telephone, and of places of 36rem and 60rem: a page shows the text for its place (charts.css). */
const lineLength = {narrow: 42, medium: 80, wide: 130}

interface LineOptions {
  readonly class?: string
  /** A shorter text for a narrow place. */
  readonly narrow?: string
  /** A text at the right end. */
  readonly note?: string
  readonly noteClass?: string
}

/** A line across the chart at a baseline. Texts that a place has no room for are shortened there only. */
export function line(text: string, y: number, {class: name, narrow = text, note = '', noteClass = 'kc-note'}: LineOptions = {}): Markup[] {
  const draw = (shown: string, most: number, place?: string): Markup[] => {
    const shownNote = shortened(note, Math.floor(most * 0.6))
    const named = (own: string | undefined): {readonly class?: string} => own === undefined && place === undefined ? {} : {class: [own, place].filter((each) => each !== undefined).join(' ')}
    return [
      label(shortened(shown, most - [...shownNote].length - (note === '' ? 0 : 1)), y, named(name)),
      ...note === '' ? [] : [label(shownNote, y, {x: across(1), anchor: 'end', ...named(noteClass)})],
    ]
  }
  const length = [...oneLine(text), ...oneLine(note)].length
  if (length < lineLength.narrow) return draw(text, lineLength.narrow)
  const inNarrow = draw(narrow, lineLength.narrow, 'kc-narrow')
  if (length < lineLength.medium) return [...draw(text, lineLength.medium, 'kc-roomy'), ...inNarrow]
  return [...draw(text, lineLength.wide, 'kc-wide'), ...draw(text, lineLength.medium, 'kc-roomy kc-medium'), ...inNarrow]
}

/** The longest text that is shown when the pointer rests on a shape: a few names of objects. */
const longestHint = 1_000

/** A shape with a text that is shown when the pointer rests on it. */
export const hinted = (hint: string, shapes: Markup | readonly Markup[]): Markup => element('g', {}, element('title', {}, shortened(hint, longestHint)), shapes)

/** A shape of fixed size at a place on the x axis. */
export const at = (x: string, y: number, shapes: Markup | readonly Markup[]): Markup => element('svg', {x, y, class: 'kc-at', overflow: 'visible', width: 1, height: 1}, shapes)
