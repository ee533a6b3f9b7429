import * as fc from 'fast-check'
import type {Amounts, Body, Item} from '../helpers/builders.js'

// Parts of random manifests: likely values, and hostile ones.

export const nastyKeys = ['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'valueOf', '', '0', '10', 'a.b', '<&>', '\u0000', '\ud800', '\uffff', '😀', 'a\u2028b']

export const nastyValues: unknown[] = [
  null, '', 0, -0, -1, 0.5, 1e21, 1e308, -1e308, 2 ** 31, 2 ** 53, 2n ** 63n, -(2n ** 63n), 10n ** 40n, true, false, [], {}, [null], [[]], {a: null}, 'XXXXX', '-', '.', '1Ki', '1e1000',
  '1e99999999999', '9'.repeat(400), '0x10', 'é', '\ud800', '\u0000', 'a'.repeat(70), '2001-01-01T00:00:00Z', 'YQ==',
]

/** A JSON value of any shape, with hostile names and numbers. */
export const anyJson = fc.letrec<{value: unknown}>((tie) => ({
  value: fc.oneof(
    {maxDepth: 4, depthSize: 'small'},
    fc.constantFrom(...nastyValues), fc.string(), fc.integer(), fc.double({noNaN: true, noDefaultInfinity: true}), fc.boolean(),
    fc.array(tie('value'), {maxLength: 4}),
    fc.dictionary(fc.oneof(fc.constantFrom(...nastyKeys), fc.string({maxLength: 8})), tie('value'), {maxKeys: 4}),
  ),
})).value

const amount = fc.oneof(
  fc.constantFrom('0', '1', '2', '500m', '1500m', '100m', '1.5', '0.0001', '1Gi', '512Mi', '1G', '2Mi', '4Mi', '1k', '+1', '1e1'),
  fc.integer({min: 0, max: 5000}).map((milli) => `${milli}m`),
)

const resource = fc.constantFrom('cpu', 'memory', 'ephemeral-storage', 'hugepages-2Mi', 'nvidia.com/gpu')

const compute = fc.constantFrom('cpu', 'memory')

const amounts: fc.Arbitrary<Amounts> = fc.dictionary(resource, amount, {maxKeys: 3})

/** Requests and limits for cpu and memory, most of them valid. */
const resources: fc.Arbitrary<Body> = fc.oneof(
  {arbitrary: fc.record({requests: small('250m', '64Mi'), limits: small('1', '1Gi')}, {requiredKeys: []}), weight: 6},
  {arbitrary: fc.record({requests: amounts, limits: amounts}, {requiredKeys: []}), weight: 1},
)

function small(cpu: string, memory: string): fc.Arbitrary<Body> {
  return fc.record({cpu: fc.constantFrom(cpu, '0.5', '0.50001'), memory: fc.constantFrom(memory, '128Mi', '0.1Gi')}, {requiredKeys: []})
}

const container = (name: string): fc.Arbitrary<Body> => fc.record({
  name: fc.constant(name), image: fc.constant('i'), resources, restartPolicy: name.startsWith('i') ? fc.constant('Always') : fc.constant(undefined),
}, {requiredKeys: ['name', 'image']})

const containers = (...names: string[]): fc.Arbitrary<Body[]> => fc.nat(names.length).chain((count) => fc.tuple(...names.slice(0, count).map(container)))

/** A pod that may be admitted. */
export const anyPod: fc.Arbitrary<Body> = fc.record({
  apiVersion: fc.constant('v1'),
  kind: fc.constant('Pod'),
  metadata: fc.constant({name: 'p'}),
  spec: fc.tuple(
    fc.record({containers: fc.tuple(container('a'), containers('b')).map(([first, rest]) => [first, ...rest]), initContainers: containers('i1', 'i2')}, {requiredKeys: ['containers']}),
    fc.option(fc.constantFrom({requests: {cpu: '4', memory: '8Gi'}, limits: {cpu: '4', memory: '8Gi'}}, {limits: {cpu: '4'}}, {requests: {memory: '8Gi'}}, {}), {freq: 3, nil: undefined}),
  ).map(([spec, podLevel]) => ({...spec, ...podLevel && {resources: podLevel}})),
})

const type = fc.constantFrom('Container', 'Container', 'Pod', 'PersistentVolumeClaim', 'example.com/x')

const item: fc.Arbitrary<Item> = fc.record({type, max: amounts, min: amounts, default: amounts, defaultRequest: amounts, maxLimitRequestRatio: amounts}, {requiredKeys: ['type']})

/** A LimitRange that may be valid: two of three random ones are not. */
export const anyLimitRange: fc.Arbitrary<Body> = fc.tuple(fc.constantFrom('a', 'b', 'c'), fc.array(item, {maxLength: 3}))
  .map(([name, limits]) => ({apiVersion: 'v1', kind: 'LimitRange', metadata: {name}, spec: {limits}}))

/** A LimitRange with room for pods, in most cases valid. */
export const roomyLimitRange: fc.Arbitrary<Body> = fc.tuple(fc.constantFrom('a', 'b', 'c'), fc.record({
  default: fc.dictionary(compute, fc.constantFrom('2', '4Gi'), {maxKeys: 2}), defaultRequest: fc.dictionary(compute, fc.constantFrom('100m', '1'), {maxKeys: 2}),
  max: fc.dictionary(compute, fc.constantFrom('8Gi', '16Gi'), {maxKeys: 2}),
  min: fc.dictionary(compute, fc.constantFrom('0', '1m'), {maxKeys: 2}), maxLimitRequestRatio: fc.dictionary(compute, fc.constantFrom('8', '1G'), {maxKeys: 1}),
}, {requiredKeys: []})).map(([name, lists]) => ({apiVersion: 'v1', kind: 'LimitRange', metadata: {name}, spec: {limits: [{type: 'Container', ...lists}]}}))

const kinds: readonly (readonly [apiVersion: string, kind: string])[] = [
  ['v1', 'Pod'], ['v1', 'LimitRange'], ['v1', 'ResourceQuota'], ['v1', 'PersistentVolumeClaim'], ['v1', 'Namespace'], ['v1', 'ConfigMap'], ['v1', 'Secret'], ['v1', 'Service'],
  ['v1', 'Event'], ['v1', 'ReplicationController'], ['apps/v1', 'Deployment'], ['batch/v1', 'Job'], ['scheduling.k8s.io/v1', 'PriorityClass'], ['node.k8s.io/v1', 'RuntimeClass'],
  ['storage.k8s.io/v1', 'StorageClass'], ['coordination.k8s.io/v1', 'Lease'], ['example.com/v1', 'Widget'], ['v1', 'pod'], ['v1', 'Bogus'], ['', ''],
]

const fields = [
  'containers', 'initContainers', 'ephemeralContainers', 'resources', 'limits', 'requests', 'claims', 'hard', 'scopes', 'scopeSelector', 'matchExpressions', 'accessModes', 'selector',
  'template', 'metadata', 'labels', 'annotations', 'finalizers', 'ownerReferences', 'managedFields', 'name', 'generateName', 'namespace', 'resourceVersion', 'deletionTimestamp', 'cpu',
  'memory', 'storage', 'type', 'max', 'min', 'default', 'defaultRequest', 'maxLimitRequestRatio', 'image', 'ports', 'containerPort', 'overhead', 'runtimeClassName', 'priorityClassName',
  'priority', 'tolerations', 'nodeSelector', 'storageClassName', 'dataSource', 'dataSourceRef', 'volumeMode', 'data', 'spec', 'status', 'phase', 'operator', 'values', 'key', 'scopeName',
]

/** A body of a known kind in which every field may be invalid. */
export const anyBody: fc.Arbitrary<Body> = fc.tuple(
  fc.constantFrom(...kinds),
  fc.dictionary(fc.constantFrom('spec', 'status', 'data', 'metadata', 'value', 'handler', 'overhead', 'bogus'), anyFields(4), {maxKeys: 3}),
  fc.oneof(fc.constant({name: 'x'}), fc.constant({generateName: 'x-'}), fc.constant({}), anyJson),
  fc.boolean(),
).map(([[apiVersion, kind], body, metadata, keepsMetadata]) => ({apiVersion, kind, ...keepsMetadata ? {} : {metadata}, ...body}))

/** Objects with field names of the API, possibly at wrong positions. */
function anyFields(depth: number): fc.Arbitrary<unknown> {
  if (depth === 0) return anyJson
  const below = anyFields(depth - 1)
  return fc.oneof(
    {arbitrary: fc.dictionary(fc.oneof({arbitrary: fc.constantFrom(...fields), weight: 8}, fc.constantFrom(...nastyKeys)), below, {maxKeys: 4}), weight: 4},
    {arbitrary: fc.array(below, {maxLength: 3}), weight: 2},
    {arbitrary: fc.constantFrom(...nastyValues), weight: 1},
  )
}
