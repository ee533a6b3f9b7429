// (f): controllers with many Deployments, and with one large Deployment.
import {build} from 'esbuild'
import {cpSync} from 'node:fs'
import {createRequire} from 'node:module'
import {join} from 'node:path'

import type * as clusters from '../../src/cluster/cluster.js'
import type * as controllers from '../../src/controllers/workload/controller-manager.js'
import {root} from '../helpers/run-kadm.js'
import {print, verdict} from './print.js'

type Engine = Pick<typeof clusters, 'Cluster'> & Pick<typeof controllers, 'ControllerManager'>

/** The engine, which the library does not fully export: compiled here, as tsx makes functions slower to keep their names. */
async function compiled(folder: string): Promise<Engine> {
  const out = join(folder, 'compiled')
  const contents = ['cluster/cluster', 'controllers/workload/controller-manager'].map((path) => `export * from './src/${path}.ts'\n`).join('')
  await build({stdin: {contents, resolveDir: root}, outfile: join(out, 'engine.cjs'), bundle: true, platform: 'node', format: 'cjs', target: 'node20', logLevel: 'error'})
  cpSync(join(root, 'src/machinery/schema'), out, {recursive: true, filter: (path) => !path.endsWith('.ts')})
  return createRequire(import.meta.url)(join(out, 'engine.cjs')) as Engine
}

type Body = Readonly<Record<string, unknown>>

const policies: readonly Body[] = [
  {
    apiVersion: 'v1', kind: 'LimitRange', metadata: {name: 'defaults'},
    spec: {limits: [{type: 'Container', default: {cpu: '500m', memory: '256Mi'}, defaultRequest: {cpu: '100m', memory: '128Mi'}}]},
  },
  {
    apiVersion: 'v1', kind: 'ResourceQuota', metadata: {name: 'compute'},
    spec: {hard: {'requests.cpu': '1M', 'requests.memory': '1Pi', 'limits.cpu': '1M', 'limits.memory': '1Pi'}},
  },
  {apiVersion: 'v1', kind: 'ResourceQuota', metadata: {name: 'counts'}, spec: {hard: {'pods': '1M', 'count/pods': '1M', 'count/deployments.apps': '1M'}}},
]

const deployment = (name: string, replicas: number, image: string): Body => ({
  apiVersion: 'apps/v1', kind: 'Deployment', metadata: {name},
  spec: {
    replicas, selector: {matchLabels: {app: name}},
    template: {metadata: {labels: {app: name}}, spec: {containers: [{name: 'app', image, resources: {requests: {cpu: '250m'}}}]}},
  },
})

/** A cluster with controllers, and the policies in each of `count` namespaces. */
class Made {
  private readonly cluster: clusters.Cluster
  private readonly manager: controllers.ControllerManager

  constructor({Cluster, ControllerManager}: Engine, private readonly namespaces: number) {
    this.cluster = new Cluster()
    this.manager = new ControllerManager(this.cluster)
    for (let i = 0; i < namespaces; i++) for (const object of policies) this.cluster.handle({operation: 'CREATE', namespace: `ns-${i}`, object})
  }

  /** Sends 1,000 Deployments of 10 replicas each. */
  fill(): this {
    for (let i = 0; i < 1000; i++) this.send('CREATE', deployment(`web-${i}`, 10, 'a'), i % this.namespaces)
    return this
  }

  send(operation: 'CREATE' | 'UPDATE', object: Body, namespace = 0): void {
    const {object: stored = {}} = this.cluster.handle({operation, namespace: `ns-${namespace}`, object})
    this.manager.observe(stored)
    this.manager.settle()
  }

  /** Throws unless each workload has all its replicas. */
  check(): void {
    if (!this.manager.workloads.every(({controller}) => controller.isComplete)) throw new Error('a Deployment is not complete')
  }
}

/** Time of an operation, in seconds of one core. */
function coreSeconds(run: () => void): number {
  const before = process.cpuUsage()
  run()
  const {user, system} = process.cpuUsage(before)
  return (user + system) / 1e6
}

const seconds = (number: number): string => `${number.toFixed(2)} s of one core`

/** (f) Time of the workloads of a large cluster, and of a rollout in a namespace with many pods. */
export async function workloads(folder: string): Promise<void> {
  const rounds = 4
  const engine = await compiled(folder)
  print(`(f) 1,000 Deployments of 10 replicas under two ResourceQuotas and a LimitRange, the best of ${rounds} times`)
  for (const namespaces of [1, 100]) {
    const taken = Array.from({length: rounds}, () => {
      const made = new Made(engine, namespaces)
      const time = coreSeconds(() => made.fill())
      made.check()
      return time
    })
    const best = Math.min(...taken)
    print(`    ${(namespaces === 1 ? 'in one namespace' : `in ${namespaces} namespaces`).padEnd(32)} ${seconds(best)} ${verdict('at most 0.75', best <= 0.75)}`)
  }
  const made = new Made(engine, 1).fill()
  made.send('CREATE', deployment('large', 1000, 'a'))
  const time = coreSeconds(() => made.send('UPDATE', deployment('large', 1000, 'b')))
  made.check()
  print(`    ${'a rollout of 1,000 among 11,000'.padEnd(32)} ${seconds(time)} ${verdict('at most 3', time <= 3)}`)
}
