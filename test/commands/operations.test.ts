import {expect} from 'chai'
import {writeFileSync} from 'node:fs'

import Simulate from '../../commands/simulate.js'
import {inFolder} from '../helpers/in-folder.js'
import {runCommand} from '../helpers/run-command.js'

interface Review {
  readonly operation: string
  readonly subresource?: string
  readonly hint?: string
  readonly status: {readonly code: number, readonly message: string}
  readonly admitted: {
    readonly metadata: {readonly labels?: object, readonly annotations?: Readonly<Record<string, string>>}
    readonly spec: Readonly<Record<string, unknown>>
  }
  readonly changes?: readonly {readonly field: string, readonly from: unknown, readonly to: unknown, readonly by: string}[]
}

interface Result {
  readonly reviews: readonly Review[]
  readonly user?: unknown
  readonly quotas: readonly {readonly hard: object, readonly used: object}[]
}

const deployment = (fields: string, {labels = '{}', annotations = '{}', image = 'web:1'} = {}): string => `
apiVersion: apps/v1
kind: Deployment
metadata: {name: web, namespace: dev, labels: ${labels}, annotations: ${annotations}}
spec:
  ${fields}
  selector: {matchLabels: {app: web}}
  template:
    metadata: {labels: {app: web}}
    spec: {containers: [{name: app, image: "${image}", resources: {requests: {cpu: 100m}}}]}
`

const limitRange = (max: string): string => `
apiVersion: v1
kind: LimitRange
metadata: {name: limits, namespace: dev}
spec: {limits: [{type: Container, max: {cpu: "${max}"}}]}
`

const quota = (hard: string): string => `
apiVersion: v1
kind: ResourceQuota
metadata: {name: quota, namespace: dev}
spec: {hard: ${hard}}
`

const pod = (name: string, cpu: string, more = ''): string => `
apiVersion: v1
kind: Pod
metadata: {name: ${name}, namespace: dev${more}}
spec: {containers: [{name: app, image: "app:1", resources: {requests: {cpu: ${cpu}}, limits: {cpu: ${cpu}}}}]}
`

const documents = (...texts: string[]): string => texts.join('---')

describe('kadm simulate with existing objects', () => {
  inFolder()

  const simulate = async (files: {readonly live?: string, readonly sent: string}, ...argv: string[]): ReturnType<typeof runCommand> => {
    writeFileSync('sent.yaml', files.sent)
    writeFileSync('live.yaml', files.live ?? '')
    return runCommand(Simulate, 'sent.yaml', '-p', 'live.yaml', '--existing', 'live.yaml', ...argv)
  }

  const resultOf = async (files: Parameters<typeof simulate>[0], ...argv: string[]): Promise<Result> =>
    JSON.parse((await simulate(files, ...argv, '-o', 'json')).stdout) as Result

  const answers = ({reviews}: Result): unknown[] => reviews.map(({operation, status: {code, message}}) => [operation, code, ...message === '' ? [] : [message]])

  describe('by default', () => {
    it('merges the last applied, the existing and the new configuration', async () => {
      const applied = JSON.stringify({metadata: {labels: {old: 'x'}}, spec: {template: {spec: {containers: [{name: 'app'}]}}}})
      const annotations = `{kubectl.kubernetes.io/last-applied-configuration: '${applied}'}`
      const live = deployment('replicas: 7', {labels: '{old: x, theirs: a}', annotations})
      const {reviews: [review]} = await resultOf({live, sent: deployment('minReadySeconds: 5', {labels: '{new: b}', image: 'web:2'})})
      expect(review?.operation).to.equal('UPDATE')
      expect(review?.admitted.metadata.labels).to.deep.equal({new: 'b', theirs: 'a'})
      expect(review?.admitted.spec).to.include({replicas: 7, minReadySeconds: 5})
      expect(review?.changes).to.deep.equal([
        {field: 'metadata.labels[new]', from: null, to: 'b', by: 'user'},
        {field: 'metadata.labels[old]', from: 'x', to: null, by: 'user'},
        {field: 'spec.minReadySeconds', from: null, to: 5, by: 'user'},
        {field: 'spec.template.spec.containers[name=app].image', from: 'web:1', to: 'web:2', by: 'user'},
      ])
    })

    it('records the last applied configuration byte for byte like kubectl', async () => {
      const {reviews: [review]} = await resultOf({live: limitRange('2'), sent: limitRange('1')})
      expect(review?.admitted.metadata.annotations).to.deep.equal({
        'kubectl.kubernetes.io/last-applied-configuration': '{"apiVersion":"v1","kind":"LimitRange","metadata":{"annotations":{},"name":"limits","namespace":"dev"},'
          + '"spec":{"limits":[{"max":{"cpu":"1"},"type":"Container"}]}}\n',
      })
    })

    it('replaces an object without last-applied annotation and removes omitted fields', async () => {
      const {reviews: [review]} = await resultOf({live: deployment('replicas: 7', {labels: '{old: x}'}), sent: deployment('paused: true')})
      expect(review?.admitted.metadata).not.to.have.property('labels')
      expect(review?.admitted.spec).to.include({replicas: 1, paused: true})
    })

    it('keeps fields set by the server if they are immutable', async () => {
      const claim = (fields: string): string => `
apiVersion: v1
kind: PersistentVolumeClaim
metadata: {name: data, namespace: dev, labels: {app: "${fields === '' ? 'new' : 'old'}"}}
spec: {accessModes: [ReadWriteOnce], resources: {requests: {storage: 1Gi}}${fields}}
`
      const {reviews: [review]} = await resultOf({live: claim(', volumeName: pv-7, storageClassName: fast'), sent: claim('')})
      expect(review?.status.code).to.equal(200)
      expect(review?.admitted.spec).to.include({volumeName: 'pv-7', storageClassName: 'fast'})
    })

    it('replaces policies and evaluates later objects under the new ones', async () => {
      const live = documents(limitRange('2'), quota('{pods: "5"}'))
      const sent = documents(limitRange('1'), quota('{pods: "1"}'), pod('a', '2'), pod('b', '1'), pod('c', '1'))
      const result = await resultOf({live, sent})
      expect(answers(result)).to.deep.equal([
        ['UPDATE', 200], ['UPDATE', 200],
        ['CREATE', 403, 'pods "a" is forbidden: maximum cpu usage per Container is 1, but limit is 2'], ['CREATE', 201],
        ['CREATE', 403, 'pods "c" is forbidden: exceeded quota: quota, requested: pods=1, used: pods=1, limited: pods=1'],
      ].sort((a, b) => String(a[0]) < String(b[0]) ? 1 : 0))
      expect(result.quotas).to.deep.equal([{namespace: 'dev', name: 'quota', usageFrom: 'empty', hard: {pods: '1'}, used: {pods: '1'}}])
    })

    it('keeps the recorded usage of a quota when its bounds change', async () => {
      const live = `${quota('{pods: "3"}').replace('namespace: dev', 'namespace: dev, uid: q-1')}status: {hard: {pods: "3"}, used: {pods: "3"}}\n`
      writeFileSync('policies.yaml', live)
      writeFileSync('sent.yaml', documents(quota('{pods: "4"}'), pod('a', '1'), pod('b', '1')))
      const {stdout} = await runCommand(Simulate, 'sent.yaml', '-p', 'policies.yaml', '-o', 'json')
      expect(answers(JSON.parse(stdout) as Result)).to.deep.equal([['UPDATE', 200], ['CREATE', 201],
        ['CREATE', 403, 'pods "b" is forbidden: exceeded quota: quota, requested: pods=1, used: pods=4, limited: pods=4']])
    })

    it('hints that objects without last-applied annotation are replaced', async () => {
      const live = limitRange('2').replace('namespace: dev', 'namespace: dev, uid: l-1')
      expect((await simulate({live, sent: limitRange('1')})).stderr).to.equal(
        'Hint: 1 object that exists has no record of the last applied configuration: fields that its manifest omits are removed, as in a replace.\n')
      expect((await simulate({live: limitRange('2'), sent: limitRange('1')})).stderr).to.equal('')
    })

    it('rolls out the merged result', async () => {
      const applied = JSON.stringify({spec: {template: {spec: {containers: [{name: 'app'}]}}}})
      const live = deployment('replicas: 4', {annotations: `{kubectl.kubernetes.io/last-applied-configuration: '${applied}'}`})
      const {workloads: [workload]} = JSON.parse((await simulate({live: documents(live, quota('{pods: "4"}')), sent: deployment('', {image: 'web:2'})}, '-o', 'json')).stdout) as
        {readonly workloads: readonly {readonly wanted: number, readonly rollout: {readonly verdict: string, readonly peak: number}}[]}
      expect(workload?.wanted).to.equal(4)
      expect(workload?.rollout).to.include({verdict: 'slow', peak: 4})
    })

    it('reports unchanged objects', async () => {
      const configMap = '\napiVersion: v1\nkind: ConfigMap\nmetadata: {name: c, namespace: dev}\ndata: {a: b}\n'
      const first = await simulate({sent: configMap}, '--operation', 'apply', '-o', 'yaml')
      const {stdout} = await simulate({live: first.stdout, sent: configMap})
      expect(stdout).to.include('Operation:  update\nVerdict:    unchanged\n')
    })

    it('reports patch errors of kubectl and of the server', async () => {
      const live = deployment('replicas: 1')
      const nameless = deployment('replicas: 1').replace('{name: app, image', '{image')
      const unknown = deployment('replcas: 1')
      expect((await resultOf({live, sent: nameless})).reviews[0]?.status)
        .to.deep.equal({code: 400, reason: 'BadRequest', message: 'map: map[image:web:1 resources:map[requests:map[cpu:100m]]] does not contain declared merge key: name'})
      const {status} = (await resultOf({live, sent: unknown})).reviews[0] ?? {}
      expect(status?.code).to.equal(422)
      expect(status?.message).to.match(/^ "" is invalid: patch: Invalid value: "map\[.*replcas:1.*\]": strict decoding error: unknown field "spec\.replcas"$/s)
    })
  })

  describe('with --operation', () => {
    it('create rejects an existing object', async () => {
      expect(answers(await resultOf({live: limitRange('2'), sent: limitRange('1')}, '--operation', 'create')))
        .to.deep.equal([['CREATE', 409, 'limitranges "limits" already exists']])
    })

    it('apply records the last applied configuration also on create', async () => {
      const {reviews: [review]} = await resultOf({sent: limitRange('1')}, '--operation', 'apply')
      expect(review?.operation).to.equal('CREATE')
      expect(Object.keys(review?.admitted.metadata.annotations ?? {})).to.deep.equal(['kubectl.kubernetes.io/last-applied-configuration'])
      const generated = pod('a', '1').replace('name: a', 'generateName: a-')
      expect(answers(await resultOf({sent: generated}, '--operation', 'apply'))).to.deep.equal([['CREATE', 400, 'from a-: cannot use generate name with apply']])
    })

    it('replace needs an existing object with the same resourceVersion', async () => {
      expect(answers(await resultOf({sent: limitRange('1')}, '--operation', 'replace'))).to.deep.equal([['UPDATE', 404, 'limitranges "limits" not found']])
      const version = (number: number): string => limitRange('1').replace('namespace: dev', `namespace: dev, resourceVersion: "${number}"`)
      expect(answers(await resultOf({live: version(7), sent: limitRange('1')}, '--operation', 'replace'))).to.deep.equal([['UPDATE', 200]])
      expect(answers(await resultOf({live: version(7), sent: version(6)}, '--operation', 'replace'))).to.deep.equal([['UPDATE', 409,
        'Operation cannot be fulfilled on limitranges "limits": the object has been modified; please apply your changes to the latest version and try again']])
    })

    it('delete releases quota, also that of the pods of a workload', async () => {
      const live = documents(quota('{pods: "9"}'), pod('a', '1'), deployment('replicas: 3'))
      const result = await resultOf({live, sent: documents(pod('a', '1'), deployment('replicas: 3'), pod('b', '1'))}, '--operation', 'delete')
      expect(answers(result)).to.have.deep.members([['DELETE', 200], ['DELETE', 200], ['DELETE', 404, 'pods "b" not found']])
      expect(result.quotas[0]?.used).to.deep.equal({pods: '0'})
    })

    it('delete removes dependents by owner UID', async () => {
      const owned = (kind: string, name: string, uid: string): string =>
        `, ownerReferences: [{apiVersion: apps/v1, kind: ${kind}, name: ${name}, uid: ${uid}, controller: true}]`
      const replicaSet = deployment('replicas: 2').replace('kind: Deployment', 'kind: ReplicaSet')
        .replace('name: web,', `name: web-1${owned('Deployment', 'web', 'd-1')}, uid: r-1,`)
      const live = documents(
        quota('{pods: "9", count/replicasets.apps: "9"}'), deployment('replicas: 2').replace('name: web,', 'name: web, uid: d-1,'), replicaSet,
        pod('web-1-a', '1', owned('ReplicaSet', 'web-1', 'r-1')), pod('web-1-b', '1', owned('ReplicaSet', 'web-1', 'r-1')),
        pod('other', '1', owned('ReplicaSet', 'web-1', 'r-2')),
      )
      const {quotas: [counted]} = await resultOf({live, sent: deployment('replicas: 2')}, '--operation', 'delete')
      expect(counted?.used).to.deep.equal({'pods': '1', 'count/replicasets.apps': '0'})
    })

    it('releases the quota of claims that the retention policy of a StatefulSet deletes', async () => {
      const claims = '[{metadata: {name: data}, spec: {accessModes: [ReadWriteOnce], resources: {requests: {storage: 2Gi}}}}]'
      const set = (replicas: number): string => deployment(`replicas: ${replicas}\n  serviceName: web`).replace('kind: Deployment', 'kind: StatefulSet')
        .replace('  selector:', `  volumeClaimTemplates: ${claims}\n  persistentVolumeClaimRetentionPolicy: {whenDeleted: Delete, whenScaled: Delete}\n  selector:`)
      const live = documents(quota('{persistentvolumeclaims: "9", requests.storage: 9Gi}'), set(3))
      const usedAfter = async (sent: string, operation: string): Promise<unknown> => (await resultOf({live, sent}, '--operation', operation)).quotas[0]?.used
      expect(await usedAfter(limitRange('1'), 'apply')).to.deep.equal({'persistentvolumeclaims': '3', 'requests.storage': '6Gi'})
      expect(await usedAfter(set(1), 'apply')).to.deep.equal({'persistentvolumeclaims': '1', 'requests.storage': '2Gi'})
      expect(await usedAfter(set(3), 'delete')).to.deep.equal({'persistentvolumeclaims': '0', 'requests.storage': '0'})
    })

    it('delete rejects system namespaces, and keeps others until they are empty', async () => {
      const namespace = (name: string): string => `\napiVersion: v1\nkind: Namespace\nmetadata: {name: ${name}}\n`
      const live = documents(namespace('default'), namespace('dev'))
      expect(answers(await resultOf({live, sent: live}, '--operation', 'delete')))
        .to.deep.equal([['DELETE', 403, 'namespaces "default" is forbidden: this namespace may not be deleted'], ['DELETE', 200]])
    })
  })

  describe('with --resync', () => {
    const service = (name: string): string => `\napiVersion: v1\nkind: Service\nmetadata: {name: ${name}, namespace: dev}\nspec: {ports: [{port: 80}]}\n`
    const live = documents(quota('{services: "2", pods: "9"}'), service('a'), service('b'), pod('p', '1'))

    it('counts deleted services until the next resync, and adds a note', async () => {
      const files = {live, sent: documents(service('a'), service('b'))}
      const {stdout, status} = await simulate(files, '--operation', 'delete', '--resync', '1h30m')
      expect(status).to.equal(0)
      expect(stdout).to.match(/^services {2}2 +0 +2 +2 +100%\nNot counted yet: 2 Service objects that were deleted\.$/m)
      const note = "quota quota in dev: 2 Service objects that were deleted count until the quota controller's next resync, within 1h30m"
      expect(stdout).to.include(`\nNote: ${note}\n`)
      const result = await resultOf({...files, sent: service('a')}, '--operation', 'delete', '--resync', '5m') as Result & {readonly notes: readonly string[]}
      expect(result.quotas[0]?.used).to.deep.equal({services: '2', pods: '1'})
      expect(result.notes).to.deep.equal([note.replace('2 Service objects that were deleted count', '1 Service that was deleted counts').replace('1h30m', '5m')])
    })

    it('updates the count when a pod is deleted, and immediately without the flag', async () => {
      const withPod = await simulate({live, sent: documents(service('a'), pod('p', '1'))}, '--operation', 'delete', '--order', 'files', '--resync', '5m', '-o', 'json')
      const without = await simulate({live, sent: service('a')}, '--operation', 'delete', '-o', 'json')
      for (const [{stdout}, used] of [[withPod, {services: '1', pods: '0'}], [without, {services: '1', pods: '1'}]] as const) {
        const result = JSON.parse(stdout) as Result & {readonly notes: readonly string[]}
        expect([result.quotas[0]?.used, result.notes]).to.deep.equal([used, []])
      }
    })

    it('delays the count for objects deleted by controllers, too', async () => {
      const live = documents(quota('{count/replicasets.apps: "2"}'), deployment('revisionHistoryLimit: 0'))
      const files = {live, sent: deployment('revisionHistoryLimit: 0', {image: 'web:2'})}
      for (const [argv, used] of [[[], '1'], [['--resync', '5m'], '2']] as const) {
        expect((await resultOf(files, ...argv)).quotas[0]?.used, argv.join(' ')).to.deep.equal({'count/replicasets.apps': used})
      }
    })

    it('accepts only positive durations', async () => {
      for (const [duration, message] of [['0', '0 is not positive'], ['-5m', '-5m is not positive'], ['5', 'time: missing unit in duration "5"']] as const) {
        const {status, error} = await simulate({live, sent: service('a')}, `--resync=${duration}`)
        expect([status, error?.message]).to.deep.equal([2, `--resync: ${message}`])
      }
    })
  })

  it('denies only new objects in a terminating namespace', async () => {
    const live = documents('\napiVersion: v1\nkind: Namespace\nmetadata: {name: dev, deletionTimestamp: "2026-01-01T00:00:00Z"}\n', limitRange('2'))
    expect(answers(await resultOf({live, sent: documents(limitRange('1'), pod('a', '1'))})))
      .to.deep.equal([['UPDATE', 200], ['CREATE', 403, 'pods "a" is forbidden: unable to create new content in namespace dev because it is being terminated']])
  })

  describe('with --subresource', () => {
    it('resize changes the resources of a pod, which an update cannot change', async () => {
      const files = {live: pod('a', '1'), sent: pod('a', '2')}
      const {reviews: [updated]} = await resultOf(files)
      expect(updated?.status.code).to.equal(422)
      expect(updated?.hint).to.equal('the resources of a running pod change through its resize endpoint: send the pod with --subresource resize')
      const {reviews: [other]} = await resultOf({live: pod('a', '1'), sent: pod('a', '1').replace('image:', 'workingDir: /, image:')})
      expect([other?.status.code, other?.hint]).to.deep.equal([422, undefined])
      const {reviews: [resized]} = await resultOf(files, '--subresource', 'resize')
      expect(resized).to.include({operation: 'UPDATE', subresource: 'resize'})
      expect(resized?.changes?.filter(({by}) => by === 'user').map(({field, from, to}) => [field, from, to])).to.deep.equal([
        ['spec.containers[name=app].resources.limits[cpu]', '1', '2'], ['spec.containers[name=app].resources.requests[cpu]', '1', '2'],
      ])
    })

    it('scale sets the replicas from a Scale or from a workload manifest', async () => {
      const scale = (replicas: number): string => `\napiVersion: autoscaling/v1\nkind: Scale\nmetadata: {name: web, namespace: dev}\nspec: {replicas: ${replicas}}\n`
      for (const sent of [scale(5), deployment('replicas: 5', {image: 'web:9'})]) {
        const {reviews: [review]} = await resultOf({live: documents(deployment('replicas: 2'), quota('{pods: "9"}')), sent}, '--subresource', 'scale')
        expect(review?.changes).to.deep.equal([{field: 'spec.replicas', from: 2, to: 5, by: 'user'}])
      }
      const {quotas: [counted]} = await resultOf({live: documents(deployment('replicas: 2'), quota('{pods: "9"}')), sent: scale(5)}, '--subresource', 'scale')
      expect(counted?.used).to.deep.equal({pods: '5'})
      expect(answers(await resultOf({live: deployment('replicas: 2'), sent: scale(-1)}, '--subresource', 'scale')))
        .to.deep.equal([['UPDATE', 422, 'Scale.autoscaling "web" is invalid: spec.replicas: Invalid value: -1: must be greater than or equal to 0']])
      expect(answers(await resultOf({sent: scale(1)}, '--subresource', 'scale'))).to.deep.equal([['UPDATE', 404, 'deployments.apps "web" not found']])
    })

    it('status writes only the status', async () => {
      const sent = `${quota('{pods: "9"}')}status: {hard: {pods: "5"}, used: {pods: "3"}}\n`
      const {quotas} = await resultOf({live: quota('{pods: "5"}'), sent}, '--subresource', 'status')
      expect(quotas[0]).to.deep.include({hard: {pods: '5'}, used: {pods: '3'}})
    })

    it('ephemeralcontainers adds containers to a pod', async () => {
      const sent = pod('a', '1').replace('spec: {', 'spec: {ephemeralContainers: [{name: debug, image: "busybox:1"}], ')
      const {reviews: [review]} = await resultOf({live: pod('a', '1'), sent}, '--subresource', 'ephemeralcontainers')
      expect(review?.changes?.map(({field, by}) => [field, by])).to.deep.include(['spec.ephemeralContainers', 'user'])
    })

    it('rejects a subresource that the kind lacks, and other operations', async () => {
      expect(answers(await resultOf({live: limitRange('1'), sent: limitRange('1')}, '--subresource', 'scale')))
        .to.deep.equal([['UPDATE', 404, 'the server could not find the requested resource']])
      const {status, error} = await simulate({sent: limitRange('1')}, '--subresource', 'status', '--operation', 'apply')
      expect([status, error?.message]).to.deep.equal([2, '--subresource status sends objects as --operation replace does: leave --operation apply out'])
    })
  })

  describe('with --as', () => {
    it('sends requests as that user, to whom user limits apply', async () => {
      writeFileSync('admission.yaml', `
apiVersion: eventratelimit.admission.k8s.io/v1alpha1
kind: Configuration
limits: [{type: User, qps: 1, burst: 1}]
`)
      const event = (name: string): string => `
apiVersion: v1
kind: Event
metadata: {name: ${name}, namespace: dev}
involvedObject: {kind: Pod, name: a, namespace: dev}
`
      const result = await resultOf({sent: documents(event('a'), event('b'))}, '--admission-config', 'admission.yaml', '--as', 'alice', '--as-group', 'devs')
      expect(result.user).to.deep.equal({name: 'alice', groups: ['devs']})
      expect(result.reviews[1]?.status.message).to.include('limit reached on type User for key alice')
    })

    it('rejects --as-group without --as', async () => {
      const {status, error} = await simulate({sent: limitRange('1')}, '--as-group', 'devs')
      expect([status, error?.message]).to.deep.equal([2, 'requesting groups without impersonating a user: --as-group needs --as'])
    })
  })

  describe('table output', () => {
    it('lists each changed field with its author', async () => {
      const {stdout} = await simulate({live: limitRange('2'), sent: limitRange('1')})
      expect(stdout).to.include(`Operation:  update
Verdict:    admitted
Changed:
  Field                               From  To  By
  -----                               ----  --  --
  spec.limits[0].default[cpu]         2     1   defaults
  spec.limits[0].defaultRequest[cpu]  2     1   defaults
  spec.limits[0].max[cpu]             2     1   user
`)
    })

    it('hides the data of Secrets and limits the number of rows', async () => {
      const data = (value: string): string => Array.from({length: 60}, (_, i) => `k${i}: ${value}`).join(', ')
      const secret = (value: string): string => `\napiVersion: v1\nkind: Secret\nmetadata: {name: s, namespace: dev}\nstringData: {${data(value)}}\n`
      const {stdout} = await simulate({live: secret('geheim'), sent: secret('anders')})
      expect(stdout).to.match(/data\[k10\] {2}\*\*\* \(before\) {2}\*\*\* \(after\) {2}user\n/).and.to.include('  and 20 more fields, which -o json has\n')
      expect(stdout).not.to.match(/geheim|Z2VoZWlt|anders|YW5kZXJz/)
    })
  })
})
