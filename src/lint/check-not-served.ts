import {admissionPlugins} from '../admission/plugins/index.js'
import {identify} from '../cluster/target.js'
import {locate} from '../manifests/locate.js'
import type {Manifest, ManifestEntry} from '../manifests/manifest.js'
import type {Diagnostic} from './diagnostic.js'

const kindsNotServed = admissionPlugins.flatMap(({kinds}) => kinds).filter(({notServed}) => notServed !== undefined)

const namesNotServed: ReadonlySet<unknown> = new Set(kindsNotServed.map(({kind}) => kind))

/** The rules that report every object of a kind that no API server serves. */
export const notServedRules: ReadonlySet<string> = new Set(kindsNotServed.flatMap(({notServed}) => notServed?.ruleId ?? []))

/** Reports the first object of each kind that no API server serves. */
export function checkNotServed(entries: readonly ManifestEntry[]): readonly Diagnostic[] {
  let found: Map<string, Diagnostic> | undefined
  for (const {manifest} of entries) {
    if (manifest === undefined || !namesNotServed.has(manifest.body['kind'])) continue
    const diagnostic = notServedDiagnostic(manifest)
    found ??= new Map<string, Diagnostic>()
    if (diagnostic !== undefined && !found.has(diagnostic.ruleId)) found.set(diagnostic.ruleId, diagnostic)
  }
  return found === undefined ? nothing : [...found.values()]
}

/** Shared by nearly all files, to avoid an array for each. */
const nothing: readonly Diagnostic[] = []

function notServedDiagnostic({body, node, document: {file}}: Manifest): Diagnostic | undefined {
  const info = identify(body)
  if ('code' in info || info.definition.notServed === undefined) return undefined
  return {...info.definition.notServed, severity: 'info', field: 'kind', file, span: locate(file, node, ['kind']), related: []}
}
