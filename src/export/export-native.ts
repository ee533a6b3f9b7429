import {decodeObject} from '../cluster/codec.js'
import {identify, objectInNamespace} from '../cluster/target.js'
import {metadataPolicy as kind} from '../kinds/metadata-policy/index.js'
import {compareDiagnostics, type Diagnostic, type Place} from '../lint/diagnostic.js'
import {lintEntry} from '../lint/lint.js'
import {placeOf} from '../lint/place.js'
import type {MetadataPolicy} from '../machinery/api/design-v1.js'
import {isObject} from '../machinery/go/json-value.js'
import {compareText} from '../machinery/go/text.js'
import {checkDuplicates} from '../manifests/duplicates.js'
import {locate} from '../manifests/locate.js'
import type {Manifest, ManifestEntry} from '../manifests/manifest.js'
import {readManifests} from '../manifests/read-manifests.js'
import type {SourceFile} from '../source/source-file.js'
import {caveatsOf} from './caveats.js'
import {compile, type CompiledNamespace, type CompileOptions} from './compile.js'
import type {ExportError} from './errors.js'
import {podsOnly} from './resources.js'

/** Options for exporting policies; the defaults are those of `kadm export`. */
export interface ExportOptions extends Partial<CompileOptions> {
  /** The namespace of policies without one; by default `default`. */
  readonly namespace?: string | undefined
  /** True to reject policies in another namespace. */
  readonly isNamespaceGiven?: boolean
}

/** A problem that prevents the export: a lint finding, or a policy without a native equivalent. */
export type ExportProblem = Omit<Diagnostic, 'ruleId'> & Partial<Pick<Diagnostic, 'ruleId'>>

/** A namespace with its native policies, and the places of the original policies. */
export interface ExportedNamespace extends CompiledNamespace {
  readonly sources: readonly (Place & {readonly policy: MetadataPolicy})[]
}

/** The result of exporting MetadataPolicies. */
export interface NativeExport {
  /** By name; empty if there are problems, since a partial export would be incomplete. */
  readonly namespaces: readonly ExportedNamespace[]
  readonly problems: readonly ExportProblem[]
  /** Differences of the native policies that the user must know. */
  readonly caveats: readonly string[]
}

/** A policy with its manifest. */
interface PolicyManifest {
  readonly policy: MetadataPolicy
  readonly manifest: Manifest
}

const defaults: CompileOptions = {apiVersion: 'v1', onConflict: 'refuse', qosAnnotator: undefined, resources: podsOnly, schedulerName: false, skipTerminating: false}

/**
 * Compiles the MetadataPolicies of files into native admission policies; ignores other objects.
 *
 * @throws DuplicateObjectsError if a policy is declared twice
 */
export function exportNative(sources: readonly SourceFile[], given: ExportOptions = {}): NativeExport {
  const {namespace = 'default', isNamespaceGiven = false} = given
  const options = {...defaults, ...given}
  const entries = sources.flatMap((source) => readManifests(source)).filter(mayBePolicy)
  checkDuplicates(entries.flatMap(({manifest}) => manifest ?? []), namespace)
  const problems: ExportProblem[] = entries.flatMap((entry) => lintEntry(entry, {namespace, isGiven: isNamespaceGiven}).filter(({severity}) => severity === 'error'))
  if (problems.length > 0) return {namespaces: [], problems: problems.sort(compareProblems), caveats: []}
  const placed = entries.flatMap(({manifest}) => manifest === undefined ? [] : [{manifest, policy: policyOf(manifest, namespace)}])
  const compiled = [...byNamespace(placed)].map(([name, policies]) => compilePolicies(name, policies, options))
  const found = compiled.flatMap((each) => each.problems)
  if (found.length > 0) return {namespaces: [], problems: found.sort(compareProblems), caveats: []}
  const namespaces = compiled.map((each) => each.exported)
  return {namespaces, problems: [], caveats: caveatsOf(namespaces, options)}
}

/** True for a MetadataPolicy, and for a document that cannot be read far enough to decide. */
function mayBePolicy({manifest, document: {problems, value}}: ManifestEntry): boolean {
  if (manifest !== undefined) {
    const info = identify(manifest.body)
    return !('code' in info) && info.definition === kind
  }
  const name = isObject(value) ? value['kind'] : undefined
  return problems.length > 0 || (typeof name === 'string' && /^(?:MetadataPolicy|.*List)$/i.test(name))
}

function policyOf(manifest: Manifest, namespace: string): MetadataPolicy {
  const info = identify(manifest.body)
  if ('code' in info) throw new Error(info.message)
  const decoded = decodeObject(info, manifest.body)
  return objectInNamespace(info, decoded, decoded.object.metadata.namespace || namespace, {operation: 'CREATE', object: {}}).object
}

function byNamespace(placed: readonly PolicyManifest[]): [string, PolicyManifest[]][] {
  const namespaces = new Map<string, PolicyManifest[]>()
  for (const each of placed) {
    const {namespace = ''} = each.policy.metadata
    namespaces.set(namespace, [...namespaces.get(namespace) ?? [], each])
  }
  return [...namespaces].sort(([a], [b]) => compareText(a, b))
}

function compilePolicies(
  namespace: string, placed: readonly PolicyManifest[], options: CompileOptions,
): {exported: ExportedNamespace, problems: ExportProblem[]} {
  const manifests = new Map(placed.map(({policy, manifest}) => [policy, manifest]))
  const compiled = compile(namespace, placed.map(({policy}) => policy), options)
  const sources = compiled.policies.flatMap((policy) => {
    const manifest = manifests.get(policy)
    if (manifest === undefined) return []
    const {document: {file}, node} = manifest
    return [{policy, file, span: locate(file, node, [])}]
  })
  return {exported: {...compiled, sources}, problems: compiled.errors.flatMap((error) => problemOf(error, manifests))}
}

const placeIn = (manifests: ReadonlyMap<unknown, Manifest>, {policy, field}: Pick<ExportError, 'policy' | 'field'>): Place[] => {
  const manifest = manifests.get(policy)
  return manifest === undefined ? [] : [placeOf(manifest, field, kind)]
}

function problemOf({policy, field, message, hint, related}: ExportError, manifests: ReadonlyMap<unknown, Manifest>): ExportProblem[] {
  return placeIn(manifests, {policy, field}).map((at) => ({
    ...at, severity: 'error', message, field: String(field), ...hint !== undefined && {hint},
    related: related.flatMap((other) => placeIn(manifests, other).map((place) => ({...place, message: other.message}))),
  }))
}

const compareProblems = (a: ExportProblem, b: ExportProblem): number => compareDiagnostics({ruleId: '', ...a}, {ruleId: '', ...b})
