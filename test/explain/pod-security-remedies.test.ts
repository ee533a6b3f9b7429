import {expect} from 'chai'

import {explainRequests} from '../../src/explain/explain.js'
import type {Story} from '../../src/explain/types.js'
import {explainReporters} from '../../src/report/explain/index.js'
import {SourceFile} from '../../src/source/source-file.js'
import type {VectorRequest} from '../helpers/replay.js'
import {isReplayed, readVectors} from '../helpers/vectors.js'

interface Case {
  readonly id: string
  readonly labels: Readonly<Record<string, string>>
  readonly requests?: readonly VectorRequest[]
  readonly responses?: readonly {readonly code: number, readonly message?: string}[]
}

/** Versions before 1.25 ask pods of Windows for fields that validation forbids. */
const isImpossible = (id: string): boolean => id === 'pod-security/restricted-v1.29-pass-base_windows@v1.19'

const json = (name: string, object: object): SourceFile => new SourceFile(name, JSON.stringify(object))

const namespaceWith = (labels: object): SourceFile => json('ns.json', {apiVersion: 'v1', kind: 'Namespace', metadata: {name: 'ns', labels}})

function storyOf(object: object, labels: object): Story {
  const [story] = explainRequests({files: [json('object.json', object)], policies: [namespaceWith(labels)]}, {namespace: 'ns'}).stories
  if (story === undefined) throw new Error('there is no story')
  return story
}

const denied = readVectors<Case>('pod-security').filter(({requests: [request] = [], responses: [response] = []}) =>
  request?.verb === 'create' && response?.code === 403 && response.message?.includes('violates PodSecurity') === true)

const enforced = (level: string, version = 'latest'): object =>
  ({'pod-security.kubernetes.io/enforce': level, 'pod-security.kubernetes.io/enforce-version': version})

const container = (name: string, more: object): object => ({name, image: 'a', ...more})

const pod = (spec: object, annotations: object = {}): object =>
  ({apiVersion: 'v1', kind: 'Pod', metadata: {name: 'web', annotations}, spec: {containers: [container('app', {})], ...spec}})

const editsOf = ({remedies: [first]}: Story): string[] =>
  first?.edits.map(({field, operation, from, to}) => operation === 'remove' ? `remove ${field}: ${from}` : `${field}: ${from} -> ${to}`) ?? []

/** A pod with a forbidden value in a container of each list. */
const inEach = (more: object): object => pod({containers: [container('app', more)], initContainers: [container('init', more)]})

const cases: readonly {readonly title: string, readonly object: object, readonly edits: readonly string[], readonly version?: string}[] = [
  {
    title: 'removed sysctls, with the numbers that they have in the manifest',
    object: pod({securityContext: {sysctls: [{name: 'kernel.msgmax', value: '1'}, {name: 'net.ipv4.tcp_syncookies', value: '1'}, {name: 'kernel.sem', value: '1'}]}}),
    edits: [
      'remove spec.securityContext.sysctls[0]: {"name":"kernel.msgmax","value":"1"}', 'remove spec.securityContext.sysctls[2]: {"name":"kernel.sem","value":"1"}',
    ],
  },
  {
    title: 'removed capabilities of all containers', object: inEach({securityContext: {capabilities: {add: ['SYS_ADMIN', 'CHOWN', 'NET_RAW']}}}),
    edits: [
      'remove spec.initContainers[0].securityContext.capabilities.add[0]: SYS_ADMIN', 'remove spec.initContainers[0].securityContext.capabilities.add[2]: NET_RAW',
      'remove spec.containers[0].securityContext.capabilities.add[0]: SYS_ADMIN', 'remove spec.containers[0].securityContext.capabilities.add[2]: NET_RAW',
    ],
  },
  {
    title: 'an empty volume for a directory of the host', object: pod({volumes: [{name: 'logs', hostPath: {path: '/var/log'}}]}),
    edits: ['spec.volumes[0]: {"name":"logs","hostPath":{"path":"/var/log"}} -> {"name":"logs","emptyDir":{}}'],
  },
  {
    title: 'the default profiles of seccomp and AppArmor', object: inEach({securityContext: {seccompProfile: {type: 'Unconfined'}, appArmorProfile: {type: 'Unconfined'}}}),
    edits: [
      'spec.initContainers[0].securityContext.appArmorProfile.type: Unconfined -> RuntimeDefault',
      'spec.containers[0].securityContext.appArmorProfile.type: Unconfined -> RuntimeDefault',
      'spec.initContainers[0].securityContext.seccompProfile.type: Unconfined -> RuntimeDefault',
      'spec.containers[0].securityContext.seccompProfile.type: Unconfined -> RuntimeDefault',
    ],
  },
  {
    title: 'a removed annotation of seccomp, which old versions read', object: pod({}, {'seccomp.security.alpha.kubernetes.io/pod': 'unconfined'}), version: 'v1.18',
    edits: ['remove metadata.annotations[seccomp.security.alpha.kubernetes.io/pod]: unconfined'],
  },
  {
    title: 'removed options of SELinux', object: inEach({securityContext: {seLinuxOptions: {type: 'spc_t', user: 'root', role: 'r'}}}),
    edits: ['initContainers', 'containers'].flatMap((list) => [['type', 'spc_t'], ['user', 'root'], ['role', 'r']].map(([field, from]) =>
      `remove spec.${list}[0].securityContext.seLinuxOptions.${field}: ${from}`)),
  },
  {
    title: 'removed hosts of probes and handlers',
    object: pod({containers: [container('app', {livenessProbe: {httpGet: {port: 1, host: 'a'}}, lifecycle: {preStop: {httpGet: {port: 1, host: 'b'}}}})]}),
    edits: ['remove spec.containers[0].livenessProbe.httpGet.host: a', 'remove spec.containers[0].lifecycle.preStop.httpGet.host: b'],
  },
  {
    title: 'a removed mask of /proc', object: pod({containers: [container('app', {securityContext: {procMount: 'Unmasked'}})], hostUsers: false}), version: 'v1.34',
    edits: ['remove spec.containers[0].securityContext.procMount: Unmasked'],
  },
  {
    title: 'no process of a Windows host',
    object: pod({hostNetwork: true, os: {name: 'windows'}, securityContext: {windowsOptions: {hostProcess: true, runAsUserName: 'NT AUTHORITY\\SYSTEM'}}}),
    edits: ['remove spec.hostNetwork: true', 'remove spec.securityContext.windowsOptions.hostProcess: true'],
  },
]

describe('remedies of pods that Pod Security denies', () => {
  for (const {title, object, edits, version} of cases) {
    it(title, () => {
      const story = storyOf(object, enforced('baseline', version))
      expect(editsOf(story), story.review.status.message).to.deep.equal(edits)
      expect(story.withoutRemedy).to.equal(undefined)
    })
  }

  it('state once that volumes are empty', async () => {
    const volumes = ['logs', 'data'].map((name) => ({name, hostPath: {path: '/var/log'}}))
    const explained = explainRequests({files: [json('pod.json', pod({volumes}))], policies: [namespaceWith(enforced('baseline'))]}, {namespace: 'ns'})
    const caution = 'The volume is then empty at first. For data to keep, use a PersistentVolumeClaim.'
    expect((await explainReporters.table(explained, {isColoured: false})).split(caution)).to.have.length(2)
    expect(JSON.parse(await explainReporters.json(explained))).to.have.nested.property('stories[0].remedies[0].edits[1].caution', caution)
  })

  it('change the template of a workload', () => {
    const {spec} = inEach({securityContext: {runAsUser: 0, runAsNonRoot: false, allowPrivilegeEscalation: false, capabilities: {drop: ['ALL']}, seccompProfile: {type: 'Localhost', localhostProfile: 'a'}}}) as {spec: object}
    const story = storyOf({
      apiVersion: 'apps/v1', kind: 'Deployment', metadata: {name: 'web'}, spec: {selector: {matchLabels: {a: 'b'}}, template: {metadata: {labels: {a: 'b'}}, spec}},
    }, enforced('restricted'))
    expect(editsOf(story)).to.deep.equal(['runAsNonRoot: false -> true', 'runAsUser'].flatMap((what) => ['initContainers', 'containers'].map((list) =>
      what === 'runAsUser' ? `remove spec.template.spec.${list}[0].securityContext.runAsUser: 0` : `spec.template.spec.${list}[0].securityContext.${what}`)))
  })

  it('are recorded in many ways', () => expect(denied.length).to.be.greaterThan(400))

  for (const {id, labels, requests: [request] = []} of denied.filter(isReplayed)) {
    it(id, () => {
      const {review, remedies, withoutRemedy} = storyOf(request?.object ?? {}, labels)
      expect(review.status.code).to.equal(403)
      expect(remedies, withoutRemedy).to.have.length(isImpossible(id) ? 0 : 1)
    })
  }
})
