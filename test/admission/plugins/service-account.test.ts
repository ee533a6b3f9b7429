import {expect} from 'chai'

import {Cluster} from '../../../src/cluster/cluster.js'
import type {ClusterOptions} from '../../../src/cluster/options.js'
import {type Body, container, pod, podNamedAfter, serviceAccount} from '../../helpers/builders.js'
import {allowed, at, TestCluster, verdict} from '../../helpers/test-cluster.js'

const tokenPath = '/var/run/secrets/kubernetes.io/serviceaccount'

const shown = 'kube-api-access-XXXXX'

/** A cluster with the plugin and with these accounts. */
function having(accounts: readonly Body[], options: ClusterOptions = {}): TestCluster {
  const cluster = new TestCluster(new Cluster(options))
  for (const account of accounts) allowed(cluster.create(account))
  return cluster
}

const create = (object: Body, ...accounts: Body[]): Body => allowed(having(accounts).create(object))

const rejection = (object: Body, ...accounts: Body[]): string => verdict(having(accounts).create(object))

const other = serviceAccount('other')

/** An account that limits the secrets of its pods. */
const limiting = (fields: Body = {}, value = 'true'): Body => serviceAccount('default', fields).annotated({'kubernetes.io/enforce-mountable-secrets': value})

const mirrored = pod().annotated({'kubernetes.io/config.mirror': 'x'}).asking({nodeName: 'n'})

describe('ServiceAccount', () => {
  describe('the account', () => {
    it('is default, which exists in each namespace', () => {
      for (const accounts of [[], [other]]) expect(create(pod(), ...accounts)).to.deep.nested.include({'spec.serviceAccountName': 'default', 'spec.serviceAccount': 'default'})
    })

    it('is that of the pod', () => {
      expect(create(pod().asking({serviceAccountName: 'other'}), other)).to.deep.nested.include({'spec.serviceAccountName': 'other', 'spec.serviceAccount': 'other'})
    })

    it('must exist where accounts are given', () => {
      const text = '403 pods "p" is forbidden: error looking up service account dev/web: serviceaccount "web" not found'
      expect(rejection(pod().asking({serviceAccountName: 'web'}), other)).to.equal(text)
    })

    it('exists where no account is given', () => {
      expect(create(pod().asking({serviceAccountName: 'web'}))).to.have.nested.property('spec.serviceAccountName', 'web')
      expect(create(pod().asking({serviceAccountName: 'web'}), other.marked({namespace: 'elsewhere'}).marked({namespace: 'dev', name: 'web'}))).to.have.nested.property('spec.serviceAccountName', 'web')
    })

    it('must have a name that can be asked for, whether accounts are given or not', () => {
      for (const given of [[], [other]]) {
        const answer = (serviceAccountName: string): string => rejection(pod().asking({serviceAccountName}), ...given)
        const start = '403 pods "p" is forbidden: error looking up service account dev/'
        expect(answer('a/b')).to.equal(`${start}a/b: invalid resource name "a/b": [may not contain '/']`)
        expect(answer('..')).to.equal(`${start}..: invalid resource name "..": [may not be '..']`)
      }
      expect(rejection(pod().asking({serviceAccountName: 'a\tb'}), other)).to.match(/serviceaccount "a\\tb" not found$/)
    })

    it('is rejected before validation, with the field as the reason', () => {
      const {steps} = having([other]).create(pod().asking({serviceAccountName: 'Web', containers: []}))
      expect(steps.map(({plugin, rejection: given}) => [plugin, given?.status.code, given?.reasons.map(({field}) => String(field))]))
        .to.deep.equal([['ServiceAccount', 403, ['spec.serviceAccountName']]])
    })
  })

  describe('the token', () => {
    const mount = {name: shown, readOnly: true, mountPath: tokenPath}

    it('is mounted in containers and init containers, after their own volumes', () => {
      const own = {name: 'v', mountPath: '/v'}
      const stored = create(pod().asking({
        volumes: [{name: 'v', emptyDir: {}}], initContainers: [container('i')], containers: [container('c', undefined, {volumeMounts: [own]})],
      }))
      expect(at(stored, 'spec.containers.0.volumeMounts')).to.deep.equal([own, mount])
      expect(at(stored, 'spec.initContainers.0.volumeMounts')).to.deep.equal([mount])
      expect((at(stored, 'spec.volumes') as Body[]).map(({name}) => name)).to.deep.equal(['v', shown])
    })

    it('is not mounted where something else is', () => {
      const stored = create(pod().asking({
        volumes: [{name: 'v', emptyDir: {}}], containers: [container('c', undefined, {volumeMounts: [{name: 'v', mountPath: tokenPath}]})],
      }))
      expect(at(stored, 'spec.volumes')).to.deep.equal([{name: 'v', emptyDir: {}}])
    })

    it('is mounted unless the pod, or else its account, turns that off', () => {
      const mounts = (ofPod: Body, ofAccount: Body): boolean => at(create(pod().asking(ofPod), serviceAccount('default', ofAccount)), 'spec.volumes') !== undefined
      const [yes, no] = [{automountServiceAccountToken: true}, {automountServiceAccountToken: false}]
      expect([mounts({}, {}), mounts({}, yes), mounts({}, no), mounts(yes, no), mounts(no, yes)]).to.deep.equal([true, true, false, true, false])
    })

    it('may be in a volume of the pod', () => {
      const stored = create(pod().asking({volumes: [{name: 'kube-api-access-mine', emptyDir: {}}]}))
      expect(at(stored, 'spec.volumes')).to.deep.equal([{name: 'kube-api-access-mine', emptyDir: {}}])
      expect(at(stored, 'spec.containers.0.volumeMounts.0.name')).to.equal('kube-api-access-mine')
    })

    it('has a name of a given function', () => {
      let count = 0
      const stored = allowed(having([], {nameSuffix: () => `abc${count++}x`}).create(podNamedAfter('web-')))
      expect([at(stored, 'metadata.name'), at(stored, 'spec.volumes.0.name'), at(stored, 'spec.containers.0.volumeMounts.0.name')])
        .to.deep.equal(['web-abc0x', 'kube-api-access-abc1x', 'kube-api-access-abc1x'])
    })

    it('stays in updates of a pod, with the name in output', () => {
      const cluster = having([])
      const stored = allowed(cluster.create(pod()))
      const changed = {...stored, metadata: {...stored['metadata'] as Body, labels: {a: 'b'}}}
      expect(verdict(cluster.update(changed))).to.equal('200')
      expect(cluster.stored(pod())).to.deep.equal(changed)
      expect(verdict(cluster.update(pod()))).to.match(/^422 Pod "p" is invalid: spec: Forbidden: pod updates may not change fields other than/)
    })

    it('has a name that clients cannot give', () => {
      const volumes = [{name: shown, emptyDir: {}}]
      expect(rejection(pod().asking({volumes}))).to.match(/^422 Pod "p" is invalid: spec\.volumes\[0\]\.name: Invalid value: "kube-api-access-XXXXX": a lowercase RFC 1123 label/)
    })

    it('is listed as one change', () => {
      const changes = having([]).create(pod().after(container('i'))).steps.flatMap(({plugin, changes: all}) => plugin === 'ServiceAccount' ? all : [])
      expect(changes.map(({field, from, to}) => [String(field), from, to])).to.deep.equal([
        ['spec.serviceAccountName', undefined, 'default'], ['spec.volumes[0].name', undefined, shown],
      ])
    })

    it('is listed by its mounts if the volume exists', () => {
      const given = pod().asking({volumes: [{name: 'kube-api-access-a', emptyDir: {}}], serviceAccountName: 'default'}).after(container('i'))
      const changes = having([]).create(given).steps.flatMap(({plugin, changes: all}) => plugin === 'ServiceAccount' ? all : [])
      expect(changes.map(({field, to}) => [String(field), to])).to.deep.equal(
        ['initContainers', 'containers'].map((list) => [`spec.${list}[0].volumeMounts[0].name`, 'kube-api-access-a']),
      )
    })
  })

  describe('secrets for pulling images', () => {
    const account = serviceAccount('default', {imagePullSecrets: [{name: 'a'}, {name: 'b'}]})

    it('come from the account unless the pod has its own', () => {
      const pulls = (spec: Body): unknown => at(create(pod().asking(spec), account), 'spec.imagePullSecrets')
      expect([pulls({}), pulls({imagePullSecrets: []}), pulls({imagePullSecrets: [{name: 'c'}]})]).to.deep.equal([[{name: 'a'}, {name: 'b'}], [{name: 'a'}, {name: 'b'}], [{name: 'c'}]])
    })
  })

  describe('limits on secrets', () => {
    const because = 'is not allowed because service account default does not reference that'
    const env = [{name: 'E', valueFrom: {secretKeyRef: {name: 's', key: 'k'}}}]

    it('name the first secret that the account does not list', () => {
      const cases: readonly (readonly [string, Body])[] = [
        ['volume with secret.secretName="s"', {volumes: [{name: 'v', secret: {secretName: 's'}}], initContainers: [container('i', undefined, {env})]}],
        ['init container i with envVar E referencing secret.secretName="s"', {initContainers: [container('i', undefined, {env, envFrom: [{secretRef: {name: 't'}}]})]}],
        ['container c with envFrom referencing secret.secretName="t"', {containers: [container('c', undefined, {envFrom: [{secretRef: {name: 't'}}]})]}],
      ]
      for (const [text, spec] of cases) expect(rejection(pod().asking(spec), limiting({secrets: [{name: 'u'}]}))).to.equal(`403 pods "p" is forbidden: ${text} ${because} secret`)
      expect(rejection(pod().asking({imagePullSecrets: [{name: 'a'}, {name: 'b'}]}), limiting({imagePullSecrets: [{name: 'a'}]})))
        .to.equal(`403 pods "p" is forbidden: imagePullSecrets[1].name="b" ${because} imagePullSecret`)
    })

    it('point to the field and to the annotation of the account', () => {
      const {steps} = having([limiting()]).create(pod().asking({volumes: [{name: 'v', secret: {secretName: 's'}}]}))
      const [reason] = steps[0]?.rejection?.reasons ?? []
      expect([String(reason?.field), reason?.cause?.policy.metadata.name, String(reason?.cause?.field)])
        .to.deep.equal(['spec.volumes[0].secret.secretName', 'default', 'metadata.annotations[kubernetes.io/enforce-mountable-secrets]'])
    })

    it('apply only if the annotation is true in Go', () => {
      const spec = {volumes: [{name: 'v', secret: {secretName: 's'}}]}
      const isLimited = (value: string): boolean => rejection(pod().asking(spec), limiting({}, value)) !== '201'
      expect(['1', 't', 'T', 'TRUE', 'true', 'True'].every(isLimited)).to.equal(true)
      expect(['0', 'false', 'yes', '', 'tRUE'].some(isLimited)).to.equal(false)
    })

    it('allow the listed secrets', () => {
      expect(rejection(pod().asking({volumes: [{name: 'v', secret: {secretName: 's'}}]}).with(container('c', undefined, {env})), limiting({secrets: [{name: 's'}]}))).to.equal('201')
    })

    it('apply to ephemeral containers, as an internal error', () => {
      const cluster = having([limiting()])
      const stored = allowed(cluster.create(pod()))
      const ephemeral = (fields: Body): Body => ({...stored, spec: {...stored['spec'] as Body, ephemeralContainers: [container('e', undefined, fields)]}})
      const answer = (fields: Body): string => verdict(cluster.update(ephemeral(fields), {subresource: 'ephemeralcontainers'}))
      expect(answer({env})).to.equal(`500 ephemeral container e with envVar E referencing secret.secretName="s" ${because} secret`)
      expect(answer({envFrom: [{secretRef: {name: 't'}}]})).to.equal(`500 ephemeral container e with envFrom referencing secret.secretName="t" ${because} secret`)
      expect(answer({})).to.equal('200')
    })

    it('are asked of the account of the stored pod, which must exist', () => {
      const cluster = having([])
      const stored = allowed(cluster.create(pod().asking({serviceAccountName: 'gone'})))
      allowed(cluster.create(other))
      const {status, steps} = cluster.update({...stored, spec: {...stored['spec'] as Body, ephemeralContainers: [container('e')]}}, {subresource: 'ephemeralcontainers'})
      expect(status).to.include({code: 403, message: 'pods "p" is forbidden: error looking up service account dev/gone: serviceaccount "gone" not found'})
      expect(steps.at(-1)?.plugin).to.equal('ServiceAccount')
    })

    it('do not apply to other updates', () => {
      const cluster = having([])
      const stored = allowed(cluster.create(pod().asking({volumes: [{name: 'v', secret: {secretName: 's'}}]})))
      allowed(cluster.create(limiting()))
      expect(verdict(cluster.update({...stored, metadata: {...stored['metadata'] as Body, labels: {a: 'b'}}}))).to.equal('200')
    })
  })

  describe('mirror pods', () => {
    it('get nothing', () => {
      const {spec} = create(mirrored, other) as {readonly spec: Body}
      expect([spec['serviceAccountName'], spec['volumes']]).to.deep.equal([undefined, undefined])
    })

    it('have no account, secret and token', () => {
      const sources = (source: Body): Body => ({volumes: [{name: 'v', projected: {sources: [source]}}]})
      const cases: readonly (readonly [string, readonly Body[]])[] = [
        ['reference service accounts', [{serviceAccountName: 'a'}]],
        ['reference secrets', [
          {volumes: [{name: 'v', secret: {secretName: 's'}}]}, sources({secret: {name: 's'}}), {imagePullSecrets: [{name: 's'}]},
          {containers: [container('c', undefined, {envFrom: [{secretRef: {name: 's'}}]})]}, {volumes: [{name: 'v', csi: {driver: 'd', nodePublishSecretRef: {name: 's'}}}]},
        ]],
        ['use ServiceAccountToken volume projections', [sources({serviceAccountToken: {path: 't'}})]],
      ]
      for (const [text, specs] of cases) for (const spec of specs) expect(rejection(mirrored.asking(spec))).to.equal(`403 pods "p" is forbidden: a mirror pod may not ${text}`)
    })
  })

  it('does nothing when it is off', () => {
    expect(allowed(having([], {disableAdmissionPlugins: ['ServiceAccount']}).create(pod()))).not.to.have.nested.property('spec.serviceAccountName')
  })
})
