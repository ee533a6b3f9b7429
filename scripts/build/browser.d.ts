import type {
  Capacity, Explained, FixResult, LintOptions, LintReport, Rule, SimulateInput, SimulateOptions, Simulation, SourceFile as Source,
} from '../src/index.js'

export {kubernetesVersions, SourceFile} from '../src/index.js'

/** Finds everything in files that kubectl or the API server rejects (`kadm lint`). */
export declare function lint(sources: readonly Source[], options?: LintOptions): Promise<LintReport>

/** Fixes unambiguous problems of files in memory (`kadm lint --fix`). */
export declare function fixSources(sources: readonly Source[], options?: LintOptions): Promise<FixResult<LintReport>>

/** Sends files to an API server in memory (`kadm simulate`). */
export declare function simulate(input: SimulateInput, options?: SimulateOptions): Promise<Simulation>

/** Explains each request (`kadm explain`). */
export declare function explainRequests(input: SimulateInput, options?: SimulateOptions): Promise<Explained>

/** Calculates what files need of their quotas (`kadm capacity`). */
export declare function capacity(input: SimulateInput, options?: SimulateOptions): Promise<Capacity>

/** Makes HTML of a lint report, without the page around it (`kadm lint -o html`). */
export declare function lintView(report: LintReport): Promise<HtmlView>

/** Makes HTML of a simulation (`kadm simulate -o html`). */
export declare function simulationView(simulation: Simulation): Promise<HtmlView>

/** Makes HTML of the stories of requests (`kadm explain`). */
export declare function explainedView(explained: Explained): Promise<HtmlView>

/** Makes HTML of needs and quotas (`kadm capacity -o html`). */
export declare function capacityView(needs: Capacity): Promise<HtmlView>

/** Returns all rules, in the order of their ids (`kadm rules`). */
export declare function rules(): Promise<readonly Rule[]>

/** A report for a page of yours: `browser/report/style.css` of kadm's sources is its style. */
export interface HtmlView {
  /** The result in one sentence. */
  readonly summary: string
  readonly tone: 'bad' | 'warn' | 'good' | 'info'
  readonly html: string
}
