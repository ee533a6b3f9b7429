import {asCoreV1} from '../manifests/former-api/kinds.js'
import type {Manifest, ManifestProblem} from '../manifests/manifest.js'
import {checkManifest} from './check-manifest.js'
import {type Diagnostic, problemDiagnostic} from './diagnostic.js'

/** Reports why kubectl does not send an object. For a removed version, its related places are the other fields to change. */
export function unsentDiagnostic(problem: ManifestProblem, manifest: Manifest | undefined, namespace: string): Diagnostic {
  const today = manifest && asCoreV1(manifest)
  const others = today === undefined ? [] : checkManifest(today, namespace).diagnostics.filter(({severity}) => severity === 'error')
  const related = others.map(({file, span, message, hint}) => ({file, span, message: hint === undefined ? message : `${message}: ${hint}`}))
  return {...problemDiagnostic(problem), related}
}
