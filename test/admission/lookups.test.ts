import {expect} from 'chai'

import {stoppedClock} from '../../src/admission/clock.js'
import type {Attributes} from '../../src/admission/attributes.js'
import type {PluginDefinition, StatusWriter} from '../../src/admission/plugin.js'
import {admissionPlugins} from '../../src/admission/plugins/index.js'
import {decodeObject} from '../../src/cluster/codec.js'
import {lookUpKind} from '../../src/cluster/scheme.js'
import type {AnyKind, KubeObject} from '../../src/kinds/kind.js'
import {FieldPath} from '../../src/machinery/field/path.js'
import {defaultVersion} from '../../src/machinery/version/kubernetes-version.js'
import {Quantity} from '../../src/machinery/quantity/quantity.js'
import type {Body} from '../helpers/builders.js'

/** An object as the server has it in memory. */
function inMemory(body: Body): KubeObject {
  const info = lookUpKind(String(body['apiVersion']), String(body['kind']))
  if (info === undefined) throw new Error(`no kind ${String(body['kind'])}`)
  return decodeObject(info, body).object
}

/** Objects that plugins look up, with all fields that could matter. Each is named `x` and has many labels and annotations. */
const lookedUp: readonly KubeObject[] = [
  {apiVersion: 'v1', kind: 'Namespace', spec: {finalizers: ['kubernetes']}, status: {phase: 'Active', conditions: []}},
  {apiVersion: 'v1', kind: 'Node', spec: {unschedulable: true, podCIDR: '10.0.0.0/24', taints: [{key: 'a'}]}, status: {declaredFeatures: ['a'], allocatable: {cpu: '1'}}},
  {apiVersion: 'scheduling.k8s.io/v1', kind: 'PriorityClass', value: 1, globalDefault: true, preemptionPolicy: 'Never', description: 'a'},
  {
    apiVersion: 'node.k8s.io/v1', kind: 'RuntimeClass', handler: 'h', overhead: {podFixed: {cpu: '1'}},
    scheduling: {nodeSelector: {a: 'b'}, tolerations: [{key: 'a', operator: 'Equal', value: 'b', effect: 'NoSchedule'}]},
  },
  {
    apiVersion: 'storage.k8s.io/v1', kind: 'StorageClass', provisioner: 'p', parameters: {a: 'b'}, reclaimPolicy: 'Delete', mountOptions: ['a'], allowVolumeExpansion: true,
    volumeBindingMode: 'Immediate', allowedTopologies: [],
  },
  {apiVersion: 'storage.k8s.io/v1', kind: 'VolumeAttributesClass', driverName: 'd', parameters: {a: 'b'}},
  {apiVersion: 'networking.k8s.io/v1', kind: 'IngressClass', spec: {controller: 'c', parameters: {name: 'a'}}},
  {apiVersion: 'resource.k8s.io/v1', kind: 'DeviceClass', spec: {selectors: [], config: [], extendedResourceName: 'example.com/gpu'}},
  {apiVersion: 'apiextensions.k8s.io/v1', kind: 'CustomResourceDefinition', spec: {group: 'example.com', names: {plural: 'foos', kind: 'Foo'}, scope: 'Namespaced', versions: []}},
  {apiVersion: 'v1', kind: 'ServiceAccount', secrets: [{name: 'x'}], imagePullSecrets: [{name: 'x'}], automountServiceAccountToken: false},
].map((object) => inMemory({
  ...object,
  metadata: {name: 'x', uid: 'u', labels: {a: 'b'}, annotations: {a: 'b', 'kubernetes.io/enforce-mountable-secrets': 'true', 'storageclass.kubernetes.io/is-default-class': 'false', 'storageclass.beta.kubernetes.io/is-default-class': 'true', 'ingressclass.kubernetes.io/is-default-class': 'true'}},
}))

/** Fields that no edit changes, or that only identify the object. */
const ignored: ReadonlySet<string> = new Set(['apiVersion', 'kind', 'metadata.name', 'metadata.uid', 'metadata.creationTimestamp'])

/** True for a map or list; a quantity is a value. */
const isPlain = (value: unknown): value is object => typeof value === 'object' && value !== null && !(value instanceof Quantity)

/** Wraps an object so that the paths of the values that are read from it are recorded. */
function recorded<T extends object>(object: T, path: FieldPath | undefined, record: (path: FieldPath) => void): T {
  const at = (name: string, isItem: boolean): FieldPath => {
    const parent = path?.steps().at(-1)
    const isKey = parent === 'labels' || parent === 'annotations' || parent === 'nodeSelector'
    return path === undefined ? FieldPath.of(name) : isKey ? path.key(name) : isItem ? path.index(Number(name)) : path.child(name)
  }
  return new Proxy(object, {
    getOwnPropertyDescriptor(target, name) {
      if (typeof name === 'string' && !isPlain(Reflect.get(target, name))) record(at(name, false))
      return Reflect.getOwnPropertyDescriptor(target, name)
    },
    get(target, name, receiver) {
      const value: unknown = Reflect.get(target, name, receiver)
      if (typeof name === 'symbol' || typeof value === 'function' || (Array.isArray(target) && name === 'length')) return value
      const own = at(name, Array.isArray(target))
      if (isPlain(value)) return recorded(value, own, record)
      record(own)
      return value
    },
  })
}

const container = {name: 'app', image: 'i', resources: {requests: {cpu: '1'}}}

/** Requests that make plugins look up objects. */
const objects: readonly Body[] = [
  {apiVersion: 'v1', kind: 'Pod', spec: {containers: [container], nodeName: 'x', priorityClassName: 'x', runtimeClassName: 'x', serviceAccountName: 'x', nodeSelector: {c: 'd'}, tolerations: [{key: 'z'}], volumes: [{name: 'v', secret: {secretName: 'x'}}]}},
  {apiVersion: 'v1', kind: 'Pod', spec: {containers: [container], runtimeClassName: 'x', overhead: {cpu: '1'}}},
  {apiVersion: 'v1', kind: 'PersistentVolumeClaim', spec: {resources: {requests: {storage: '2Gi'}}}},
  {apiVersion: 'v1', kind: 'PersistentVolumeClaim', spec: {storageClassName: 'x', resources: {requests: {storage: '2Gi'}}}},
  {apiVersion: 'networking.k8s.io/v1', kind: 'Ingress', spec: {}},
  {apiVersion: 'resource.k8s.io/v1', kind: 'ResourceClaim', spec: {devices: {requests: [{name: 'a', exactly: {deviceClassName: 'x', count: 1}}]}}},
  {apiVersion: 'scheduling.k8s.io/v1', kind: 'PriorityClass', value: 3, globalDefault: true},
].map((object) => ({...object, metadata: {name: 'a', namespace: 'x', generation: 2}}))

const resources: Readonly<Record<string, string>> = {
  Pod: 'pods', PersistentVolumeClaim: 'persistentvolumeclaims', Ingress: 'ingresses', ResourceClaim: 'resourceclaims', PriorityClass: 'priorityclasses',
}

const groupOf = (apiVersion: string): string => apiVersion.includes('/') ? apiVersion.replace(/\/.*/, '') : ''

/** The stored object before an update, for which plugins look up objects. */
function oldOf({metadata, spec, ...object}: Body): Body {
  const changed = object['kind'] === 'Pod' ? {initContainers: [{...container, name: 'init'}]} : {resources: {requests: {storage: '1Gi'}}}
  const isClaim = object['kind'] === 'PersistentVolumeClaim'
  return {...object, metadata: {...metadata as Body, generation: 1}, ...spec !== undefined && {spec: {...spec as Body, ...(isClaim || object['kind'] === 'Pod') && changed}}, ...isClaim && {status: {phase: 'Bound'}}}
}

function requestFor(body: Body, operation: 'CREATE' | 'UPDATE'): Attributes {
  const object = inMemory(body)
  const group = groupOf(object.apiVersion)
  return {
    operation, kind: {group, name: object.kind}, resource: {group, name: resources[object.kind] ?? ''}, subresource: '', namespace: 'x', name: 'a',
    object, oldObject: operation === 'UPDATE' ? inMemory(oldOf(body)) : undefined, user: 'u', dryRun: false,
  }
}

/** A store with the looked-up objects, whose fields are recorded, and policies as they are. */
function storeWith(others: readonly KubeObject[], record: (kind: string, path: FieldPath) => void): StatusWriter {
  const known = lookedUp.filter(({kind}) => !others.some((other) => other.kind === kind))
  const list = ({kind}: AnyKind): readonly KubeObject[] => [
    ...known.filter((object) => object.kind === kind).map((object) => {
      record(kind, FieldPath.of('metadata', 'name'))
      return recorded(object, undefined, (path) => record(kind, path))
    }),
    ...others.filter((object) => object.kind === kind),
  ]
  return {
    list: list as StatusWriter['list'], listCounted: () => [], inOrder: () => [], updateStatus: () => undefined, postponed: () => undefined, postpone: () => undefined,
    some: (kind, _namespace, _question, holds) => list(kind).some(holds as (object: KubeObject) => boolean),
  }
}

/** The fields of each kind that a plugin reads. */
function readBy(definition: PluginDefinition): ReadonlyMap<string, ReadonlySet<string>> {
  const read = new Map<string, Set<string>>()
  const record = (kind: string, path: FieldPath): void => void read.set(kind, (read.get(kind) ?? new Set()).add(String(path)))
  const hard = {'requests.example.com/gpu': '1', pods: '9'}
  const quota = inMemory({apiVersion: 'v1', kind: 'ResourceQuota', metadata: {name: 'q', namespace: 'x'}, spec: {hard}, status: {hard}})
  for (const object of objects) {
    for (const operation of ['CREATE', 'UPDATE'] as const) {
      const store = storeWith([quota], record)
      const plugin = definition.create({store, clock: stoppedClock, version: defaultVersion, send: () => ({code: 201, reason: '', message: ''})})
      const attributes = requestFor(object, operation)
      if (!plugin.handles(operation)) continue
      plugin.admit?.(attributes)
      plugin.validate?.(attributes)
    }
  }
  return read
}

const isWithin = (text: string, outer: string): boolean => text === outer || text.startsWith(`${outer}.`) || text.startsWith(`${outer}[`)

describe('the lookups of admission plugins', () => {
  for (const definition of admissionPlugins) {
    const {name, kinds, lookups = []} = definition
    const declared = (kind: string): string[] => lookups.flatMap((lookup) => lookup.kind !== 'configuration' && lookup.kind.kind === kind ? lookup.fields.map(String) : [])
    it(`name all kinds and fields that ${name} reads, and no others`, () => {
      const read = readBy(definition)
      const isPolicy = (kind: string): boolean => kinds.some((each) => each.kind === kind)
      const readKinds = [...read.keys()].filter((kind) => !isPolicy(kind)).sort()
      const declaredKinds = [...new Set(lookups.flatMap(({kind}) => kind === 'configuration' ? [] : [kind.kind]))].sort()
      expect(readKinds, 'kinds').to.deep.equal(declaredKinds)
      for (const kind of readKinds) {
        const fields = [...read.get(kind) ?? []].filter((field) => !ignored.has(field))
        expect(fields.filter((field) => !declared(kind).some((outer) => isWithin(field, outer))), `undeclared fields of ${kind}`).to.deep.equal([])
        expect(declared(kind).filter((outer) => !fields.some((field) => isWithin(field, outer))), `declared fields of ${kind} that are not read`).to.deep.equal([])
      }
    })
  }

  it('name configurations only of plugins that have one', () => {
    const without = admissionPlugins.filter(({lookups = [], configuration}) => configuration === undefined && lookups.some(({kind}) => kind === 'configuration'))
    expect(without.map(({name}) => name)).to.deep.equal([])
  })
})
