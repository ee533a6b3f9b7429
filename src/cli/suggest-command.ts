import {checkStdin} from '../io/discover.js'
import type {KubernetesVersion} from '../machinery/version/kubernetes-version.js'
import {oneLine} from '../machinery/output/printable.js'
import type {SkippedFile} from '../repository/skipped.js'
import {inject} from '../simulate/injection.js'
import {isPolicyManifest} from '../simulate/policies.js'
import {placeText} from '../source/source-file.js'
import {deniedNow} from '../suggest/denied.js'
import type {SuggestInput, Suggestion, SuggestOptions} from '../suggest/types.js'
import {BaseCommand} from './base-command.js'
import {loadSettings} from './config/load-settings.js'
import {policyNotes} from './describe-command.js'
import {endingOf, type RunFacts} from '../lint/ending.js'
import {readInjection} from './injection.js'
import {checkNoManifest, checkOutputFiles, outputsOf, pathsOf} from './outputs.js'
import {givenPluginSettings, type PluginFlagValues} from './plugin-settings.js'
import {problemNotes} from './problem-notes.js'
import {readSimulationInputs} from './read-inputs.js'
import {chartsOf, render, renderingsOf} from './rendering/renderings.js'
import {type ReporterOptions, reporterOptions} from './reporter-options.js'
import {configurationSources} from './read-sending.js'
import {setUpServer, startUp} from './server-setup.js'
import {emptyNotes, type SendingContext, sendingFacts} from './simulation-facts.js'
import {headroomOf, percentileOf, readUsageFiles} from './suggest-flags.js'

/** The values of the flags. */
interface SuggestFlags extends PluginFlagValues {
  readonly namespace?: string | undefined
  readonly env?: readonly string[] | undefined
  readonly policies?: readonly string[] | undefined
  readonly existing?: readonly string[] | undefined
  readonly exclude?: readonly string[] | undefined
  readonly strict?: boolean | undefined
  readonly 'allow-empty'?: boolean
  readonly verbose?: boolean
  readonly kustomize?: readonly string[] | undefined
  readonly 'admission-config'?: string | undefined
  readonly 'allow-path-outside'?: boolean | undefined
  readonly nodes?: number | undefined
  readonly inject?: string | undefined
  readonly 'kubernetes-version'?: KubernetesVersion | undefined
  readonly color?: boolean | undefined
  readonly output?: readonly string[] | undefined
  readonly usage?: readonly string[] | undefined
  readonly headroom?: string
  readonly percentile?: string
}

/** The command line. */
interface Line {
  readonly argv: readonly unknown[]
  readonly raw: Parameters<typeof chartsOf>[0]
  readonly flags: SuggestFlags
}

/** The functions that make a suggestion and its report. */
interface Tools<F extends string> {
  readonly suggest: (input: SuggestInput, options: SuggestOptions) => Suggestion
  readonly reporters: Readonly<Record<F, (suggestion: Suggestion, options: ReporterOptions) => Promise<string>>>
  readonly skippedNotes: (skipped: readonly SkippedFile[], isVerbose: boolean) => readonly string[]
}

/** The base of the commands that suggest policies or patches. */
export abstract class SuggestCommand extends BaseCommand {
  /** Reads the input, makes the suggestion, and prints it. */
  protected async suggest<F extends string>({argv, raw, flags}: Line, {suggest, reporters, skippedNotes}: Tools<F>): Promise<void> {
    const {env: names, kustomize: kustomizations, ...own} = flags
    const resolved = loadSettings({
      namespace: own.namespace, policies: own.policies, existing: own.existing, exclude: own.exclude, strict: own.strict, env: names,
      kustomize: kustomizations, ...givenPluginSettings(flags), helm: chartsOf(raw), kubernetesVersion: flags['kubernetes-version'],
    })
    const {settings, sources} = resolved
    const reports = outputsOf(flags.output, settings, reporters)
    const rendered = await render(renderingsOf(resolved, argv), settings)
    const files = argv.length === 0 && rendered.length === 0 ? resolved.files ?? ['.'] : argv as string[]
    const named = [...files, ...settings.policies ?? [], ...settings.existing ?? [], ...flags.usage ?? []]
    checkOutputFiles(pathsOf(reports), named)
    checkStdin(named)
    const usage = await readUsageFiles(flags.usage, settings.namespace)
    const {warnings, skipped, ...inputs} = await readSimulationInputs({files, rendered, ...settings})
    checkNoManifest(pathsOf(reports), [...inputs.files, ...inputs.policies, ...inputs.existing])
    const server = await setUpServer(resolved, {
      admissionConfig: flags['admission-config'], allowPathOutside: flags['allow-path-outside'], paths: named,
      policies: inputs.policies, configurations: configurationSources(inputs, 'install'),
    })
    const injected = readInjection(flags.inject)
    const suggestion = startUp(() => suggest({...inputs, usage}, {
      namespace: settings.namespace, ...server.options, serverNotes: server.notes, ...flags.nodes !== undefined && {nodes: flags.nodes},
      ...injected && {injector: (pod) => inject(pod, injected)},
      ...flags.headroom !== undefined && {headroom: headroomOf(flags.headroom)},
      ...flags.percentile !== undefined && {percentile: percentileOf(flags.percentile)},
      only: sources.namespace === 'flag' ? settings.namespace : undefined,
    }))
    const ending = endingOf(suggestionFacts(suggestion, {...inputs, allowsEmpty: flags['allow-empty'] ?? false}))
    const {simulation} = suggestion
    const notes = [
      ...warnings, ...skippedNotes(skipped, flags.verbose ?? false), ...emptyNotes(ending), ...server.hints, ...policyNotes(simulation.policies),
      ...problemNotes(simulation.diagnostics), ...deniedNotes(suggestion), ...suggestion.notes.map((note) => `Note: ${note}`),
    ]
    for (const note of notes) this.note(note)
    const shown = {ending, color: flags.color, ...this.program, skipped}
    await this.report(reports, (report) => reporters[report.format](suggestion, reporterOptions(report, shown)), ending)
    process.exitCode = ending.exitStatus
  }
}

/** At most this number of denied objects is named. */
const maxNamed = 5

/** A line for each object that the server denies, which a suggestion does not cover. */
function deniedNotes({simulation}: Suggestion): string[] {
  const denied = deniedNow(simulation)
  const more = denied.length - maxNamed
  return [
    ...denied.slice(0, maxNamed).map(({place: {file, span}, message}) => `Denied now: ${oneLine(`${placeText(file, span)}: ${message}`)}`),
    ...more > 0 ? [`Denied now: ${more} more`] : [],
  ]
}

/** Returns the facts that determine the exit status. */
function suggestionFacts({simulation, proof}: Suggestion, given: SendingContext): RunFacts {
  const facts = sendingFacts(simulation, given)
  const denied = simulation.reviews.filter(({allowed}) => !allowed)
  return {
    ...facts, hasFindings: facts.hasFindings || proof.regressions.length + proof.findings.length > 0,
    rejected: [...facts.rejected ?? [], ...denied.filter(({manifest}) => isPolicyManifest(manifest))],
  }
}
