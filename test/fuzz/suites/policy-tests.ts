import {dump, load} from 'js-yaml'
import {readdirSync, readFileSync, statSync} from 'node:fs'

import {root} from '../../helpers/run-kadm.js'
import type {FuzzCase} from '../fuzz-case.js'
import {mutateText} from '../mutate/bytes.js'
import {mutateObject} from '../mutate/nodes.js'
import type {Random} from '../random.js'
import {defineSuite} from './suite.js'
import {lintFormats, policies} from './text-commands.js'

/** A test file and the files that it names, by their paths. */
type TestFiles = Readonly<Record<string, string>>

const testFile = 't.kadm-test.yaml'

/** The files of the sample. */
function sample(): TestFiles {
  const folder = `${root}samples/policy-tests/`
  const paths = readdirSync(folder, {recursive: true, encoding: 'utf8'}).filter((path) => statSync(folder + path).isFile()).sort()
  return Object.fromEntries(paths.map((path) => [path === 'team.kadm-test.yaml' ? testFile : path, readFileSync(folder + path, 'utf8')]))
}

const pod = 'apiVersion: v1\nkind: Pod\nmetadata: {name: web, labels: {app: web}}\nspec: {containers: [{name: app, image: i, resources: {limits: {cpu: "1"}}}]}\n'

const head = 'apiVersion: test.kadm.dev/v1\nkind: Suite\n'

/** Test files that use each field, with policies and a pod. */
const texts = [
  `${head}metadata: {name: all, labels: {a: b}, annotations: {c: d}}
namespace: dev
policies: [policies, {apiVersion: v1, kind: LimitRange, metadata: {name: own}, spec: {limits: [{type: Pod, min: {cpu: 10m}}]}}]
existing: [{base: app/pod.yaml, select: Pod/web, patch: {metadata: {name: other}}}]
server: {kubernetesVersion: "1.35", enableAdmissionPlugins: [PodQos], allowPrivileged: false, onConflict: by-name, resync: 5m, nodes: 3, neverReady: true}
tests:
- name: fields
  object: {base: app/pod.yaml, patch: [{op: test, path: /kind, value: Pod}, {op: copy, from: /metadata/name, path: /metadata/labels/app}, {op: move, from: /metadata/labels/app, path: /metadata/labels/b}]}
  user: alice
  groups: [dev, ops]
  expect: [{object: Pod/web, allowed: true, code: 201, reason: {matches: "^Cre(ated)?$"}, message: {contains: ""}, warnings: []}, {stored: {spec: {nodeName: null}}, quotas: {quota: {pods: 2}}}]
- name: $(op) $$(x) $(n)
  rows: [{op: create, n: 1, allowed: true}, {op: update, n: 2, allowed: false}]
  steps: [{object: app/pod.yaml, times: 2, every: 1s, expect: {admitted: $(n)}}, {name: two, object: app/pod.yaml, operation: $(op), at: 1m, expect: {allowed: $(allowed), message: }}]
`,
  `${head}policies: [policies, app/gone.yaml]
tests:
- {name: patch, steps: [{object: app/pod.yaml}, {object: app/pod.yaml, operation: patch, patch: {metadata: {labels: {x: y, app: null}}}}, {object: app/pod.yaml, operation: delete}]}
`,
  `${head}policies: [policies]
tests:
- name: workload
  steps:
  - object: {apiVersion: apps/v1, kind: Deployment, metadata: {name: web}, spec: {replicas: 3, selector: {matchLabels: {a: b}}, template: {metadata: {labels: {a: b}}, spec: {containers: [{name: c, image: i}]}}}}
    expect: {pods: {created: 3, wanted: 3, denied: 0, stored: {spec: {containers: [{name: c}]}}}, rollout: fits}
  - {object: {apiVersion: autoscaling/v1, kind: Scale, metadata: {name: web}, spec: {replicas: 9}}, subresource: scale, expect: {allowed: true}}
  - {object: {base: app/pod.yaml}, subresource: status, expect: {code: 404, reason: NotFound, message: {exact: x}}}
- {name: events, events: [{at: 0s, times: 3, event: {source: {component: kubelet}}}, {at: 1500ms, every: 10ms, times: 2, user: u, expect: {denied: 0}}], server: {admissionConfig: policies/events.yaml}}
`,
]

const events = 'apiVersion: eventratelimit.admission.k8s.io/v1alpha1\nkind: Configuration\nlimits: [{type: Server, qps: 1, burst: 2}, {type: Namespace, qps: 1, burst: 1, cacheSize: 2}]\n'

const scopes = `apiVersion: v1
kind: ResourceQuota
metadata: {name: scoped}
spec: {hard: {pods: "1"}, scopeSelector: {matchExpressions: [{scopeName: PriorityClass, operator: In, values: [high, low]}]}}
---
apiVersion: kadm.dev/v1
kind: MetadataPolicy
metadata: {name: labels}
spec: {rules: [{policyPredicate: {labelSelector: {matchLabels: {app: web}}}, policyAction: {updatedLabels: {team: a}}}]}
`

const admission = `apiVersion: apiserver.config.k8s.io/v1
kind: AdmissionConfiguration
plugins: [{name: ResourceQuota, configuration: {apiVersion: apiserver.config.k8s.io/v1, kind: ResourceQuotaConfiguration, limitedResources: [{resource: pods, matchContains: [requests.cpu]}]}}]
`

/** Files of tests for policies, which are mutated together with their policies and objects. */
export const policyTests = defineSuite<TestFiles>({
  name: 'policy-tests',
  batch: 1,
  seeds: () => [sample(), ...texts.map((text, i) => ({
    [testFile]: text, 'policies/p.yaml': policies, 'app/pod.yaml': pod, ...i === 1 ? {'policies/scopes.yaml': scopes} : {'policies/events.yaml': i === 0 ? admission : events},
  }))],
  mutate(files, random, other) {
    const path = random.chance(0.7) ? testFile : random.pick(Object.keys(files))
    return {...files, [path]: mutated(files[path] ?? '', random, other[path] ?? other[testFile] ?? '')}
  },
  toCase: ([files = {}], random) => testCase(files, random),
})

/** Mutates a file as a text, or, if it is one document, its values. */
function mutated(text: string, random: Random, other: string): string {
  if (random.chance(0.5)) return mutateText(text, random, random.chance(0.5) ? text : other)
  try {
    return dump(mutateObject(load(text), random, load(other)))
  } catch {
    return mutateText(text, random, other)
  }
}

const testFormats = ['table', 'table', 'json', 'json', 'junit', 'tap', 'github']

function testCase(files: TestFiles, random: Random): FuzzCase {
  const run = ['test', testFile, '--no-times']
  const argv = random.pick([
    [...run, '-o', random.pick(testFormats)], [...run, '-o', random.pick(testFormats)], ['test', '--no-times', '--filter', 'e', '-o', random.pick(testFormats)],
    [...run, '--coverage', '-o', random.pick(['table', 'json', 'lcov'])], [...run, '--coverage', '--mutate', '-o', random.pick(['table', 'json'])], [...run, '--mutate', '--min-score', '50', '-o', 'json'],
    [...run, '--update', '-o', 'json'], ['test', 'init', 'policies', 'app', '-o', '-'], ['test', 'init', 'policies', '-o', '-'],
    ['lint', testFile, '-o', random.pick(lintFormats)], ['lint', '-o', random.pick(lintFormats)], ['lint', '--fix', '-o', 'json'],
  ])
  return {files, argv, inputs: 1}
}
