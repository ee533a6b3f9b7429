import type {KubeObject} from '../kinds/kind.js'
import {priorityClass} from '../kinds/priority-class/index.js'
import {runtimeClass} from '../kinds/runtime-class/index.js'
import {storageClass} from '../kinds/storage-class/index.js'
import {isObject, textOf} from '../machinery/go/json-value.js'
import type {ManifestReview} from '../simulate/manifest-review.js'
import type {SidedPlace} from './policy-changes.js'
import type {Side} from './types.js'

const storage = {kind: storageClass, field: 'storageClassName'}

/** The classes that plugins look up by a field of `spec`. */
const lookups: Readonly<Record<string, {readonly kind: Pick<KubeObject, 'apiVersion' | 'kind'>, readonly field: string}>> = {
  Priority: {kind: priorityClass, field: 'priorityClassName'},
  RuntimeClass: {kind: runtimeClass, field: 'runtimeClassName'},
  DefaultStorageClass: storage,
  PersistentVolumeClaimResize: storage,
}

type Answered = Pick<ManifestReview, 'object' | 'manifest'>

/** The class that a plugin looks up for an object: the one that the stored object names, or the manifest of a denied one. It may not exist. */
export function classPlaces(plugin: string, {object, manifest}: Answered, side: Side): SidedPlace[] {
  const lookup = Object.hasOwn(lookups, plugin) ? lookups[plugin] : undefined
  const {spec} = object ?? manifest.body
  const name = lookup !== undefined && isObject(spec) ? textOf(spec[lookup.field]) : ''
  if (lookup === undefined || name === '') return []
  const {kind: {apiVersion, kind}} = lookup
  return [{policy: {apiVersion, kind, metadata: {name}}, side}]
}

/** The classes of an object that a warning names. */
export const warnedClasses = (warning: string, answered: Answered, side: Side): SidedPlace[] =>
  Object.keys(lookups).flatMap((plugin) => classPlaces(plugin, answered, side))
    .filter(({policy: {kind, metadata: {name = ''}}}) => warning.includes(`no ${kind} is declared`) && warning.includes(name))
