import {execFile} from 'node:child_process'
import {mkdirSync, writeFileSync, appendFileSync} from 'node:fs'
import {promisify} from 'node:util'
import {SourceFile} from '/work/main/src/source/source-file.js'
import {kubectlCreate, unreadable} from '/work/main/test/manifests/kubectl-create.js'
import {vectorCluster} from '/work/main/test/helpers/replay.js'
import {apiFields, apiResources, type FieldTable} from '/work/main/src/machinery/schema/api-tables.js'

const [mode = 'A', seedText = '1', countText = '100'] = process.argv.slice(2)
let state = Number(seedText) * 2654435761 >>> 0
const rnd = () => { state ^= state << 13; state >>>= 0; state ^= state >>> 17; state ^= state << 5; state >>>= 0; return state / 4294967296 }
for (let i = 0; i < 20; i++) rnd()
const int = (n: number) => Math.floor(rnd() * n)
const pick = <T>(a: readonly T[]): T => a[int(a.length)] as T
const chance = (p: number) => rnd() < p
type J = any
const clone = (x: J) => JSON.parse(JSON.stringify(x))
let n = 0
const name = () => `x${n++}`
const valid: (() => J)[] = [
  () => ({apiVersion: 'v1', kind: 'ConfigMap', metadata: {name: name()}, data: {a: 'b'}}),
  () => ({apiVersion: 'v1', kind: 'LimitRange', metadata: {name: name()}, spec: {limits: [{type: 'Container', max: {cpu: pick([1, '1', '500m', '1Gi', 0.5])}}]}}),
  () => ({apiVersion: 'v1', kind: 'Pod', metadata: {name: name(), labels: {app: 'a'}}, spec: {containers: [{name: 'app', image: 'i'}]}}),
  () => ({apiVersion: 'v1', kind: 'PersistentVolumeClaim', metadata: {name: name()}, spec: {accessModes: ['ReadWriteOnce'], resources: {requests: {storage: '1Gi'}}}}),
  () => ({apiVersion: 'v1', kind: 'Namespace', metadata: {name: name()}}),
  () => ({apiVersion: 'scheduling.k8s.io/v1', kind: 'PriorityClass', metadata: {name: name()}, value: 5}),
]
const odd: J[] = [null, '', 'x', 5, 1.5, true, false, [], {}, [1], ['a'], {a: 'b'}, {a: null}, [null], '80', 'true', 9007199254740993, 1e20, -1, '2020-01-01T00:00:00Z', '1Gi', [[]], [{}], {a: {b: 'c'}}]
const apiVersions: J[] = [undefined, null, '', 'v1', '/v1', 'v2', 'V1', 'apps/v1', 'apps/v1beta1', 'apps/', 'core/v1', 'a/b/c', '/', 'batch/v1', 'autoscaling/v2', 'autoscaling/', 5, true, ['v1'], {a: 'b'}, 'extensions/v1beta1', 'example', 'scheduling.k8s.io/v1', 'policy/v1']
const kinds: J[] = [undefined, null, '', 'ConfigMap', 'configmap', 'configMap', 'CONFIGMAP', 'Widget', 'Pod', 'pod', 'PodList', 'podlist', 'List', 'list', 'ConfigMapList', 'Deployment', 'deployment', 'LimitRage', 5, true, ['Pod'], 'LimitRange ', 'Namespace', 'namespace', 'Role']
const metas: [string, J[]][] = [
  ['labels', [...odd, {a: 1}, {a: true}, {a: 'b', c: 2}]], ['annotations', [...odd, {a: 1}]], ['name', odd], ['generateName', odd], ['namespace', [...odd, 'dev', 'prod', 'Bad_NS']],
  ['creationTimestamp', [...odd, 'yesterday', '2020-13-01T00:00:00Z']], ['deletionTimestamp', odd], ['generation', odd], ['deletionGracePeriodSeconds', odd], ['uid', odd], ['resourceVersion', [...odd, '7']], ['selfLink', odd],
  ['ownerReferences', [...odd, [{apiVersion: 'v1', kind: 'Pod', name: 'x', uid: 'u'}], [{name: 5}], [{controller: 'x'}], ['x']]], ['finalizers', [...odd, ['example.com/a'], [5]]],
  ['managedFields', [...odd, [{time: 'x'}], [{manager: 5}], [{fieldsV1: 'x'}], [{fieldsV1: {a: null}}]]], ['lables', odd], ['clusterName', odd],
]
function oddMeta(o: J) {
  if (chance(0.1)) { o.metadata = pick(odd); return }
  if (typeof o.metadata !== 'object' || o.metadata === null || Array.isArray(o.metadata)) o.metadata = {name: name()}
  for (let i = 0; i <= int(2); i++) { const [k, v] = pick(metas); o.metadata[k] = clone(pick(v)) }
}
function object(): J {
  const o = pick(valid)()
  const r = rnd()
  if (r < 0.45) return o
  if (r < 0.6) { const v = pick(apiVersions); if (v === undefined) delete o.apiVersion; else o.apiVersion = clone(v); if (chance(0.2)) { const k = pick(kinds); if (k === undefined) delete o.kind; else o.kind = clone(k) } return o }
  if (r < 0.72) { const v = pick(kinds); if (v === undefined) delete o.kind; else o.kind = clone(v); return o }
  if (r < 0.9) { oddMeta(o); return o }
  if (r < 0.95) { o[pick(['dat', 'spec', 'metadata', 'data'])] = clone(pick(odd)); return o }
  mutate(o); return o
}
function mutate(o: J) {
  const places: [J, string | number][] = []
  const walk = (x: J) => { if (x && typeof x === 'object') for (const k of Object.keys(x)) { places.push([x, Array.isArray(x) ? Number(k) : k]); walk(x[k]) } }
  walk(o)
  for (let i = 0; i <= int(3); i++) {
    if (places.length === 0) return
    const [p, k] = pick(places)
    const r = rnd()
    if (r < 0.4) p[k] = clone(pick(odd))
    else if (r < 0.7 && !Array.isArray(p)) p[pick(['maxx', 'unknown', 'a b', 'x"y', 'Zeta', 'a.b', 'speC', '__proto__x', 'constructor'])] = clone(pick(odd))
    else if (!Array.isArray(p)) delete p[k]
    else p.push(clone(pick(odd)))
  }
}
function generate(t: FieldTable, depth: number): J {
  if (chance(0.04)) return clone(pick(odd))
  switch (t.shape) {
    case 'string': return pick(['a', 'b-c', 5, true, '80'])
    case 'bool': return chance(0.9) ? chance(0.5) : pick(['true', 1])
    case 'int32': case 'int64': return chance(0.9) ? int(100) : pick(['5', 1.5, 1e20])
    case 'quantity': return pick(['1', 1, '1Gi', 0.5, true])
    case 'time': case 'microTime': return '2020-01-01T00:00:00Z'
    case 'intOrString': return pick([80, '80', 'http', 1.5, true])
    case 'bytes': return pick(['aGVsbG8=', 5])
    case 'any': return pick([{a: 'b'}, {a: null}, 'x', [1]])
    case 'struct': return generateStruct(t.type ?? '', depth + 1)
    case 'list': return Array.from({length: 1 + int(2)}, () => t.element && generate(t.element, depth))
    case 'map': return {[pick(['a', 'cpu', 'x.y/z'])]: t.element && generate(t.element, depth)}
  }
}
function generateStruct(type: string, depth: number): J {
  const fields = Object.entries(apiFields().types[type]?.fields ?? {})
  const o: J = {}
  for (const [k, t] of fields) if (chance(depth > 4 ? 0.08 : fields.length > 15 ? 0.15 : 0.5)) o[k] = generate(t, depth)
  if (chance(0.1)) o[pick(['unknown', 'Name', 'zz', 'a b'])] = clone(pick(odd))
  return o
}
function typedObject(): J {
  const r = pick(apiResources().filter((x) => apiFields().kinds[`${x.apiVersion}/${x.kind}`]))
  const table = apiFields().kinds[`${r.apiVersion}/${r.kind}`]
  const body = table ? generateStruct(table, 0) : {metadata: generateStruct('meta/v1.ObjectMeta', 1)}
  return {...body, apiVersion: r.apiVersion, kind: r.kind}
}
function list(item: () => J): J {
  const l: J = {apiVersion: 'v1', kind: 'List', items: Array.from({length: int(4)}, item)}
  const r = rnd()
  if (r < 0.55) { /* plain */ }
  else if (r < 0.75) { const o = pick(valid)(); l.apiVersion = o.apiVersion; l.kind = `${o.kind}List`; l.items = Array.from({length: int(4)}, () => { const i = chance(0.7) ? clone({...pick(valid)(), ...o}) : item(); if (i && typeof i === 'object') { if (chance(0.4)) { delete i.apiVersion; delete i.kind } else if (chance(0.2)) delete i[pick(['apiVersion', 'kind'])]; if (i.metadata?.name) i.metadata.name = name() } if (chance(0.2) && i && typeof i === 'object') mutate(i); return i }) }
  else if (r < 0.85) { l.kind = pick(['ConfigMap', 'Pod', 'WidgetList', 'list', 'configmapList', 'Widget', 'configmap', '']); l.apiVersion = pick(['v1', 'v1', 'apps/v1', 'rbac.authorization.k8s.io/v1', '']) }
  else { l.apiVersion = pick(['apps/v1', 'v2', '/v1', 'core/v1', 'batch/v1', '']) }
  if (chance(0.1)) l.items = clone(pick(odd))
  if (chance(0.05)) delete l.items
  if (chance(0.1)) l.metadata = clone(pick([{}, {name: 'x'}, {resourceVersion: ''}, {resourceVersion: 5}, {labels: {a: 1}}, 'x', null, {continue: 5}, {remainingItemCount: 'x'}, {foo: 1}]))
  if (chance(0.06) && Array.isArray(l.items)) l.items.push(clone(pick(odd)))
  if (chance(0.05) && Array.isArray(l.items)) l.items.push({apiVersion: 'v1', kind: 'List', items: clone(pick([[], null, {}, [pick(valid)()]]))})
  if (chance(0.05)) l.unknown = clone(pick(odd))
  return l
}
const scalars = ['x', '[1, 2]', '"text"', '5', 'null', '~', '', '# comment', 'a: [', '{}', '[]', 'true', '- a: b', '--- x', '{"a": 1}']
const yaml = (x: J, indent = ''): string => {
  if (x === null || typeof x !== 'object') return JSON.stringify(x) ?? 'null'
  if (chance(0.25)) return JSON.stringify(x)
  if (Array.isArray(x)) return x.length === 0 ? '[]' : '\n' + x.map((i) => `${indent}- ${yaml(i, indent + '  ').replace(/^\n\s*/, '')}`).join('\n')
  const keys = Object.keys(x)
  return keys.length === 0 ? '{}' : '\n' + keys.map((k) => `${indent}${/^[a-zA-Z]+$/.test(k) ? k : JSON.stringify(k)}: ${yaml(x[k], indent + '  ')}`).join('\n')
}
function file(): {path: string, text: string} {
  const docs: (J | string)[] = []
  const total = 1 + int(mode === 'B' ? 2 : 4)
  for (let i = 0; i < total; i++) {
    const r = rnd()
    if (mode === 'B') docs.push(list(() => chance(0.9) ? typedObject() : object()))
    else docs.push(r < 0.5 ? object() : r < 0.93 ? list(object) : pick(scalars))
  }
  if (chance(0.2)) return {path: 'f.json', text: docs.map((d) => typeof d === 'string' ? d : JSON.stringify(d, null, chance(0.5) ? 1 : 0)).join('\n')}
  return {path: 'f.yaml', text: docs.map((d) => typeof d === 'string' ? d : yaml(d).trimStart()).join('\n---\n') + '\n'}
}
const run = promisify(execFile)
const dir = `/tmp/manifests-lab/fuzz/${mode}${seedText}`
mkdirSync(dir, {recursive: true})
async function oracle(path: string, text: string) {
  writeFileSync(`${dir}/${path}`, text)
  try { const {stdout, stderr} = await run('/tmp/oracle/kubectl', ['-n', 'dev', 'create', '--dry-run=server', '-o', 'name', '-f', path], {cwd: dir, env: {...process.env, KUBECONFIG: '/tmp/oracle/kubeconfig'}, maxBuffer: 1e8}); return {exit: 0, stdout, stderr} }
  catch (e: any) { return {exit: e.code, stdout: e.stdout, stderr: e.stderr} }
}
const esc = (s: string) => s.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
const norm = (s: string) => s.replace(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, 'XXXXX').replace(/(-|\/\w+?|")[bcdfghjklmnpqrstvwxz2456789]{5}(?=["\n])/g, (m, p) => p + 'XXXXX')
const isServer = (line: string) => /^(Error from server|The \w+ .* is invalid|\* |Warning: )/.test(line)
const readerLines = (s: string) => s.split('\n').map((l) => l.replace(/^error: /, '')).filter((l) => l !== '' && !isServer(l) && l !== 'no objects passed to create').sort().join('\n')
let bad = 0
for (let i = 0; i < Number(countText); i++) {
  const {path, text} = file()
  const want = await oracle(path, text)
  let got
  try { got = kubectlCreate(new SourceFile(path, text), vectorCluster()) } catch (e) { console.log('##### THROWN', e, text); bad++; continue }
  let ok: boolean
  const soft = (s: string) => text.trimStart().startsWith('{') ? s.replace(/unable to decode "f.json": (json: cannot|parsing time)[^\n]*?(\]?\n)/g, 'META$2').replace(/Object 'Kind' is missing in '[^]*?\n?}'/g, 'KIND') : s
  const wild = (s: string) => s.replace(/error parsing [^\n]*?(\]?\n)/g, unreadable + '$1')
  const w = soft(norm(wild(want.stderr)).replaceAll('pkg/runtime/scheme.go:111', 'pkg/api/legacyscheme/scheme.go:30')), g = soft(got.stderr)
  if (mode === 'B') ok = readerLines(w) === readerLines(g)
  else ok = w === g && norm(want.stdout) === got.stdout && want.exit === got.exit
  if (!ok) { bad++; appendFileSync(`${dir}/bad.txt`, ''); console.log(`##### ${mode} ${seedText} #${i}\n${text}\n--want ${want.stdout}${w}\n--got ${got.stdout}${g}`) }
}
console.log('bad', bad, 'of', countText)
