import type {ManifestEntry, ManifestProblem} from '../manifests/manifest.js'
import {readManifests} from '../manifests/read-manifests.js'
import type {SourceFile} from '../source/source-file.js'
import {checkManifest} from './check-manifest.js'
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
  readonly namespace?: string
}

/** Finds everything in files that kubectl or the API server would refuse. One broken document hides nothing behind it. */
export function lint(sources: readonly SourceFile[], {namespace = 'default'}: LintOptions = {}): LintReport {
  const entries = sources.flatMap(readManifests)
  return {
    diagnostics: distinct(entries.flatMap((entry) => lintEntry(entry, namespace))),
    files: sources.length,
    objects: entries.filter(({manifest}) => manifest !== undefined).length,
  }
}

function lintEntry({manifest, problems}: ManifestEntry, namespace: string): Diagnostic[] {
  if (problems.length > 0) return problems.map(problemDiagnostic)
  return manifest === undefined ? [] : checkManifest(manifest, namespace)
}

/** A problem with the manifest itself as a diagnostic. */
export const problemDiagnostic = ({ruleId, message, hint, field, span, document}: ManifestProblem): Diagnostic =>
  ({ruleId, severity: 'error', message, field, file: document.file, span, related: [], ...hint !== undefined && {hint}})

function distinct(diagnostics: Diagnostic[]): Diagnostic[] {
  const sorted = diagnostics.sort(compareDiagnostics)
  return sorted.filter((diagnostic, i) => {
    const before = sorted[i - 1]
    return before === undefined || compareDiagnostics(before, diagnostic) !== 0 || before.field !== diagnostic.field
  })
}
