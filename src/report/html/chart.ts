import {type Chart, inlineChart, type Legend, legendMark} from '../charts/chart.js'
import {Html, html} from './html.js'

/** A chart in a page, whose style has that of charts. Its texts are escaped. */
export const chartHtml = (chart: Chart): Html => html`<div class="chart">${new Html(inlineChart(chart).toString())}</div>\n`

/** A legend in a page. */
export const legendHtml = ({title, entries}: Legend): Html => html`<ul class="legend" aria-label="${title}">${
  entries.map((entry) => html`<li>${new Html(legendMark(entry).toString())} ${entry.meaning}</li>`)}</ul>\n`
