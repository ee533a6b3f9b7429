import type {SourceFile} from '../../source/source-file.js'
import {UsageError} from '../../usage-error.js'
import type {Resolved} from '../config/resolve.js'
import type {HelmChart, Settings} from '../config/settings.js'
import {buildKustomization} from './build-kustomization.js'
import {checkChart, checkKustomization} from './contained.js'
import type {ReadShown} from './read-file-as-shown.js'
import {renderChart} from './render-chart.js'

/** The kustomizations and charts to render. */
export interface Renderings {
  readonly kustomize: readonly string[]
  readonly helm: readonly HelmChart[]
  /** True if flags name them. Then a command does not read its default folder. */
  readonly isRequested: boolean
}

/** An argument of the command line. */
interface Token {
  readonly flag?: string
  readonly input: string
}

/**
 * Returns the charts that `--helm CHART --values FILE` name: values belong to the chart before them. Undefined without charts.
 *
 * @param raw the arguments in order
 * @throws UsageError for values before the first chart
 */
export function chartsOf(raw: readonly Token[]): readonly HelmChart[] | undefined {
  const charts: {readonly chart: string, readonly values: string[]}[] = []
  for (const {flag, input} of raw) {
    if (flag === 'helm') charts.push({chart: input, values: []})
    if (flag !== 'values') continue
    const chart = charts.at(-1)
    if (chart === undefined) throw new UsageError(`--values ${JSON.stringify(input)} belongs to no chart: put it after --helm CHART`)
    chart.values.push(input)
  }
  return charts.length === 0 ? undefined : charts
}

/**
 * Returns the kustomizations and charts to render: those of flags. Without such flags, named paths and files of the environment,
 * those of the configuration file.
 *
 * @throws UsageError if a path of the configuration file is outside of its folder
 */
export function renderingsOf({settings: {kustomize = [], helm = []}, sources, files, folder = '.'}: Resolved, named: readonly unknown[]): Renderings {
  const flagged = {kustomize: sources.kustomize === 'flag' ? kustomize : [], helm: sources.helm === 'flag' ? helm : []}
  if (flagged.kustomize.length + flagged.helm.length > 0) return {...flagged, isRequested: true}
  if (named.length > 0 || files !== undefined) return {...flagged, isRequested: false}
  if (sources.kustomize === 'file') for (const each of kustomize) checkKustomization(each, folder)
  if (sources.helm === 'file') for (const {chart} of helm) checkChart(chart, folder)
  return {kustomize, helm, isRequested: false}
}

/** True if there is nothing to render. */
export const isEmpty = ({kustomize, helm}: Renderings): boolean => kustomize.length + helm.length === 0

/**
 * Renders kustomizations and charts, each into one file.
 *
 * @param read reads their source files; by default from the disk
 * @throws UsageError for one that is not there or cannot be rendered, and for a program that is not installed
 */
export async function render({kustomize, helm}: Renderings, settings: Settings, read?: ReadShown): Promise<SourceFile[]> {
  const files: SourceFile[] = []
  for (const folder of kustomize) files.push(await buildKustomization(folder, read))
  for (const chart of helm) files.push(await renderChart(chart, settings, read))
  return files
}

/**
 * Renders the objects that are sent in addition to those of files.
 *
 * @param files the paths that are named
 * @throws UsageError as `render` does, and where there is nothing to send at all
 */
export async function renderSent(resolved: Resolved, files: readonly unknown[]): Promise<SourceFile[]> {
  const renderings = renderingsOf(resolved, files)
  if (files.length > 0 || !isEmpty(renderings)) return render(renderings, resolved.settings)
  throw new UsageError('nothing to send: name a FILE, or give --kustomize DIR or --helm CHART')
}
