import type {PodSpec} from '../../../../src/machinery/api/core-v1.js'
import type {ObjectMeta} from '../../../../src/machinery/api/meta-v1.js'

/** The parts of a pod that checks read. */
export interface PodParts {
  readonly spec: PodSpec
  readonly metadata: Partial<ObjectMeta>
}

type Fields = Readonly<Record<string, unknown>>

type Change = (pod: PodParts) => PodParts

const securityContext = {allowPrivilegeEscalation: false, capabilities: {drop: ['ALL']}}

/** A pod that every level of every version allows. */
const restrictedPod: PodParts = {
  spec: {
    securityContext: {runAsNonRoot: true, seccompProfile: {type: 'RuntimeDefault'}},
    initContainers: [{name: 'init', image: 'i', securityContext}],
    containers: [{name: 'app', image: 'i', securityContext}],
  },
  metadata: {},
}

/** Returns fields with changes: those of objects one by one; null removes a field. */
function patched<T extends object>(fields: T, changes: Fields): T {
  const old = fields as Fields
  const entries = Object.entries(changes).map(([name, value]) => [name, isFields(value) ? patched((old[name] ?? {}) as Fields, value) : value] as const)
  return Object.fromEntries(Object.entries({...old, ...Object.fromEntries(entries)}).filter(([, value]) => value !== null)) as T
}

const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null && !Array.isArray(value)

/** Returns the pod that every level allows, with changes. */
export const podWith = (...changes: Change[]): PodParts => changes.reduce((pod, change) => change(pod), restrictedPod)

/** Changes the spec. */
export const spec = (changes: Fields): Change => (pod) => ({...pod, spec: patched(pod.spec, changes)})

/** Changes the security context of the pod. */
export const context = (changes: Fields): Change => spec({securityContext: changes})

/** Changes the containers of these names. */
const containers = (names: readonly string[], changes: Fields): Change => (pod) => {
  const change = (all: PodSpec['containers'] = []): PodSpec['containers'] => all.map((one) => names.includes(one.name ?? '') ? patched(one, changes) : one)
  return {...pod, spec: {...pod.spec, initContainers: change(pod.spec.initContainers) ?? [], containers: change(pod.spec.containers) ?? []}}
}

/** Changes the container `app`. */
export const app = (changes: Fields): Change => containers(['app'], changes)

/** Changes the security context of the container `app`. */
export const appContext = (changes: Fields): Change => app({securityContext: changes})

/** Changes the security context of the container `init`. */
export const initContext = (changes: Fields): Change => containers(['init'], {securityContext: changes})

/** Changes the security contexts of both containers. */
export const contexts = (changes: Fields): Change => containers(['init', 'app'], {securityContext: changes})

/** Adds an ephemeral container with this security context. */
export const debugContainer = (changes: Fields): Change => spec({ephemeralContainers: [{name: 'debug', image: 'i', securityContext: {...securityContext, ...changes}}]})

/** Sets annotations. */
export const annotations = (values: Readonly<Record<string, string>>): Change => (pod) => ({...pod, metadata: {annotations: values}})

export const windows = spec({os: {name: 'windows'}})

export const userNamespace = spec({hostUsers: false})
