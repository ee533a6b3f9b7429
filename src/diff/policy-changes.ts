import type {PolicyPlace} from '../admission/policy-place.js'
import {identify} from '../cluster/target.js'
import type {AnyKind} from '../kinds/kind.js'
import type {ObjectRef, Place} from '../lint/diagnostic.js'
import {placeOfSteps, writtenSteps} from '../lint/place.js'
import type {Json, JsonObject} from '../machinery/decode/encode.js'
import {textOf} from '../machinery/go/json-value.js'
import {sortTexts} from '../machinery/go/text.js'
import {jsonEqual} from '../machinery/patch/json.js'
import type {Manifest} from '../manifests/manifest.js'
import {objectKey} from '../simulate/object-key.js'
import type {Simulation} from '../simulate/simulate.js'
import {fieldText, leavesOf, stablePath, type StablePath, stepsTo, valueAt} from './policy-fields.js'
import {type PerSide, perSide, type PolicyChange, type Side} from './types.js'

/** A policy in force on one side. */
interface InForce {
  readonly manifest: Manifest
  /** As it is stored, with defaults. */
  readonly stored: JsonObject
}

/** A place in a policy of one side, or a whole policy or class, which may not exist there. */
export interface SidedPlace extends Pick<PolicyPlace, 'policy'>, Partial<Pick<PolicyPlace, 'field'>> {
  readonly side: Side
}

/** The policies of two simulations. */
export class PolicyComparison {
  private readonly sides: PerSide<ReadonlyMap<string, InForce>>

  constructor(before: Simulation, after: Simulation) {
    const simulations = {before, after}
    this.sides = perSide((side) => inForceIn(simulations[side]))
  }

  /** All changes, by the keys of the policies: of each field, or of a whole policy that only one side has. */
  get changes(): PolicyChange[] {
    const {before, after} = this.sides
    return sortTexts([...new Set([...before.keys(), ...after.keys()])]).flatMap((key) => this.changesOf(key))
  }

  /** The change of a place in a policy; `same` for one that both sides have alike. For a whole policy its first change, undefined if there is none. */
  changeOf({policy, field, side}: SidedPlace): PolicyChange | undefined {
    const key = objectKey({...policy})
    return field === undefined ? this.changesOf(key)[0] : this.changeAt(key, stablePath(this.sides[side].get(key)?.stored, field.steps()), side)
  }

  private changesOf(key: string): PolicyChange[] {
    const [old, now] = [this.sides.before.get(key), this.sides.after.get(key)]
    if (old === undefined || now === undefined) return old === now ? [] : [this.wholeChange(key)]
    const paths = [...leavesOf(now.stored), ...leavesOf(old.stored)].filter((path) => !jsonEqual(valueAt(old.stored, path), valueAt(now.stored, path)))
    const changes = paths.map((path) => this.changeAt(key, path, valueAt(now.stored, path) === undefined ? 'before' : 'after'))
    return [...new Map(changes.map((change) => [change.field, change])).values()]
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
      field: fieldText(kindOf(key), shown), ...from !== undefined && {from}, ...to !== undefined && {to}, ...this.placeOf(key, shown),
    }
  }

  private wholeChange(key: string): PolicyChange {
    const {before, after} = this.sides
    const change = before.has(key) ? after.has(key) ? 'same' : 'removed' : 'added'
    return {type: 'policy', policy: referenceOf(key), change, field: '', ...this.placeOf(key, [])}
  }

  /** The written field from which a field has its value. */
  private originOf(key: string, path: StablePath, side: Side): StablePath {
    const policy = this.sides[side].get(key)
    const steps = policy && stepsTo(policy.stored, path)
    if (policy === undefined || steps === undefined) return path
    return stablePath(policy.stored, writtenSteps(policy.manifest.node, steps, definitionOf(policy.manifest)))
  }

  /** The place after the change; before it for a field that is removed. */
  private placeOf(key: string, path: StablePath): {readonly place?: Place} {
    const {before, after} = this.sides
    const [old, now] = [before.get(key), after.get(key)]
    const policy = now === undefined || (old !== undefined && valueAt(now.stored, path) === undefined && valueAt(old.stored, path) !== undefined) ? old : now
    return policy === undefined ? {} : {place: placeOfSteps(policy.manifest, stepsTo(policy.stored, path) ?? [], definitionOf(policy.manifest))}
  }
}

const inForceIn = ({policies: {manifests, stored}}: Simulation): ReadonlyMap<string, InForce> =>
  new Map([...stored].flatMap(([key, object]) => {
    const manifest = manifests.get(key)
    return manifest === undefined ? [] : [[key, {manifest, stored: object}] as const]
  }))

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

/** A value of a policy as a text. */
export const policyValue = (value: Json | undefined): string => typeof value === 'string' ? value : value === undefined ? 'none' : JSON.stringify(value)
