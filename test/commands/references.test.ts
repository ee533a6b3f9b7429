import {expect} from 'chai'
import {join} from 'node:path'

import Lint from '../../commands/lint.js'
import {inFolder} from '../helpers/in-folder.js'
import {runCommand} from '../helpers/run-command.js'

const deployment = `apiVersion: apps/v1
kind: Deployment
metadata:
  name: storefront
spec:
  selector:
    matchLabels: {app: storefront}
  template:
    metadata:
      labels: {app: storefront}
    spec:
      containers:
        - {name: web, image: nginx, resources: {requests: {cpu: 100m}}}
`

const service = 'apiVersion: v1\nkind: Service\nmetadata: {name: storefront}\nspec:\n  selector:\n    app: storefornt\n  ports: [{port: 80}]\n'

const autoscaler = `apiVersion: autoscaling/v2
kind: HorizontalPodAutoscaler
metadata: {name: storefront}
spec:
  scaleTargetRef: {apiVersion: apps/v1, kind: StatefulSet, name: storefront}
  maxReplicas: 3
`

describe('references between the files of a folder', () => {
  const writeFiles = inFolder()
  const write = (path: string, text: string): void => writeFiles({[path]: text})
  beforeEach(() => {
    write('shop/deployment.yaml', deployment)
    write('shop/service.yaml', service)
    write('shop/autoscaler.yaml', autoscaler)
  })

  it('reports both positions', async () => {
    const run = await runCommand(Lint, '.')
    const [hpa, svc, target] = ['autoscaler', 'service', 'deployment'].map((name) => join('shop', `${name}.yaml`))
    expect([run.status, run.stdout]).to.deep.equal([1, `${hpa}:5:47  warning  no manifest declares the StatefulSet "storefront" that this autoscaler scales: "storefront" is a Deployment  horizontal-pod-autoscaler/unknown-target
  see: ${target}:2:7: the Deployment is declared here
  hint: write "Deployment"
${svc}:6:10  warning  the selector matches no pods: app is "storefornt" here and "storefront" for the pods of Deployment storefront  service/selects-nothing
  see: ${target}:10:21: the label of the pods
  hint: write "storefront"

3 objects in 3 files: 0 errors, 2 warnings
`])
  })

  it('are not checked for labels set by a kustomization, or across folders', async () => {
    write('kustomization.yaml', 'resources: [shop/service.yaml]\n')
    expect((await runCommand(Lint, 'shop', '-o', 'compact')).stdout).to.match(/^\S*autoscaler\.yaml:.*\n$/)
    write('other/stateful-set.yaml', deployment.replace('kind: Deployment', 'kind: StatefulSet'))
    expect((await runCommand(Lint, 'shop', 'other', '-o', 'compact')).stdout).to.equal('')
  })
})
