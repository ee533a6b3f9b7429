import {timeTicks} from '../../src/report/charts/time-ticks.js'
import {element} from './elements.js'

/** The smallest part of a chart to zoom to, in bins. */
const smallest = 4

/** Adds a zoom to each chart over time: two sliders, and selecting a range with the pointer. */
export function addZoom(root: Element): void {
  for (const chart of root.querySelectorAll<HTMLElement>('.zoom')) zoomable(chart)
}

function zoomable(chart: HTMLElement): void {
  const [start, step, bins] = [chart.dataset['start'], chart.dataset['step'], chart.dataset['bins']].map(Number)
  if (start === undefined || step === undefined || bins === undefined || !(bins > smallest)) return
  const plots = [...chart.querySelectorAll<SVGSVGElement>('.kc-plot')]
  const slider = (name: string, value: number): HTMLInputElement =>
    element('input', {type: 'range', min: '0', max: String(bins), value: String(value), 'aria-label': name})
  const [from, to] = [slider('From', 0), slider('To', bins)]
  const shown = element('output', {'aria-live': 'polite'})
  const reset = element('button', {type: 'button'}, 'Show all')
  const show = (first: number, last: number): void => {
    const low = Math.max(0, Math.min(Math.round(first), bins - smallest))
    const high = Math.min(bins, Math.max(Math.round(last), low + smallest));
    [from.value, to.value] = [String(low), String(high)]
    for (const plot of plots) plot.setAttribute('viewBox', `${low} 0 ${high - low} 100`)
    const [begin, end] = [start + low * step, start + high * step]
    drawTicks(chart, begin, end)
    const times = [begin, end].map((time) => new Date(time * 1000).toISOString().replace('T', ' ').slice(0, 19))
    for (const [input, time] of [[from, times[0]], [to, times[1]]] as const) input.setAttribute('aria-valuetext', time ?? '')
    shown.textContent = `${times.join(' to ')} UTC`
  }
  from.addEventListener('input', () => show(Math.min(from.valueAsNumber, to.valueAsNumber - smallest), to.valueAsNumber))
  to.addEventListener('input', () => show(Math.min(from.valueAsNumber, to.valueAsNumber - smallest), to.valueAsNumber))
  reset.addEventListener('click', () => show(0, bins))
  const range = (): readonly [number, number] => [from.valueAsNumber, to.valueAsNumber]
  for (const plot of plots) selectable(plot, range, show)
  chart.prepend(element('div', {class: 'range', role: 'group', 'aria-label': 'Zoom'}, element('label', {}, 'From ', from), element('label', {}, 'To ', to), reset, shown))
  show(0, bins)
}

/** Writes the times of a range below the chart. */
function drawTicks(chart: Element, begin: number, end: number): void {
  const axis = chart.querySelector('.kc-ticks')
  if (axis === null) return
  const ticks = timeTicks(begin, end).map(({at, anchor, text}) => {
    const label = document.createElementNS(axis.namespaceURI, 'text')
    label.setAttribute('x', `${0.4 + 99.2 * at}%`)
    label.setAttribute('y', '12')
    label.setAttribute('class', 'kc-note')
    label.setAttribute('text-anchor', anchor)
    label.textContent = text
    return label
  })
  axis.replaceChildren(...ticks)
}

/** Zooms to the range between the places where the pointer goes down and up. */
function selectable(plot: SVGSVGElement, range: () => readonly [number, number], show: (first: number, last: number) => void): void {
  let down: number | undefined
  let mark: Element | undefined
  const binAt = ({clientX}: PointerEvent): number => {
    const {left, width} = plot.getBoundingClientRect()
    const [low, high] = range()
    return low + Math.min(1, Math.max(0, (clientX - left) / width)) * (high - low)
  }
  plot.addEventListener('pointerdown', (event) => {
    if (event.button !== 0) return
    down = binAt(event)
    plot.setPointerCapture(event.pointerId)
    mark = document.createElementNS(plot.namespaceURI, 'rect')
    mark.setAttribute('class', 'kc-mark')
    mark.setAttribute('height', '100')
    plot.append(mark)
    event.preventDefault()
  })
  plot.addEventListener('pointermove', (event) => {
    if (down === undefined) return
    const now = binAt(event)
    mark?.setAttribute('x', String(Math.min(down, now)))
    mark?.setAttribute('width', String(Math.abs(now - down)))
  })
  const end = (event: PointerEvent): void => {
    mark?.remove()
    const [first, last] = [down, binAt(event)]
    down = undefined
    // A click selects nothing.
    if (event.type === 'pointerup' && first !== undefined && Math.abs(last - first) >= 1) show(Math.min(first, last), Math.max(first, last))
  }
  plot.addEventListener('pointerup', end)
  plot.addEventListener('pointercancel', end)
}
