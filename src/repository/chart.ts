import {basename, dirname, join} from '#platform/paths.js'

import {chartName, type Neighbourhood} from './neighbourhood.js'
import type {Skip} from './skipped.js'

/** Recognizes the files of Helm charts that are not manifests. */
export class Charts {
  /** Cache: the chart of a folder of templates, by folder. */
  private readonly byTemplates = new Map<string, string | undefined>()

  constructor(private readonly neighbours: Neighbourhood) {}

  /** Returns why a file of a chart is not a manifest; undefined outside charts, and for manifests in a chart. */
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

  /** Returns the chart that has this folder as, or below, its `templates` folder. */
  private chartOfTemplates(folder: string): string | undefined {
    if (this.byTemplates.has(folder)) return this.byTemplates.get(folder)
    const above = dirname(folder)
    const isTemplates = basename(folder) === 'templates' && this.isChart(above)
    const chart = above === folder ? undefined : isTemplates ? above : this.chartOfTemplates(above)
    this.byTemplates.set(folder, chart)
    return chart
  }

  /** Returns the chart if the folder is its `ci` folder, which holds values for tests. */
  private chartOfTests(folder: string): string | undefined {
    return folder.endsWith('ci') && basename(folder) === 'ci' && this.isChart(dirname(folder)) ? dirname(folder) : undefined
  }
}

/** Matches the files in the folder of a Chart.yaml that Helm reads itself: values, their schema, dependencies of old charts. */
const isInput = (name: string): boolean => /values|^requirements\.ya?ml$/i.test(name)
