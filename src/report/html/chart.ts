import {type Chart, inlineChart} from '../charts/chart.js'
import {Html, html} from './html.js'

/** A chart in a page, whose style has that of charts. Its texts are escaped. */
export const chartHtml = (chart: Chart): Html => html`<div class="chart">${new Html(inlineChart(chart).toString())}</div>\n`
