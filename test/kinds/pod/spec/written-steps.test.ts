import {expect} from 'chai'

import {shownIn} from '../../../helpers/lint-text.js'

const spec = (fields: string): string => `apiVersion: v1
kind: Pod
metadata: {name: p}
spec:
${fields}  containers: [{name: c, image: i}]
`

describe('positions of Pod errors', () => {
  const table: Record<string, [fields: string, ...found: string[]]> = {
    'fields that Kubernetes reports in capitals': ['  hostUsers: false\n  hostPID: true\n', '6:12 true | pod/host-users'],
    'volume sources that Kubernetes reports under other names': [
      '  volumes:\n    - name: v\n      gcePersistentDisk: {pdName: d, partition: 300}\n    - name: w\n      emptyDir: {}\n      cephfs: {monitors: [a]}\n',
      '7:49 300 | pod/volume-source', '10:7 cephfs | pod/volume-type',
    ],
    'iSCSI initiators that Kubernetes reports in lower case': ['  volumes: [{name: v, iscsi: {targetPortal: t, iqn: eui.0123456789ABCDEF, initiatorName: x}}]\n', '5:90 x | pod/volume-source'],
    'names of CSI secrets': ['  volumes: [{name: v, csi: {driver: d, nodePublishSecretRef: {name: A}}}]\n', '5:69 A | pod/volume-source'],
    'namespaces of affinity terms, reported without index': ['  affinity: {podAffinity: {requiredDuringSchedulingIgnoredDuringExecution: [{topologyKey: z, namespaces: [a, B]}]}}\n', '5:110 B | pod/pod-affinity'],
    'shareProcessNamespace together with hostPID': ['  shareProcessNamespace: true\n  hostPID: true\n', '5:26 true | pod/security-context'],
    'overhead, reported as limits': ['  overhead: {cpu: -1}\n', '5:19 -1 | resources/quantity'],
    'duplicate topologySpreadConstraints': [
      `  topologySpreadConstraints:\n${'    - {maxSkew: 1, topologyKey: z, whenUnsatisfiable: DoNotSchedule, labelSelector: {}}\n'.repeat(2)}`, '6:33 z | pod/topology-spread',
    ],
    'the deprecated serviceAccount': ['  serviceAccount: A\n', '5:19 A | pod/service-account-name'],
  }

  for (const [title, [fields, ...found]] of Object.entries(table)) {
    it(`points to ${title}`, () => expect(shownIn(spec(fields))).to.deep.equal(found))
  }

  it('points to a key in both matchLabelKeys and labelSelector', () => {
    const text = spec('  topologySpreadConstraints:\n    - {maxSkew: 1, topologyKey: z, whenUnsatisfiable: ScheduleAnyway, labelSelector: {matchLabels: {a: b}}, matchLabelKeys: [x, a]}\n')
    expect(shownIn(text.replace('{name: p}', '{name: p, labels: {a: b}}'))).to.deep.equal(['6:129 a | pod/label-keys'])
  })

  it('points to a container limit above the pod-level limit', () => {
    const text = 'apiVersion: v1\nkind: Pod\nmetadata: {name: p}\nspec:\n  resources: {limits: {cpu: 1}}\n  containers:\n    - {name: c, image: i, resources: {limits: {cpu: 2}, requests: {cpu: 1}}}\n'
    expect(shownIn(text)).to.deep.equal(['7:53 2 | pod/pod-level-resources'])
  })

  it('points to fields of pod templates', () => {
    const text = `apiVersion: apps/v1
kind: Deployment
metadata: {name: d}
spec:
  selector: {matchLabels: {a: b}}
  template:
    metadata: {labels: {a: b}}
    spec: {hostUsers: false, hostIPC: true, containers: [{name: c, image: i}]}
`
    expect(shownIn(text)).to.deep.equal(['8:39 true | pod/host-users'])
  })
})
