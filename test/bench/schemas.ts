// The JSON Schemas that kubeconform reads, generated from the OpenAPI document of Kubernetes like the standalone schemas of openapi2jsonschema.

type Schema = Readonly<Record<string, unknown>>

interface Definition extends Schema {
  readonly 'x-kubernetes-group-version-kind'?: readonly {readonly group: string, readonly kind: string, readonly version: string}[]
}

/** The OpenAPI document of a release: `api/openapi-spec/swagger.json`. */
export interface OpenApi {
  readonly definitions: Readonly<Record<string, Definition>>
}

const prefix = '#/definitions/'

/** Replacements for definitions that lack types which the server accepts. */
const replaced: Readonly<Record<string, Schema>> = {
  'io.k8s.apimachinery.pkg.util.intstr.IntOrString': {oneOf: [{type: 'string'}, {type: 'integer'}]},
  'io.k8s.apimachinery.pkg.api.resource.Quantity': {oneOf: [{type: 'string'}, {type: 'number'}]},
}

/** The schemas of some kinds, by the name of the file in which kubeconform looks for each: `deployment-apps-v1.json`. */
export function schemasOf({definitions}: OpenApi, kinds: readonly string[]): ReadonlyMap<string, Schema> {
  /** A schema with the schemas that it refers to. */
  const whole = (value: unknown, within: readonly string[]): unknown => {
    if (Array.isArray(value)) return value.map((item) => whole(item, within))
    if (typeof value !== 'object' || value === null) return value
    const {$ref: reference} = value as Schema
    if (typeof reference !== 'string') return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, whole(each, within)]))
    const name = reference.slice(prefix.length)
    // The schema of JSON schemas contains itself.
    return within.includes(name) ? {} : replaced[name] ?? whole(definitions[name], [...within, name])
  }
  return new Map(Object.values(definitions).flatMap((definition) => (definition['x-kubernetes-group-version-kind'] ?? [])
    .filter(({kind}) => kinds.includes(kind))
    .map(({group, kind, version}) => [`${[kind.toLowerCase(), ...group === '' ? [] : [group.split('.')[0]], version].join('-')}.json`, whole(definition, []) as Schema])))
}
