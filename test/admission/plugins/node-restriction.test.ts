import {expect} from 'chai'

import {app, type Body, container, Manifest, pod, type PodManifest} from '../../helpers/builders.js'
import {attribute, commonName, pem, signedRequest} from '../../helpers/certificate-request.js'
import {TestCluster, verdict} from '../../helpers/test-cluster.js'

const kubelet = {user: 'system:node:n1', groups: ['system:authenticated', 'system:nodes']}

const node = (name: string, more: Body = {}): Manifest => new Manifest({apiVersion: 'v1', kind: 'Node', metadata: {name}, ...more})

const owner: Body = {apiVersion: 'v1', kind: 'Node', name: 'n1', uid: 'u', controller: true}

const mirrorPod = (owners: readonly Body[] = [owner], spec: Body = {}): PodManifest => pod().with(app()).asking({nodeName: 'n1', ...spec})
  .having({metadata: {name: 'p', annotations: {'kubernetes.io/config.mirror': 'x'}, ownerReferences: owners}})

function server(...objects: Body[]): TestCluster {
  const cluster = new TestCluster({enableAdmissionPlugins: ['NodeRestriction'], disableAdmissionPlugins: ['ServiceAccount', 'TaintNodesByCondition']})
  for (const object of [node('n1'), ...objects]) cluster.create(object)
  return cluster
}

const claim: Body = {
  apiVersion: 'v1', kind: 'PersistentVolumeClaim', metadata: {name: 'c', finalizers: ['kubernetes.io/pvc-protection']}, spec: {accessModes: ['ReadWriteOnce'], resources: {requests: {storage: '1Gi'}}},
}

const requestFor = (name: string): string => pem(signedRequest([attribute(commonName, name)]))

const forbidden = (what: string): string => `403 pods "p" is forbidden: ${what}`

const referring = (what: string): string => forbidden(`node "n1" can not create pods that reference ${what}`)

describe('NodeRestriction', () => {
  it('ignores other users, and is off by default', () => {
    expect(verdict(server().create(node('n2'), {user: 'system:node:n1', groups: ['a']}))).to.equal('201')
    expect(verdict(server().create(node('n2'), {user: 'n1', groups: ['system:nodes']}))).to.equal('201')
    expect(verdict(new TestCluster().create(node('n2'), kubelet))).to.equal('201')
  })

  it('rejects a node without name', () => {
    expect(verdict(server().create(node('n2'), {...kubelet, user: 'system:node:'}))).to.equal('403 nodes "n2" is forbidden: could not determine node from user "system:node:"')
  })

  const pods: Readonly<Record<string, readonly [pod: Body, verdict: string]>> = {
    'a mirror pod': [mirrorPod(), '201'],
    'any other pod': [pod().with(app()), forbidden('pod does not have "kubernetes.io/config.mirror" annotation, node "n1" can only create mirror pods')],
    'another node': [mirrorPod([owner], {nodeName: 'n2'}), forbidden('node "n1" can only create pods with spec.nodeName set to itself')],
    'two owners': [mirrorPod([owner, {...owner, uid: 'v'}]), forbidden('node "n1" can only create pods with a single owner reference set to itself')],
    'no owner': [mirrorPod([]), forbidden('node "n1" can only create pods with an owner reference set to itself')],
    'an owner of another kind': [mirrorPod([{...owner, kind: 'Pod'}]), forbidden('node "n1" can only create pods with an owner reference set to itself')],
    'an owner of another version': [mirrorPod([{...owner, apiVersion: 'v2'}]), forbidden('node "n1" can only create pods with an owner reference set to itself')],
    'an owner with another name': [mirrorPod([{...owner, name: 'n2'}]), forbidden('node "n1" can only create pods with an owner reference set to itself')],
    'an owner that is no controller': [mirrorPod([{...owner, controller: false}]), forbidden('node "n1" can only create pods with a controller owner reference set to itself')],
    'an owner that blocks deletion': [mirrorPod([{...owner, blockOwnerDeletion: true}]), forbidden('node "n1" must not set blockOwnerDeletion on an owner reference')],
    'an account': [mirrorPod([owner], {serviceAccountName: 'a'}), referring('serviceaccounts')],
    'a secret': [mirrorPod([owner], {imagePullSecrets: [{name: 's'}]}), referring('secrets')],
    'a secret of a variable': [mirrorPod().with(container('c', undefined, {env: [{name: 'A', valueFrom: {secretKeyRef: {name: 's', key: 'k'}}}]})), referring('secrets')],
    'a secret of all variables': [mirrorPod().with(container('c', undefined, {envFrom: [{secretRef: {name: 's'}}]})), referring('secrets')],
    'a secret of a volume': [mirrorPod([owner], {volumes: [{name: 'v', rbd: {monitors: ['m'], image: 'i', secretRef: {name: 's'}}}]}), referring('secrets')],
    'a secret of a projected volume': [mirrorPod([owner], {volumes: [{name: 'v', projected: {sources: [{secret: {name: 's'}}]}}]}), referring('secrets')],
    'a map of a variable': [mirrorPod().with(container('c', undefined, {env: [{name: 'A', valueFrom: {configMapKeyRef: {name: 's', key: 'k'}}}]})), referring('configmaps')],
    'a map of all variables': [mirrorPod().with(container('c', undefined, {envFrom: [{configMapRef: {name: 's'}}]})), referring('configmaps')],
    'a map of a volume': [mirrorPod([owner], {volumes: [{name: 'v', configMap: {name: 's'}}]}), referring('configmaps')],
    'a resource claim': [mirrorPod([owner], {resourceClaims: [{name: 'r', resourceClaimName: 'x'}]}), referring('resourceclaims')],
    'a driver': [mirrorPod([owner], {volumes: [{name: 'a', emptyDir: {}}, {name: 'v', csi: {driver: 'd.e'}}]}), referring('csidrivers (via CSI volumes)')],
    'a claim': [mirrorPod([owner], {volumes: [{name: 'v', persistentVolumeClaim: {claimName: 'c'}}]}), referring('persistentvolumeclaims')],
    'a map in the second source of a volume': [mirrorPod([owner], {volumes: [{name: 'v', emptyDir: {}, configMap: {}}]}), '422 Pod "p" is invalid: spec.volumes[0].configMap: Forbidden: may not specify more than 1 volume type'],
    'a projected volume of the pod itself': [mirrorPod([owner], {volumes: [{name: 'v', projected: {sources: [{downwardAPI: {items: []}}]}}]}), '201'],
    'a projected volume of nothing': [
      mirrorPod([owner], {volumes: [{name: 'v', projected: {sources: [{}]}}]}), forbidden('error checking mirror pod for API references: unknown source for projected volume "v"'),
    ],
    'a token': [mirrorPod([owner], {volumes: [{name: 'v', projected: {sources: [{serviceAccountToken: {path: 't'}}]}}]}), referring('serviceaccounts (via projected volumes)')],
  }
  for (const [title, [object, expected]] of Object.entries(pods)) it(`answers a new pod with ${title}`, () => expect(verdict(server().create(object, kubelet))).to.equal(expected))

  it('looks up the node of a mirror pod', () => {
    const other = {user: 'system:node:n2', groups: kubelet.groups}
    expect(verdict(server().create(mirrorPod([{...owner, name: 'n2'}], {nodeName: 'n2'}), other))).to.equal('404 node "n2" not found')
    const cluster = server()
    cluster.cluster.load({object: node('n2', {metadata: {name: 'n2', uid: 'known'}})})
    expect(verdict(cluster.create(mirrorPod([{...owner, name: 'n2'}], {nodeName: 'n2'}), other)))
      .to.equal(forbidden('node n2 UID mismatch: expected u got known'))
  })

  it('lets a node delete its pods, and change their status', () => {
    const [own, foreign] = [pod().with(app()).asking({nodeName: 'n1'}), pod().with(app()).asking({nodeName: 'n2'})]
    expect(verdict(server(own).delete(own, kubelet))).to.equal('200')
    expect(verdict(server(foreign).delete(foreign, kubelet))).to.equal(forbidden('node "n1" can only delete pods with spec.nodeName set to itself'))
    expect(verdict(server(own).update(own, kubelet))).to.equal(forbidden('unexpected operation "UPDATE", node "n1" can only create and delete mirror pods'))
    const status = {...kubelet, subresource: 'status'}
    expect(verdict(server(own).update(own.having({status: {message: 'm'}}), status))).to.equal('200')
    expect(verdict(server(foreign).update(foreign, status))).to.equal(forbidden('node "n1" can only update pod status for pods with spec.nodeName set to itself'))
    expect(verdict(server(own).update(own.labelled({a: 'b'}), status))).to.equal(forbidden('node "n1" cannot update labels through pod status'))
    expect(verdict(server(own).update(own.having({status: {resourceClaimStatuses: [{name: 'r', resourceClaimName: 'x'}]}}), status)))
      .to.equal(forbidden('node "n1" cannot update resource claim statues'))
    expect(verdict(server(own).update(own, {...kubelet, subresource: 'resize'})))
      .to.equal(forbidden('unexpected pod subresource "resize", only \'status\' and \'eviction\' are allowed'))
  })

  const labels: Readonly<Record<string, boolean>> = {
    'a': true, 'kubernetes.io/os': true, 'topology.kubernetes.io/zone': true, 'x.kubelet.kubernetes.io/a': true, 'node.kubernetes.io/a': true, 'notkubernetes.io/a': true,
    'example.com/kubernetes.io': true, 'kubernetes.io/x': false, 'x.k8s.io/a': false, 'k8s.io/a': false, 'node-role.kubernetes.io/worker': false,
    'node-restriction.kubernetes.io/a': false, 'x.node-restriction.kubernetes.io/a': false,
  }
  for (const [label, isAllowed] of Object.entries(labels)) {
    it(`${isAllowed ? 'allows' : 'rejects'} the label ${label}`, () => {
      const cluster = server()
      expect(verdict(cluster.update(node('n1').labelled({[label]: 'x'}), kubelet)))
        .to.equal(isAllowed ? '200' : `403 nodes "n1" is forbidden: is not allowed to modify labels: ${label}`)
    })
  }

  it('lets a node keep labels that it may not set', () => {
    const labelled = node('n1').labelled({'k8s.io/a': '1'})
    const cluster = new TestCluster({enableAdmissionPlugins: ['NodeRestriction'], disableAdmissionPlugins: ['TaintNodesByCondition']})
    cluster.create(labelled)
    expect(verdict(cluster.update(node('n1').labelled({'k8s.io/a': '1', 'a': 'b'}), kubelet))).to.equal('200')
    expect(verdict(cluster.update(node('n1'), kubelet))).to.equal('403 nodes "n1" is forbidden: is not allowed to modify labels: k8s.io/a')
  })

  it('limits what a node changes of itself', () => {
    const rejected = (message: string): string => `403 nodes "n1" is forbidden: ${message}`
    expect(verdict(server().create(node('n2'), kubelet))).to.equal('403 nodes "n2" is forbidden: node "n1" is not allowed to modify node "n2"')
    expect(verdict(server(node('n2')).delete(node('n2'), kubelet))).to.equal('403 nodes "n2" is forbidden: node "n1" is not allowed to modify node "n2"')
    expect(verdict(server().delete(node('n1'), kubelet))).to.equal('200')
    const own = new TestCluster({enableAdmissionPlugins: ['NodeRestriction']})
    expect(verdict(own.create(node('n1').labelled({'k8s.io/b': '1', 'k8s.io/a': '1', 'c': '1'}), kubelet)))
      .to.equal(rejected('node "n1" is not allowed to set the following labels: k8s.io/a, k8s.io/b'))
    expect(verdict(own.create(node('n1', {spec: {configSource: {}}}), kubelet))).to.equal(rejected('node "n1" is not allowed to create pods with a non-nil configSource'))
    expect(verdict(server().update(node('n1', {spec: {configSource: {}}}), kubelet)))
      .to.equal(rejected('node "n1" is not allowed to update configSource to a new non-nil configSource'))
    expect(verdict(server().update(node('n1', {spec: {taints: [{key: 'a', effect: 'NoSchedule'}]}}), kubelet))).to.equal(rejected('node "n1" is not allowed to modify taints'))
    expect(verdict(server().update(node('n1').having({metadata: {name: 'n1', ownerReferences: [owner]}}), kubelet)))
      .to.equal(rejected('node "n1" is not allowed to modify ownerReferences'))
    expect(verdict(server(node('n1')).update(node('n1'), kubelet))).to.equal('200')
  })

  it('lets a node change the size and the conditions of a claim', () => {
    const rejected = '403 persistentvolumeclaims "c" is forbidden: '
    const status = {...kubelet, subresource: 'status'}
    expect(verdict(server().create(claim, kubelet))).to.equal(`${rejected}may only update PVC status`)
    expect(verdict(server(claim).update({...claim, status: {phase: 'Pending', capacity: {storage: '1Gi'}, conditions: [{type: 'Resizing', status: 'True'}]}}, status)))
      .to.equal('200')
    expect(verdict(server(claim).update({...claim, status: {phase: 'Bound'}}, status))).to.match(
      /^403 persistentvolumeclaims "c" is forbidden: node "n1" is not allowed to update fields other than status.quantity and status.conditions: @@ .*- {2}"Phase": "Pending",\n\+ {2}"Phase": "Bound",\n/s,
    )
  })

  it('lets a node request certificates for itself', () => {
    const request = (name: string, signerName = 'kubernetes.io/kubelet-serving'): Body => ({
      apiVersion: 'certificates.k8s.io/v1', kind: 'CertificateSigningRequest', metadata: {name: 'r'}, spec: {signerName, usages: ['server auth'], request: requestFor(name)},
    })
    const wrong = '403 certificatesigningrequests.certificates.k8s.io "r" is forbidden: can only create a node CSR with CN=system:node:n1'
    expect(verdict(server().create(request('system:node:n1'), kubelet))).to.equal('201')
    expect(verdict(server().create(request('system:node:n2'), kubelet))).to.equal(wrong)
    expect(verdict(server().create(request('system:node:n2', 'kubernetes.io/kube-apiserver-client-kubelet'), kubelet))).to.equal(wrong)
    expect(verdict(server().create(request('system:node:n2', 'example.com/s'), kubelet))).to.equal('201')
    const unreadable = {...request('system:node:n1'), spec: {signerName: 'kubernetes.io/kubelet-serving', usages: ['server auth'], request: 'eA=='}}
    expect(verdict(server().create(unreadable, kubelet))).to.equal(
      '403 certificatesigningrequests.certificates.k8s.io "r" is forbidden: unable to parse csr: PEM block type must be CERTIFICATE REQUEST',
    )
  })

  it('is not asked about tokens and evictions, which are not served', () => {
    const token = {apiVersion: 'authentication.k8s.io/v1', kind: 'TokenRequest', metadata: {name: 'default'}, spec: {audiences: ['a']}}
    const eviction = {apiVersion: 'policy/v1', kind: 'Eviction', metadata: {name: 'p'}}
    for (const [object, subresource] of [[token, 'token'], [eviction, 'eviction']] as const) {
      expect(verdict(server().create(object, {...kubelet, subresource}))).to.equal('404 the server could not find the requested resource')
    }
  })

  it('lets a node write its own lease, CSINode and slices', () => {
    const lease = (name: string): Body => ({apiVersion: 'coordination.k8s.io/v1', kind: 'Lease', metadata: {name}})
    const heartbeat = {...kubelet, namespace: 'kube-node-lease'}
    expect(verdict(server().create(lease('n1'), heartbeat))).to.equal('201')
    expect(verdict(server().create(lease('n2'), heartbeat)))
      .to.equal('403 leases.coordination.k8s.io "n2" is forbidden: can only access node lease with the same name as the requesting node')
    expect(verdict(server().create(lease('n1'), kubelet)))
      .to.equal('403 leases.coordination.k8s.io "n1" is forbidden: can only access leases in the "kube-node-lease" system namespace')
    const csiNode = (name: string): Body => ({apiVersion: 'storage.k8s.io/v1', kind: 'CSINode', metadata: {name}, spec: {drivers: []}})
    expect(verdict(server().create(csiNode('n1'), kubelet))).to.equal('201')
    expect(verdict(server().create(csiNode('n2'), kubelet)))
      .to.equal('403 csinodes.storage.k8s.io "n2" is forbidden: can only access CSINode with the same name as the requesting node')
    const slice = (nodeName: string): Body =>
      ({apiVersion: 'resource.k8s.io/v1', kind: 'ResourceSlice', metadata: {name: 's'}, spec: {driver: 'd', pool: {name: 'p', resourceSliceCount: 1}, nodeName}})
    const wrong = (verb: string): string => `403 resourceslices.resource.k8s.io "s" is forbidden: can only ${verb} ResourceSlice with the same NodeName as the requesting node`
    expect(verdict(server().create(slice('n1'), kubelet))).to.equal('201')
    expect(verdict(server().create(slice('n2'), kubelet))).to.equal(wrong('create'))
    expect(verdict(server(slice('n2')).delete(slice('n2'), kubelet))).to.equal(wrong('delete'))
    expect(verdict(server(slice('n2')).update(slice('n2'), kubelet))).to.equal('200')
  })
})
