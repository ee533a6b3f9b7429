import {expect} from 'chai'

import {lint} from '../../src/lint/lint-all.js'
import {fieldOfWarning} from '../../src/lint/server-warnings.js'
import {SourceFile} from '../../src/source/source-file.js'
import {lintText} from '../helpers/lint-text.js'

describe('fieldOfWarning', () => {
  const fields: Record<string, string | undefined> = {
    'spec.nodeSelector[beta.kubernetes.io/os]: deprecated since v1.14': 'spec.nodeSelector[beta.kubernetes.io/os]',
    'spec.containers[12].env[3]: hides previous definition of "A"': 'spec.containers[12].env[3]',
    'metadata.name: this is used in the Pod\'s hostname': 'metadata.name',
    'spec.trafficDistribution: "PreferClose" is deprecated; use "PreferSameZone"': 'spec.trafficDistribution',
    'annotation service.kubernetes.io/topology-aware-hints is deprecated, please use it': 'metadata.annotations[service.kubernetes.io/topology-aware-hints]',
    'annotation "kubernetes.io/ingress.class" is deprecated, please': 'metadata.annotations[kubernetes.io/ingress.class]',
    'spec.externalIPs is deprecated and may no longer be implemented in some clusters': 'spec.externalIPs',
    'spec.externalName is ignored when spec.type is not "ExternalName"': 'spec.externalName',
    '.metadata.ownerReferences contains duplicate entries': 'metadata.ownerReferences',
    'volume "v" (Projected) has no sources provided': undefined,
    'tls: failed to find any PEM data in certificate input': 'tls',
    'something else': undefined,
    '[0]: nothing': undefined,
    '': undefined,
  }

  for (const [text, field] of Object.entries(fields)) {
    it(`returns ${field ?? 'undefined'} for: ${text.slice(0, 40)}`, () => expect(fieldOfWarning(text)?.toString()).to.equal(field))
  }

  it('returns numbers only for indexes', () => expect(fieldOfWarning('a.b[0][k]: x')?.steps()).to.deep.equal(['a', 'b', 0, 'k']))
})

describe('warnings of the server', () => {
  const pod = (spec: string): string => `apiVersion: v1\nkind: Pod\nmetadata: {name: web}\nspec:\n${spec}  containers: [{name: a, image: nginx}]\n`

  const warningsIn = (text: string): string[] => lintText(text).filter(({ruleId}) => ruleId === 'manifest/server-warning')
    .map(({file, span, severity, message}) => `${severity} ${file.position(span.start).line} ${file.slice(span)} | ${message}`)

  it('are infos at the position of their field', () => {
    expect(warningsIn(pod('  nodeSelector:\n    beta.kubernetes.io/os: linux\n')))
      .to.deep.equal(['info 6 linux | spec.nodeSelector[beta.kubernetes.io/os]: deprecated since v1.14; use "kubernetes.io/os" instead'])
  })

  it('are at the volume they name, in pods and workloads', () => {
    expect(warningsIn(pod('  volumes:\n  - {name: a, emptyDir: {}}\n  - name: all\n    projected: {sources: [{}]}\n')))
      .to.deep.equal(['info 7 all | volume "all" (Projected) has no sources provided'])
    const workload = 'apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: web}\nspec:\n  selector: {matchLabels: {a: b}}\n  template:\n    metadata: {labels: {a: b}}\n    spec:\n'
      + '      containers: [{name: a, image: nginx}]\n      volumes:\n      - name: all\n        projected: {sources: [{}]}\n'
    expect(warningsIn(workload)).to.deep.equal(['info 11 all | volume "all" (Projected) has no sources provided'])
  })

  it('are at the object if the field is unknown', () => {
    const secret = 'apiVersion: v1\nkind: Secret\nmetadata: {name: tls}\ntype: kubernetes.io/tls\ndata: {tls.crt: "", tls.key: ""}\n'
    expect(warningsIn(secret)).to.deep.equal(['info 1 apiVersion: v1 | tls: failed to find any PEM data in certificate input'])
  })

  it('are not reported for rejected objects', () => {
    expect(warningsIn(pod('  restartPolicy: x\n  nodeSelector: {beta.kubernetes.io/os: linux}\n'))).to.deep.equal([])
  })

  it('are omitted if a rule reports the same problem', () => {
    const quota = 'apiVersion: v1\nkind: ResourceQuota\nmetadata: {name: q}\nspec: {hard: {requests.cpu: 2, limits.cpu: 1}}\n'
    expect(warningsIn(quota)).to.deep.equal([])
    const tiny = 'apiVersion: v1\nkind: Pod\nmetadata: {name: web}\nspec:\n  containers: [{name: a, image: nginx, resources: {requests: {memory: 512m}}}]\n'
    expect(warningsIn(tiny)).to.deep.equal([])
  })

  it('about duplicate owners are at ownerReferences', () => {
    const owner = '{apiVersion: v1, kind: Pod, name: a, uid: u}'
    const [text = ''] = warningsIn(`apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: a\n  ownerReferences: [${owner}, ${owner}]\n`)
    expect(text).to.match(/^info 5 ownerReferences \| \.metadata\.ownerReferences contains duplicate entries/)
  })

  it('are those of the selected Kubernetes version', () => {
    const service = 'apiVersion: v1\nkind: Service\nmetadata: {name: a}\nspec: {ports: [{port: 80}], externalIPs: [010.1.2.3]}\n'
    const messages = (kubernetesVersion: '1.35' | '1.36'): string[] =>
      lint([new SourceFile('a.yaml', service)], {kubernetesVersion}).diagnostics.map(({severity, message}) => `${severity} ${message}`)
    expect(messages('1.36')).to.deep.equal(['error spec.externalIPs[0]: Invalid value: "010.1.2.3": must not have leading 0s'])
    expect(messages('1.35')).to.deep.equal([
      'info spec.externalIPs is deprecated and may no longer be implemented in some clusters',
      'info spec.externalIPs[0]: non-standard IP address "010.1.2.3" will be considered invalid in a future Kubernetes release: use "10.1.2.3"',
    ])
  })
})
