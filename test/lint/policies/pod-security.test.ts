import {expect} from 'chai'

import type {LintOptions} from '../../../src/lint/lint.js'
import {lint} from '../../../src/lint/lint-all.js'
import {SourceFile} from '../../../src/source/source-file.js'
import {placed} from '../../helpers/lint-text.js'

const namespace = (labels: string, name = 'dev'): string => `apiVersion: v1
kind: Namespace
metadata:
  name: ${name}
  labels:
${labels.split(', ').map((label) => `    ${label.includes('/') ? '' : 'pod-security.kubernetes.io/'}${label}\n`).join('')}`

const pod = (spec: string, name = 'p', place = ', namespace: dev'): string => `apiVersion: v1
kind: Pod
metadata: {name: ${name}${place}}
spec:
${spec}  containers: [{name: app, image: web}]
`

const deployment = (spec: string): string => `apiVersion: apps/v1
kind: Deployment
metadata: {name: web, namespace: dev}
spec:
  selector: {matchLabels: {app: web}}
  template:
    metadata: {labels: {app: web}, annotations: {container.apparmor.security.beta.kubernetes.io/app: runtime/default}}
    spec:
${spec}      containers: [{name: app, image: web}]
`

/** The findings of Pod Security: place, severity, rule, message and hint, then related places. */
function found(texts: readonly string[], options: LintOptions = {}): string[] {
  const sources = texts.map((text, i) => new SourceFile(options.isNamespaceGiven === false ? `d${i}/f.yaml` : `f${i}.yaml`, text))
  return lint(sources, options).diagnostics.filter(({ruleId}) => ruleId.startsWith('pod-security/')).flatMap((diagnostic) => [
    `${diagnostic.file.path}:${placed(diagnostic).split('\n')[0]} | ${diagnostic.severity} ${diagnostic.ruleId} | ${diagnostic.message} | ${diagnostic.hint ?? ''}`,
    ...diagnostic.related.map((related) => `- ${placed({...diagnostic, ...related})} ${related.message}`),
  ])
}

describe('labels of Pod Security', () => {
  const one = (labels: string, options?: LintOptions): string[] => found([namespace(labels)], options).map((text) => text.replace(/^f0\.yaml:/, ''))

  it('are fine', () => {
    for (const labels of ['enforce: restricted', 'enforce: baseline, enforce-version: v1.36, warn: restricted, warn-version: latest, audit: baseline', 'example.com/security: x', 'warn: baseline']) {
      expect(one(labels), labels).to.deep.equal([])
    }
  })

  it('with an unknown level or version are errors', () => {
    expect(one('enforce: restrictd, warn-version: "1.30.1", audit-version: newest')).to.deep.equal([
      '6:41 restrictd | error pod-security/level | metadata.labels[pod-security.kubernetes.io/enforce]: Invalid value: "restrictd": must be one of privileged, baseline, restricted | write "restricted"',
      '7:46 "1.30.1" | error pod-security/version | metadata.labels[pod-security.kubernetes.io/warn-version]: Invalid value: "1.30.1": must be "latest" or "v1.x" | write "v1.30"',
      '8:47 newest | error pod-security/version | metadata.labels[pod-security.kubernetes.io/audit-version]: Invalid value: "newest": must be "latest" or "v1.x" | ',
    ])
    expect(one('enforce-version: Latest')[0]).to.match(/write "latest"$/)
  })

  it('that the server ignores are warnings', () => {
    const [misspelt, ...others] = one('enfore: baseline, podsecurity.kubernetes.io/warn: baseline, pod-security.example.com/warn: baseline, pod-security.kubernetes.io/mode: x')
    expect(misspelt).to.equal('6:40 baseline | warning pod-security/label | the server ignores the label "pod-security.kubernetes.io/enfore": Pod Security reads "pod-security.kubernetes.io/" with enforce, enforce-version, audit, audit-version, warn, warn-version | write "pod-security.kubernetes.io/enforce"')
    expect(others.map((text) => text.split(' | ').at(-1))).to.deep.equal(['write "pod-security.kubernetes.io/warn"', ''])
  })

  it('with weaker levels than the one that is enforced are infos', () => {
    expect(one('enforce: restricted, warn: baseline, audit: privileged')).to.deep.equal([
      '7:38 baseline | info pod-security/weaker-mode | warn "baseline" is weaker than enforce "restricted": the server does not warn about workloads whose pods it rejects | write "restricted", or a stricter level',
      '- 6:41 restricted the level that is enforced',
      '8:39 privileged | info pod-security/weaker-mode | audit "privileged" is weaker than enforce "restricted": the audit log does not say why the pods of a workload are rejected | write "restricted", or a stricter level',
      '- 6:41 restricted the level that is enforced',
    ])
  })

  it('with an old version are infos if later versions have more checks', () => {
    expect(one('enforce: restricted, enforce-version: v1.22')).to.deep.equal([
      '7:49 v1.22 | info pod-security/old-version | restricted v1.22 lacks hostProbesAndHostLifecycle (since v1.34), runAsUser (since v1.23) | write "v1.36" or "latest", after a check of the pods',
    ])
    expect(one('enforce: baseline, enforce-version: v1.34')).to.deep.equal([])
    expect(one('enforce: privileged, enforce-version: v1.10')).to.deep.equal([])
    expect(one('enforce: baseline, enforce-version: v1.33', {kubernetesVersion: '1.34'})[0]).to.match(/write "v1.34"/)
  })
})

describe('pods beside a namespace with labels of Pod Security', () => {
  it('are fine if they meet the levels', () => {
    expect(found([namespace('enforce: baseline, audit: baseline, warn: baseline'), pod(''), deployment('')])).to.deep.equal([])
    expect(found([namespace('enforce: privileged'), pod('  hostPID: true\n')])).to.deep.equal([])
    expect(found([namespace('enforce: baseline', 'other'), pod('  hostPID: true\n')])).to.deep.equal([])
    expect(found([namespace('x: y'), pod('  hostPID: true\n')]).filter((text) => !text.includes('/label'))).to.deep.equal([])
  })

  it('have an error for the level that is enforced, at the field', () => {
    expect(found([namespace('enforce: baseline'), pod('  hostPID: true\n  hostNetwork: true\n')])).to.deep.equal([
      'f1.yaml:6:16 true | error pod-security/enforce | violates PodSecurity "baseline:latest": host namespaces (hostNetwork=true, hostPID=true) | remove hostNetwork',
      '- 5:12 true remove hostPID',
      '- 6:41 baseline Namespace dev enforces baseline:latest here',
    ])
  })

  it('have a warning and an info for the other modes, once for each field', () => {
    expect(found([namespace('enforce: privileged, warn: baseline, audit: baseline'), pod('  hostPID: true\n')])).to.deep.equal([
      'f1.yaml:5:12 true | warning pod-security/warn | would violate PodSecurity "baseline:latest": host namespaces (hostPID=true) | remove hostPID',
      '- 7:38 baseline Namespace dev warns about baseline:latest here',
    ])
    expect(found([namespace('audit: baseline'), pod('  hostPID: true\n')])).to.deep.equal([
      'f1.yaml:5:12 true | info pod-security/audit | would violate PodSecurity "baseline:latest": host namespaces (hostPID=true) | remove hostPID',
      '- 6:39 baseline Namespace dev audits baseline:latest here',
    ])
  })

  it('are templates of workloads, too', () => {
    expect(found([namespace('enforce: baseline'), deployment('      hostPID: true\n').replace('runtime/default', 'unconfined')])).to.deep.equal([
      'f1.yaml:7:102 unconfined | error pod-security/enforce | the server will reject the pods: they violate PodSecurity "baseline:latest": forbidden AppArmor profile (annotation must not set AppArmor profile type to "container.apparmor.security.beta.kubernetes.io/app="unconfined"") | remove the annotation, or write runtime/default',
      '- 6:41 baseline Namespace dev enforces baseline:latest here',
      'f1.yaml:9:16 true | error pod-security/enforce | the server will reject the pods: they violate PodSecurity "baseline:latest": host namespaces (hostPID=true) | remove hostPID',
      '- 6:41 baseline Namespace dev enforces baseline:latest here',
    ])
  })

  it('are in PodTemplates, which create no pods: the server only warns', () => {
    const template = `apiVersion: v1\nkind: PodTemplate\nmetadata: {name: t, namespace: dev}\ntemplate:\n  spec:\n    hostPID: true\n    containers: [{name: app, image: web}]\n`
    expect(found([namespace('enforce: baseline'), template])).to.deep.equal([
      'f1.yaml:6:14 true | warning pod-security/warn | would violate PodSecurity "baseline:latest": host namespaces (hostPID=true) | remove hostPID',
      '- 6:41 baseline Namespace dev warns about baseline:latest here',
    ])
  })

  it('are checked by the version of the label, and by the emulated one', () => {
    const sysctl = pod('  securityContext: {sysctls: [{name: net.ipv4.tcp_fin_timeout, value: "1"}]}\n')
    expect(found([namespace('enforce: baseline, enforce-version: v1.28'), sysctl]).filter((text) => text.includes('/enforce |'))).to.have.length(1)
    expect(found([namespace('enforce: baseline'), sysctl])).to.deep.equal([])
    const new37 = pod('  securityContext: {sysctls: [{name: net.ipv4.tcp_notsent_lowat, value: "1"}]}\n')
    expect(found([namespace('enforce: baseline'), new37], {kubernetesVersion: '1.37'})).to.deep.equal([])
    expect(found([namespace('enforce: baseline'), new37], {kubernetesVersion: '1.36'})).to.have.length(2)
  })

  it('are not checked beside invalid labels, which the server rejects', () => {
    expect(found([namespace('enforce: basline'), pod('  hostPID: true\n')])).to.have.length(1)
  })

  it('in another directory have a warning, unless they name their namespace', () => {
    const severities = (place: string): string[] => found([namespace('enforce: baseline'), pod('  hostPID: true\n', 'p', place)], {namespace: 'dev', isNamespaceGiven: false})
      .filter((text) => !text.startsWith('-')).map((text) => text.split(' | ')[1] ?? '')
    expect([severities(', namespace: dev'), severities('')]).to.deep.equal([['error pod-security/enforce'], ['warning pod-security/enforce']])
  })

  it('belong to the namespace of their own directory if several declare it', () => {
    const sources = ['staging', 'live'].flatMap((directory, i) => [
      new SourceFile(`${directory}/namespace.yaml`, namespace(`enforce: ${i === 0 ? 'privileged' : 'baseline'}`)),
      new SourceFile(`${directory}/pod.yaml`, pod('  hostPID: true\n')),
      new SourceFile(`${directory}/limits.yaml`, 'apiVersion: v1\nkind: LimitRange\nmetadata: {name: l, namespace: dev}\nspec: {limits: [{type: Pod, max: {cpu: 1}}]}\n'),
    ])
    const {diagnostics} = lint([...sources, new SourceFile('pod.yaml', pod('  hostPID: true\n'))])
    expect(diagnostics.filter(({ruleId}) => ruleId.startsWith('pod-security/')).map(({file}) => file.path)).to.deep.equal(['live/pod.yaml'])
  })
})

/** An AdmissionConfiguration with a PodSecurityConfiguration. */
const configuration = (defaults: string, exemptions = ''): string => `apiVersion: apiserver.config.k8s.io/v1
kind: AdmissionConfiguration
plugins:
  - name: PodSecurity
    configuration:
      apiVersion: pod-security.admission.config.k8s.io/v1
      kind: PodSecurityConfiguration
      defaults: {${defaults}}
      exemptions: {${exemptions}}
`

describe('pods beside a PodSecurityConfiguration', () => {
  const unlabelled = 'apiVersion: v1\nkind: Namespace\nmetadata: {name: dev}\n'
  const hostPid = pod('  hostPID: true\n')

  it('are held to its defaults in namespaces without labels, declared or not', () => {
    const expected = [
      'f1.yaml:5:12 true | error pod-security/enforce | violates PodSecurity "baseline:v1.30": host namespaces (hostPID=true) | remove hostPID',
      '- 8:27 baseline the configuration of PodSecurity enforces baseline:v1.30 here, in namespaces without labels',
    ]
    expect(found([configuration('enforce: baseline, enforce-version: v1.30'), hostPid])).to.deep.equal(expected)
    expect(found([configuration('enforce: baseline, enforce-version: v1.30'), hostPid, unlabelled])).to.deep.equal(expected)
  })

  it('are held to the labels of their namespace, and to the defaults of modes without a label', () => {
    expect(found([configuration('enforce: baseline, audit: baseline'), hostPid, namespace('enforce: privileged')])).to.deep.equal([
      'f1.yaml:5:12 true | info pod-security/audit | would violate PodSecurity "baseline:latest": host namespaces (hostPID=true) | remove hostPID',
      '- 8:44 baseline the configuration of PodSecurity audits baseline:latest here, in namespaces without labels',
    ])
  })

  it('are exempt in its namespaces, and with its runtime classes', () => {
    const labelled = namespace('enforce: restricted')
    expect(found([configuration('enforce: baseline', 'namespaces: [dev]'), hostPid, labelled])).to.deep.equal([])
    expect(found([configuration('', 'namespaces: [other]'), hostPid, labelled])).not.to.deep.equal([])
    expect(found([configuration('enforce: baseline', 'runtimeClasses: [vm]'), pod('  hostPID: true\n  runtimeClassName: vm\n')])).to.deep.equal([])
  })

  it('are not rejected if the controller that creates them is exempt, but reported by the levels for templates', () => {
    const objects = [namespace('enforce: baseline, warn: restricted, warn-version: v1.0'), deployment('      hostPID: true\n')]
    const exempt = (user: string): string[] => found([configuration('', `usernames: ["${user}"]`), ...objects]).map((text) => text.split(' | ')[1] ?? '').filter((text) => text !== '')
    expect(exempt('system:serviceaccount:kube-system:replicaset-controller')).not.to.include('error pod-security/enforce')
    expect(exempt('system:serviceaccount:kube-system:replicaset-controller')).to.include('warning pod-security/warn')
    expect(exempt('system:serviceaccount:kube-system:deployment-controller')).to.include('error pod-security/enforce')
  })

  it('are held to one in a file of its own, that an AdmissionConfiguration names, and that the options give', () => {
    const own = 'apiVersion: pod-security.admission.config.k8s.io/v1\nkind: PodSecurityConfiguration\ndefaults: {enforce: baseline}\n'
    const naming = 'apiVersion: apiserver.config.k8s.io/v1\nkind: AdmissionConfiguration\nplugins: [{name: PodSecurity, path: elsewhere.yaml}]\n'
    const readFile = (path: string): SourceFile => new SourceFile(path, own)
    expect(found([own, hostPid])).to.have.length(2)
    expect(found([naming, hostPid], {readFile})).to.have.length(2)
    expect(found([hostPid], {pluginConfigurations: {PodSecurity: {defaults: {enforce: 'baseline'}}}})).to.have.length(1)
    expect(found([own, hostPid], {pluginConfigurations: {}})).to.deep.equal([])
  })

  it('are not held to one with errors, or to one of several that differ', () => {
    expect(found([configuration('enforce: basline'), hostPid]).filter((text) => text.startsWith('f1'))).to.deep.equal([])
    expect(found([configuration('enforce: baseline'), hostPid, configuration('enforce: restricted')])).to.deep.equal([])
    expect(found([configuration('enforce: baseline'), hostPid, configuration('enforce: baseline')])).not.to.deep.equal([])
  })

  it('are not checked if the plugin is disabled', () => {
    for (const flags of [{disableAdmissionPlugins: ['PodSecurity']}, {admissionControl: ['LimitRanger']}]) {
      expect(found([namespace('enforce: restrictd'), configuration('enforce: baseline'), hostPid], flags)).to.deep.equal([])
    }
  })
})
