import {expect} from 'chai'

import Simulate from '../../commands/simulate.js'
import {inFolder} from '../helpers/in-folder.js'
import {runCommand} from '../helpers/run-command.js'

const pod = (name: string, spec: string): string =>
  `apiVersion: v1\nkind: Pod\nmetadata: {name: ${name}, namespace: team-a}\nspec:\n  containers: [{name: app, image: web:1}]\n  ${spec}\n`

const files = {
  'server/admission.yaml': `apiVersion: apiserver.config.k8s.io/v1
kind: AdmissionConfiguration
plugins:
  - {name: PodNodeSelector, path: selectors.yaml}
  - {name: PodTolerationRestriction, path: tolerations.yaml}
`,
  'server/selectors.yaml': 'podNodeSelectorPluginConfig:\n  clusterDefaultNodeSelector: env=dev\n  team-a: env=dev,disk=ssd\n',
  'server/tolerations.yaml': `apiVersion: podtolerationrestriction.admission.k8s.io/v1alpha1
kind: Configuration
default: [{key: team, operator: Equal, value: a}]
whitelist: [{key: team, operator: Exists}, {key: node.kubernetes.io/not-ready, operator: Exists}, {key: node.kubernetes.io/unreachable, operator: Exists}]
`,
  'app/pods.yaml': [
    pod('fits', 'nodeSelector: {disk: ssd}'), pod('elsewhere', 'nodeSelector: {disk: hdd}'), pod('prod', 'nodeSelector: {env: prod}'), pod('gpu', 'tolerations: [{key: gpu, operator: Exists}]'),
  ].join('---\n'),
}

interface Reviews {
  readonly reviews: readonly {
    readonly status: {readonly code: number, readonly message: string}
    readonly admitted: {readonly spec: {readonly nodeSelector: object, readonly tolerations: readonly {readonly key: string}[]}} | null
  }[]
}

describe('kadm simulate with selectors and tolerations of namespaces', () => {
  const write = inFolder()

  it('reads both configurations from the files that the AdmissionConfiguration names', async () => {
    write(files)
    const {stdout, status} = await runCommand(Simulate, 'app', '--admission-config', 'server/admission.yaml', '-o', 'json')
    const {reviews} = JSON.parse(stdout) as Reviews
    expect(status).to.equal(1)
    expect(reviews.map(({status: {code, message}}) => `${code} ${message}`)).to.deep.equal([
      '201 ',
      '403 pods "elsewhere" is forbidden: pod node label selector labels conflict with its namespace whitelist',
      '403 pods "prod" is forbidden: pod node label selector conflicts with its namespace node label selector',
      '500 pod tolerations (possibly merged with namespace default tolerations) conflict with its cluster whitelist',
    ])
    const {nodeSelector, tolerations} = reviews[0]?.admitted?.spec ?? {}
    expect(nodeSelector).to.deep.equal({disk: 'ssd', env: 'dev'})
    expect(tolerations?.map(({key}) => key)).to.deep.equal(['node.kubernetes.io/not-ready', 'node.kubernetes.io/unreachable', 'team'])
  })
})
