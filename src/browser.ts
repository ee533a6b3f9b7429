// The library for browsers. It has the functions of src/index.ts that the playground needs. Parts that few inputs need are loaded when they
// are first needed, so the functions are asynchronous.

import type {Explained} from './explain/types.js'
import {fixSources as fixAll, type FixResult} from './lint/fix/fix-sources.js'
import {endingOf, incompleteText} from './lint/ending.js'
import {type LintOptions, type LintReport, lint as lintWith} from './lint/lint.js'
import type {Rule} from './machinery/field/rule.js'
import {part, withParts} from './machinery/platform/browser/parts.js'
import type {Html} from './report/html/html.js'
import type {View} from './report/html/view.js'
import type {Capacity} from './simulate/capacity/types.js'
import type {SimulateInput} from './simulate/prepare.js'
import {simulate as simulateAll, type SimulateOptions, type Simulation} from './simulate/simulate.js'
import {simulationFacts} from './simulate/simulation-facts.js'
import type {SourceFile as Source} from './source/source-file.js'

export {kubernetesVersions} from './machinery/version/kubernetes-version.js'
export {SourceFile} from './source/source-file.js'

const testFiles = part(() => import('./lint/lint-all.js'))

const lintAll = (sources: readonly Source[], options: LintOptions): LintReport => lintWith(sources, options, (file) => testFiles().checkTestFile(file))

/** Finds everything in files that kubectl or the API server rejects (`kadm lint`). */
export const lint = (sources: readonly Source[], options: LintOptions = {}): Promise<LintReport> => withParts(() => lintAll(sources, options))

/** Fixes unambiguous problems of files in memory (`kadm lint --fix`). */
export const fixSources = (sources: readonly Source[], options: LintOptions = {}): Promise<FixResult<LintReport>> =>
  withParts(() => fixAll(sources, (some) => lintAll(some, options)))

/** Sends files to an API server in memory (`kadm simulate`). */
export const simulate = (input: SimulateInput, options: SimulateOptions = {}): Promise<Simulation> => withParts(() => simulateAll(input, options))

/** Explains each request (`kadm explain`). */
export async function explainRequests(input: SimulateInput, options: SimulateOptions = {}): Promise<Explained> {
  const {explainRequests: explain} = await import('./explain/explain.js')
  return withParts(() => explain(input, options))
}

/** Calculates what files need of their quotas (`kadm capacity`). */
export async function capacity(input: SimulateInput, options: SimulateOptions = {}): Promise<Capacity> {
  const {capacity: calculate} = await import('./simulate/capacity/capacity.js')
  return withParts(() => calculate(input, options))
}

/** Makes HTML of a lint report, without the page around it (`kadm lint -o html`). */
export async function lintView(report: LintReport): Promise<HtmlView> {
  const [{lintView: view}, {viewHtml}] = await Promise.all([import('./report/lint/html.js'), import('./report/html/view.js')])
  return asHtml(view(report), viewHtml)
}

/** Makes HTML of a simulation (`kadm simulate -o html`). */
export async function simulationView(simulation: Simulation): Promise<HtmlView> {
  const [{simulationView: view}, {viewHtml}] = await Promise.all([import('./report/simulate/html/index.js'), import('./report/html/view.js')])
  return asHtml(withReasons(view(simulation, endingOf(simulationFacts(simulation))), simulation), viewHtml)
}

/** Makes HTML of the stories of requests (`kadm explain`). */
export async function explainedView(explained: Explained): Promise<HtmlView> {
  const [{explainedView: view}, {viewHtml}] = await Promise.all([import('./report/explain/html.js'), import('./report/html/view.js')])
  return asHtml(withReasons(view(explained), explained.simulation), viewHtml)
}

/** Makes HTML of needs and quotas (`kadm capacity -o html`). */
export async function capacityView(needs: Capacity): Promise<HtmlView> {
  const [{capacityView: view}, {viewHtml}] = await Promise.all([import('./report/capacity/html.js'), import('./report/html/view.js')])
  return asHtml(withReasons(view(needs, endingOf(simulationFacts(needs.simulation))), needs.simulation), viewHtml)
}

/** Returns all rules, in the order of their ids (`kadm rules`). */
export const rules = async (): Promise<readonly Rule[]> => (await import('./lint/rules/index.js')).rules

/** A report for a page of yours: `browser/report/style.css` of kadm's sources is its style. */
export interface HtmlView {
  /** The result in one sentence. */
  readonly summary: string
  readonly tone: 'bad' | 'warn' | 'good' | 'info'
  readonly html: string
}

/** Adds the reasons why a simulation is incomplete: without them, a view may show that everything is well. */
function withReasons(view: View, simulation: Simulation): View {
  const reasons = incompleteText(endingOf(simulationFacts(simulation)))
  return reasons.length === 0 ? view : {...view, tone: 'bad', notes: [...reasons, ...view.notes ?? []]}
}

const asHtml = (view: View, viewHtml: (view: View) => Html): HtmlView => ({summary: view.summary, tone: view.tone, html: viewHtml(view).text})
