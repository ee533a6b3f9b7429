import type {PolicyPlace} from '../admission/explanation.js'
import {TooMuchWorkError} from '../cluster/too-much-work-error.js'
import {identify} from '../cluster/target.js'
import type {AnyKind, KubeObject} from '../kinds/kind.js'
import {node, schedulingFields} from '../kinds/node/index.js'
import type {ObjectRef, Place} from '../lint/diagnostic.js'
import {type Placed, placeOfSteps, sourceSteps} from '../lint/place.js'
import type {Json, JsonObject} from '../machinery/decode/encode.js'
import {remember} from '../machinery/collections/remember.js'
import type {FieldPath} from '../machinery/field/path.js'
import {textOf} from '../machinery/go/json-value.js'
import {goJson, sortTexts} from '../machinery/go/text.js'
import {isMap, jsonEqual, own} from '../machinery/patch/json.js'
import type {Manifest} from '../manifests/manifest.js'
import {objectKey} from '../simulate/object-key.js'
import type {Simulation} from '../simulate/simulate.js'
import {referenceTo} from './subjects.js'
import {configurationKind, fieldText, hasSelection, itemsOf, leavesOf, selects, stablePath, type StablePath, stepsTo, valueAt} from './policy-fields.js'
import type {Node} from '../source/node.js'
import type {SourceFile} from '../source/source-file.js'
import {type PerSide, perSide, type PolicyChange, type Side} from './types.js'

/** A policy in force on one side, or the configuration of an admission plugin. */
interface InForce {
  /** As it is stored, with defaults. */
  readonly stored: JsonObject
  /** The paths whose values are compared. */
  readonly paths: readonly StablePath[]
  readonly definition: AnyKind
  /** Undefined for a configuration that no file contains. */
  readonly source?: Placed
}

/** The configuration of an admission plugin, and its place if a file contains it. */
export interface PluginSettings {
  readonly plugin: string
  readonly configuration: object
  readonly place?: {readonly file: SourceFile, readonly node: Node}
}

/** A place in a policy of one side, which may not exist there. */
export interface SidedPlace extends Pick<PolicyPlace, 'policy'>, Partial<Pick<PolicyPlace, 'field'>> {
  readonly side: Side
  /** In place of a field: any field at or below this one that changed. */
  readonly below?: FieldPath
}

/** Maximum number of fields of policies that all differences name as their possible causes. Rules that conflict may each deny all objects. */
export const maxPlaces = 500_000

const tooManyText = `the results that differ depend on more than ${maxPlaces.toLocaleString('en')} fields of policies, counted for each object; there is no result. Compare fewer objects or policies at a time`

/** The policies of two simulations. */
export class PolicyComparison {
  private readonly sides: PerSide<ReadonlyMap<string, InForce>>
  private readonly rejected: PerSide<ReadonlyMap<string, Manifest>>
  /** The paths of the values that differ, by the keys of the policies for which they were asked. */
  private readonly knownPaths = new Map<string, readonly StablePath[]>()
  /** The results of `changeOf`, by place and by text: many objects depend on the same policies, and many DaemonSets on the same Nodes. */
  private readonly knownChanges = new WeakMap<SidedPlace, {readonly change: PolicyChange | undefined}>()
  private readonly changesByText = new Map<string, {readonly change: PolicyChange | undefined}>()
  private places = 0
  private knownNodes: readonly SidedPlace[] | undefined
  /** All changes, by the keys of the policies: of each field, or of a whole policy that only one side has. */
  readonly changes: readonly PolicyChange[]

  constructor(simulations: PerSide<Simulation>, configurations: PerSide<readonly PluginSettings[]>) {
    this.sides = perSide((side) => new Map([...inForceIn(simulations[side]), ...configurations[side].map(configured)]))
    this.rejected = perSide((side) => rejectedIn(simulations[side]))
    const {before, after} = this.sides
    this.changes = sortTexts([...new Set([...before.keys(), ...after.keys()])]).flatMap((key) => this.changesOf(key))
  }

  /** The first change of a plugin's configuration. */
  get configuration(): PolicyChange | undefined {
    return this.changes.find(({policy: {kind}}) => kind === configurationKind)
  }

  /** The Nodes that changed, on which the pods of DaemonSets depend. */
  get nodes(): readonly SidedPlace[] {
    return this.knownNodes ??= this.changes.filter(({policy: {kind}}) => kind === node.kind)
      .flatMap(({policy: {apiVersion, kind, name}}) => schedulingFields.map((below): SidedPlace => ({policy: {apiVersion, kind, metadata: {name}}, below, side: 'after'})))
      .filter((place) => this.changeOf(place) !== undefined)
  }

  /**
   * The change of a place in a policy, or of a field that selects the objects to which the place applies; `same` for one that both sides
   * have alike. Without a field, the first change at or below a place. Undefined if there is none, or no such policy on either side.
   *
   * @throws TooMuchWorkError for more than {@link maxPlaces} places
   */
  changeOf(place: SidedPlace): PolicyChange | undefined {
    const known = this.knownChanges.get(place) ?? this.changeOfText(place)
    this.knownChanges.set(place, known)
    return known.change
  }

  /** The changes of places; those of a list of places that many objects share are the same list. */
  readonly changesAt = remember((places: readonly SidedPlace[]): readonly PolicyChange[] => places.flatMap((place) => this.changeOf(place) ?? []))

  private changeOfText(place: SidedPlace): {readonly change: PolicyChange | undefined} {
    if (++this.places > maxPlaces) throw new TooMuchWorkError(tooManyText)
    const {policy, field = '', below = '', side} = place
    const text = [side, objectKey({...policy}), field, below].join('\u0000')
    const known = this.changesByText.get(text) ?? {change: this.findChange(place)}
    this.changesByText.set(text, known)
    return known
  }

  private findChange({policy, field, below, side}: SidedPlace): PolicyChange | undefined {
    const key = objectKey({...policy})
    if (!this.sides.before.has(key) && !this.sides.after.has(key)) return undefined
    if (field === undefined) return this.changeBelow(key, below?.steps().map(String) ?? [])
    const path = stablePath(this.sides[side].get(key)?.stored, field.steps())
    const change = this.changeAt(key, path, side)
    return change.change === 'same' ? this.selectionFor(key, path) ?? change : change
  }

  /** The first change at or below a place; that of the whole policy if only one side has it. */
  private changeBelow(key: string, outer: StablePath): PolicyChange | undefined {
    if (!this.sides.before.has(key) || !this.sides.after.has(key)) return this.wholeChange(key)
    const path = this.changedPaths(key).find((each) => outer.every((step, i) => each[i] === step))
    return path && this.changeOfPath(key, path)
  }

  /** The change of a field that selects the objects to which another field applies. */
  private selectionFor(key: string, path: StablePath): PolicyChange | undefined {
    if (!hasSelection(kindOf(key))) return undefined
    const selector = this.changedPaths(key).find((each) => selects(kindOf(key), each, path))
    return selector && this.changeOfPath(key, selector)
  }

  private changesOf(key: string): PolicyChange[] {
    const [old, now] = [this.sides.before.get(key), this.sides.after.get(key)]
    if (old === undefined || now === undefined) return old === now ? [] : [this.wholeChange(key)]
    const changes = this.changedPaths(key).map((path) => this.changeOfPath(key, path))
    return [...new Map(changes.map((change) => [change.field, change])).values()]
  }

  /** The paths of the values that differ in a policy. */
  private changedPaths(key: string): readonly StablePath[] {
    const known = this.knownPaths.get(key)
    if (known !== undefined) return known
    const [old, now] = [this.sides.before.get(key), this.sides.after.get(key)]
    const paths = [...now?.paths ?? [], ...old?.paths ?? []].filter((path) => !jsonEqual(valueAt(old?.stored, path), valueAt(now?.stored, path)))
    this.knownPaths.set(key, paths)
    return paths
  }

  private changeOfPath(key: string, path: StablePath): PolicyChange {
    return this.changeAt(key, path, valueAt(this.sides.after.get(key)?.stored, path) === undefined ? 'before' : 'after')
  }

  private changeAt(key: string, path: StablePath, side: Side): PolicyChange {
    const {before, after} = this.sides
    const [old, now] = [before.get(key), after.get(key)]
    const origin = this.originOf(key, path, side)
    const differs = (each: StablePath): boolean => !jsonEqual(valueAt(old?.stored, each), valueAt(now?.stored, each))
    // The origin of a default is not its cause if the origin is the same on both sides.
    const shown = differs(origin) || !differs(path) ? origin : path
    const [from, to] = [valueAt(old?.stored, shown), valueAt(now?.stored, shown)]
    return {
      ...this.wholeChange(key), ...old && now && {change: differs(shown) ? 'changed' : 'same'},
      field: fieldText(kindOf(key), shown), ...from !== undefined && {from}, ...to !== undefined && {to},
      ...this.placeOf(key, [...shown, ...onlyChangeIn(from, to)]),
    }
  }

  private wholeChange(key: string): PolicyChange {
    const {before, after} = this.sides
    const change = before.has(key) ? after.has(key) ? 'same' : 'removed' : 'added'
    const rejected = change === 'same' ? undefined : this.rejected[change === 'removed' ? 'after' : 'before'].get(key)
    return {type: 'policy', policy: referenceOf(key), change, field: '', ...this.placeOf(key, []), ...rejected && {isRejected: true}}
  }

  /** The written field from which a field has its value. */
  private originOf(key: string, path: StablePath, side: Side): StablePath {
    const policy = this.sides[side].get(key)
    const steps = policy && stepsTo(policy.stored, path)
    if (policy?.source === undefined || steps === undefined) return path
    return stablePath(policy.stored, sourceSteps(policy.source.node, steps, policy.definition))
  }

  /** The place after the change; before it for a field that is removed. */
  private placeOf(key: string, path: StablePath): {readonly place?: Place} {
    const {before, after} = this.sides
    const [old, now] = [before.get(key), after.get(key)]
    const rejected = this.rejected.after.get(key)
    if (now === undefined && rejected !== undefined) return {place: placeOfSteps(rejected, [], definitionOf(rejected))}
    const policy = now === undefined || (old !== undefined && valueAt(now.stored, path) === undefined && valueAt(old.stored, path) !== undefined) ? old : now
    return policy?.source === undefined ? {} : {place: placeOfSteps(policy.source, stepsTo(policy.stored, path) ?? [], policy.definition)}
  }
}

const inForceIn = ({policies: {manifests, stored}}: Simulation): ReadonlyMap<string, InForce> =>
  new Map([...stored].flatMap(([key, object]) => {
    const manifest = manifests.get(key)
    return manifest === undefined ? [] : [[key, {stored: object, paths: leavesOf(object), definition: definitionOf(manifest), source: manifest}] as const]
  }))

/** The policies that the server rejects, by key. */
const rejectedIn = ({policies: {refused}}: Simulation): ReadonlyMap<string, Manifest> => new Map(refused.map(({manifest, namespace}) => {
  const {apiVersion, kind, ...metadata} = referenceTo({manifest, namespace})
  return [objectKey({apiVersion, kind, metadata}), manifest] as const
}))

function configured({plugin, configuration, place}: PluginSettings): readonly [key: string, policy: InForce] {
  const {apiVersion, kind, metadata} = configurationOf(plugin)
  const stored = JSON.parse(JSON.stringify(configuration)) as JsonObject
  const source = place && {node: place.node, document: place}
  return [objectKey({apiVersion, kind, metadata}), {stored, paths: itemsOf(stored), definition: {apiVersion, kind}, ...source && {source}}]
}

/** A reference to the configuration of an admission plugin. */
export const configurationOf = (plugin: string): KubeObject & {readonly metadata: {readonly name: string}} =>
  ({apiVersion: 'apiserver.config.k8s.io/v1', kind: configurationKind, metadata: {name: plugin}})

/** The reference in an object key. */
function referenceOf(key: string): ObjectRef {
  const [apiVersion = '', kind = '', namespace = '', name = ''] = key.split('\u0000')
  return {apiVersion, kind, ...namespace !== '' && {namespace}, name}
}

const kindOf = (key: string): string => referenceOf(key).kind

function definitionOf({body}: Manifest): AnyKind {
  const info = identify(body)
  return 'code' in info ? {apiVersion: textOf(body['apiVersion']), kind: textOf(body['kind'])} : info.definition
}

/** The way to the only field in which two items differ, which is its place; empty for other values. */
function onlyChangeIn(from: Json | undefined, to: Json | undefined): StablePath {
  const fields = isMap(from) && isMap(to) ? differingFields(from, to) : []
  return fields.length === 1 ? fields : []
}

/** The fields in which two items differ. */
export const differingFields = (from: JsonObject, to: JsonObject): string[] =>
  [...new Set([...Object.keys(from), ...Object.keys(to)])].filter((field) => !jsonEqual(own(from, field), own(to, field)))

/** A value of a policy as a text; an item of a list as its fields without its type, which is in its path: `qps 5, burst 10`. */
export function policyValue(value: Json | undefined): string {
  if (!isMap(value) || Object.keys(value).length === 0) return typeof value === 'string' ? value : value === undefined ? 'none' : goJson(value)
  return Object.entries(value).filter(([field]) => field !== 'type').map(([field, inner]) => `${field} ${policyValue(inner)}`).join(', ')
}
