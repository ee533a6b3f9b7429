// (c), (d) and (j): requests to a cluster, compared with parsing and printing their objects as JSON.
import {join} from 'node:path'
import {pathToFileURL} from 'node:url'

import type * as library from '../../src/index.js'
import {root} from '../helpers/run-kadm.js'
import {print, rate, verdict} from './print.js'

// The built library: tsx makes functions slower, as it keeps their names.
const kadm = await import(pathToFileURL(join(root, 'dist/src/index.js')).href) as typeof library

type Body = Readonly<Record<string, unknown>>

const limitRange = (name: string, item: object): Body => ({apiVersion: 'v1', kind: 'LimitRange', metadata: {name}, spec: {limits: [item]}})

const quota = (name: string, hard: object): Body => ({apiVersion: 'v1', kind: 'ResourceQuota', metadata: {name}, spec: {hard}})

const defaults = limitRange('defaults', {type: 'Container', default: {cpu: '500m', memory: '256Mi'}, defaultRequest: {cpu: '100m', memory: '128Mi'}})

const bounds = limitRange('bounds', {type: 'Container', min: {cpu: '50m'}, max: {cpu: '2', memory: '1Gi'}, maxLimitRequestRatio: {cpu: '10'}})

const compute = quota('compute', {'requests.cpu': '1M', 'requests.memory': '1Pi', 'limits.cpu': '1M', 'limits.memory': '1Pi'})

const counts = quota('counts', {'pods': '1M', 'count/pods': '1M', 'services': '10', 'persistentvolumeclaims': '10'})

const pod = (metadata: object, image = 'registry.example/app:1'): Body => ({
  apiVersion: 'v1', kind: 'Pod', metadata,
  spec: {containers: [{name: 'app', image, resources: {requests: {cpu: '250m'}}}]},
})

const named = (i: number): object => ({name: `pod-${i}`})

/** Every other pod has a name, as in manifests; the others have generateName, as controllers send it. */
const mixed = (i: number): object => i % 2 === 0 ? named(i) : {generateName: 'web-'}

const podsFrom = (first: number, count: number, metadata: (i: number) => object): Body[] =>
  Array.from({length: count}, (_, i) => pod(metadata(first + i)))

/** Rate of an operation, in objects a second. */
function ratePer(objects: readonly Body[], use: (object: Body) => void): number {
  const start = performance.now()
  for (const object of objects) use(object)
  return objects.length / (performance.now() - start) * 1000
}

const create = (cluster: library.Cluster) => (object: Body): void => {
  if (!cluster.handle({operation: 'CREATE', namespace: 'dev', object}).allowed) throw new Error('an object is denied')
}

function clusterWith(objects: readonly Body[]): library.Cluster {
  const cluster = new kadm.Cluster()
  objects.forEach(create(cluster))
  return cluster
}

const roundTrip = (object: Body): unknown => JSON.parse(JSON.stringify(object))

/** The ratio to the time of writing and reading JSON, and whether it is at most the goal. */
function floor(perSecond: number, roundTrips: number, goal: number): string {
  const times = roundTrips / perSecond
  return `${times.toFixed(1)} x the time of JSON and back ${verdict(`at most ${goal}`, times <= goal)}`
}

/** (c) Pods admitted per second, with LimitRanges that set and check their resources. */
export function limitRanges(): void {
  const [rounds, count] = [7, 10_000]
  print(`(c) pods admitted by Cluster.handle under two LimitRanges, the best of ${rounds} times ${count}`)
  const same = admitted(rounds, count, podsFrom)
  print(`    of one template               ${rate(same.best)} ${verdict('at least 20,000', same.best >= 20_000)}, ${floor(same.best, same.roundTrips, 12)}`)
  const own = admitted(rounds, count, (first) => Array.from({length: count}, (_, i) => pod(named(first + i), `registry.example/app:${first + i}`)))
  print(`    each with an image of its own ${rate(own.best)}, ${(own.roundTrips / own.best).toFixed(1)} x the time of JSON and back`)
}

/** The best rates of admitting pods, and of writing and reading them as JSON. */
function admitted(rounds: number, count: number, make: typeof podsFrom): {readonly best: number, readonly roundTrips: number} {
  const cluster = clusterWith([defaults, bounds])
  let [best, roundTrips] = [0, 0]
  for (let round = 0; round <= rounds; round++) {
    const pods = make(round * count, count, named)
    roundTrips = Math.max(roundTrips, ratePer(pods, roundTrip))
    best = Math.max(best, ratePer(pods, create(cluster)))
  }
  return {best, roundTrips}
}

/** A pod that the level restricted allows. */
const restrictedPod = (metadata: object, image = 'registry.example/app:1'): Body => {
  const securityContext = {allowPrivilegeEscalation: false, capabilities: {drop: ['ALL']}}
  const container = {name: 'app', image, resources: {requests: {cpu: '250m'}}, securityContext}
  return {apiVersion: 'v1', kind: 'Pod', metadata, spec: {securityContext: {runAsNonRoot: true, seccompProfile: {type: 'RuntimeDefault'}}, containers: [container]}}
}

const labelledNamespace = (name: string, level: string): Body =>
  ({apiVersion: 'v1', kind: 'Namespace', metadata: {name, labels: {'pod-security.kubernetes.io/enforce': level}}})

/** (j) Pods admitted per second under the level restricted and a LimitRange, with all plugins that are on by default, among few and many namespaces. */
export function restrictedPods(): void {
  const [rounds, count] = [7, 5000]
  print(`(j) pods admitted by Cluster.handle under a LimitRange and the level restricted, the best of ${rounds} times ${count}`)
  for (const others of [0, 1000]) {
    const spaces = [labelledNamespace('dev', 'restricted'), ...Array.from({length: others}, (_, i) => labelledNamespace(`n${i}`, 'baseline'))]
    const cluster = clusterWith([...spaces, defaults])
    let [best, roundTrips] = [0, 0]
    for (let round = 0; round <= rounds; round++) {
      const pods = Array.from({length: count}, (_, i) => restrictedPod(named(round * count + i)))
      roundTrips = Math.max(roundTrips, ratePer(pods, roundTrip))
      best = Math.max(best, ratePer(pods, create(cluster)))
    }
    const label = `with ${others + 1} namespace${others === 0 ? '' : 's'}`.padEnd(29)
    print(`    ${label} ${rate(best)} ${verdict('at least 15,000', best >= 15_000)}, ${floor(best, roundTrips, 15)}`)
  }
}

/** (d) Pods admitted per second under quotas, for several numbers of existing pods. */
export function quotas(): void {
  const [rounds, count] = [7, 1000]
  const sizes = [100, 1000, 10_000]
  const best = new Map(sizes.map((size) => [size, 0]))
  let roundTrips = 0
  for (let round = 0; round <= rounds; round++) {
    for (const size of sizes) {
      const cluster = clusterWith([defaults, compute, counts, ...podsFrom(0, size, mixed)])
      const pods = podsFrom(size, count, mixed)
      roundTrips = Math.max(roundTrips, ratePer(pods, roundTrip))
      best.set(size, Math.max(best.get(size) ?? 0, ratePer(pods, create(cluster))))
    }
  }
  const slowest = Math.min(...best.values())
  const spread = Math.max(...best.values()) / slowest
  print(`(d) pods admitted by Cluster.handle under two ResourceQuotas and a LimitRange, the best of ${rounds} times ${count}`)
  for (const [size, perSecond] of best) print(`    with ${`${size.toLocaleString('en')} pods stored`.padEnd(20)} ${rate(perSecond)}, ${floor(perSecond, roundTrips, 25)}`)
  print(`    the slowest ${verdict('at least 10,000', slowest >= 10_000)}, the fastest ${spread.toFixed(2)} x that ${verdict('at most 1.2', spread <= 1.2)}`)
}
