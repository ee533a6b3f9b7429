import {container, documents, fill, listOf, mapOf, object, pod, type Shape, type ShapeFiles, templated} from './shape.js'

const yaml = 'policies: [policies.yaml]\nnamespace: default\n'

const policies = documents(2000, (i) => i % 2 ? object('v1', 'ResourceQuota', `q${i}`, {spec: {hard: {pods: '5', 'requests.cpu': '3'}}})
  : object('v1', 'LimitRange', `l${i}`, {spec: {limits: [{type: 'Container', default: {cpu: '1'}, min: {cpu: '1m'}, max: {cpu: `${i + 1}`}}]}}))

const tested = (name: string, tests: (size: number, share: number) => string, more: (size: number, share: number) => ShapeFiles = () => ({})): Shape => ({
  name, input: 'tests',
  files: (size, share) => ({'t.kadm-test.yaml': `apiVersion: test.kadm.dev/v1\nkind: Suite\n${yaml}tests:\n${tests(size - 3000, share)}\n`, 'policies.yaml': policies, 'objects/pod.yaml': JSON.stringify(pod('p')), ...more(size, share)}),
})

const deployment = (i: number): object => object('apps/v1', 'Deployment', `x${i}`, {spec: {replicas: 3, ...templated(i)}})

const configured = (name: string, text: (size: number) => object): Shape => ({
  name, input: 'configuration',
  files: (size, share) => ({'config.yaml': JSON.stringify(text(size * share)), 'objects/o.yaml': documents(size * (1 - share), (i) => i % 2 ? pod(`p${i}`, {priorityClassName: 'c'}) : deployment(i)), 'log.jsonl': fill(size * (1 - share), line).join('\n')}),
})

const admission = (name: string, configuration: object): object => ({apiVersion: 'apiserver.config.k8s.io/v1', kind: 'AdmissionConfiguration', plugins: [{name, configuration}]})

const instant = (i: number): string => new Date(Date.UTC(2026, 0, 1) + i * 100).toISOString()

const line = (i: number): string => JSON.stringify({apiVersion: 'v1', kind: 'Event', metadata: {name: `e${i}`, namespace: `n${i % 100}`}, involvedObject: {kind: 'Pod', name: `p${i}`, namespace: `n${i % 100}`}, source: {component: 'kubelet', host: `h${i}`}, reason: 'BackOff', message: 'm', type: 'Warning', firstTimestamp: instant(i), lastTimestamp: instant(i)})

const counted = (i: number): string => line(i).replace('"reason"', `"count":${1000 * i},"reason"`).replace(instant(i), '2026-01-01T00:00:00Z')

const limits = {apiVersion: 'eventratelimit.admission.k8s.io/v1alpha1', kind: 'Configuration', limits: ['Server', 'Namespace', 'User', 'SourceAndObject'].map((type) => ({type, qps: 1, burst: 2}))}

const logged = (name: string, text: (size: number) => string): Shape => ({
  name, input: 'log', files: (size) => ({'log.jsonl': text(size - 1000), 'config.yaml': JSON.stringify(admission('EventRateLimit', limits))}),
})

const set = (name: string, settings: (size: number, share: number) => string, objects = (size: number): ShapeFiles => Object.fromEntries(fill(size, (i) => JSON.stringify(pod(`p${i}`))).map((text, i) => [`objects/d${i % 40}/o${i}.yaml`, text]))): Shape => ({
  name, input: 'settings', files: (size, share) => ({'.kadm.yaml': settings(size * share, share), ...objects(size * (1 - share))}),
})

/** Files with long names, which patterns with several stars match in many ways. */
const longNames = (size: number): ShapeFiles => Object.fromEntries(fill(size, (i) => `${JSON.stringify(pod('P'))}${'a'.repeat(250)}${i}`)
  .map((_, i) => [`objects/${'a'.repeat(i % 240 + 1)}/${'a'.repeat(240)}${i}.yaml`, JSON.stringify(pod('P'))]))

const regex = (expression: string, most = 900): string => JSON.stringify(expression.slice(0, most))

/** Test files, configurations of the API server, logs, settings and measured usage. */
export const fileShapes: readonly Shape[] = [
  tested('tests', (size) => fill(size, (i) => `- {name: t${i}, object: ${JSON.stringify(pod(`p${i}`))}, expect: {allowed: true}}`).slice(0, 1000).join('\n')),
  tested('tests-of-deployments', (size) => fill(size, (i) => `- {name: t${i}, object: ${JSON.stringify(deployment(i))}, expect: {pods: 3, rollout: fits}}`).slice(0, 1000).join('\n')),
  tested('tests-of-large-objects', (size) => fill(size, (i) => `- {name: t${i}, object: ${JSON.stringify(pod(`p${i}`, {containers: Array.from({length: 500}, (_, k) => ({...container, name: `c${k}`}))}))}, expect: {allowed: true}}`).join('\n')),
  tested('tests-of-many-events', (size) => fill(size, (i) => `- {name: t${i}, events: [{at: 0s, times: 1000, every: 1ms, event: {source: {component: kubelet}}}], expect: {denied: 0}}`).slice(0, 1000).join('\n')),
  tested('tests-of-many-times', () => fill(1000, (i) => `- {name: t${i}, steps: [{object: ${JSON.stringify(deployment(i))}, times: 1000, expect: {rollout: fits}}]}`).join('\n')),
  tested('tests-of-steps', (size) => `- name: t\n  steps:\n${fill(size, (i) => `  - {object: ${JSON.stringify(pod(`p${i}`))}, expect: {quotas: {q1: {pods: 1}}}}`).join('\n')}`),
  tested('tests-of-rollouts', (size) => `- name: t\n  steps:\n${fill(size, (i) => `  - {object: ${JSON.stringify(deployment(i))}, expect: {rollout: fits}}`).slice(0, 400).join('\n')}`),
  tested('tests-of-rows', (size) => `- name: t\n  rows:\n${fill(size, (i) => `  - {n: ${i}}`).slice(0, 500).join('\n')}\n  object: ${JSON.stringify(pod('p', {}, {annotations: {a: 'x'.repeat(Math.max(1, size - 30_000)), b: '$(n)'}}))}\n  expect: {allowed: true}`),
  tested('tests-of-patches', (size) => `- name: t\n  object:\n    base: objects/pod.yaml\n    patch:\n${fill(size, (i) => `    - {op: add, path: /metadata/annotations, value: {k${i}: v}}`).join('\n')}\n  expect: {allowed: true}`),
  tested('tests-of-regular-expressions', (size) => fill(size, (i) => `- {name: t${i}, object: ${JSON.stringify(pod(`P${i}_`))}, expect: {allowed: false, message: {matches: ${regex(`^(${'a?'.repeat(200)}|.*x.*y.*z|[a-z]{1,200})*$`)}}}}`).slice(0, 1000).join('\n')),
  tested('tests-of-long-messages', (size) => fill(size / 2, (i) => `- {name: t${i}, object: objects/long.yaml, expect: {allowed: false, message: {matches: ${regex('(.*a.*b.*){1,20}$')}}}}`).slice(0, 1000).join('\n'), (size) => ({'objects/long.yaml': JSON.stringify(pod('A'.repeat(size / 2)))})),
  tested('tests-with-many-policies', (size, share) => fill(size * (1 - share), (i) => `- {name: t${i}, object: ${JSON.stringify(pod(`p${i}`))}, expect: {allowed: true}}`).slice(0, 1000).join('\n'), (size, share) => ({'policies.yaml': documents(size * share, (i) => object('v1', 'LimitRange', `l${i}`, {spec: {limits: [{type: 'Container', default: {cpu: '1'}, min: {cpu: '1m'}, max: {cpu: '9'}}]}}))})),
  tested('tests-with-many-existing-objects', (size, share) => fill(size * (1 - share), (i) => `- {name: t${i}, existing: [objects], object: ${JSON.stringify(pod(`q${i}`))}, expect: {allowed: true}}`).slice(0, 1000).join('\n'), (size, share) => ({'objects/o.yaml': documents(size * share, (i) => pod(`p${i}`))})),
  configured('many-event-limits', (size) => admission('EventRateLimit', {...limits, limits: listOf(size, (i) => ({type: ['Server', 'Namespace', 'User', 'SourceAndObject'][i % 4], qps: 1 + i, burst: 2 + i}))})),
  configured('many-limited-resources', (size) => admission('ResourceQuota', {apiVersion: 'apiserver.config.k8s.io/v1', kind: 'ResourceQuotaConfiguration', limitedResources: listOf(size, (i) => ({resource: 'pods', matchContains: [`x${i}`], matchScopes: [{scopeName: 'PriorityClass', operator: 'In', values: [`c${i}`]}]}))})),
  configured('many-exemptions', (size) => admission('PodSecurity', {apiVersion: 'pod-security.admission.config.k8s.io/v1', kind: 'PodSecurityConfiguration', defaults: {enforce: 'restricted'}, exemptions: {namespaces: listOf(size / 2, (i) => `n${i}`), usernames: listOf(size / 2, (i) => `u${i}`)}})),
  configured('many-plugins', (size) => ({apiVersion: 'apiserver.config.k8s.io/v1', kind: 'AdmissionConfiguration', plugins: listOf(size, (i) => ({name: `P${i}`, configuration: {}}))})),
  configured('unknown-settings', (size) => ({...admission('EventRateLimit', {...limits, ...mapOf(size, (i) => [`lmits${i}`, i])})})),
  logged('log', (size) => fill(size, line).join('\n')),
  logged('log-of-counts', (size) => fill(size, counted).join('\n')),
  logged('log-list', (size) => `{"apiVersion":"v1","kind":"EventList","items":[${fill(size, line).join(',')}]}`),
  logged('log-yaml', (size) => fill(size, (i) => `---\n${line(i)}`).join('\n')),
  logged('log-backwards', (size) => fill(size, (i) => line(1e6 - i)).join('\n')),
  logged('log-of-one-event', (size) => fill(size, () => line(1)).join('\n')),
  logged('log-of-noise', (size) => fill(size, () => '{"a').join('\n')),
  logged('log-of-brackets', (size) => fill(size, () => '[').join('')),
  logged('log-of-a-long-line', (size) => line(1).replace('"m"', JSON.stringify('m'.repeat(size)))),
  logged('log-of-empty-lines', (size) => '\n'.repeat(size)),
  logged('log-of-the-audit', (size) => fill(size, (i) => JSON.stringify({kind: 'Event', apiVersion: 'audit.k8s.io/v1', stage: 'ResponseComplete', requestURI: '/api/v1/namespaces/dev/events', verb: i % 2 ? 'create' : 'patch', user: {username: `u${i}`}, objectRef: {resource: 'events', namespace: 'dev', name: `e${i}`, apiVersion: 'v1'}, responseStatus: {code: 201}, requestReceivedTimestamp: instant(i), requestObject: JSON.parse(line(i)) as object})).join('\n')),
  set('settings-of-overrides', (size) => `overrides:\n${fill(size, (i) => `- {paths: ["**/a${i}*/*.yaml"], rules: {"pod/*": off}}`).join('\n')}`),
  set('settings-of-excludes', (size) => `exclude: [${fill(size, (i) => `"**/*a*b${i}*.yaml",`).join('')}]`),
  set('settings-of-braces', (size) => `exclude: [${fill(size, () => '"{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}*/*a*",').join('')}]`),
  set('settings-of-excluded-stars', (size) => `exclude: [${fill(size, (i) => `"**/*a*a*a*a${i}b.yaml",`).join('')}]`, longNames),
  set('settings-of-policies-with-stars', (size) => `policies: [${fill(size, (i) => `"**/a*/**/*a*a*a${i}b.yaml",`).join('')}]`, longNames),
  set('settings-of-overrides-with-stars', (size) => `overrides:\n${fill(size, (i) => `- {paths: ["**/*a*a*a*a${i}b.yaml"], rules: {"pod/*": off}}`).join('\n')}`, longNames),
  set('settings-of-rules', (size) => `rules:\n${fill(size, (i) => `  pod/x${i}: off`).join('\n')}`),
  set('settings-of-environments', (size) => `environments:\n${fill(size, (i) => `  e${i}: {files: [objects]}`).slice(0, 100).join('\n')}`),
  set('settings-of-many-environments', (size) => `environments:\n${fill(size, (i) => `  e${i}: {files: [objects/d1]}`).join('\n')}`),
  set('settings-of-a-baseline', (size) => `baseline: b.json\n#${'x'.repeat(size / 9)}`, (size) => ({'b.json': JSON.stringify({version: 1, findings: listOf(size / 2, (i) => ({path: 'objects/o.yaml', ruleId: 'pod/containers', field: `x${i}`, message: 'x', count: 1}))}), 'objects/o.yaml': documents(size / 2, (i) => pod(`p${i}`, {containers: []}))})),
  set('kustomization', () => '{}', (size) => ({'objects/kustomization.yaml': `apiVersion: kustomize.config.k8s.io/v1beta1\nkind: Kustomization\nresources:\n${fill(size, (i) => `- x${i}.yaml`).join('\n')}`, 'objects/x1.yaml': JSON.stringify(pod('p'))})),
  {name: 'usage', input: 'usage', files: (size, share) => ({'usage.txt': `NAMESPACE POD NAME CPU(cores) MEMORY(bytes)\n${fill(size * share, (i) => `default x${i % 500}-5d8f7c9b6d-zx2k4 c ${i}m 20Mi`).join('\n')}\n`, 'objects/o.yaml': documents(size * (1 - share), deployment)})},
]
