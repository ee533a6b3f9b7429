import type {ManifestProblem} from '../manifests/manifest.js'
import type {Diagnostic} from './diagnostic.js'

/** A problem with the manifest itself as a diagnostic. */
export const problemDiagnostic = ({ruleId, message, hint, fix, field, span, document}: ManifestProblem): Diagnostic =>
  ({ruleId, severity: 'error', message, field, file: document.file, span, related: [], ...hint !== undefined && {hint}, ...fix && {fix}})
