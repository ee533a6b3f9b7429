import {expect} from 'chai'

import {lintText} from '../helpers/lint-text.js'

const hints = (spec: string): (string | undefined)[] => lintText(`apiVersion: v1\nkind: Pod\nmetadata: {name: web}\nspec:\n${spec}`).map(({hint}) => hint)

describe('hints with the nearest value', () => {
  const cases: Record<string, [spec: string, ...expected: (string | undefined)[]]> = {
    'suggest a volume for a mount': ['  volumes: [{name: config, emptyDir: {}}]\n  containers: [{name: a, image: i, volumeMounts: [{name: confg, mountPath: /x}]}]\n', 'write "config"'],
    'suggest a volume for a device': [
      '  volumes: [{name: disk, persistentVolumeClaim: {claimName: d}}]\n  initContainers: [{name: a, image: i, volumeDevices: [{name: dsk, devicePath: /x}]}]\n  containers: [{name: b, image: i}]\n', 'write "disk"',
    ],
    'suggest a volume for an environment variable from a file': [
      '  volumes: [{name: files, emptyDir: {}}]\n  containers: [{name: a, image: i, env: [{name: A, valueFrom: {fileKeyRef: {volumeName: file, path: p, key: k}}}]}]\n', 'write "files"',
    ],
    'suggest a resource claim': [
      '  resourceClaims: [{name: gpu-card, resourceClaimName: g}]\n  containers: [{name: a, image: i, resources: {claims: [{name: gpu-cards}]}}]\n', 'write "gpu-card"',
    ],
    'suggest nothing without a similar volume': ['  volumes: [{name: config, emptyDir: {}}]\n  containers: [{name: a, image: i, volumeMounts: [{name: data, mountPath: /x}]}]\n', undefined],
    'suggest nothing without volumes': ['  containers: [{name: a, image: i, volumeMounts: [{name: data, mountPath: /x}]}]\n', undefined],
    'suggest an operator that the message does not list': [
      '  containers: [{name: a, image: i}]\n  affinity: {nodeAffinity: {requiredDuringSchedulingIgnoredDuringExecution: {nodeSelectorTerms: [{matchExpressions: [{key: a, operator: Exist}]}]}}}\n', 'write "Exists"',
    ],
  }

  for (const [title, [spec, ...expected]] of Object.entries(cases)) it(title, () => expect(hints(spec)).to.deep.equal(expected))

  const workload = (kind: string, fields: string): string => `apiVersion: apps/v1\nkind: ${kind}\nmetadata: {name: web}\nspec:\n  selector: {matchLabels: {a: b}}\n${fields}`

  const template = (container: string): string => `  template:\n    metadata: {labels: {a: b}}\n    spec: {containers: [${container}]}\n`

  it('suggest a volume claim template of a StatefulSet', () => {
    const claims = '  volumeClaimTemplates: [{metadata: {name: data}, spec: {accessModes: [ReadWriteOnce], resources: {requests: {storage: 1Gi}}}}]\n'
    const text = workload('StatefulSet', claims + template('{name: a, image: i, volumeMounts: [{name: dta, mountPath: /x}]}'))
    expect(lintText(text).map(({hint}) => hint)).to.deep.equal(['write "data"'])
  })

  it('suggest a strategy type', () => {
    expect(lintText(workload('Deployment', `  strategy: {type: recreate}\n${template('{name: a, image: i}')}`)).map(({hint}) => hint)).to.deep.equal(['write "Recreate"'])
    expect(lintText(workload('StatefulSet', `  updateStrategy: {type: Ondelete}\n${template('{name: a, image: i}')}`)).map(({hint}) => hint)).to.deep.equal(['write "OnDelete"'])
  })
})
