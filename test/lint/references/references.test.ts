import {expect} from 'chai'

import type {LintOptions} from '../../../src/lint/lint.js'
import {lint} from '../../../src/lint/lint-all.js'
import {isTypo} from '../../../src/lint/references/typo.js'
import {SourceFile} from '../../../src/source/source-file.js'

type Labels = Readonly<Record<string, string>>

const flow = (labels: Labels): string => JSON.stringify(labels)

const workload = (kind: string, name: string, labels: Labels = {app: name}): string => `apiVersion: apps/v1
kind: ${kind}
metadata:
  name: ${name}
spec:
  selector:
    matchLabels: ${flow(labels)}
  template:
    metadata:
      labels: ${flow(labels)}
    spec:
      containers: [{name: a, image: a, resources: {requests: {cpu: 1}}}]
`

const autoscaler = (kind: string, target: string, name = 'scaler', apiVersion = 'apps/v1'): string => `apiVersion: autoscaling/v2
kind: HorizontalPodAutoscaler
metadata:
  name: ${name}
spec:
  scaleTargetRef:
    apiVersion: ${apiVersion}
    kind: ${kind}
    name: ${target}
  maxReplicas: 5
`

const service = (selector: Labels, name = 'front', more = ''): string => `apiVersion: v1
kind: Service
metadata:
  name: ${name}
spec:
  selector: ${flow(selector)}
  ports: [{port: 80}]
${more}`

const custom = 'apiVersion: example.com/v1\nkind: App\nmetadata: {name: a}\n'

type Files = Readonly<Record<string, readonly string[]>>

const ids = ['horizontal-pod-autoscaler/unknown-target', 'service/selects-nothing']

/** Findings about references in files: `PATH:LINE:COLUMN message (hint) -> PATH:LINE:COLUMN message`. */
function findings(files: Files, options: LintOptions = {}): string[] {
  const sources = Object.entries(files).map(([path, documents]) => new SourceFile(path, documents.join('---\n')))
  const at = ({file, span}: {file: SourceFile, span: {start: number}}): string => `${file.path}:${file.position(span.start).line}:${file.position(span.start).column}`
  return lint(sources, options).diagnostics.filter(({ruleId}) => ids.includes(ruleId)).map((found) => {
    expect(found.severity).to.equal('warning')
    return `${at(found)} ${found.message} (${found.hint ?? ''}) -> ${found.related.map((other) => `${at(other)} ${other.message}`).join()}`
  })
}

const silent = (cases: Readonly<Record<string, Files>>): void => {
  for (const [title, files] of Object.entries(cases)) it(title, () => expect(findings(files)).to.deep.equal([]))
}

describe('horizontal-pod-autoscaler/unknown-target', () => {
  const reported: Record<string, [files: Files, found: string]> = {
    'reports a misspelt name': [
      {'a/hpa.yaml': [autoscaler('Deployment', 'frontned')], 'a/web.yaml': [workload('Deployment', 'frontend')]},
      'a/hpa.yaml:9:11 no manifest declares the Deployment "frontned" that this autoscaler scales: beside it is "frontend" (write "frontend") -> a/web.yaml:4:9 the Deployment is declared here',
    ],
    'reports a name in another case': [
      {'a.yaml': [autoscaler('Deployment', 'Web'), workload('Deployment', 'web')]},
      'a.yaml:9:11 no manifest declares the Deployment "Web" that this autoscaler scales: beside it is "web" (write "web") -> a.yaml:15:9 the Deployment is declared here',
    ],
    'reports a misspelt short name if the autoscaler has the correct name': [
      {'a.yaml': [autoscaler('Deployment', 'wbe', 'web'), workload('Deployment', 'web')]},
      'a.yaml:9:11 no manifest declares the Deployment "wbe" that this autoscaler scales: beside it is "web" (write "web") -> a.yaml:15:9 the Deployment is declared here',
    ],
    'reports a wrong kind': [
      {'a.yaml': [autoscaler('Deployment', 'db'), workload('StatefulSet', 'db'), workload('Deployment', 'dbs')]},
      'a.yaml:8:11 no manifest declares the Deployment "db" that this autoscaler scales: "db" is a StatefulSet (write "StatefulSet") -> a.yaml:13:7 the StatefulSet is declared here',
    ],
    'reports a misspelt name in autoscaling/v1': [
      {'a.yaml': [autoscaler('Deployment', 'frontned').replace('autoscaling/v2', 'autoscaling/v1'), workload('Deployment', 'frontend')]},
      'a.yaml:9:11 no manifest declares the Deployment "frontned" that this autoscaler scales: beside it is "frontend" (write "frontend") -> a.yaml:15:9 the Deployment is declared here',
    ],
  }
  for (const [title, [files, found]] of Object.entries(reported)) it(title, () => expect(findings(files)).to.deep.equal([found]))

  describe('reports nothing', () => {
    const [wrong, right] = [autoscaler('Deployment', 'frontned'), workload('Deployment', 'frontend')]
    silent({
      'when the target is in another folder': {'a/a.yaml': [wrong, right], 'b/b.yaml': [workload('Deployment', 'frontned')]},
      'when the target is in another namespace': {'a/a.yaml': [wrong, right, workload('Deployment', 'frontned').replace('metadata:', 'metadata:\n  namespace: x')]},
      'when the target has errors': {'a/a.yaml': [wrong, right], 'b/b.yaml': [workload('Deployment', 'frontned').replace('image: a', 'image: 5')]},
      'when the similar workload is in another folder': {'a/a.yaml': [wrong], 'b/b.yaml': [right]},
      'when the similar workload is in another namespace': {'a/a.yaml': [wrong, right.replace('metadata:', 'metadata:\n  namespace: x')]},
      'when two workloads are similar': {'a/a.yaml': [wrong, right, workload('Deployment', 'frontnet')]},
      'when another autoscaler scales the similar workload': {'a/a.yaml': [wrong, right, autoscaler('Deployment', 'frontend', 'other')]},
      'when names differ in a number': {'a/a.yaml': [autoscaler('Deployment', 'worker-2'), workload('Deployment', 'worker-1')]},
      'when names differ in a single-letter part': {'a/a.yaml': [autoscaler('Deployment', 'shard-b'), workload('Deployment', 'shard-a')]},
      'when short names differ': {'a/a.yaml': [autoscaler('Deployment', 'api'), workload('Deployment', 'app')]},
      'when names differ in more': {'a/a.yaml': [autoscaler('Deployment', 'backend'), right]},
      'when the kind is a custom one': {'a/a.yaml': [autoscaler('Rollout', 'frontend', 'a', 'argoproj.io/v1alpha1'), right]},
      'when the folder has a custom resource': {'a/a.yaml': [wrong, right], 'a/b.yaml': [custom]},
      'when the folder has a file that cannot be read': {'a/a.yaml': [wrong, right], 'a/b.yaml': ['a: {']},
      'when the name is that of a DaemonSet, which cannot be scaled': {'a/a.yaml': [autoscaler('Deployment', 'agent'), workload('DaemonSet', 'agent')]},
    })
  })
})

describe('service/selects-nothing', () => {
  const reported: Record<string, [files: Files, found: string]> = {
    'reports a misspelt value': [
      {'a/s.yaml': [service({app: 'frontned'})], 'a/w.yaml': [workload('Deployment', 'frontend')]},
      'a/s.yaml:6:20 the selector matches no pods: app is "frontned" here and "frontend" for the pods of Deployment frontend (write "frontend") -> a/w.yaml:10:22 the label of the pods',
    ],
    'reports a misspelt short value if the Service has the correct name': [
      {'a.yaml': [service({app: 'wbe'}, 'web'), workload('Deployment', 'web')]},
      'a.yaml:6:20 the selector matches no pods: app is "wbe" here and "web" for the pods of Deployment web (write "web") -> a.yaml:18:22 the label of the pods',
    ],
    'reports a misspelt label of the workload': [
      {'a.yaml': [service({app: 'web'}), workload('Deployment', 'web', {app: 'wbe'})]},
      'a.yaml:6:20 the selector matches no pods: app is "web" here and "wbe" for the pods of Deployment web (write "web" there) -> a.yaml:18:22 the label of the pods',
    ],
    'reports a misspelt key': [
      {'a.yaml': [service({'app.kubernetes.io/nmae': 'web'}), workload('StatefulSet', 'web', {'app.kubernetes.io/name': 'web'})]},
      'a.yaml:6:14 the selector matches no pods: the pods of StatefulSet web have the label "app.kubernetes.io/name" and not "app.kubernetes.io/nmae" (write "app.kubernetes.io/name") -> a.yaml:18:16 the label of the pods',
    ],
    'reports a label that the pods lack': [
      {'a.yaml': [service({app: 'web', component: 'api'}), workload('Deployment', 'web')]},
      'a.yaml:6:38 the selector matches no pods: the pods of Deployment web lack the label "component" (add "component: api" to their labels, or remove it here) -> a.yaml:18:7 the labels of the pods',
    ],
    'reports a label that the pods of the workload with its name lack': [
      {'a/s.yaml': [service({app: 'web', component: 'api'}, 'web')], 'a/w.yaml': [workload('Deployment', 'web')]},
      'a/s.yaml:6:38 the selector matches no pods: the pods of Deployment web lack the label "component" (add "component: api" to their labels, or remove it here) -> a/w.yaml:10:7 the labels of the pods',
    ],
    'reports a misspelt value compared with a pod': [
      {'a.yaml': [service({app: 'frontned'}), 'apiVersion: v1\nkind: Pod\nmetadata:\n  name: a\n  labels: {app: frontend}\nspec: {containers: [{name: a, image: a}]}\n']},
      'a.yaml:6:20 the selector matches no pods: app is "frontned" here and "frontend" for the pods of Pod a (write "frontend") -> a.yaml:13:17 the label of the pods',
    ],
  }
  for (const [title, [files, found]] of Object.entries(reported)) it(title, () => expect(findings(files)).to.deep.equal([found]))

  describe('reports nothing', () => {
    const [wrong, right] = [service({app: 'frontned'}), workload('Deployment', 'frontend')]
    silent({
      'when a pod in another folder matches': {'a/a.yaml': [wrong, right], 'b/b.yaml': [workload('Deployment', 'x', {app: 'frontned', more: 'x'})]},
      'when the pods are in another folder': {'a/a.yaml': [wrong], 'b/b.yaml': [right]},
      'when the pods are in another namespace': {'a/a.yaml': [wrong, right.replace('metadata:', 'metadata:\n  namespace: x')]},
      'when two workloads are similar': {'a/a.yaml': [wrong, right, workload('Deployment', 'frontnet')]},
      'when another service selects the pods': {'a/a.yaml': [wrong, right, service({app: 'frontend'}, 'other')]},
      'when values differ in a number': {'a/a.yaml': [service({app: 'worker2'}), workload('Deployment', 'worker1')]},
      'when two labels differ': {'a/a.yaml': [service({app: 'frontned', tier: 'a'}), workload('Deployment', 'frontend', {app: 'frontend', tier: 'b'})]},
      'when short values differ': {'a/a.yaml': [service({app: 'api'}), workload('Deployment', 'app')]},
      'when it selects a label that pods get at runtime': {'a/a.yaml': [service({app: 'db', role: 'master'}), workload('StatefulSet', 'db')]},
      'when a workload of another name in another file lacks a label': {
        'a/a.yaml': [service({app: 'web', component: 'api'})], 'a/b.yaml': [workload('Deployment', 'web')],
      },
      'when a pod lacks a label': {
        'a/a.yaml': [service({app: 'web', name: 'api'}), 'apiVersion: v1\nkind: Pod\nmetadata:\n  name: a\n  labels: {app: web}\nspec: {containers: [{name: a, image: a}]}\n'],
      },
      'when it selects a label that controllers set': {'a/a.yaml': [service({app: 'db', 'statefulset.kubernetes.io/pod-name': 'db-0'}), workload('StatefulSet', 'db')]},
      'when it has no selector': {'a/a.yaml': [service({}).replace('  selector: {}\n', ''), right]},
      'when it is an external name': {'a/a.yaml': [service({app: 'frontned'}, 'front', '  type: ExternalName\n  externalName: a.example.com\n'), right]},
      'when the folder has a custom resource': {'a/a.yaml': [wrong, right, custom]},
      'when the folder has an object with errors': {'a/a.yaml': [wrong, right, 'apiVersion: v1\nkind: ConfigMap\nmetadata: {nmae: a}\n']},
    })

    it('when a kustomization may add labels', () => {
      const files = {'a/a.yaml': [wrong, right], 'b/a.yaml': [wrong.replace('ned', 'edn'), right.replaceAll('frontend', 'fronted')]}
      expect(findings({'a/a.yaml': [wrong, right]}, {isKustomized: (path) => path === 'a/a.yaml'})).to.deep.equal([])
      expect(findings(files, {isKustomized: (path) => path === 'b/a.yaml'})).to.have.length(1)
    })
  })
})

describe('isSlip', () => {
  const cases: [name: string, other: string, isConfirmed: boolean, is: boolean][] = [
    ['frontend', 'frontned', false, true], ['frontend', 'fronted', false, true], ['frontend', 'frontendd', false, true], ['frontend', 'frontand', false, true],
    ['Web', 'web', false, true], ['web', 'web', true, false], ['web', 'wbe', false, false], ['web', 'wbe', true, true], ['ab', 'ba', true, false],
    ['app-name', 'app-nmae', false, true], ['app-v1', 'app-v2', true, false], ['shard-a', 'shard-b', true, false], ['us-east', 'eu-east', true, false],
    ['front-end', 'frontend', true, false], ['cart', 'card', false, false], ['', 'a', true, false],
  ]
  for (const [name, other, isConfirmed, is] of cases) {
    it(`returns ${is ? 'true' : 'false'} for ${name} and ${other}${isConfirmed ? ', confirmed' : ''}`, () => expect(isTypo(name, other, isConfirmed)).to.equal(is))
  }
})
