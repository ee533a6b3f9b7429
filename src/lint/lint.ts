import {normalize} from '#platform/paths.js'

import type {PluginConfigurations} from '../admission/choose-plugins.js'
import type {PluginFlags} from '../admission/plugin-flags.js'
import {WorkLimit} from '../cluster/work-limit.js'
import {apiServerOf} from '../configuration/api-server/find-api-servers.js'
import {readServerFlags} from '../configuration/api-server/server-flags.js'
import {noSuchFile, type ReadFile} from '../configuration/file-error.js'
import {maxProblems} from '../configuration/problem.js'
import {append} from '../machinery/collections/append.js'
import {weightOf} from '../machinery/output/text-weight.js'
import {defaultVersion, knownVersion, type KubernetesVersion} from '../machinery/version/kubernetes-version.js'
import {Declarations} from '../manifests/duplicates.js'
import {fieldOf} from '../manifests/object-error.js'
import {asCoreV1} from '../manifests/former-api/kinds.js'
import {locate} from '../manifests/locate.js'
import type {Manifest, ManifestEntry} from '../manifests/manifest.js'
import {deployed, inNamespace, type NamespaceChoice} from '../manifests/namespace.js'
import {readManifests} from '../manifests/read-manifests.js'
import type {Repository} from '../repository/repository.js'
import type {SkippedFile} from '../repository/skipped.js'
import type {Unit} from '../repository/units.js'
import type {Node} from '../source/node.js'
import type {SourceFile} from '../source/source-file.js'
import {isTestFile} from '../test-file/test-file-name.js'
import {withOriginPlaces} from './at-origin.js'
import {checkConfigMap, type ConfigMapCheck} from './check-config-map.js'
import {checkConfiguration} from './check-configuration.js'
import {checkDocument} from './check-document.js'
import {type CheckedManifest, checkManifest} from './check-manifest.js'
import {checkedServer} from './checked-server.js'
import {checkNotServed} from './check-not-served.js'
import {checkQuantities} from './check-quantities.js'
import {CrossObjectLint} from './cross-object.js'
import {compareDiagnostics, type Diagnostic, problemDiagnostic} from './diagnostic.js'
import {duplicateDiagnostics} from './duplicate-objects.js'
import {limitFindings, maxFindings, tooManyFindings} from './finding-limit.js'
import {KnownManifests} from './known-manifests.js'
import type {IsKustomized} from './references/references.js'
import {mayMention} from './suppress/read-suppressions.js'
import {type SeverityOf, suppress} from './suppress/suppress.js'
import {SuppressionReading} from './suppress/suppression-reading.js'
import {withTemplateOnce} from './template.js'

/** The findings of a run, and the numbers of files and objects. */
export interface LintReport {
  /** Sorted by file and place, without duplicates. */
  readonly diagnostics: readonly Diagnostic[]
  readonly files: number
  readonly objects: number
  /** Number of findings that comments in the files suppress. */
  readonly suppressed: number
  /** Number of findings that are left out because the baseline contains them. */
  readonly known: number
  /** The skipped files; absent if no directory or glob was searched. */
  readonly skipped?: readonly SkippedFile[] | undefined
}

/** Returns the findings about a test file. Its module loads an engine for regular expressions, which most runs do not need. */
export type CheckTestFile = (file: SourceFile) => readonly Diagnostic[]

export interface LintOptions extends PluginFlags {
  /** The namespace of objects without one; by default `default`. */
  readonly namespace?: string | undefined
  /** True to reject objects in another namespace, as kubectl does with the flag --namespace. */
  readonly isNamespaceGiven?: boolean
  /** Reads files that an AdmissionConfiguration names and that are not linted; by default none exist. */
  readonly readFile?: ReadFile
  /** Overrides the severity of a rule in a file. */
  readonly severityOf?: SeverityOf | undefined
  /** The ids of all rules, to report suppressions of unknown rules. */
  readonly ruleIds?: readonly string[] | undefined
  /** False to report suppressed findings, too. */
  readonly isSuppressing?: boolean
  /** Returns true for a file to whose objects a kustomization may add labels; by default for none. */
  readonly isKustomized?: IsKustomized
  /** Kubernetes version to emulate; by default the latest supported one. */
  readonly kubernetesVersion?: KubernetesVersion
  /** The configurations of admission plugins, decoded and valid, by the name of the plugin; by default those among the files. */
  readonly pluginConfigurations?: PluginConfigurations | undefined
  /** The skipped files, for the report. */
  readonly skipped?: readonly SkippedFile[] | undefined
  /** Relations between the files: findings that Kustomize may still fix are left out. By default each object is linted unchanged. */
  readonly repository?: Repository | undefined
}

/**
 * Finds everything in files that kubectl or the API server rejects. A broken document does not hide findings in later ones.
 *
 * @param checkTestFile Checks test files; by default nothing is wrong with them
 * @throws RangeError for an unsupported version of Kubernetes
 * @throws TooMuchWorkError if the workloads and policies take too many requests to a simulated API server
 */
export function lint(sources: readonly SourceFile[], options: LintOptions = {}, checkTestFile: CheckTestFile = () => []): LintReport {
  const {namespace = 'default', isNamespaceGiven = false, readFile = noSuchFile, isSuppressing = true, kubernetesVersion, isKustomized = () => false, repository, skipped} = options
  const version = knownVersion(kubernetesVersion)
  const readKnown = readingOnce((path) => sources.find((source) => normalize(source.path) === path) ?? readFile(path))
  const choice = {namespace, isGiven: isNamespaceGiven}
  const server = checkedServer(sources, {version, plugins: options, configurations: options.pluginConfigurations, readFile: readKnown})
  const diagnostics: Diagnostic[] = []
  const reading = new SuppressionReading()
  let objects = 0
  const work = new WorkLimit(sources.reduce((sum, {text}) => sum + text.length, 0), 'Check fewer files at a time')
  const files = new CrossObjectLint(choice, isKustomized, server, work)
  const renderings: CrossObjectLint[] = []
  const declarations = new Declarations(namespace)
  const known = new KnownManifests(namespace)
  // One file at a time, to save memory: only objects that are checked together stay in memory.
  for (const source of sources) {
    if (isTestFile(source)) {
      append(diagnostics, checkTestFile(source))
      if (isSuppressing && mayMention(source.text)) reading.add(source, readManifests(source), [])
      continue
    }
    const entries = readManifests(source, {version, known: known.documents})
    // Rendered output is checked separately: its source files may be among the linted ones.
    const together = source.originOf === undefined ? files : new CrossObjectLint(choice, isKustomized, server, work)
    if (together !== files) renderings.push(together)
    if (source.unreadable !== undefined) together.addUnclear(source)
    // Rendered output, and the files that a kustomization collects, are deployed separately.
    const units = repository?.unitsOf(source.path)
    const scope = source.originOf === undefined ? repository?.scopeOf(source.path, units) ?? '' : source.path
    const given = repository?.deployedWith(source.path)
    for (const {manifest} of entries) {
      if (manifest === undefined) continue
      objects++
      declarations.add(deployed(manifest, given), scope)
    }
    const checked = lintFile(entries, {choice, version, known, repository, units}, readKnown, together)
    for (const found of [checked.diagnostics, checkNotServed(entries)]) for (const diagnostic of found) diagnostics.push(diagnostic)
    if (isSuppressing) reading.add(source, entries, checked.configurations)
  }
  const twins = duplicateDiagnostics(declarations.duplicates, isKustomized)
  const found = limitFindings(distinct([...diagnostics, ...[files, ...renderings].flatMap((together) => together.diagnostics()), ...twins]))
  if (isSuppressing) reading.addForeign(found)
  const remaining = suppress(found, reading, options)
  const {suppressed} = remaining
  return {diagnostics: distinct(withOriginPlaces(remaining.diagnostics)), suppressed, known: 0, files: sources.length, objects, ...skipped && {skipped}}
}

/** Returns a function that reads each file once. */
function readingOnce(readFile: ReadFile): ReadFile {
  const known = new Map<string, ReturnType<ReadFile>>()
  return (path) => {
    const file = known.get(path) ?? readFile(path)
    known.set(path, file)
    return file
  }
}

/** The context in which objects are checked. */
interface LintContext {
  readonly choice: NamespaceChoice
  readonly version: KubernetesVersion
  readonly known?: KnownManifests
  readonly repository?: Repository | undefined
  /** The units that deploy the file. */
  readonly units?: readonly Unit[] | undefined
}

function lintFile(entries: readonly ManifestEntry[], context: LintContext, readFile: ReadFile, together: CrossObjectLint): ConfigMapCheck {
  const [first] = entries
  const {repository, units} = context
  const configuration = first && checkConfiguration(first, readFile)
  if (configuration !== undefined) return {diagnostics: configuration, configurations: []}
  const documents = new Set(entries.map(({document}) => document))
  const checkedTexts = new Set<Node>()
  let size = 0
  const checks = entries.map((entry, i): ConfigMapCheck => {
    const {manifest} = entry
    if (size > maxFindings) {
      together.addUnclear(entry.document.file, manifest)
      return {diagnostics: [], configurations: []}
    }
    const {diagnostics: found, subject} = checkEntry(entry, context)
    for (const {message} of found) size += weightOf(message)
    const {file} = entry.document
    const completion = manifest && repository?.completionOf(file.path, manifest.body)
    const taken = found.every(({severity}) => severity !== 'error') ? subject : undefined
    if (taken !== undefined) together.add(taken, i, completion?.isChanged === true ? [] : units)
    else if (found.length > 0) together.addUnclear(file, manifest)
    const diagnostics = completion === undefined || found.length === 0 ? found : found.filter((finding) => !completion.mayFix(finding))
    if (manifest === undefined || found.some(({ruleId}) => ruleId === 'manifest/request-size')) return {diagnostics, configurations: []}
    const embedded = checkConfigMap(manifest, checkedTexts)
    const odd = taken === undefined ? [] : checkQuantities(taken)
    const {configurations} = embedded
    return {configurations, diagnostics: [...withoutRepeated(diagnostics, odd), ...odd, ...checkApiServer(manifest), ...embedded.diagnostics]}
  })
  return {
    diagnostics: withTemplateOnce([
      ...size > maxFindings && first !== undefined ? [tooManyFindings(first.document.file)] : [],
      ...[...documents].flatMap(checkDocument), ...checks.flatMap(({diagnostics}) => diagnostics),
    ], documents),
    configurations: checks.flatMap(({configurations}) => configurations),
  }
}

/** Removes warnings of the server if a more precise finding has the same place. */
function withoutRepeated(diagnostics: readonly Diagnostic[], others: readonly Diagnostic[]): readonly Diagnostic[] {
  const places = new Set(others.map(({span}) => span.start))
  return places.size === 0 ? diagnostics : diagnostics.filter(({ruleId, span}) => ruleId !== 'manifest/server-warning' || !places.has(span.start))
}

/** Returns the findings about one object. Checks an object that kubectl does not send, too, if its kind is known and kubectl validates only parts of it. */
export const lintEntry = (entry: ManifestEntry, choice: NamespaceChoice): readonly Diagnostic[] =>
  checkEntry(entry, {choice, version: defaultVersion}).diagnostics

function checkEntry({manifest, problems}: ManifestEntry, {choice, version, known}: LintContext): CheckedManifest {
  const own = problems.map(problemDiagnostic)
  const today = manifest && asCoreV1(manifest)
  if (today !== undefined) return {diagnostics: withOldVersion(own, checkManifest(today, choice.namespace, version).diagnostics)}
  if (manifest === undefined || !problems.every(({ruleId}) => ruleId === 'manifest/metadata')) return {diagnostics: own}
  const placed = choice.isGiven ? inNamespace(manifest, choice) : manifest
  if ('ruleId' in placed) own.push(problemDiagnostic(placed))
  const checked = checkManifest(manifest, choice.namespace, version, known)
  if (own.length === 0) return checked
  // The server reports the same errors of metadata as kubectl.
  const fields = new Set(problems.map(({field}) => field))
  return {diagnostics: [...own, ...checked.diagnostics.filter(({field}) => !fields.has(field))]}
}

/** Returns the findings about an object of a removed version, and in its current version. The version is fixed only if all decoding errors are. */
function withOldVersion(own: readonly Diagnostic[], found: readonly Diagnostic[]): Diagnostic[] {
  const isFixed = found.every(({ruleId, fix}) => !ruleId.startsWith('decode/') || fix !== undefined)
  const others = own.map(({fix, ...diagnostic}) => fix === undefined || (diagnostic.ruleId === 'manifest/unknown-kind' && !isFixed) ? diagnostic : {...diagnostic, fix})
  return [...others, ...found]
}

/** Sorts findings and removes duplicates for the same field. */
function distinct(diagnostics: Diagnostic[]): Diagnostic[] {
  const fields = new Set<string>()
  return diagnostics.sort(compareDiagnostics).filter((diagnostic, i, sorted) => {
    const {[i - 1]: before} = sorted
    if (before === undefined || compareDiagnostics(before, diagnostic) !== 0) fields.clear()
    const isNew = !fields.has(diagnostic.field)
    fields.add(diagnostic.field)
    return isNew
  })
}

/** Reports flags of an API server's manifest that are fatal at its start or cause warnings; nothing for other objects. */
function checkApiServer(manifest: Manifest): Diagnostic[] {
  const server = apiServerOf(manifest)
  if (server === undefined) return []
  const {document: {file}, node} = manifest
  return readServerFlags(server.args).errors.slice(0, maxProblems).map(({stage, ruleId, message, hint, steps, other}): Diagnostic => ({
    ruleId, severity: stage === undefined ? 'info' : 'error', message, field: fieldOf(steps), file, span: locate(file, node, steps),
    related: other === undefined ? [] : [{file, span: locate(file, node, other), message: 'the other flag is here'}],
    ...hint !== undefined && {hint},
  }))
}
