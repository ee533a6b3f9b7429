import {normalize} from 'node:path'

import {noSuchFile, type ReadFile} from '../configuration/file-fault.js'
import {knownVersion, type KubernetesVersion, latestVersion} from '../machinery/kubernetes-version.js'
import {Declarations} from '../manifests/duplicates.js'
import type {ManifestEntry} from '../manifests/manifest.js'
import {deployed, inNamespace, type NamespaceChoice} from '../manifests/namespace.js'
import {inVersionOfToday} from '../manifests/old-shapes/version.js'
import {readManifests} from '../manifests/read-manifests.js'
import type {Repository} from '../repository/repository.js'
import type {SkippedFile} from '../repository/skipped.js'
import type {Unit} from '../repository/units.js'
import type {Node} from '../source/node.js'
import type {SourceFile} from '../source/source-file.js'
import {atOrigins} from './at-origin.js'
import {checkApiServer} from './check-api-server.js'
import {checkConfigMap, type ConfigMapCheck} from './check-config-map.js'
import {checkConfiguration} from './check-configuration.js'
import {checkDocument} from './check-document.js'
import {type CheckedManifest, checkManifest} from './check-manifest.js'
import {checkNotServed} from './check-not-served.js'
import {checkQuantities} from './check-quantities.js'
import {CrossObjectLint} from './cross-object.js'
import {compareDiagnostics, type Diagnostic} from './diagnostic.js'
import {duplicateDiagnostics} from './duplicate-objects.js'
import {problemDiagnostic} from './problem-diagnostic.js'
import type {IsKustomized} from './references/references.js'
import {type SeverityOf, suppress} from './suppress/suppress.js'
import {SuppressionReading} from './suppress/suppression-reading.js'
import {withTemplateOnce} from './template.js'

/** What linting found, and how much it looked at. */
export interface LintReport {
  /** In the order of files and places, each thing once. */
  readonly diagnostics: readonly Diagnostic[]
  readonly files: number
  readonly objects: number
  /** How many findings the files themselves keep from being told. */
  readonly suppressed: number
  /** How many findings are left out because the user knows them already. */
  readonly known: number
  /** The files that were found and are no manifests; absent where none was sought. */
  readonly skipped?: readonly SkippedFile[] | undefined
}

export interface LintOptions {
  /** The namespace of objects that name none; by default `default`. */
  readonly namespace?: string | undefined
  /** True to refuse objects that name another namespace, as kubectl does when it is given one by a flag. */
  readonly isNamespaceGiven?: boolean
  /** Reads the files that an AdmissionConfiguration names and that are not among those to be linted; without it there are none. */
  readonly readFile?: ReadFile
  /** What the user wants of the findings of a rule in a file, in place of the severity that it has. */
  readonly severityOf?: SeverityOf | undefined
  /** The ids of all rules, for what is said of suppressions that name none of them. */
  readonly ruleIds?: readonly string[] | undefined
  /** False to tell what the files keep from being told, too. */
  readonly isSuppressing?: boolean
  /** True of a file to whose objects a kustomization may add labels; by default there is none. */
  readonly isKustomized?: IsKustomized
  /** The version of Kubernetes whose rules count; by default the latest that is known. */
  readonly kubernetesVersion?: KubernetesVersion
  /** The files that were found and are no manifests, for the report. */
  readonly skipped?: readonly SkippedFile[] | undefined
  /** What the files are for each other: findings that Kustomize may still put right are left out. Without it, each object counts as it stands. */
  readonly repository?: Repository | undefined
}

/**
 * Finds everything in files that kubectl or the API server would refuse. One broken document hides nothing behind it.
 *
 * @throws RangeError for a version of Kubernetes that is not known
 */
export function lint(sources: readonly SourceFile[], options: LintOptions = {}): LintReport {
  const {namespace = 'default', isNamespaceGiven = false, readFile = noSuchFile, isSuppressing = true, kubernetesVersion, isKustomized = () => false, repository, skipped} = options
  const version = knownVersion(kubernetesVersion)
  const readKnown: ReadFile = (path) => sources.find((source) => normalize(source.path) === path) ?? readFile(path)
  const choice = {namespace, isGiven: isNamespaceGiven}
  const diagnostics: Diagnostic[] = []
  const reading = new SuppressionReading()
  let objects = 0
  const files = new CrossObjectLint(choice, isKustomized)
  const renderings: CrossObjectLint[] = []
  const declarations = new Declarations(namespace)
  // One file after the other: what is read of a file is gone before the next one is read, but for the objects that are looked at together.
  for (const source of sources) {
    const entries = readManifests(source)
    // What is rendered is deployed by itself: the files of which it is made may be there as well.
    const together = source.originOf === undefined ? files : new CrossObjectLint(choice, isKustomized)
    if (together !== files) renderings.push(together)
    if (source.unreadable !== undefined) together.addUnclear(source)
    // What is rendered, and what a kustomization collects, is deployed by itself.
    const units = repository?.unitsOf(source.path)
    const scope = source.originOf === undefined ? repository?.scopeOf(source.path, units) ?? '' : source.path
    const given = repository?.deployedWith(source.path)
    for (const {manifest} of entries) {
      if (manifest === undefined) continue
      objects++
      declarations.add(deployed(manifest, given), scope)
    }
    const checked = lintFile(entries, {choice, version, repository, units}, readKnown, together)
    for (const found of [checked.diagnostics, checkNotServed(entries)]) for (const diagnostic of found) diagnostics.push(diagnostic)
    if (isSuppressing) reading.add(source, entries, checked.configurations)
  }
  const twins = duplicateDiagnostics(declarations.duplicates, isKustomized)
  const found = distinct([...diagnostics, ...[files, ...renderings].flatMap((together) => together.diagnostics()), ...twins])
  if (isSuppressing) reading.addForeign(found)
  const told = suppress(found, reading, options)
  const {suppressed} = told
  return {diagnostics: distinct(atOrigins(told.diagnostics)), suppressed, known: 0, files: sources.length, objects, ...skipped && {skipped}}
}

/** Where objects are checked for. */
interface Surroundings {
  readonly choice: NamespaceChoice
  readonly version: KubernetesVersion
  readonly repository?: Repository | undefined
  /** What the objects of the file are deployed with. */
  readonly units?: readonly Unit[] | undefined
}

function lintFile(entries: readonly ManifestEntry[], surroundings: Surroundings, readFile: ReadFile, together: CrossObjectLint): ConfigMapCheck {
  const [first] = entries
  const {repository, units} = surroundings
  const configuration = first && checkConfiguration(first, readFile)
  if (configuration !== undefined) return {diagnostics: configuration, configurations: []}
  const documents = new Set(entries.map(({document}) => document))
  const checkedTexts = new Set<Node>()
  const checks = entries.map((entry, i): ConfigMapCheck => {
    const {manifest} = entry
    const {diagnostics: found, subject} = checkEntry(entry, surroundings)
    const {file} = entry.document
    const completion = manifest && repository?.completionOf(file.path, manifest.body)
    const taken = found.every(({severity}) => severity !== 'error') ? subject : undefined
    if (taken !== undefined) together.add(taken, i, completion?.isChanged === true ? [] : units)
    else if (found.length > 0) together.addUnclear(file, manifest)
    const diagnostics = completion === undefined || found.length === 0 ? found : found.filter((finding) => !completion.mayFix(finding))
    if (manifest === undefined) return {diagnostics, configurations: []}
    const embedded = checkConfigMap(manifest, checkedTexts)
    const odd = taken === undefined ? [] : checkQuantities(taken)
    const {configurations} = embedded
    return {configurations, diagnostics: [...withoutRepeated(diagnostics, odd), ...odd, ...checkApiServer(manifest), ...embedded.diagnostics]}
  })
  return {
    diagnostics: withTemplateOnce([...[...documents].flatMap(checkDocument), ...checks.flatMap(({diagnostics}) => diagnostics)], documents),
    configurations: checks.flatMap(({configurations}) => configurations),
  }
}

/** Warnings of the server give way to what is said better of the same place. */
function withoutRepeated(diagnostics: readonly Diagnostic[], others: readonly Diagnostic[]): readonly Diagnostic[] {
  const places = new Set(others.map(({span}) => span.start))
  return places.size === 0 ? diagnostics : diagnostics.filter(({ruleId, span}) => ruleId !== 'manifest/server-warning' || !places.has(span.start))
}

/** What is wrong with one object. One that kubectl would not send is checked all the same, unless kubectl cannot tell what it is or has checked it whole. */
export const lintEntry = (entry: ManifestEntry, choice: NamespaceChoice): readonly Diagnostic[] =>
  checkEntry(entry, {choice, version: latestVersion}).diagnostics

function checkEntry({manifest, problems}: ManifestEntry, {choice, version}: Surroundings): CheckedManifest {
  const told = problems.map(problemDiagnostic)
  const today = manifest && inVersionOfToday(manifest)
  if (today !== undefined) return {diagnostics: withOldVersion(told, checkManifest(today, choice.namespace, version).diagnostics)}
  if (manifest === undefined || !problems.every(({ruleId}) => ruleId === 'manifest/metadata')) return {diagnostics: told}
  const placed = choice.isGiven ? inNamespace(manifest, choice) : manifest
  if ('ruleId' in placed) told.push(problemDiagnostic(placed))
  const checked = checkManifest(manifest, choice.namespace, version)
  if (told.length === 0) return checked
  // What kubectl finds in the metadata the server would find too.
  const fields = new Set(problems.map(({field}) => field))
  return {diagnostics: [...told, ...checked.diagnostics.filter(({field}) => !fields.has(field))]}
}

/** What is wrong with an object of a version that is gone, and what will be in that of today. With the rest of it, the version can be fixed. */
function withOldVersion(told: readonly Diagnostic[], found: readonly Diagnostic[]): Diagnostic[] {
  const isFixed = found.every(({ruleId, fix}) => !ruleId.startsWith('decode/') || fix !== undefined)
  const others = told.map(({fix, ...diagnostic}) => fix === undefined || (diagnostic.ruleId === 'manifest/unknown-kind' && !isFixed) ? diagnostic : {...diagnostic, fix})
  return [...others, ...found]
}

/** In order, and what is said twice of one field only once. */
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
