import type {ClusterOptions} from '../cluster/options.js'
import type {Manifest} from '../manifests/manifest.js'

type Body = Readonly<Record<string, unknown>>

/** The injectable lists of a pod, whose items have names. */
export const injectable = ['initContainers', 'containers', 'volumes'] as const

/** The additions of a sidecar injector to each pod. */
export interface Injection {
  readonly spec: Readonly<Partial<Record<typeof injectable[number], readonly Body[]>>>
}

/** Appends the injected items to a pod's own; existing items of the same names stay unchanged. */
export function inject(pod: Body, {spec: added}: Injection): Body {
  const {spec} = pod
  if (typeof spec !== 'object' || spec === null) return pod
  const own = spec as Body
  const lists = injectable.flatMap((name) => {
    const present = own[name] ?? []
    if (!Array.isArray(present)) return []
    const names = new Set(present.map((item: Body | null) => item?.['name']))
    const missing = (added[name] ?? []).filter((item) => !names.has(item['name']))
    return missing.length === 0 ? [] : [[name, [...present as unknown[], ...missing]] as const]
  })
  return {...pod, spec: {...own, ...Object.fromEntries(lists)}}
}

/** A manifest after injection, which is the object that was sent. */
export const injected = (manifest: Manifest, {injector}: Partial<Pick<ClusterOptions, 'injector'>>): Manifest => injector !== undefined && manifest.body['kind'] === 'Pod'
  ? {document: manifest.document, node: manifest.node, body: injector(manifest.body) as Manifest['body']} : manifest
