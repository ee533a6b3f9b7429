// (g): whole runs of `kadm capacity` over many workloads in one namespace, with and without autoscalers.
import {mkdirSync, writeFileSync} from 'node:fs'
import {join} from 'node:path'

import {smallDeployment} from './manifests.js'
import {print, verdict} from './print.js'
import {bestTimes, kadm} from './programs.js'

const policies = (pods: number): string => `apiVersion: v1
kind: ResourceQuota
metadata: {name: compute}
spec: {hard: {requests.cpu: 1M, requests.memory: 1Pi, limits.cpu: 1M, limits.memory: 1Pi, pods: ${pods}}}
---
apiVersion: v1
kind: ResourceQuota
metadata: {name: counts}
spec: {hard: {count/deployments.apps: 1M, services: 1M, count/pods: 1M}}
---
apiVersion: v1
kind: LimitRange
metadata: {name: defaults}
spec: {limits: [{type: Container, default: {cpu: 500m, memory: 256Mi}, max: {cpu: "4", memory: 4Gi}}]}
`

/** A Deployment and a Service; every other one states its memory in a decimal unit. */
const app = (i: number): string => `${smallDeployment(i, i % 2 === 0 ? '64Mi' : '64M')}---
apiVersion: v1
kind: Service
metadata: {name: web-${i}}
spec: {selector: {app: web-${i}}, ports: [{port: 80}]}
`

const autoscaler = (i: number): string => `apiVersion: autoscaling/v2
kind: HorizontalPodAutoscaler
metadata: {name: web-${i}}
spec: {scaleTargetRef: {apiVersion: apps/v1, kind: Deployment, name: web-${i}}, minReplicas: 2, maxReplicas: 10}
`

const sizes = [100, 500, 1500] as const

/** (g) Time of `kadm capacity` for 1,500 workloads, compared with fewer workloads and with none that have autoscalers. */
export function capacities(folder: string): void {
  const runs = 2
  const home = join(folder, 'capacity')
  mkdirSync(home)
  writeFileSync(join(home, 'policies.yaml'), policies(1e6))
  print(`(g) capacity of Deployments with a Service each, in one namespace under two ResourceQuotas and a LimitRange, the best of ${runs} runs`)
  const perWorkload = sizes.map((size) => {
    const {without, scaled} = times(home, size, runs)
    const ratio = scaled / without
    const text = `${(without / 1000).toFixed(2)} s, with autoscalers ${(scaled / 1000).toFixed(2)} s: ${ratio.toFixed(2)} x`
    print(`    ${String(size).padStart(5)} ${text} ${verdict('at most 1.5', ratio <= 1.5)}${size === 1500 ? ` ${verdict('at most 10 s', scaled <= 10_000)}` : ''}`)
    return scaled / size
  })
  const [first = 1, , last = 1] = perWorkload
  print(`    for each workload, 1,500 take ${(last / first).toFixed(2)} x as long as 100 ${verdict('at most 1.5', last / first <= 1.5)}`)
  for (const [what, pods] of [['no room but for the steady state', 3 * 1500], ['room for half of it', 1.5 * 1500], ['room for 20 pods', 20]] as const) {
    writeFileSync(join(home, 'full.yaml'), policies(pods))
    const args = [kadm, 'capacity', 'apps-1500.yaml', 'autoscalers-1500.yaml', '-p', 'full.yaml', '-n', 'dev']
    const {full} = bestTimes({full: {file: process.execPath, args, expected: 1}}, runs, home)
    print(`    1,500 with autoscalers, ${what}: ${(full / 1000).toFixed(2)} s ${verdict('at most 2 s', full <= 2000)}`)
  }
}

/** Times of runs with `count` workloads, without and with autoscalers, in milliseconds. */
function times(home: string, size: number, runs: number): {readonly without: number, readonly scaled: number} {
  const numbers = Array.from({length: size}, (_, i) => i)
  const [plain, extra] = [`apps-${size}.yaml`, `autoscalers-${size}.yaml`]
  writeFileSync(join(home, plain), numbers.map(app).join('---\n'))
  writeFileSync(join(home, extra), numbers.map(autoscaler).join('---\n'))
  const given = ['-p', 'policies.yaml', '-n', 'dev']
  return bestTimes({without: [kadm, 'capacity', plain, ...given], scaled: [kadm, 'capacity', plain, extra, ...given]}, runs, home)
}
