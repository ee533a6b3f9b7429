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

/** Returns all rules, in the order of their ids (`kadm rules`). */
export declare function rules(): Promise<readonly Rule[]>
