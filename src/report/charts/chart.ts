import {chartFileStyle} from '../html/assets.js'
import {element, label, type Markup, shortened} from './svg.js'

/** A drawn chart. It is as wide as the place in which it is put. */
export interface Chart {
  /** The subject of the chart in a few words. */
  readonly title: string
  /** A text for people who do not see the chart: the main numbers, and what is not drawn. */
  readonly description: string
  /** The height in pixels. */
  readonly height: number
  readonly content: readonly Markup[]
}

/** A chart inside a page with the style in assets.ts. */
export function inlineChart({title, description, height, content}: Chart): Markup {
  const label = shortened(`${title}. ${description}`, longestDescription)
  return element('svg', {class: 'kc', role: 'img', 'aria-label': label, width: '100%', height}, element('desc', {}, shortened(description, longestDescription)), content)
}

/** The longest description of a chart: names in it can have any length. */
const longestDescription = 4_000

/** The letters of a heading that a file has room for. */
const longestHeading = 90

/** The size of a chart in a file of its own. */
const file = {width: 800, margin: 20, head: 34, between: 18}

/**
 * Charts below each other as an SVG file with its own colours, light and dark.
 *
 * @param title the title of the file
 */
export function standaloneChart(title: string, charts: readonly Chart[]): string {
  let y = file.margin + file.head
  const drawn = charts.map((chart) => {
    const part = element('svg', {x: file.margin, y, width: file.width - 2 * file.margin, height: chart.height, overflow: 'visible', class: 'kc'}, chart.content)
    y += chart.height + file.between
    return part
  })
  const height = y - file.between + file.margin
  const description = charts.map((chart) => shortened(`${chart.title}. ${chart.description}`, longestDescription)).join(' ')
  const heading = shortened(title, longestHeading)
  const root = element(
    'svg', {xmlns: 'http://www.w3.org/2000/svg', width: file.width, height, viewBox: `0 0 ${file.width} ${height}`, role: 'img', 'aria-label': heading, class: 'kc-file'},
    element('title', {}, heading), element('desc', {}, description), element('style', {}, chartFileStyle),
    element('rect', {class: 'kc-page', width: file.width, height}), label(heading, file.margin + 14, {x: file.margin, class: 'kc-title'}), drawn,
  )
  return `${fileMark}\n${root.toString()}\n`
}

/** The first line of each file with charts, by which kadm recognizes files that it may replace. */
export const fileMark = '<!-- Made by kadm, which replaces this file when it draws the chart again. -->'

/** An entry of a legend: the shape as it is in the chart, in a box of 12 pixels, and its meaning. */
export interface LegendEntry {
  readonly shape: (x: number, y: number) => Markup
  readonly meaning: string
}

/** The meanings of the marks in charts. */
export interface Legend {
  readonly title: string
  readonly entries: readonly LegendEntry[]
}

/** The entry of a bar of that class. */
export const barEntry = (name: string, meaning: string): LegendEntry => ({shape: (x, y) => element('rect', {class: name, x, y: y + 2, width: 12, height: 8}), meaning})

/** Pixels between entries of a legend. */
const legend = {gap: 14, swatch: 18, letter: 6.9, line: 22}

/** A legend in lines, as a chart in a file. */
export function legendChart({title, entries}: Legend): Chart {
  let [x, y] = [0, 0]
  const content = entries.flatMap(({shape, meaning}) => {
    const size = legend.swatch + meaning.length * legend.letter + legend.gap
    if (x > 0 && x + size - legend.gap > file.width - 2 * file.margin) [x, y] = [0, y + legend.line]
    const parts = [shape(x, y + 3), label(meaning, y + 12, {x: x + legend.swatch, class: 'kc-note'})]
    x += size
    return parts
  })
  return {title, description: entries.map(({meaning}) => meaning).join(', '), height: y + legend.line, content}
}

/** The size of a mark in the legend of a page. */
const swatch = 18

/** The mark of an entry, for the legend of a page. */
export const legendMark = ({shape}: LegendEntry): Markup => element('svg', {class: 'kc', width: swatch, height: swatch, 'aria-hidden': 'true'}, shape((swatch - 12) / 2, (swatch - 12) / 2))
