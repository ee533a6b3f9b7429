// The web worker of the playground: it runs the library, so that the page always answers.
import {
  capacity, capacityView, explainedView, explainRequests, fixSources, type HtmlView, kubernetesVersions, lint, lintView, rules, simulate, simulationView,
  SourceFile,
} from '../../src/browser.js'
import {TooMuchWorkError} from '../../src/cluster/too-much-work-error.js'
import type {Diagnostic} from '../../src/lint/diagnostic.js'
import type {LintReport} from '../../src/lint/lint.js'
import type {KubernetesVersion} from '../../src/machinery/version/kubernetes-version.js'
import {duplicateMessage, DuplicateObjectsError, groupDuplicates, placeOf} from '../../src/manifests/duplicates.js'
import {html} from '../../src/report/html/html.js'
import type {Input, Role} from './input.js'
import type {Answer, Finding, FixedTexts, FixRequest, FromWorker, Request, ViewName} from './messages.js'

/** Options that an empty field leaves out. */
const optionsOf = ({namespace, version}: Input): {readonly namespace?: string, readonly kubernetesVersion?: KubernetesVersion} => ({
  ...namespace !== '' && {namespace}, ...version !== '' && {kubernetesVersion: version as KubernetesVersion},
})

async function findingsOf({diagnostics}: LintReport): Promise<Finding[]> {
  const summaries = diagnostics.length === 0 ? new Map<string, string>() : new Map((await rules()).map(({id, summary}) => [id, summary]))
  return diagnostics.map((diagnostic) => findingOf(diagnostic, summaries.get(diagnostic.ruleId) ?? ''))
}

const findingOf = ({file, span, severity, message, hint, ruleId, fix}: Diagnostic, summary: string): Finding => ({
  file: file.path, from: span.start, to: span.end, severity, message, hint, rule: ruleId, summary,
  fix: fix && {from: fix.start, to: fix.end, insert: fix.text},
})

async function viewOf(view: ViewName, report: LintReport, input: Input, files: readonly SourceFile[]): Promise<HtmlView> {
  if (view === 'lint') return lintView(report)
  const ofRole = (role: Role): SourceFile[] => files.filter((_, i) => input.files[i]?.role === role)
  const sent = {files: ofRole('objects'), policies: ofRole('policies'), existing: ofRole('existing')}
  const options = optionsOf(input)
  if (view === 'simulate') return simulationView(await simulate(sent, options))
  return view === 'explain' ? explainedView(await explainRequests(sent, options)) : capacityView(await capacity(sent, options))
}

/** Returns the view of an error about the input, and throws any other error. */
function problemView(error: unknown, view: ViewName): HtmlView {
  const problem = {summary: `${view} does not answer`, tone: 'bad'} as const
  if (error instanceof TooMuchWorkError) return {...problem, html: html`<p>${error.message}</p>`.text}
  if (!(error instanceof DuplicateObjectsError)) throw error
  const groups = groupDuplicates(error.duplicates).map((group) => html`<li><code>${placeOf(group.second)}</code>: ${duplicateMessage(group)}</li>`)
  return {...problem, html: html`<ul>${groups}</ul><p>Each object is declared only once: delete one of them, or change the role of its file in the file settings.</p>`.text}
}

async function answer({id, input, view}: Request): Promise<Answer> {
  const files = input.files.map(({name, text}) => new SourceFile(name, text))
  let findings: readonly Finding[] = []
  try {
    const report = await lint(files, optionsOf(input))
    findings = await findingsOf(report)
    return {id, findings, ...await viewOf(view, report, input, files)}
  } catch (error) {
    return {id, findings, ...problemView(error, view)}
  }
}

async function fixed({id, fix}: FixRequest): Promise<FixedTexts> {
  try {
    const result = await fixSources(fix.files.map(({name, text}) => new SourceFile(name, text)), optionsOf(fix))
    return {id, texts: Object.fromEntries(result.fixed.map(({before, after}) => [after.path, {before: before.text, after: after.text}]))}
  } catch (error) {
    if (!(error instanceof TooMuchWorkError)) throw error
    return {id, texts: {}, problem: error.message}
  }
}

const send = (message: FromWorker): void => postMessage(message)

addEventListener('message', ({data}: MessageEvent<Request | FixRequest>) => {
  const answered: Promise<FromWorker> = 'fix' in data ? fixed(data) : answer(data)
  // The page replaces a worker with an error that nothing catches: a defect.
  answered.then(send, (error: unknown) => setTimeout(() => { throw error }))
})

send({versions: kubernetesVersions})
