import {normalize} from 'node:path'

import {noSuchFile, type ReadFile} from '../configuration/file-fault.js'
import type {ManifestEntry, ManifestProblem} from '../manifests/manifest.js'
import {inNamespace, type NamespaceChoice} from '../manifests/namespace.js'
import {readManifests} from '../manifests/read-manifests.js'
import type {SourceFile} from '../source/source-file.js'
import {checkConfiguration} from './check-configuration.js'
import {checkDocument} from './check-document.js'
import {checkManifest} from './check-manifest.js'
import {CrossObjectLint} from './cross-object.js'
import {compareDiagnostics, type Diagnostic} from './diagnostic.js'

/** What linting found, and how much it looked at. */
export interface LintReport {
  /** In the order of files and places, each thing once. */
  readonly diagnostics: readonly Diagnostic[]
  readonly files: number
  readonly objects: number
}

export interface LintOptions {
  /** The namespace of objects that name none; by default `default`. */
  readonly namespace?: string | undefined
  /** True to refuse objects that name another namespace, as kubectl does when it is given one by a flag. */
  readonly isNamespaceGiven?: boolean
  /** Reads the files that an AdmissionConfiguration names and that are not among those to be linted; without it there are none. */
  readonly readFile?: ReadFile
}

/** Finds everything in files that kubectl or the API server would refuse. One broken document hides nothing behind it. */
export function lint(sources: readonly SourceFile[], options: LintOptions = {}): LintReport {
  const {namespace = 'default', isNamespaceGiven = false, readFile = noSuchFile} = options
  const readKnown: ReadFile = (path) => sources.find((source) => normalize(source.path) === path) ?? readFile(path)
  const choice = {namespace, isGiven: isNamespaceGiven}
  const diagnostics: Diagnostic[] = []
  let objects = 0
  const together = new CrossObjectLint(namespace)
  // One file after the other: what is read of a file is gone before the next one is read, but for what is looked at together.
  for (const source of sources) {
    const entries = readManifests(source)
    objects += entries.filter(({manifest}) => manifest !== undefined).length
    diagnostics.push(...lintFile(entries, choice, readKnown, together))
  }
  return {diagnostics: distinct([...diagnostics, ...together.diagnostics()]), files: sources.length, objects}
}

function lintFile(entries: readonly ManifestEntry[], choice: NamespaceChoice, readFile: ReadFile, together: CrossObjectLint): readonly Diagnostic[] {
  const [first] = entries
  const configuration = first?.manifest && checkConfiguration(first.manifest, readFile)
  if (configuration !== undefined) return configuration
  const documents = new Set(entries.map(({document}) => document))
  return [...[...documents].flatMap(checkDocument), ...entries.flatMap((entry) => {
    const found = lintEntry(entry, choice)
    if (entry.manifest !== undefined && found.every(({severity}) => severity !== 'error')) together.add(entry.manifest)
    return found
  })]
}

/** An object that kubectl would not send is checked all the same, unless kubectl cannot tell what it is or has checked it whole. */
function lintEntry({manifest, problems}: ManifestEntry, choice: NamespaceChoice): Diagnostic[] {
  const told = problems.map(problemDiagnostic)
  if (manifest === undefined || !problems.every(({ruleId}) => ruleId === 'manifest/metadata')) return told
  const placed = choice.isGiven ? inNamespace(manifest, choice) : manifest
  if ('ruleId' in placed) told.push(problemDiagnostic(placed))
  const found = checkManifest(manifest, choice.namespace)
  if (told.length === 0) return found
  // What kubectl finds in the metadata the server would find too.
  const fields = new Set(problems.map(({field}) => field))
  return [...told, ...found.filter(({field}) => !fields.has(field))]
}

/** A problem with the manifest itself as a diagnostic. */
export const problemDiagnostic = ({ruleId, message, hint, field, span, document}: ManifestProblem): Diagnostic =>
  ({ruleId, severity: 'error', message, field, file: document.file, span, related: [], ...hint !== undefined && {hint}})

/** In order, and what is said twice of one field only once. */
function distinct(diagnostics: Diagnostic[]): Diagnostic[] {
  const said = new Set<string>()
  return diagnostics.sort(compareDiagnostics).filter(({file, span, ruleId, message, field}) => {
    const key = JSON.stringify([file.path, span.start, ruleId, message, field])
    const isNew = !said.has(key)
    said.add(key)
    return isNew
  })
}
