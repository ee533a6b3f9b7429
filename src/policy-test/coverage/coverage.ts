import type {Step} from '../../admission/chain.js'
import type {ConfiguredField, DecidingPart} from '../../admission/plugin.js'
import {identify} from '../../cluster/target.js'
import {placeOf} from '../../lint/place.js'
import {groupBy} from '../../machinery/collections/group-by.js'
import type {FieldPath} from '../../machinery/field/path.js'
import type {Manifest} from '../../manifests/manifest.js'
import {objectKey} from '../../simulate/object-key.js'
import type {Simulation} from '../../simulate/simulate.js'
import type {SourceFile} from '../../source/source-file.js'
import {itemsOf} from '../mutate/items.js'
import {policiesIn, type PolicyDocument} from '../mutate/policy-document.js'
import type {PolicyItem} from '../mutate/policy-item.js'
import {policyFileKey, policyFilesOf} from '../policy-files.js'
import type {TestRun} from '../types.js'

/** One run of a test, with all that decided its outcome. */
export interface CoveredRun {
  readonly name: string
  /** The files with policies that the run reads. */
  readonly policies: readonly SourceFile[]
  /** The admission steps of its requests. */
  readonly steps: readonly Step[]
  /** The deciding parts of policies that the steps do not name. */
  readonly decisions: readonly DecidingPart[]
  /** The manifest of each policy in force, by object key. */
  readonly manifests: ReadonlyMap<string, Manifest>
}

/** A policy item, and the tests whose outcome it decided. */
export interface ItemCoverage {
  readonly item: PolicyItem
  readonly decided: readonly string[]
}

/** The items of all policies that tests read, by file. */
export interface CoverageReport {
  readonly items: readonly ItemCoverage[]
  readonly covered: number
}

/** Returns the run of a test for coverage: with the decisions about its objects, and about the objects of controllers. */
export function coveredRun({reviews, workloads, policies: {manifests}}: Simulation, {suite, test, input, decisions}: TestRun): CoveredRun {
  const steps = [...reviews, ...workloads.flatMap(({owned}) => owned)].flatMap((review) => review.steps)
  return {name: `${suite.name}: ${test.name}`, policies: policyFilesOf(suite, test, input), manifests, steps, decisions}
}

/** Returns which items of policies decided the outcome of a test: they denied an object, set a default or label, or exempted an object. */
export function coverage(runs: readonly CoveredRun[]): CoverageReport {
  const files = new Map(runs.flatMap(({policies}) => policies.map((file) => [policyFileKey(file), file])))
  const itemsByFile = new Map([...files].map(([key, file]) => [key, policiesIn(file).flatMap(itemsOf)]))
  const items = [...itemsByFile.values()].flat()
  const byPolicy = itemsByPolicy(items, (item) => item)
  const tests = new Map<PolicyItem, string[]>(items.map((item) => [item, []]))
  for (const run of runs) {
    const own = (): PolicyItem[] => run.policies.flatMap((file) => itemsByFile.get(policyFileKey(file)) ?? [])
    for (const item of decidedItems(own, byPolicy, run)) tests.get(item)?.push(run.name)
  }
  const covered = items.map((item) => ({item, decided: tests.get(item) ?? []}))
  return {items: covered, covered: covered.filter(({decided}) => decided.length > 0).length}
}

/** Returns the function that returns the tests whose outcome an item, or the item that it is a part of, decided. */
export function decidingTests({items}: CoverageReport): (item: PolicyItem) => ReadonlySet<string> {
  const byPolicy = itemsByPolicy(items, ({item}) => item)
  return (part) => new Set((byPolicy.get(policyKey(part.policy)) ?? []).flatMap(({item, decided}) => isWithin(part.field, item.field) ? decided : []))
}

const policyKey = ({file, node}: Pick<PolicyDocument, 'file' | 'node'>): string => [policyFileKey(file), node.start].join('\u0000')

const itemsByPolicy = <T>(all: readonly T[], itemOf: (one: T) => PolicyItem): ReadonlyMap<string, readonly T[]> =>
  new Map([...groupBy(all, (one) => itemOf(one).policy)].map(([policy, own]) => [policyKey(policy), own]))

/** @param own Returns the items of the policies that the run reads: with thousands of policies, a list for each run takes most of the time */
function decidedItems(own: () => readonly PolicyItem[], byPolicy: ReadonlyMap<string, readonly PolicyItem[]>, run: CoveredRun): ReadonlySet<PolicyItem> {
  const {steps, decisions, manifests} = run
  const policyOf = (part: DecidingPart): readonly PolicyItem[] => {
    if ('plugin' in part) return own().filter(({policy}) => policy.plugin?.name === part.plugin)
    const manifest = manifests.get(objectKey({...part.policy}))
    return manifest === undefined ? [] : byPolicy.get(policyKey({file: manifest.document.file, node: manifest.node})) ?? []
  }
  return new Set([
    ...decisions.flatMap((part) => policyOf(part).filter(({field}) => String(field) === String(part.field))),
    ...decisionsOf(steps).flatMap((part) => itemsAt(policyOf(part), part, 'policy' in part ? manifests.get(objectKey({...part.policy})) : undefined)),
  ])
}

/** Returns the items of a policy at a place. A default can come from another field, such as `max`. */
function itemsAt(own: readonly PolicyItem[], {field}: DecidingPart, manifest: Manifest | undefined): PolicyItem[] {
  const exact = own.filter((item) => isWithin(field, item.field))
  if (exact.length > 0 || manifest === undefined) return exact
  const info = identify(manifest.body)
  const {start} = placeOf(manifest, field, 'code' in info ? {apiVersion: '', kind: ''} : info.definition).span
  return own.filter(({place}) => place.span.start === start)
}

/** True if a field is another field, or below it. */
const isWithin = (field: FieldPath, outer: FieldPath): boolean => {
  const steps = field.steps()
  return outer.steps().every((step, i) => steps[i] === step)
}

/** Returns what decided requests: the causes of denials, and those of changes. */
function decisionsOf(steps: readonly Step[]): DecidingPart[] {
  const reasons = steps.flatMap(({plugin, rejection}) => (rejection?.reasons ?? []).map((reason) => ({plugin, ...reason})))
  return [
    ...steps.flatMap(({changes}) => changes.flatMap(({cause}) => cause ?? [])),
    ...reasons.flatMap(({cause, setBy = []}) => cause === undefined ? setBy : [cause, ...setBy]),
    ...reasons.flatMap(({plugin, configuredBy = []}) => configuredBy.map((field): ConfiguredField => ({plugin, field}))),
  ]
}
