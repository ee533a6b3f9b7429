import {Cluster} from '../src/cluster/cluster.js'

const base = 'http://127.0.0.1:18765/api/v1/namespaces/default'
let seed = Number(process.argv[2] ?? 1)
const count = Number(process.argv[3] ?? 300)
const only = process.argv[4]
const rnd = (): number => { seed = (seed + 0x6d2b79f5) | 0; let t = Math.imul(seed ^ (seed >>> 15), 1 | seed); t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t; return ((t ^ (t >>> 14)) >>> 0) / 4294967296 }
const bias = Number(process.argv[5] ?? 0)
const pick = <T>(list: readonly T[]): T => list[Math.floor(rnd() * (rnd() < bias ? Math.min(3, list.length) : list.length))] as T
const maybe = (p: number, f: () => unknown): unknown => rnd() < p ? f() : undefined
const some = <T>(n: number, f: () => T): T[] => Array.from({length: Math.floor(rnd() * (n + 1))}, f)

const ips = ['10.0.3.4', '10.0.77.1', '1.2.3.4', '::1', '2001:db8::1', '2001:DB8:0:0:0::1', '::ffff:1.2.3.4', '01.2.3.4', '1.2.3', '1.2.3.4.5', 'abc', '', 'fe80::1', 'ff02::1', '224.0.0.5', '224.0.1.5', '169.254.3.3', '0.0.0.0', '::', '127.0.0.9', '1:2:3:4:5:6:7:8', '1:2:3:4:5:6:7::', '::00001', '1::2::3', '1:2:3:4:5:6:1.2.3.4', '::1.2.3.04', '12345::', '1.2.3.256', '1.2.3.4 ', 'fe80::1%eth0', '::g', '1:2:3:4:5:6:7:8:9', ':1::', '1:', '0:0:1:0:0:0:1:0', '1:0:0:2:0:0:0:3', '255.255.255.255', '0001:0::', '1.2.3.4::', '::1:2:3:4:5:6:7', '::1:2:3:4:5:6:7:8', 'allocated', 'None']
const cidrs = ['10.0.0.0/8', '10.0.0.1/8', '2001:db8::/32', '2001:DB8::/32', '2001:db8::1/32', '10.0.0.0/33', '10.0.0.0/08', '010.0.0.0/8', '::ffff:10.0.0.0/104', 'abc', '10.0.0.0', ' 10.0.0.0/8 ', '', '::/0', '0.0.0.0/0', '10.0.0.0/8/8', '10.0.0.0/-1', '10.0.0.0/+8', '::/129', '10.0.0.0/', '0::/0', '1.2.3.4/32', '1:2:3:4:5:6:7:8/128', '2001:db8:8000::/33', '2001:db8:4000::/33']
const names = ['a', 'b', 'http', 'HTTP', 'a-b', '-a', 'a--b', 'abcdefghijklmnop', 'a.b', '', '80', 'ä', 'a_b']
const svcPort = (): Record<string, unknown> => clean({name: maybe(0.6, () => pick(names)), port: maybe(0.95, () => pick([80, 81, 443, 0, -1, 70000, 65535])), protocol: maybe(0.3, () => pick(['TCP', 'UDP', 'SCTP', 'tcp', ''])), targetPort: maybe(0.5, () => pick<unknown>([80, 0, 70000, -2, ...names])), nodePort: maybe(0.2, () => pick([0, 31234, 31235, 70000, -3, 80])), appProtocol: maybe(0.2, () => pick(['http', 'a/b', 'a b', '', 'x.y/z', 'A.b/c']))})
const clean = (o: Record<string, unknown>): Record<string, unknown> => Object.fromEntries(Object.entries(o).filter(([, v]) => v !== undefined))
const labels = (): unknown => Object.fromEntries(some(2, () => [pick(['a', 'b', 'a b', 'x/y', '', 'Q', 'a/b/c']), pick(['v', '', '-', 'a b', 'x.y'])]))
const meta = (name: string): Record<string, unknown> => clean({name: rnd() < 0.9 ? name : pick(['Bad_Name', 'a.b', 'a'.repeat(64), '1a', '-a', 'a%b']), labels: maybe(0.1, labels), annotations: maybe(0.2, () => clean({
  'service.kubernetes.io/topology-aware-hints': maybe(0.3, () => pick(['Auto', 'Disabled'])), 'service.kubernetes.io/topology-mode': maybe(0.3, () => pick(['Auto', 'Disabled'])),
  'service.beta.kubernetes.io/load-balancer-source-ranges': maybe(0.4, () => some(3, () => pick(cidrs)).join(',')), 'kubernetes.io/service-account.name': maybe(0.3, () => pick(['', 'x'])), 'kubernetes.io/enforce-mountable-secrets': maybe(0.2, () => 'true')})), finalizers: maybe(0.05, () => [pick(['foo', 'a/b', 'kubernetes'])])})
function svc(): Record<string, unknown> {
  const clusterIP = maybe(0.35, () => pick([...ips, 'None', 'None', '10.0.5.5']))
  return {apiVersion: 'v1', kind: 'Service', metadata: meta('fz'), spec: clean({
    type: maybe(0.7, () => pick(['ClusterIP', 'NodePort', 'LoadBalancer', 'ExternalName', 'Foo', ''])), ports: maybe(0.9, () => some(3, svcPort)), selector: maybe(0.6, labels),
    clusterIP, clusterIPs: maybe(clusterIP === undefined ? 0.05 : 0.5, () => [...rnd() < 0.9 && clusterIP !== undefined ? [clusterIP] : [], ...some(1, () => pick(ips))]),
    ipFamilies: maybe(0.15, () => some(2, () => pick(['IPv4', 'IPv4', 'IPv6', 'IPv9']))), ipFamilyPolicy: maybe(0.15, () => pick(['SingleStack', 'PreferDualStack', 'RequireDualStack', 'Foo', ''])),
    externalIPs: maybe(0.2, () => some(3, () => pick(ips))), externalName: maybe(0.2, () => pick(['a', 'a.b.', '.', 'A', '', 'a..b'])),
    externalTrafficPolicy: maybe(0.2, () => pick(['Local', 'Cluster', 'Foo', ''])), internalTrafficPolicy: maybe(0.15, () => pick(['Local', 'Cluster', 'Foo', ''])),
    healthCheckNodePort: maybe(0.1, () => pick([0, 31999, 70000, -4])), allocateLoadBalancerNodePorts: maybe(0.15, () => rnd() < 0.5), loadBalancerClass: maybe(0.15, () => pick(['a/b', 'x', '', 'a b'])),
    loadBalancerIP: maybe(0.1, () => pick(ips)), loadBalancerSourceRanges: maybe(0.2, () => some(3, () => pick(cidrs))), sessionAffinity: maybe(0.2, () => pick(['None', 'ClientIP', 'Foo', ''])),
    sessionAffinityConfig: maybe(0.2, () => pick<unknown>([{}, {clientIP: {}}, {clientIP: {timeoutSeconds: 0}}, {clientIP: {timeoutSeconds: 86400}}, {clientIP: {timeoutSeconds: 86401}}, {clientIP: {timeoutSeconds: -1}}])),
    trafficDistribution: maybe(0.15, () => pick(['PreferClose', 'PreferSameZone', 'PreferSameNode', 'Foo', ''])), publishNotReadyAddresses: maybe(0.05, () => true),
  })}
}
const keys = ['k', 'a b', '.', '..', '..x', 'K_-.9', '', 'a/b', '.dockercfg', '.dockerconfigjson', 'username', 'password', 'ssh-privatekey', 'tls.crt', 'tls.key', 'x'.repeat(254), 'ä']
const pem = (t: string): string => `-----BEGIN ${t}-----\neHg=\n-----END ${t}-----\n`
const jsons = ['', '{}', '[]', 'null', 'x', '{"a":', '{"a" 1}', '{"a":1,}', '{a', '"x', '"x"', '12', '12 3', '-', '1.', '1.x', '1e', '1e+x', 'tru', 'trux', 'falze', 'nul', '{"a":"\\x"}', '{"a":"\\u12g4"}', '{"a":"\t"}', '[1 2]', '[1,]', '{} x', ' {} ', '0123', "'", '"\\', '{"a":1 "b"}', 'ä', '{"a":\u0001}', '-x', '{"a":[1,{"b":null}]}', '{,}', '[,]', 'true', '-0.5e-3', '{"a":01}', '\u0000']
const pems = ['', 'x', pem('CERTIFICATE'), pem('PRIVATE KEY'), pem('RSA PRIVATE KEY'), pem('FOO'), pem('FOO') + pem('BAR'), 'junk\n' + pem('FOO'), 'junk' + pem('FOO'), pem('CERTIFICATE') + pem('FOO'), '-----BEGIN FOO-----\n!!\n-----END FOO-----', '-----BEGIN FOO-----\n-----END FOO-----', '-----BEGIN FOO-----\nA: b\n\neHg=\n-----END FOO-----\n', '-----BEGIN FOO-----\nA: b\n-----END FOO-----\n', '-----BEGIN A-----\n-----BEGIN FOO-----\neHg=\n-----END FOO-----', '-----BEGIN FOO-----\neHg=\n-----END FOX-----\n' + pem('BAR'), '-----BEGIN FOO-----\r\neHg=\r\n-----END FOO-----  \r\n', '-----BEGIN FOO-----\nA: b\neHg=\n-----END FOO-----', '-----BEGIN FOO-----\neHg=\n-----END FOO----- x\n' + pem('EC PRIVATE KEY'), '-----BEGIN -----\neHg=\n-----END -----']
const b64 = (s: string): string => Buffer.from(s).toString('base64')
const data = (): unknown => Object.fromEntries(some(3, () => [pick(keys), pick(['', 'dg==', 'eB==', b64(pick(jsons)), b64(pick(pems))])]))
function secret(): Record<string, unknown> {
  const type = maybe(0.8, () => pick(['Opaque', '', ...['service-account-token', 'dockercfg', 'dockerconfigjson', 'basic-auth', 'ssh-auth', 'tls', 'tls', 'dockercfg'].map((t) => `kubernetes.io/${t}`)]))
  const base = rnd() < 0.5 ? data() : type === 'kubernetes.io/tls' ? {'tls.crt': b64(pick(pems)), 'tls.key': b64(pick(pems))} : type === 'kubernetes.io/dockercfg' ? {'.dockercfg': b64(pick(jsons))} : type === 'kubernetes.io/dockerconfigjson' ? {'.dockerconfigjson': b64(pick(jsons))} : data()
  return {apiVersion: 'v1', kind: 'Secret', metadata: meta('fz'), ...clean({type, data: maybe(0.9, () => base), stringData: maybe(0.2, () => Object.fromEntries(some(2, () => [pick(keys), pick(['', 'x', 'ü'])]))), immutable: maybe(0.2, () => rnd() < 0.5)})}
}
const configMap = (): Record<string, unknown> => ({apiVersion: 'v1', kind: 'ConfigMap', metadata: meta('fz'), ...clean({data: maybe(0.7, () => Object.fromEntries(some(3, () => [pick(keys), pick(['', 'v'])]))), binaryData: maybe(0.4, () => Object.fromEntries(some(3, () => [pick(keys), pick(['', 'dg==', 'eB=='])]))), immutable: maybe(0.2, () => rnd() < 0.5)})})
const account = (): Record<string, unknown> => ({apiVersion: 'v1', kind: 'ServiceAccount', metadata: meta('fz'), ...clean({secrets: maybe(0.5, () => some(2, () => clean({name: maybe(0.7, () => 'n'), kind: maybe(0.3, () => 'Secret'), namespace: maybe(0.3, () => 'x')}))), automountServiceAccountToken: maybe(0.3, () => false), imagePullSecrets: maybe(0.3, () => [{name: 'z'}])})})
const resources: Record<string, string> = {Service: 'services', Secret: 'secrets', ConfigMap: 'configmaps', ServiceAccount: 'serviceaccounts'}
const makers = {Service: svc, Secret: secret, ConfigMap: configMap, ServiceAccount: account}

const prune = (v: unknown): unknown => Array.isArray(v) ? v.map(prune) : typeof v === 'object' && v !== null
  ? Object.fromEntries(Object.entries(v).map(([k, x]) => [k, prune(x)] as const).filter(([, x]) => !(x === undefined || x === 0 || x === null || x === '' || (typeof x === 'object' && Object.keys(x).length === 0))).sort()) : v
function norm(o: Record<string, any>): string {
  const {creationTimestamp, uid, managedFields, namespace, selfLink, ...metadata} = o['metadata']
  const spec = o['spec'] && structuredClone(o['spec'])
  if (spec) {
    if (spec.clusterIP === '10.0.0.0') { delete spec.clusterIP; delete spec.clusterIPs }
  }
  return JSON.stringify(prune({...o, metadata, spec}))
}

const stored = await (await fetch(`${base}/services/kubernetes`)).json() as Record<string, any>
let differ = 0
const seen: Record<string, number> = {}
for (let n = 0; n < count; n++) {
  const object = svc() as any
  object.metadata.name = 'kubernetes'
  const s = object.spec
  if (rnd() < 0.3) { s.clusterIP = '10.0.0.1'; if (rnd() < 0.7) s.clusterIPs = ['10.0.0.1'] }
  if (rnd() < 0.3) { delete s.clusterIP; delete s.clusterIPs }
  if (rnd() < 0.2) { s.ipFamilies = ['IPv4'] }
  if (rnd() < 0.2) { s.ipFamilyPolicy = 'SingleStack' }
  for (const p of s.ports ?? []) if (rnd() < 0.7) delete p.nodePort
  const response = await fetch(`${base}/services/kubernetes?dryRun=All&fieldValidation=Strict`, {method: 'PUT', headers: {'Content-Type': 'application/json'}, body: JSON.stringify(object)})
  const body = await response.json() as Record<string, any>
  const warnings = (response.headers.get('warning') ?? '').split(/, (?=299 )/).filter(Boolean).map((w) => JSON.parse(w.replace(/^299 - /, '').replace(/\\'/g, "'")) as string)
  const cluster = new Cluster()
  cluster.load({object: stored})
  const own = cluster.handle({operation: 'UPDATE', namespace: 'default', object, dryRun: true})
  seen[response.status] = (seen[response.status] ?? 0) + 1
  let a: string, b: string
  if (response.status >= 300) { a = `${response.status} ${body['reason'] ?? ''} ${body['message']}`; b = `${own.status.code} ${own.status.reason} ${own.status.message}` }
  else {
    const ports = body['spec']?.ports as any[] | undefined
    const given = (own.object?.['spec'] as any)?.ports as any[] | undefined
    ports?.forEach((p, i) => { if (given?.[i] && !given[i]['nodePort']) delete p['nodePort'] })
    if (body['spec']?.healthCheckNodePort && !(own.object?.['spec'] as any)?.healthCheckNodePort) delete body['spec'].healthCheckNodePort
    const rv = (o: any) => { const c = structuredClone(o); delete c.metadata.resourceVersion; return c }
    a = `${norm(rv(body))} ${JSON.stringify(warnings)}`; b = own.object ? `${norm(rv(own.object))} ${JSON.stringify(own.warnings)}` : `${own.status.code} ${own.status.message}`
  }
  if (a !== b) {
    const set = (m: string): string => [...m.replace(/^.*?is invalid: \[?/, '').replace(/\]$/, '').split(', ')].sort().join(', ')
    if (response.status === 422 && set(a) === set(b) && /labels|selector/.test(a)) continue
    differ++
    if (differ <= 8) console.log(JSON.stringify(object), '\n  SERVER', a, '\n  KADM  ', b)
  }
}
console.log(seen, 'differ', differ)
