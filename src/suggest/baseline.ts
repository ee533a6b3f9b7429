import {goJson} from '../machinery/go/text.js'
import {isObject, textOf} from '../machinery/go/json-value.js'
import {ok} from '../machinery/meta/status.js'
import type {Manifest, ManifestEntry} from '../manifests/manifest.js'
import type {ManifestReview} from '../simulate/manifest-review.js'
import {isPolicyManifest} from '../simulate/policies.js'
import {type InputEntries, readEntries} from '../simulate/read-entries.js'
import {simulate, type SimulateOptions, type Simulation} from '../simulate/simulate.js'
import {SourceFile} from '../source/source-file.js'
import {type Facts, factsOf} from './facts.js'
import {assumptionNotes} from './assumed.js'
import {keyIn} from './keys.js'
import {rebuilt} from './rebuilt.js'
import type {SuggestedObject, SuggestInput, SuggestOptions} from './types.js'

/** The state before a suggestion. */
export interface Baseline {
  readonly simulation: Simulation
  /** The existing objects that are not sent, as answers to a request. */
  readonly existing: readonly ManifestReview[]
  readonly facts: Facts
  readonly notes: readonly string[]
}

/** The options of each simulation of a suggestion. */
export const simulateOptions = ({headroom: _headroom, percentile: _percentile, only: _only, ...options}: SuggestOptions): SimulateOptions =>
  ({...options, rollout: true, remedies: false, comparesOrders: false})

/** Simulates the input as it is. */
export function baselineOf({usage, ...input}: SuggestInput, options: SuggestOptions, own: Pick<SimulateOptions, 'unbounded'> = {}): Baseline {
  const {namespace = 'default'} = options
  let existingEntries: readonly ManifestEntry[] = []
  let assumptions: readonly string[] = []
  const arrange = (read: InputEntries): InputEntries => {
    const entries = rebuilt(read, namespace)
    assumptions = assumptionNotes(read, entries)
    existingEntries = existingEntriesOf(entries, namespace)
    return entries
  }
  const simulation = simulate(input, {...simulateOptions(options), ...own, arrange})
  const existing = existingEntries.flatMap((entry) => existingReview(entry, simulation, namespace) ?? [])
  const facts = factsOf(simulation, existing, usage)
  const strangers = usage?.podsOutside(facts.subjects) ?? []
  return {simulation, existing, facts, notes: [...assumptions, ...strangersNote(strangers)]}
}

/** The existing objects that the files do not change. */
function existingEntriesOf({files, policies, existing}: InputEntries, namespace: string): ManifestEntry[] {
  const sent = new Set(files.flat().map(({manifest}) => keyIn(manifest?.body ?? {}, namespace)))
  const fromCluster = policies.filter(({manifest}) => isObject(manifest?.body['metadata']) && textOf(manifest.body['metadata']['uid']) !== '')
  return [...existing, ...fromCluster].filter(({manifest, problems}) =>
    manifest !== undefined && problems.length === 0 && !isPolicyManifest(manifest) && !sent.has(keyIn(manifest.body, namespace)))
}

function existingReview({manifest}: ManifestEntry, {cluster}: Simulation, namespace: string): ManifestReview | undefined {
  if (manifest === undefined) return undefined
  const {apiVersion, kind, metadata} = manifest.body
  const own = isObject(metadata) ? metadata : {}
  const object = cluster.get({apiVersion: textOf(apiVersion), kind: textOf(kind), namespace: textOf(own['namespace']) || namespace, name: textOf(own['name'])})
  return object && {operation: 'CREATE', allowed: true, status: ok, object, manifest, steps: [], warnings: [], problems: [], errors: []}
}

/** At most this number of pods is named. */
const maxNamed = 3

function strangersNote(pods: readonly string[]): string[] {
  if (pods.length === 0) return []
  const more = pods.length - maxNamed
  return [`the measured usage of ${pods.slice(0, maxNamed).join(', ')}${more > 0 ? ` and ${more} more pods` : ''} belongs to no workload of the input and is ignored`]
}

/** The policies of a kind that are in force in a namespace, with their manifests. */
export function presentPolicies({policies, reviews}: Pick<Simulation, 'policies' | 'reviews'>, kind: string): Manifest[] {
  const sent = reviews.filter(({allowed, manifest}) => allowed && manifest.body['kind'] === kind).map(({manifest}) => manifest)
  return [...new Set([...[...policies.manifests.values()].filter(({body}) => body['kind'] === kind), ...sent])]
}

/** The namespace of a manifest. */
export const namespaceIn = ({body: {metadata}}: Pick<Manifest, 'body'>, namespace = 'default'): string =>
  (isObject(metadata) ? textOf(metadata['namespace']) : '') || namespace

/** Sends existing workloads again, as `rebuilt` does. */
export const rebuiltFor = ({namespace = 'default'}: SuggestOptions) => (read: InputEntries): InputEntries => rebuilt(read, namespace)

/** Leaves out the objects with these keys. */
export function withoutObjects({files, policies, existing}: InputEntries, keys: ReadonlySet<string>, namespace = 'default'): InputEntries {
  const stays = ({manifest}: ManifestEntry): boolean => manifest === undefined || !keys.has(keyIn(manifest.body, namespace))
  return {files: files.map((entries) => entries.filter(stays)), policies: policies.filter(stays), existing: existing.filter(stays)}
}

/** Replaces the policies of the kind of suggested objects, in their namespaces. */
export const replacing = (kind: string, objects: readonly SuggestedObject[], options: SuggestOptions) => (read: InputEntries): InputEntries => {
  const {namespace = 'default'} = options
  const replaced = new Set(objects.map((object) => object.namespace))
  const stays = ({manifest}: ManifestEntry): boolean =>
    manifest?.body['kind'] !== kind || !replaced.has(namespaceIn(manifest, namespace))
  const {files, policies, existing} = rebuilt(read, namespace)
  const suggested = readEntries(suggestedSource(objects), undefined, {})
  return {files: files.map((entries) => entries.filter(stays)), policies: [...policies.filter(stays), ...suggested], existing: existing.filter(stays)}
}

/** The suggested objects as a file. */
export const suggestedSource = (objects: readonly Pick<SuggestedObject, 'body'>[]): SourceFile =>
  new SourceFile('suggestion', objects.map(({body}) => goJson(body)).join('\n---\n'))
