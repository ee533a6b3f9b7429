import {defaultVersion, type KubernetesVersion} from '../machinery/version/kubernetes-version.js'
import {apiRequired, apiType, tableOfKind} from '../machinery/schema/api-tables.js'
import type {FieldTable, Shape} from '../machinery/schema/field-table.js'
import {formatApiVersion, type GroupVersion, servedResource} from '../machinery/schema/rest-mapper.js'
import type {Identity} from './kind-lookup.js'
import {listedResource} from './kind-lookup.js'

/** A struct in the published OpenAPI document. */
export interface Model {
  /** Its name in the document: `io.k8s.api.core.v1.Pod`. */
  readonly definition: string
  readonly fields: Readonly<Record<string, FieldTable>>
  readonly required: readonly string[]
  /** True if kadm does not know all fields. */
  readonly isOpen: boolean
  /** The version of Kubernetes that publishes it. */
  readonly version: KubernetesVersion
}

/** The OpenAPI type of a field. A `string` accepts any scalar, an `integer` any number. */
export type OpenApiType = 'string' | 'boolean' | 'integer' | 'array' | 'map'

const typesOfShapes: Readonly<Record<Shape, OpenApiType>> = {
  string: 'string', bytes: 'string', quantity: 'string', time: 'string', microTime: 'string', intOrString: 'string',
  bool: 'boolean', int32: 'integer', int64: 'integer',
  list: 'array', struct: 'map', map: 'map', any: 'map',
}

export const openApiType = ({shape}: FieldTable): OpenApiType => typesOfShapes[shape]

/** Returns the name of the definition of a field's type; undefined for types that are described inline. */
export function ownDefinition({go, type}: FieldTable): string | undefined {
  return type === undefined ? apiRequired().definitions[go] : definitionOf(type)
}

/** The definition of a Go type of the API, by the name of its table: `core/v1.Pod` is `io.k8s.api.core.v1.Pod`. */
function definitionOf(type: string): string {
  const [name = '', versioned = ''] = type.split('/')
  return `${apiRequired().packages[name] ?? `io.k8s.api.${name}`}.${versioned}`
}

const text: FieldTable = {go: 'string', shape: 'string'}

const typeMeta = {apiVersion: text, kind: text}

const objectFields = {...typeMeta, metadata: {go: 'v1.ObjectMeta', shape: 'struct', type: 'meta/v1.ObjectMeta'}} as const

/** Returns the model of a struct type. For kinds without a field table it has only the fields of all objects. */
export function modelOf(type: string, version = defaultVersion): Model {
  const fields = apiType(type, version)?.fields
  const required = apiRequired(version).required[type] ?? []
  return {definition: definitionOf(type), fields: fields ?? objectFields, required, isOpen: fields === undefined, version}
}

/** Returns the model of a kind or of its list. Undefined for other kinds, which kubectl does not check. */
export function modelOfKind(identity: Identity, version = defaultVersion): Model | undefined {
  const {groupVersion, kind} = identity
  const isServed = servedResource(formatApiVersion(groupVersion), kind, version)?.kind === kind
  return isServed ? modelOf(typeOf(groupVersion, kind), version) : modelOfList(identity, version)
}

/** The model of the list of a kind (`PodList`), undefined for everything else. */
export function modelOfList({groupVersion, kind}: Identity, version = defaultVersion): Model | undefined {
  const listed = listedResource(formatApiVersion(groupVersion), kind, version)
  return listed && listOf(typeOf(groupVersion, listed.kind), version)
}

/** The name of a kind's Go type. Kinds without a field table all follow the rule. */
function typeOf({group, version}: GroupVersion, kind: string): string {
  const name = group === '' ? 'core' : group.split('.')[0] ?? ''
  return tableOfKind(formatApiVersion({group, version}), kind) ?? `${name}/${version}.${kind}`
}

const listOf = (type: string, version: KubernetesVersion): Model => ({
  definition: `${definitionOf(type)}List`,
  fields: {
    ...typeMeta,
    metadata: {go: 'v1.ListMeta', shape: 'struct', type: 'meta/v1.ListMeta'},
    items: {go: '', shape: 'list', element: {go: '', shape: 'struct', type}},
  },
  required: ['items'],
  isOpen: false,
  version,
})
