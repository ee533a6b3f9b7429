import type {Lookup} from '../admission/plugin.js'
import {admissionPlugins} from '../admission/plugins/index.js'
import {customResourceDefinition} from '../kinds/custom-resource-definition/index.js'
import type {KubeObject} from '../kinds/kind.js'
import {namespace as namespaceKind} from '../kinds/namespace/index.js'
import {node, schedulingFields} from '../kinds/node/index.js'
import {adminAccessLabel} from '../kinds/resource-claim/validate.js'
import {FieldPath} from '../machinery/field/path.js'
import {isObject, textOf} from '../machinery/go/json-value.js'
import type {ManifestReview} from '../simulate/manifest-review.js'
import {configurationOf, type SidedPlace} from './policy-changes.js'
import {configurationKind, fieldText} from './policy-fields.js'
import type {PolicyChange, Side} from './types.js'

/** A part of the server that reads fields of other objects. */
interface Reader {
  /** The name of an admission plugin; undefined for what is always on. */
  readonly plugin?: string
  readonly lookup: Lookup
}

const ofPlugins = admissionPlugins.flatMap(({name, lookups = []}) => lookups.map((lookup) => ({plugin: name, lookup})))

const accessLabel = FieldPath.of('metadata', 'labels').key(adminAccessLabel)

/** All that the server reads: its plugins, the controllers of DaemonSets and quotas, and the validation of claims for devices. */
const readers: readonly Reader[] = [
  ...ofPlugins,
  {lookup: {kind: node, fields: schedulingFields}},
  {lookup: {kind: customResourceDefinition, fields: [FieldPath.of('spec', 'group'), FieldPath.of('spec', 'names', 'plural')]}},
  {lookup: {kind: namespaceKind, fields: [accessLabel]}},
]

/** The parts of the server that read the field of a change. */
export const readersOf = ({policy: {kind, name}, field}: PolicyChange): Reader[] => readers.filter(({plugin, lookup}) =>
  (lookup.kind === 'configuration' ? kind === configurationKind && name === plugin : lookup.kind.kind === kind)
  && lookup.fields.some((each) => isAtOrBelow(field, fieldText(kind, each.steps().map(String)))))

const isAtOrBelow = (field: string, outer: string): boolean => field === outer || field.startsWith(`${outer}.`) || field.startsWith(`${outer}[`)

type Answered = Pick<ManifestReview, 'object' | 'manifest'>

/** The side of an answer, and the namespace of the request. */
export interface Origin {
  readonly side: Side
  readonly namespace: string
}

/**
 * The fields of other objects by which a plugin decides about an object, and its configuration: the class that the stored object
 * names, or the manifest of a denied one, and the namespace. They may not exist.
 */
export const lookedUpPlaces = (plugin: string, answered: Answered, origin: Origin): SidedPlace[] =>
  ofPlugins.filter(({plugin: name, lookup}) => name === plugin && lookup.warning === undefined && lookup.isForAudit === undefined)
    .flatMap((reader) => placesOf(reader, answered, origin))

/** The fields of other objects on which a warning depends. */
export const warnedPlaces = (warning: string, answered: Answered, origin: Origin): SidedPlace[] =>
  ofPlugins.filter(({lookup}) => lookup.warning !== undefined && warning.startsWith(lookup.warning)).flatMap((reader) => placesOf(reader, answered, origin))

/** The label of the namespace by which the validation of a claim for devices rejects it: its message names the label. */
export const validatedPlaces = ({errors}: Pick<ManifestReview, 'errors'>, {side, namespace}: Origin): SidedPlace[] =>
  errors.some((error) => String(error).includes(adminAccessLabel)) ? [{policy: {apiVersion: 'v1', kind: namespaceKind.kind, metadata: {name: namespace}}, below: accessLabel, side}] : []

/** The place of a lookup without fields, which is about the existence of the object. */
const existence = [FieldPath.of('metadata', 'name')]

function placesOf({plugin, lookup: {kind, by, fields}}: (typeof ofPlugins)[number], answered: Answered, {side, namespace}: Origin): SidedPlace[] {
  const policy = kind === 'configuration' ? configurationOf(plugin) : namedObject(kind, by === 'namespace' ? namespace : named(by, answered))
  return policy === undefined ? [] : (fields.length === 0 ? existence : fields).map((below) => ({policy, below, side}))
}

/** The name in a field of the stored object, or in the manifest of a denied one. */
function named(by: Lookup['by'], {object, manifest}: Answered): string {
  const {spec} = object ?? manifest.body
  return by !== undefined && isObject(spec) ? textOf(spec[by.replace('spec.', '')]) : ''
}

const namedObject = ({apiVersion, kind}: Pick<KubeObject, 'apiVersion' | 'kind'>, name: string): KubeObject | undefined =>
  name === '' ? undefined : {apiVersion, kind, metadata: {name}}
