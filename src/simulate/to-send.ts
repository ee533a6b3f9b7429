import {checkManifest} from '../lint/check-manifest.js'
import {type Diagnostic, problemDiagnostic} from '../lint/diagnostic.js'
import {asCoreV1} from '../manifests/former-api/kinds.js'
import type {Manifest, ManifestEntry, ManifestProblem} from '../manifests/manifest.js'
import {inNamespace, type NamespaceChoice} from '../manifests/namespace.js'
import {sentByKubectl} from '../manifests/sent-by-kubectl.js'

/** The documents of one file, by what happens to them. */
export interface DocumentsToSend {
  readonly manifests: readonly Manifest[]
  /** Documents that kubectl cannot read or does not send. */
  readonly diagnostics: readonly Diagnostic[]
  /** Documents after one at which kubectl stops reading the file. */
  readonly notSent: readonly Manifest[]
}

/** Selects the objects of one file that are sent. */
export function documentsToSend(entries: readonly ManifestEntry[], choice: NamespaceChoice): DocumentsToSend {
  const manifests: Manifest[] = []
  const diagnostics: Diagnostic[] = []
  const notSent: Manifest[] = []
  for (const {entry: {manifest, problems}, blockedBy} of sentByKubectl(entries)) {
    const placed = manifest !== undefined && blockedBy === undefined ? inNamespace(manifest, choice) : blockedBy
    if (placed === undefined) continue
    if (!('ruleId' in placed)) manifests.push(placed)
    else if (placed !== blockedBy || problems.includes(placed)) diagnostics.push(unsentDiagnostic(placed, manifest, choice.namespace))
    else if (manifest !== undefined) notSent.push(manifest)
  }
  return {manifests, diagnostics, notSent}
}

/** Places the objects of trees in their namespaces. Problems of their files are reported with the policies. */
export function treesToSend(others: readonly Manifest[], choice: NamespaceChoice): DocumentsToSend {
  const placed = others.map((manifest) => ({manifest, result: inNamespace(manifest, choice)}))
  return {
    manifests: placed.flatMap(({result}) => 'ruleId' in result ? [] : [result]),
    diagnostics: placed.flatMap(({manifest, result}) => 'ruleId' in result ? [unsentDiagnostic(result, manifest, choice.namespace)] : []),
    notSent: [],
  }
}

/** Reports why kubectl does not send an object. For a removed version, its related places are the other fields to change. */
export function unsentDiagnostic(problem: ManifestProblem, manifest: Manifest | undefined, namespace: string): Diagnostic {
  const today = manifest && asCoreV1(manifest)
  const others = today === undefined ? [] : checkManifest(today, namespace).diagnostics.filter(({severity}) => severity === 'error')
  const related = others.map(({file, span, message, hint}) => ({file, span, message: hint === undefined ? message : `${message}: ${hint}`}))
  return {...problemDiagnostic(problem), related}
}
