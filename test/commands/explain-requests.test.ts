import {readFileSync} from 'node:fs'

import {Ajv2020} from 'ajv/dist/2020.js'
import {expect} from 'chai'

import Explain from '../../commands/explain.js'
import {inFolder} from '../helpers/in-folder.js'
import {runCommand} from '../helpers/run-command.js'

const policies = `apiVersion: v1
kind: LimitRange
metadata: {name: limits}
spec:
  limits:
    - {type: Container, max: {cpu: "2"}}
    - {type: PersistentVolumeClaim, max: {storage: 5Gi}}
---
apiVersion: v1
kind: ResourceQuota
metadata: {name: quota}
spec: {hard: {pods: "3", requests.cpu: "3", requests.storage: 12Gi, services.nodeports: "1"}}
`

const metadataPolicy = `apiVersion: kadm.dev/v1
kind: MetadataPolicy
metadata: {name: tiers}
spec:
  rules:
    - {policyPredicate: {labelSelector: {matchExpressions: [{key: tier, operator: DoesNotExist}]}}, policyAction: {updatedLabels: {tier: none}}}
    - {policyPredicate: {labelSelector: {matchExpressions: [{key: tier, operator: In, values: [forbidden]}]}}, policyAction: {reject: true}}
`

const pod = (cpu: string, image = 'a', labels = '{}'): string => `apiVersion: v1
kind: Pod
metadata: {name: api, labels: ${labels}}
spec: {containers: [{name: app, image: ${image}, resources: {requests: {cpu: ${cpu}}, limits: {cpu: ${cpu}}}}]}
`

const deployment = `apiVersion: apps/v1
kind: Deployment
metadata: {name: web}
spec:
  replicas: 2
  selector: {matchLabels: {app: web}}
  template: {metadata: {labels: {app: web}}, spec: {containers: [{name: app, image: a, resources: {requests: {cpu: "1"}, limits: {cpu: "3"}}}]}}
`

const claim = `apiVersion: v1
kind: PersistentVolumeClaim
metadata: {name: data}
spec: {accessModes: [ReadWriteOnce], resources: {requests: {storage: 8Gi}}}
`

const service = `apiVersion: v1
kind: Service
metadata: {name: web}
spec: {type: NodePort, ports: [{name: a, port: 80}, {name: b, port: 81}]}
`

const namespace = 'apiVersion: v1\nkind: Namespace\nmetadata: {name: kube-system}\n'

const event = (name: string): string => `apiVersion: v1
kind: Event
metadata: {name: ${name}, namespace: default}
involvedObject: {kind: Pod, namespace: default, name: api}
reason: Started
type: Normal
`

const admission = `apiVersion: apiserver.config.k8s.io/v1
kind: AdmissionConfiguration
plugins:
  - name: EventRateLimit
    configuration:
      apiVersion: eventratelimit.admission.k8s.io/v1alpha1
      kind: Configuration
      limits: [{type: Namespace, qps: 1, burst: 1, cacheSize: 10}]
`

/** A request, the exit status, and lines of its story. */
interface Case {
  readonly title: string
  readonly object: string
  readonly running?: string
  readonly flags?: readonly string[]
  readonly status: number
  readonly lines: readonly string[]
}

const cases: readonly Case[] = [
  {
    title: 'an update', object: pod('500m', 'b'), running: pod('500m'), flags: ['--operation', 'replace'], status: 0,
    lines: [
      'Pod default/api (object.yaml:1): UPDATE', '1. The request changes 1 field of the stored object',
      '    spec.containers[name=app].image  a     b', '5. Verdict: admitted',
    ],
  },
  {
    title: 'a resize', object: pod('2500m'), running: pod('500m'), flags: ['--subresource', 'resize'], status: 1,
    lines: [
      'Pod default/api (object.yaml:1): UPDATE of resize', '1. The request changes 2 fields of the stored object',
      '4. LimitRanger denies the request', '    container app  max cpu  limit 2500m > 2  6     violated',
      '5. ResourceQuota is not reached; it would admit the request', '    requests.cpu  500m  2            2500m    3     fits    12',
      '    requests.cpu: 2500m now, 500m before: 2 more', '    spec.containers[0].resources.limits[cpu]: 2500m -> 2',
    ],
  },
  {
    title: 'a delete', object: pod('500m'), running: pod('500m'), flags: ['--operation', 'delete'], status: 0,
    lines: [
      'Pod default/api (object.yaml:1): DELETE', '1. The server finds the stored object', '2. NamespaceLifecycle admits the request',
      '3. The server deletes the object', '4. The usage of 1 quota changes', '  ResourceQuota quota (policies.yaml):',
      '    pods          1       -1      0      3', '    requests.cpu  500m    -500m   0      3', '5. Verdict: admitted',
    ],
  },
  {
    title: 'an apply that adds only the annotation of kubectl', object: claim, running: claim, status: 1,
    lines: [
      'PersistentVolumeClaim default/data (object.yaml:1): UPDATE', '1. The request changes 1 field of the stored object',
      '    metadata.annotations  {"kubectl.kubernetes.io/last-applied-...', '4. LimitRanger denies the request',
    ],
  },
  {
    title: 'an update that releases quota', object: service.replace('NodePort', 'ClusterIP'), running: service.replace(', {name: b, port: 81}', ''), status: 0,
    lines: [
      'Service default/web (object.yaml:1): UPDATE',
      '  ResourceQuota quota (policies.yaml:12) counts the object: the request does not add to its usage.',
      '6. The usage of 1 quota changes', '    services.nodeports  1       -1      0      1', '7. Verdict: admitted',
    ],
  },
  {
    title: 'an update that needs more quota', object: pod('1500m'), running: pod('500m'), flags: ['--subresource', 'resize'], status: 0,
    lines: ['6. The usage of 1 quota changes', '    Resource      Before  Change  After  Hard', '    requests.cpu  500m    +1      1500m  3', '7. Verdict: admitted'],
  },
  {
    title: 'a denied delete', object: namespace, running: namespace, flags: ['--operation', 'delete'], status: 1,
    lines: ['2. NamespaceLifecycle denies the request', '3. Verdict: denied by NamespaceLifecycle (403 Forbidden)', '  namespaces "kube-system" is forbidden: this namespace may not be deleted'],
  },
  {
    title: 'a delete of an absent object', object: pod('500m'), flags: ['--operation', 'delete'], status: 1,
    lines: ['1. The server does not find the object', '2. Verdict: denied (404 NotFound)', '  pods "api" not found'],
  },
  {
    title: 'events under EventRateLimit', object: `${event('a')}---\n${event('b')}`, flags: ['--admission-config', 'admission.yaml'], status: 1,
    lines: [
      '3. EventRateLimit admits the request', '  Limit of type Namespace (1 a second, burst 1), bucket "default": 1 token before, 0 after.',
      '3. EventRateLimit denies the request', '  Limit of type Namespace (1 a second, burst 1), bucket "default": 0 tokens, and the event needs 1. There is one in 1 second.',
      '4. Verdict: denied by EventRateLimit (429 TooManyRequests)',
    ],
  },
  {
    title: 'a MetadataPolicy that sets a label', object: pod('500m'), flags: ['-p', 'metadata.yaml'], status: 0,
    lines: [
      '  MetadataPolicy tiers (metadata.yaml) sets:', '    metadata.labels[tier]  none   6',
      '  MetadataPolicy tiers (metadata.yaml:6), spec.rules[0]: matches, and sets:', '  MetadataPolicy tiers (metadata.yaml:7), spec.rules[1]: does not match.',
    ],
  },
  {
    title: 'a MetadataPolicy that rejects', object: pod('500m', 'a', '{tier: forbidden}'), flags: ['-p', 'metadata.yaml'], status: 1,
    lines: ['  MetadataPolicy tiers (metadata.yaml:7), spec.rules[1]: matches, and rejects the object.'],
  },
  {
    title: 'a Deployment whose pods are denied', object: deployment, status: 1,
    lines: [
      'Pod web-XXXXX-XXXXX (object.yaml:7): CREATE, made by the controller of Deployment web, one of 2', '6. LimitRanger denies the request',
      '    container app  max cpu  limit 3 > 2  6     violated', 'The smallest change of Deployment web that is admitted',
      '    spec.template.spec.containers[0].resources.limits[cpu]: 3 -> 2',
    ],
  },
  {
    title: 'a PersistentVolumeClaim', object: claim, status: 1,
    lines: [
      '    PersistentVolumeClaim  max storage  request 8Gi > 5Gi  7     violated', '    requests.storage  0     8Gi          8Gi      12Gi  fits    12',
      'The smallest change of PersistentVolumeClaim data that is admitted', '    spec.resources.requests[storage]: 8Gi -> 5Gi',
    ],
  },
  {
    title: 'a Service', object: service, status: 1,
    lines: [
      '3. ResourceQuota denies the request', '    services.nodeports  0     2            2        1     1 too much  12', 'A change of Service web that is admitted', '    spec.type: ClusterIP',
      'Or: A change of ResourceQuota quota that is admitted', '    spec.hard[services.nodeports]: 1 -> 2',
    ],
  },
]

const schema = JSON.parse(readFileSync(new URL('../../schemas/explain.schema.json', import.meta.url), 'utf8')) as object
const isValid = new Ajv2020({strict: true, strictRequired: false, allowUnionTypes: true}).compile(schema)

describe('kadm explain, the story of', () => {
  const write = inFolder()

  for (const {title, object, running, flags = [], status, lines} of cases) {
    it(title, async () => {
      write({'policies.yaml': policies, 'metadata.yaml': metadataPolicy, 'admission.yaml': admission, 'object.yaml': object, 'running.yaml': running ?? ''})
      const existing = running === undefined ? [] : ['--existing', 'running.yaml']
      const run = await runCommand(Explain, 'object.yaml', '-p', 'policies.yaml', ...existing, ...flags)
      for (const line of lines) expect(run.stdout.split('\n'), run.stdout + run.stderr).to.include(line)
      expect(run.status).to.equal(status)
      const {stdout} = await runCommand(Explain, 'object.yaml', '-p', 'policies.yaml', ...existing, ...flags, '-o', 'json')
      expect(isValid(JSON.parse(stdout)), JSON.stringify(isValid.errors)).to.equal(true)
    })
  }
})
