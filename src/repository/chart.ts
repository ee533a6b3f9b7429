import {basename, dirname, join} from 'node:path'

import {chartName, type Neighbourhood} from './neighbourhood.js'
import type {Skip} from './skipped.js'

/** What a file is for the Helm chart in whose folder it lies; undefined outside of charts, and for the manifests of a chart. */
export function skipInChart(path: string, neighbours: Neighbourhood): Skip | undefined {
  const folder = dirname(path)
  const name = basename(path)
  if (name === chartName) return {reason: 'helm-chart-file', detail: 'describes a Helm chart'}
  const chart = chartAbove(folder, 'templates', neighbours)
  if (chart !== undefined) return {reason: 'helm-template', detail: `template of the chart ${neighbours.show(chart)}`}
  const home = isInput(name) && isChart(folder, neighbours) ? folder : chartOfTests(folder, neighbours)
  return home === undefined ? undefined : {reason: 'helm-chart-file', detail: `values or dependencies of the chart ${neighbours.show(home)}`}
}

/** The files beside a Chart.yaml that Helm reads itself: values, their schema, the dependencies of old charts. */
const isInput = (name: string): boolean => /values|^requirements\.ya?ml$/i.test(name)

const isChart = (folder: string, neighbours: Neighbourhood): boolean => neighbours.has(join(folder, chartName))

/** The chart whose values for tests lie in a folder. */
const chartOfTests = (folder: string, neighbours: Neighbourhood): string | undefined =>
  basename(folder) === 'ci' && isChart(dirname(folder), neighbours) ? dirname(folder) : undefined

/** The chart of which a folder of a name, at or above a folder, is a part. */
function chartAbove(folder: string, name: string, neighbours: Neighbourhood): string | undefined {
  for (let at = folder; dirname(at) !== at; at = dirname(at)) {
    if (basename(at) === name && isChart(dirname(at), neighbours)) return dirname(at)
  }
  return undefined
}
