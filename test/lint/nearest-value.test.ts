import {expect} from 'chai'

import {lintText} from '../helpers/lint-text.js'

const hints = (spec: string): (string | undefined)[] => lintText(`apiVersion: v1\nkind: Pod\nmetadata: {name: web}\nspec:\n${spec}`).map(({hint}) => hint)

describe('the nearest value', () => {
  const cases: Record<string, [spec: string, ...expected: (string | undefined)[]]> = {
    'of the volume that a mount means': ['  volumes: [{name: config, emptyDir: {}}]\n  containers: [{name: a, image: i, volumeMounts: [{name: confg, mountPath: /x}]}]\n', 'write "config"'],
    'of a volume for a device': [
      '  volumes: [{name: disk, persistentVolumeClaim: {claimName: d}}]\n  initContainers: [{name: a, image: i, volumeDevices: [{name: dsk, devicePath: /x}]}]\n  containers: [{name: b, image: i}]\n', 'write "disk"',
    ],
    'of a volume with files for variables': [
      '  volumes: [{name: files, emptyDir: {}}]\n  containers: [{name: a, image: i, env: [{name: A, valueFrom: {fileKeyRef: {volumeName: file, path: p, key: k}}}]}]\n', 'write "files"',
    ],
    'of a claim of devices': [
      '  resourceClaims: [{name: gpu-card, resourceClaimName: g}]\n  containers: [{name: a, image: i, resources: {claims: [{name: gpu-cards}]}}]\n', 'write "gpu-card"',
    ],
    'not of volumes that look otherwise': ['  volumes: [{name: config, emptyDir: {}}]\n  containers: [{name: a, image: i, volumeMounts: [{name: data, mountPath: /x}]}]\n', undefined],
    'not without volumes': ['  containers: [{name: a, image: i, volumeMounts: [{name: data, mountPath: /x}]}]\n', undefined],
    'of operators that the message does not list': [
      '  containers: [{name: a, image: i}]\n  affinity: {nodeAffinity: {requiredDuringSchedulingIgnoredDuringExecution: {nodeSelectorTerms: [{matchExpressions: [{key: a, operator: Exist}]}]}}}\n', 'write "Exists"',
    ],
  }

  for (const [title, [spec, ...expected]] of Object.entries(cases)) it(title, () => expect(hints(spec)).to.deep.equal(expected))

  const workload = (kind: string, fields: string): string => `apiVersion: apps/v1\nkind: ${kind}\nmetadata: {name: web}\nspec:\n  selector: {matchLabels: {a: b}}\n${fields}`

  const template = (container: string): string => `  template:\n    metadata: {labels: {a: b}}\n    spec: {containers: [${container}]}\n`

  it('of claims that a StatefulSet makes', () => {
    const claims = '  volumeClaimTemplates: [{metadata: {name: data}, spec: {accessModes: [ReadWriteOnce], resources: {requests: {storage: 1Gi}}}}]\n'
    const text = workload('StatefulSet', claims + template('{name: a, image: i, volumeMounts: [{name: dta, mountPath: /x}]}'))
    expect(lintText(text).map(({hint}) => hint)).to.deep.equal(['write "data"'])
  })

  it('of strategies, which the server prints whole', () => {
    expect(lintText(workload('Deployment', `  strategy: {type: recreate}\n${template('{name: a, image: i}')}`)).map(({hint}) => hint)).to.deep.equal(['write "Recreate"'])
    expect(lintText(workload('StatefulSet', `  updateStrategy: {type: Ondelete}\n${template('{name: a, image: i}')}`)).map(({hint}) => hint)).to.deep.equal(['write "OnDelete"'])
  })
})
