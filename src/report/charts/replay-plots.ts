import type {ReplayReport} from '../../replay/report/report.js'
import {fileMark, legendChart, standaloneChart} from './chart.js'
import type {Plots} from './files.js'
import {keyChart, keyLegend} from './key-bars.js'
import {seriesChart, seriesLegend} from './series.js'

/** The charts of `kadm replay`: requests over time, and the keys that were rejected most often. */
export function replayPlots({series, limits}: Pick<ReplayReport, 'series' | 'limits'>): Plots {
  const overTime = series?.start === undefined ? [] : [{name: 'replay-time.svg', text: standaloneChart('Requests over time', [legendChart(seriesLegend), seriesChart(series, limits)])}]
  const keys = keyChart(limits)
  const top = keys.height === 0 ? [] : [{name: 'replay-keys.svg', text: standaloneChart('Rejected most often', [legendChart(keyLegend), keys])}]
  return {files: [...overTime, ...top], left: 0, notes: [], mark: fileMark}
}
