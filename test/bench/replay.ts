import {spawnSync} from 'node:child_process'
import {once} from 'node:events'
import {createWriteStream, statSync, writeFileSync} from 'node:fs'
import {join} from 'node:path'

import type {EventRequest, LimitSpec} from '../../src/machinery/rate-limit/event-limit.js'
import {ReplayEngine} from '../../src/replay/decide/engine.js'
import {plainEnv, root} from '../helpers/run-kadm.js'
import {print, rate, verdict} from './print.js'

const kadm = join(root, 'bin/run.js')

/** All four types, tight enough for each to reject something, with more objects than there are buckets for. */
const limits: readonly LimitSpec[] = [
  {type: 'Server', qps: 4000, burst: 8000}, {type: 'Namespace', qps: 200, burst: 1000, cacheSize: 150},
  {type: 'User', qps: 50, burst: 500}, {type: 'SourceAndObject', qps: 1, burst: 25},
]

const configuration = `apiVersion: apiserver.config.k8s.io/v1
kind: AdmissionConfiguration
plugins:
- name: EventRateLimit
  configuration:
    apiVersion: eventratelimit.admission.k8s.io/v1alpha1
    kind: Configuration
    limits: ${JSON.stringify(limits)}
`

/** A generated request, the same for the same number: 10,000 pods on 300 nodes, some of them much busier than others. */
interface Made {
  readonly namespace: string
  readonly node: string
  readonly pod: string
}

function made(i: number): Made {
  const part = (Math.imul(i, 2_654_435_761) >>> 0) / 2 ** 32
  const number = Math.floor(part ** 2 * 10_000)
  return {namespace: `team-${number % 200}`, node: `node-${number % 300}`, pod: `web-${number}`}
}

/** Requests a second. */
const requestsPerSecond = 5000

/** An audit event as kube-apiserver writes it at level Request: three creates, and a patch of the first of them. */
function auditLine(i: number): string {
  const isPatch = i % 4 === 3
  const {namespace, node, pod} = made(isPatch ? i - 3 : i)
  const name = `${pod}.${(0x1886930f00000000 + (isPatch ? i - 3 : i)).toString(16)}`
  const time = (after: number): string => new Date(Date.UTC(2026, 0, 1) + Math.floor((i * 1000 + after) / requestsPerSecond)).toISOString().replace('Z', `${String(i % 1000).padStart(3, '0')}Z`)
  const body = isPatch
    ? {count: 2, lastTimestamp: '2026-01-01T00:00:00Z', message: `Back-off restarting failed container app in pod ${pod}_${namespace}`}
    : {
      kind: 'Event', apiVersion: 'v1', metadata: {name, namespace, creationTimestamp: null},
      involvedObject: {kind: 'Pod', namespace, name: pod, uid: '0f3c1f0e-3c5b-4b56-8f0e-6d0f3a1c9b11', apiVersion: 'v1', resourceVersion: '123456', fieldPath: 'spec.containers{app}'},
      reason: 'BackOff', message: `Back-off restarting failed container app in pod ${pod}_${namespace}`, source: {component: 'kubelet', host: node},
      firstTimestamp: '2026-01-01T00:00:00Z', lastTimestamp: '2026-01-01T00:00:00Z', count: 1, type: 'Warning', eventTime: null, reportingComponent: 'kubelet', reportingInstance: node,
    }
  return JSON.stringify({
    kind: 'Event', apiVersion: 'audit.k8s.io/v1', level: 'Request', auditID: `5f3c1f0e-3c5b-4b56-8f0e-${String(i).padStart(12, '0')}`, stage: 'ResponseComplete',
    requestURI: `/api/v1/namespaces/${namespace}/events${isPatch ? `/${name}` : ''}`, verb: isPatch ? 'patch' : 'create',
    user: {username: `system:node:${node}`, groups: ['system:nodes', 'system:authenticated']}, sourceIPs: ['10.0.0.12'], userAgent: 'kubelet/v1.36.3 (linux/amd64) kubernetes/abcdef0',
    objectRef: {resource: 'events', namespace, name, apiVersion: 'v1'}, responseStatus: {metadata: {}, code: isPatch ? 200 : 201}, requestObject: body,
    requestReceivedTimestamp: time(0), stageTimestamp: time(20), annotations: {'authorization.k8s.io/decision': 'allow', 'authorization.k8s.io/reason': ''},
  })
}

async function writeLog(path: string, count: number): Promise<void> {
  const file = createWriteStream(path)
  let text = ''
  for (let i = 0; i < count; i++) {
    text += `${auditLine(i)}\n`
    if (text.length < 1 << 20 && i + 1 < count) continue
    if (!file.write(text)) await once(file, 'drain')
    text = ''
  }
  file.end()
  await once(file, 'finish')
}

function decisions(): void {
  const count = 2_000_000
  const requests = Array.from({length: 100_000}, (_, i): EventRequest => {
    const {namespace, node, pod} = made(i)
    const object = {source: {component: 'kubelet', host: node}, involvedObject: {kind: 'Pod', namespace, name: pod, uid: '0f3c1f0e-3c5b', apiVersion: 'v1'}}
    return {namespace, user: `system:node:${node}`, object}
  })
  const rates = [1, 2, 3].map(() => {
    const engine = new ReplayEngine({limits})
    const before = process.cpuUsage()
    for (let i = 0; i < count; i++) {
      const request = requests[i % requests.length] as EventRequest
      engine.decide(engine.keysOf(request), {seconds: Math.floor(i / requestsPerSecond), nanoseconds: i % requestsPerSecond * (1e9 / requestsPerSecond)})
    }
    const {user, system} = process.cpuUsage(before)
    return count / (user + system) * 1e6
  })
  const best = Math.max(...rates)
  print(`    the engine alone          ${rate(best)} of one core, the best of 3 runs ${verdict('at least 400,000', best >= 400_000)}`)
}

/** Time and memory of a run of Node.js. */
interface Taken {
  readonly seconds: number
  /** On one core: of all threads together. */
  readonly coreSeconds: number
  readonly megabytes: number
}

const usage = `data:text/javascript,${encodeURIComponent(`process.on('exit', () => {
  const {user, system} = process.cpuUsage()
  process.stderr.write('usage ' + (user + system) / 1e6 + ' ' + process.resourceUsage().maxRSS / 1024)
})`)}`

function run(status: number, args: readonly string[]): Taken {
  const start = performance.now()
  const ended = spawnSync(process.execPath, ['--import', usage, ...args], {env: plainEnv, stdio: ['ignore', 'pipe', 'pipe'], encoding: 'utf8', maxBuffer: 1 << 28})
  const seconds = (performance.now() - start) / 1000
  const [, coreSeconds, megabytes] = /usage (\S+) (\S+)$/.exec(ended.stderr) ?? []
  if (ended.status !== status || coreSeconds === undefined) throw new Error(`${args.join(' ')} ended with ${ended.status ?? 'a signal'}: ${ended.stderr}`)
  return {seconds, coreSeconds: Number(coreSeconds), megabytes: Number(megabytes)}
}

/** The floor: reads a log and parses its lines. */
const parseOnly = `import {createReadStream} from 'node:fs'
let rest = ''
for await (const chunk of createReadStream(process.argv[1], {highWaterMark: 1 << 18, encoding: 'latin1'})) {
  const lines = (rest + chunk).split('\\n')
  rest = lines.pop()
  for (const line of lines) JSON.parse(line)
}`

/** (e) Speed and memory of replays of event logs, by the engine and by the whole program. */
export async function replays(folder: string): Promise<void> {
  const [few, many] = [200_000, 2_000_000]
  print('(e) replay of 2,000,000 generated events under limits of all four types')
  decisions()
  const config = join(folder, 'admission.yaml')
  writeFileSync(config, configuration)
  const replay = async (count: number): Promise<Taken> => {
    await writeLog(join(folder, `${count}.log`), count)
    return run(1, [kadm, 'replay', join(folder, `${count}.log`), '--admission-config', config, '-o', 'json'])
  }
  const [small, large] = [await replay(few), await replay(many)]
  // V8 lets garbage pile up while memory is free: about 27 MB are in use after a collection, but 80 MB or more before it. A small heap shows what is needed.
  const needed = [few, many].map((count) =>
    run(1, ['--max-old-space-size=64', kadm, 'replay', join(folder, `${count}.log`), '--admission-config', config, '-o', 'json']).megabytes)
  const floor = many / run(0, ['--input-type=module', '-e', parseOnly, join(folder, `${many}.log`)]).coreSeconds
  const perSecond = many / large.coreSeconds
  const byTwo = run(1, [kadm, 'replay', join(folder, `${many}.log`), '--jobs', '2', '--admission-config', config, '-o', 'json'])
  const speedup = large.seconds / byTwo.seconds
  const extract = join(folder, `${many}.events.gz`)
  const extracting = many / run(0, [kadm, 'events', join(folder, `${many}.log`), '-o', `canonical=${extract}`]).coreSeconds
  const ofExtract = many / run(1, [kadm, 'replay', extract, '--admission-config', config, '-o', 'json']).coreSeconds
  const [neededForFew = 0, neededForMany = 0] = needed
  const ratio = neededForMany / neededForFew
  print(`    reading and JSON.parse    ${rate(floor)} of one core, lines of about ${auditLine(0).length} bytes`)
  print(`    kadm replay               ${rate(perSecond)} of one core: ${(perSecond / floor).toFixed(2)} x the floor ${verdict('at least 0.9', perSecond >= 0.9 * floor)}; ${rate(many / large.seconds)} by the clock`)
  print(`    kadm replay --jobs 2      ${rate(many / byTwo.seconds)} by the clock: ${speedup.toFixed(2)} x one thread ${verdict('at least 1.6', speedup >= 1.6)}; ${(byTwo.coreSeconds / large.coreSeconds).toFixed(2)} x its CPU time, ${byTwo.megabytes.toFixed(0)} MB`)
  print(`    kadm events, compressed   ${rate(extracting)} of one core: ${(extracting / floor).toFixed(2)} x the floor, in 1/${(statSync(join(folder, `${many}.log`)).size / statSync(extract).size).toFixed(0)} of the size`)
  print(`    kadm replay, the extract  ${rate(ofExtract)} of one core: ${(ofExtract / floor).toFixed(2)} x the floor`)
  print(`    peak memory               ${small.megabytes.toFixed(0)} MB for ${few} lines, ${large.megabytes.toFixed(0)} MB for ${many}`)
  print(`    with a heap of 64 MB      ${neededForFew.toFixed(0)} MB and ${neededForMany.toFixed(0)} MB: ${ratio.toFixed(2)} x ${verdict('at most 1.1', ratio <= 1.1)}`)
}
