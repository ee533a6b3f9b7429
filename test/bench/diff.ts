// (i): whole runs of `kadm diff` of two sets of policies over 500 workloads.
import {mkdirSync, writeFileSync} from 'node:fs'
import {join} from 'node:path'

import {smallDeployment} from './manifests.js'
import {print, verdict} from './print.js'
import {bestTimes, kadm} from './programs.js'

const count = 500

const policies = (memory: string, max: string): string => `apiVersion: v1
kind: ResourceQuota
metadata: {name: compute}
spec: {hard: {requests.cpu: 1M, requests.memory: 1Pi, limits.cpu: 1M, limits.memory: 1Pi, pods: "1000000"}}
---
apiVersion: v1
kind: LimitRange
metadata: {name: defaults}
spec: {limits: [{type: Container, default: {cpu: 500m, memory: ${memory}}, max: {cpu: "4", memory: ${max}}}]}
`

/** A Deployment; every tenth one has a limit that the new policies forbid. */
const app = (i: number): string => smallDeployment(i, '64Mi', i % 10 === 0 ? ', limits: {memory: 2Gi}' : '')

/** (i) Time of `kadm diff` for 500 workloads, each simulated twice. */
export function diffs(folder: string): void {
  const runs = 3
  const home = join(folder, 'diff')
  mkdirSync(home)
  writeFileSync(join(home, 'old.yaml'), policies('256Mi', '4Gi'))
  writeFileSync(join(home, 'new.yaml'), policies('192Mi', '1Gi'))
  writeFileSync(join(home, 'app.yaml'), Array.from({length: count}, (_, i) => app(i)).join('---\n'))
  print(`(i) diff of two LimitRanges over ${count} Deployments of 3 replicas, the best of ${runs} runs`)
  const args = [kadm, 'diff', '--before', 'old.yaml', '--after', 'new.yaml', 'app.yaml', '-n', 'dev', '-o', 'json']
  const {whole} = bestTimes({whole: {file: process.execPath, args, expected: 1}}, runs, home)
  print(`    ${count} x 2 take ${(whole / 1000).toFixed(2)} s ${verdict('at most 3 s', whole <= 3000)}`)
}
