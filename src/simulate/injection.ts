type Body = Readonly<Record<string, unknown>>

/** What of a pod can be injected: lists whose items have names. */
export const injectable = ['initContainers', 'containers', 'volumes'] as const

/** What a sidecar injector adds to each pod. */
export interface Injection {
  readonly spec: Readonly<Partial<Record<typeof injectable[number], readonly Body[]>>>
}

/** The pod with what is injected behind its own; what it has under the same name already is left as it is. */
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
