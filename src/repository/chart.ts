import {basename, dirname, join} from 'node:path'

import {chartName, type Neighbourhood} from './neighbourhood.js'
import type {Skip} from './skipped.js'

/** What files are for the Helm charts in whose folders they lie. */
export class Charts {
  /** The chart whose templates a folder holds, for each folder that was asked for. */
  private readonly byTemplates = new Map<string, string | undefined>()

  constructor(private readonly neighbours: Neighbourhood) {}

  /** What a file is for its chart; undefined outside of charts, and for the manifests of a chart. */
  skip(path: string): Skip | undefined {
    const folder = dirname(path)
    const name = basename(path)
    if (name === chartName) return {reason: 'helm-chart-file', detail: 'describes a Helm chart'}
    const chart = this.chartOfTemplates(folder)
    if (chart !== undefined) return {reason: 'helm-template', detail: `template of the chart ${this.neighbours.show(chart)}`}
    const home = isInput(name) && this.isChart(folder) ? folder : this.chartOfTests(folder)
    return home === undefined ? undefined : {reason: 'helm-chart-file', detail: `values or dependencies of the chart ${this.neighbours.show(home)}`}
  }

  private isChart(folder: string): boolean {
    return this.neighbours.has(join(folder, chartName))
  }

  /** The chart of whose `templates` a folder is a part. */
  private chartOfTemplates(folder: string): string | undefined {
    if (this.byTemplates.has(folder)) return this.byTemplates.get(folder)
    const above = dirname(folder)
    const isTemplates = basename(folder) === 'templates' && this.isChart(above)
    const chart = above === folder ? undefined : isTemplates ? above : this.chartOfTemplates(above)
    this.byTemplates.set(folder, chart)
    return chart
  }

  /** The chart whose values for tests lie in a folder. */
  private chartOfTests(folder: string): string | undefined {
    return folder.endsWith('ci') && basename(folder) === 'ci' && this.isChart(dirname(folder)) ? dirname(folder) : undefined
  }
}

/** The files beside a Chart.yaml that Helm reads itself: values, their schema, the dependencies of old charts. */
const isInput = (name: string): boolean => /values|^requirements\.ya?ml$/i.test(name)
