import {expect} from 'chai'

import {answerAdmissionReview} from '../../src/admission-review/answer.js'
import type {PatchOperation} from '../../src/admission-review/patch.js'
import {AdmissionReviewError} from '../../src/admission-review/types.js'
import {Cluster} from '../../src/cluster/cluster.js'
import {app, type Body, limitRange, pod, quota} from '../helpers/builders.js'
import {pem, signedRequest} from '../helpers/certificate-request.js'

/** A review as kube-apiserver sends it for a pod. */
const review = (fields: Body = {}): Body => ({
  kind: 'AdmissionReview', apiVersion: 'admission.k8s.io/v1',
  request: {
    uid: '705ab4f5-6393-11e8-b7cc-42010a800002',
    kind: {group: '', version: 'v1', kind: 'Pod'}, resource: {group: '', version: 'v1', resource: 'pods'},
    requestKind: {group: '', version: 'v1', kind: 'Pod'}, requestResource: {group: '', version: 'v1', resource: 'pods'},
    name: 'p', namespace: 'dev', operation: 'CREATE', userInfo: {username: 'alice', uid: 'a', groups: ['system:authenticated']},
    object: {...pod(), metadata: {name: 'p', namespace: 'dev'}}, oldObject: null, dryRun: false,
    options: {kind: 'CreateOptions', apiVersion: 'meta.k8s.io/v1', fieldManager: 'kubectl-client-side-apply'}, ...fields,
  },
})

const clusterWith = (...policies: readonly Body[]): Cluster => {
  const cluster = new Cluster()
  for (const object of policies) expect(cluster.handle({operation: 'CREATE', namespace: 'dev', object}).allowed).to.equal(true)
  return cluster
}

const patchIn = ({patch = ''}: {readonly patch?: string}): PatchOperation[] => JSON.parse(Buffer.from(patch, 'base64').toString()) as PatchOperation[]

describe('answerAdmissionReview', () => {
  const defaults = limitRange('limits', {type: 'Container', default: {cpu: '500m'}, max: {cpu: '1'}})

  it('admits an object, with a patch for the defaults of LimitRanges', () => {
    const {apiVersion, kind, response} = answerAdmissionReview(clusterWith(defaults), review())
    expect([apiVersion, kind]).to.deep.equal(['admission.k8s.io/v1', 'AdmissionReview'])
    expect(response).to.include({uid: '705ab4f5-6393-11e8-b7cc-42010a800002', allowed: true, patchType: 'JSONPatch'})
    const [resources, annotations] = patchIn(response)
    expect(resources).to.deep.include({op: 'add', path: '/spec/containers/0/resources', value: {limits: {cpu: '500m'}, requests: {cpu: '500m'}}})
    expect(annotations).to.deep.include({op: 'add', path: '/metadata/annotations'})
    expect(patchIn(response).map(({path}) => path)).to.include('/spec/tolerations').and.have.length(5)
  })

  it('adds single amounts to resources that are there, and escapes keys', () => {
    const object = {...pod().with(app({requests: {cpu: '100m'}, limits: {memory: '1Gi'}})).annotated({a: 'b'}).asking({tolerations: [{operator: 'Exists'}], priority: 0, preemptionPolicy: 'PreemptLowerPriority'})}
    const {response} = answerAdmissionReview(clusterWith(defaults), review({object: {...object, metadata: {name: 'p', namespace: 'dev', annotations: {a: 'b'}}}}))
    expect(patchIn(response).map(({op, path}) => `${op} ${path}`)).to.deep.equal([
      'add /spec/containers/0/resources/limits/cpu', 'add /metadata/annotations/kubernetes.io~1limit-ranger',
    ])
  })

  it('returns no patch if nothing changes', () => {
    const object = {...pod().asking({tolerations: [{operator: 'Exists'}], priority: 0, preemptionPolicy: 'PreemptLowerPriority'}), metadata: {name: 'p', namespace: 'dev'}}
    expect(answerAdmissionReview(new Cluster(), review({object})).response).to.deep.equal({uid: '705ab4f5-6393-11e8-b7cc-42010a800002', allowed: true})
  })

  it('admits pods with an account that only the server knows, as its own plugin has found it', () => {
    const object = {...pod().asking({serviceAccountName: 'robot'}).with(app({limits: {cpu: '1'}})), metadata: {name: 'p', namespace: 'dev'}}
    const cluster = clusterWith({apiVersion: 'v1', kind: 'ServiceAccount', metadata: {name: 'other'}}, defaults)
    expect(answerAdmissionReview(cluster, review({object})).response.allowed).to.equal(true)
    const large = {...object, ...pod().asking({serviceAccountName: 'robot-2'}).with(app({limits: {cpu: '2'}})), metadata: {name: 'q', namespace: 'dev'}}
    expect(answerAdmissionReview(cluster, review({object: large})).response.status?.message).to.equal('pods "q" is forbidden: maximum cpu usage per Container is 1, but limit is 2')
  })

  it('denies with the code, reason and message of the server', () => {
    const object = {...pod().with(app({limits: {cpu: '2'}})), metadata: {name: 'p', namespace: 'dev'}}
    expect(answerAdmissionReview(clusterWith(defaults), review({object})).response).to.deep.include({
      allowed: false, status: {status: 'Failure', code: 403, reason: 'Forbidden', message: 'pods "p" is forbidden: maximum cpu usage per Container is 1, but limit is 2'},
    })
  })

  it('counts admitted objects against quotas, except for dry runs', () => {
    const cluster = clusterWith(quota({pods: '1'}))
    const create = (name: string, fields: Body = {}): boolean =>
      answerAdmissionReview(cluster, review({name, object: {...pod(), metadata: {name, namespace: 'dev'}}, ...fields})).response.allowed
    expect([create('a', {dryRun: true}), create('b'), create('c')]).to.deep.equal([true, true, false])
    const oldObject = {...pod(), metadata: {name: 'b', namespace: 'dev', uid: 'u'}}
    expect(answerAdmissionReview(cluster, review({operation: 'DELETE', name: 'b', object: null, oldObject})).response.allowed).to.equal(true)
    expect(create('d')).to.equal(true)
  })

  it('evaluates updates of objects that the cluster has not seen', () => {
    const labels = (value: string): Body => ({...pod(), metadata: {name: 'p', namespace: 'dev', uid: 'u', resourceVersion: '7', labels: {a: value}}})
    expect(answerAdmissionReview(new Cluster(), review({operation: 'UPDATE', object: labels('x'), oldObject: labels('y')})).response.allowed).to.equal(true)
    const {response} = answerAdmissionReview(new Cluster(), review({operation: 'UPDATE', object: labels('not valid'), oldObject: labels('y')}))
    expect(response.status).to.deep.include({code: 422, reason: 'Invalid'})
  })

  it('admits requests that kadm does not evaluate', () => {
    const cluster = clusterWith(quota({pods: '0'}))
    expect(answerAdmissionReview(cluster, review()).response.allowed).to.equal(false)
    const token = {subResource: 'token', object: {apiVersion: 'authentication.k8s.io/v1', kind: 'TokenRequest'}}
    const eviction = {subResource: 'eviction', object: {apiVersion: 'policy/v1', kind: 'Eviction'}}
    for (const fields of [{operation: 'CONNECT', subResource: 'exec', object: {kind: 'PodExecOptions'}}, eviction, {subResource: 'eviction', object: {kind: 'Eviction'}}, token]) {
      expect(answerAdmissionReview(cluster, review(fields)).response).to.deep.equal({uid: '705ab4f5-6393-11e8-b7cc-42010a800002', allowed: true})
    }
    // A conflict with a stored object is for the server to find.
    const open = new Cluster()
    expect([1, 2].map(() => answerAdmissionReview(open, review()).response.allowed)).to.deep.equal([true, true])
  })

  describe('for subresources', () => {
    const deployment: Body = {
      apiVersion: 'apps/v1', kind: 'Deployment', metadata: {name: 'web', namespace: 'dev'},
      spec: {replicas: 1, selector: {matchLabels: {app: 'web'}}, template: {metadata: {labels: {app: 'web'}}, spec: {containers: [{name: 'a', image: 'b'}]}}},
    }
    const scale = (replicas: unknown, resource = 'deployments', name = 'web'): Body => review({
      operation: 'UPDATE', subResource: 'scale', name, kind: {group: 'autoscaling', version: 'v1', kind: 'Scale'}, resource: {group: 'apps', version: 'v1', resource},
      object: {apiVersion: 'autoscaling/v1', kind: 'Scale', metadata: {name, namespace: 'dev'}, spec: {replicas}},
      oldObject: {apiVersion: 'autoscaling/v1', kind: 'Scale', metadata: {name, namespace: 'dev'}, spec: {replicas: 1}},
    })

    it('scales workloads of the cluster', () => {
      const cluster = clusterWith(deployment)
      expect(answerAdmissionReview(cluster, scale(3)).response).to.deep.equal({uid: '705ab4f5-6393-11e8-b7cc-42010a800002', allowed: true})
      expect(cluster.get({apiVersion: 'apps/v1', kind: 'Deployment', namespace: 'dev', name: 'web'})).to.containSubset({spec: {replicas: 3}})
      expect(answerAdmissionReview(cluster, scale(-1)).response.status).to.deep.equal({
        status: 'Failure', code: 422, reason: 'Invalid', message: 'Scale.autoscaling "web" is invalid: spec.replicas: Invalid value: -1: must be greater than or equal to 0',
      })
    })

    it('admits the scaling of what the cluster does not have', () => {
      for (const body of [scale(-1), scale(-1, 'widgets'), scale(-1, 'deployments', 'other')]) {
        expect(answerAdmissionReview(new Cluster(), body).response.allowed).to.equal(true)
      }
    })

    it('evaluates ephemeral containers', () => {
      const stored: Body = {...pod(), metadata: {name: 'p', namespace: 'dev', uid: 'u', resourceVersion: '7'}}
      const debugged = (name: string): Body => review({
        operation: 'UPDATE', subResource: 'ephemeralcontainers', oldObject: stored,
        object: {...stored, spec: {...stored['spec'] as object, ephemeralContainers: [{name, image: 'busybox'}]}},
      })
      const cluster = new Cluster()
      expect(answerAdmissionReview(cluster, debugged('A_')).response.status).to.deep.include({code: 422, reason: 'Invalid'})
      expect(answerAdmissionReview(cluster, debugged('debug')).response.allowed).to.equal(true)
    })
  })

  it('answers for any groups and extra fields of the user', () => {
    const users: readonly Body[] = [{username: 'alice'}, {username: 'alice', groups: ['system:masters', 'dev'], extra: {'example.com/scopes': ['a', 'b']}}, {username: 'alice', groups: 5, extra: []}]
    const answers = users.map((userInfo) => answerAdmissionReview(clusterWith(defaults), review({userInfo})))
    expect(answers[0]?.response.allowed).to.equal(true)
    for (const answer of answers) expect(answer).to.deep.equal(answers[0])
  })

  it('records the user in a CertificateSigningRequest', () => {
    const cluster = new Cluster()
    const spec = {request: pem(signedRequest([])), signerName: 'example.com/s', usages: ['client auth']}
    const object = {apiVersion: 'certificates.k8s.io/v1', kind: 'CertificateSigningRequest', metadata: {name: 'c'}, spec}
    const userInfo = {username: 'alice', groups: ['dev'], extra: {'example.com/scopes': ['a'], 'example.com/odd': 5}}
    expect(answerAdmissionReview(cluster, review({object, namespace: '', kind: {group: 'certificates.k8s.io', version: 'v1', kind: object.kind}, userInfo})).response.allowed).to.equal(true)
    expect(cluster.get({apiVersion: object.apiVersion, kind: object.kind, name: 'c'})?.['spec'])
      .to.deep.equal({...spec, username: 'alice', groups: ['dev'], extra: {'example.com/scopes': ['a']}})
  })

  const malformed: readonly (readonly [body: unknown, message: string])[] = [
    ['text', 'the body must be an AdmissionReview: a JSON object'],
    [{kind: 'Pod'}, 'kind must be AdmissionReview, and is "Pod"'],
    [{...review(), apiVersion: 'admission.k8s.io/v1beta1'}, 'apiVersion must be admission.k8s.io/v1, and is "admission.k8s.io/v1beta1"'],
    [{...review(), request: undefined}, 'request must be an object, and is missing'],
    [review({uid: 5}), 'request.uid must be a text, and is 5'],
    [review({uid: ''}), 'request.uid must be a text, and is ""'],
    [review({uid: undefined}), 'request.uid must be a text, and is missing'],
    [{...review(), apiVersion: undefined}, 'apiVersion must be admission.k8s.io/v1, and is missing'],
    [[review()], 'the body must be an AdmissionReview: a JSON object'],
    [review({operation: 'UPDATE'}), 'request.oldObject must be an object for UPDATE, and is missing'],
    [review({oldObject: 5}), 'request.oldObject must be an object, and is 5'],
    [review({operation: 'PATCH'}), 'request.operation must be one of CREATE, UPDATE, DELETE, CONNECT, and is "PATCH"'],
    [review({kind: {}}), 'request.kind.kind must be a text, and is {}'],
    [review({object: null}), 'request.object must be an object for CREATE, and is missing'],
    [review({object: 'x'.repeat(100)}), `request.object must be an object, and is "${'x'.repeat(59)}`],
    [review({operation: 'DELETE', object: null}), 'request.oldObject must be an object for DELETE, and is missing'],
  ]
  for (const [body, message] of malformed) {
    it(`rejects a body: ${message}`, () => {
      expect(() => answerAdmissionReview(new Cluster(), body)).to.throw(AdmissionReviewError, message)
    })
  }

  describe('for deletions', () => {
    const stored = {...pod(), metadata: {name: 'p', namespace: 'dev', uid: 'u'}}
    const deletion = (fields: Body = {}): Body => review({operation: 'DELETE', object: null, oldObject: stored, ...fields})
    const isStored = (cluster: Cluster): boolean => cluster.get({apiVersion: 'v1', kind: 'Pod', namespace: 'dev', name: 'p'}) !== undefined

    it('removes the object, and releases what a quota has counted', () => {
      const cluster = clusterWith(quota({pods: '1'}))
      const other = review({name: 'q', object: {...pod(), metadata: {name: 'q', namespace: 'dev'}}})
      expect(answerAdmissionReview(cluster, review()).response.allowed).to.equal(true)
      expect(answerAdmissionReview(cluster, other).response.allowed).to.equal(false)
      expect(answerAdmissionReview(cluster, deletion({oldObject: cluster.get({apiVersion: 'v1', kind: 'Pod', namespace: 'dev', name: 'p'})})).response.allowed).to.equal(true)
      cluster.resync('dev')
      expect(isStored(cluster)).to.equal(false)
      expect(answerAdmissionReview(cluster, other).response.allowed).to.equal(true)
    })

    it('keeps the object in a dry run', () => {
      const cluster = new Cluster()
      expect(answerAdmissionReview(cluster, deletion({dryRun: true})).response).to.deep.equal({uid: '705ab4f5-6393-11e8-b7cc-42010a800002', allowed: true})
      expect(isStored(cluster)).to.equal(true)
    })

    it('are denied as on a server', () => {
      const oldObject = {apiVersion: 'v1', kind: 'Namespace', metadata: {name: 'kube-system'}}
      const {response} = answerAdmissionReview(new Cluster(), deletion({oldObject, namespace: 'kube-system', name: 'kube-system', kind: {group: '', version: 'v1', kind: 'Namespace'}}))
      expect(response).to.deep.include({allowed: false, status: {status: 'Failure', code: 403, reason: 'Forbidden', message: 'namespaces "kube-system" is forbidden: this namespace may not be deleted'}})
    })
  })

  it('stores nothing in a dry run', () => {
    const cluster = clusterWith(defaults)
    expect(patchIn(answerAdmissionReview(cluster, review({dryRun: true})).response)).to.have.length(5)
    expect(cluster.get({apiVersion: 'v1', kind: 'Pod', namespace: 'dev', name: 'p'})).to.equal(undefined)
  })

  it('returns the warnings of an admitted and of a denied object', () => {
    const warned = (more: Body): Body => ({...pod(), metadata: {name: 'p', namespace: 'dev', annotations: {'seccomp.security.alpha.kubernetes.io/pod': 'unconfined'}}, ...more})
    const warning = 'metadata.annotations[seccomp.security.alpha.kubernetes.io/pod]: non-functional in v1.27+; use the "seccompProfile" field instead'
    const {response: admitted} = answerAdmissionReview(new Cluster(), review({object: warned({})}))
    expect([admitted.allowed, admitted.warnings]).to.deep.equal([true, [warning]])
    const {response: denied} = answerAdmissionReview(clusterWith(quota({pods: '0'})), review({object: warned({})}))
    expect([denied.allowed, denied.status?.code, denied.warnings]).to.deep.equal([false, 403, [warning]])
  })

  it('answers for objects that are as large as the server accepts', () => {
    const object = {apiVersion: 'v1', kind: 'ConfigMap', metadata: {name: 'c', namespace: 'dev'}, data: Object.fromEntries(Array.from({length: 10_000}, (_, i) => [`k${i}`, 'x'.repeat(80)]))}
    const {response} = answerAdmissionReview(new Cluster(), review({object, kind: {group: '', version: 'v1', kind: 'ConfigMap'}}))
    expect(response).to.deep.equal({uid: '705ab4f5-6393-11e8-b7cc-42010a800002', allowed: true})
  })

  it('admits a CONNECT without an object', () => {
    const {response} = answerAdmissionReview(new Cluster(), review({operation: 'CONNECT', subResource: 'proxy', object: null, oldObject: null}))
    expect(response).to.deep.equal({uid: '705ab4f5-6393-11e8-b7cc-42010a800002', allowed: true})
  })

  it('never throws anything else for odd objects', () => {
    for (const object of [{}, {kind: 5}, {apiVersion: 'v1', kind: 'Pod', metadata: []}, {apiVersion: 'v1', kind: 'Pod', spec: 'x'}, JSON.parse('{"__proto__": {"a": 1}}') as Body]) {
      expect(answerAdmissionReview(new Cluster(), review({object})).response.uid).to.equal('705ab4f5-6393-11e8-b7cc-42010a800002')
    }
  })
})
