import type {FuzzCase} from '../fuzz-case.js'
import {mutateText} from '../mutate/bytes.js'
import type {Random} from '../random.js'
import {defineSuite} from './suite.js'
import {lintFormats, policies, simulateFormats} from './text-commands.js'

/** The files of a repository. */
type Repository = Readonly<Record<string, string>>

const kadm = `namespace: dev
policies: [policies]
existing: [running]
exclude: ["**/x*.yaml", "{a,b}/c"]
order: files
rules: {limit-range/*: off, "*": warning}
overrides:
  - paths: ["app/*.yaml"]
    rules: {pod/containers: info}
failOn: error
baseline: baseline.json
kubernetesVersion: "1.35"
enableAdmissionPlugins: [PodQos]
output: table
environments:
  prod: {files: [app], policies: [policies], namespace: prod}
  test: {files: [app/web.yaml]}
`

const baseline = '{"version":1,"findings":[{"path":"policies/p.yaml","ruleId":"limit-range/min-not-above-max","field":"spec.limits[0].min[cpu]","message":"x","count":1}]}\n'

const kustomization = 'apiVersion: kustomize.config.k8s.io/v1beta1\nkind: Kustomization\nnamespace: dev\nresources: [web.yaml, ../policies]\npatches:\n- path: patch.yaml\n- patch: |-\n    - op: replace\n      path: /spec/replicas\n      value: 3\n  target: {kind: Deployment}\nconfigMapGenerator:\n- name: c\n  files: [a=b.txt]\n'

const chart = 'apiVersion: v2\nname: web\nversion: 0.1.0\ntype: application\ndependencies:\n- {name: db, version: 1.x, repository: "https://example.com"}\n'

const web = 'apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: web}\nspec: {replicas: 2, selector: {matchLabels: {a: b}}, template: {metadata: {labels: {a: b}}, spec: {containers: [{name: c, image: i, resources: {requests: {cpu: 1}}}]}}}\n'

const template = '{{- if .Values.enabled }}\napiVersion: v1\nkind: Service\nmetadata:\n  name: {{ include "web.fullname" . }}\nspec: {ports: [{port: {{ .Values.port }}}]}\n{{- end }}\n'

const files = {
  '.kadm.yaml': kadm, 'baseline.json': baseline, 'policies/p.yaml': policies, 'app/web.yaml': web, 'app/kustomization.yaml': kustomization, 'app/patch.yaml': 'apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: web}\nspec: {replicas: 4}\n',
  'chart/Chart.yaml': chart, 'chart/values.yaml': 'enabled: true\nport: 80\n', 'chart/templates/service.yaml': template, 'running/w.yaml': web, 'docker-compose.yml': 'services: {a: {image: b}}\n', 'app/kadm-ignore.yaml': `# kadm-ignore limit-range/*\n${policies}`,
}

/** Configuration files of kadm, and files by which it recognizes others. */
export const settings = defineSuite<Repository>({
  name: 'settings',
  batch: 1,
  seeds: () => [files, {...files, '.kadm.yaml': 'rules: {}\n'}, {...files, '.kadm.yaml': 'environments: {a: {}}\nhelm: [{chart: chart, values: [chart/values.yaml], release: r}]\nkustomize: [app]\n'}],
  mutate(repository, random, other) {
    const path = random.chance(0.5) ? '.kadm.yaml' : random.pick(Object.keys(repository))
    return {...repository, [path]: mutateText(repository[path] ?? '', random, random.chance(0.5) ? repository[path] ?? '' : other[path] ?? '')}
  },
  toCase: ([repository = {}], random) => settingsCase(repository, random),
})

function settingsCase(repository: Repository, random: Random): FuzzCase {
  const argv = random.pick([
    ['lint', '-o', random.pick(lintFormats)], ['lint', '.', '-o', random.pick(lintFormats)], ['lint', 'app', '--verbose'], ['lint', '--env', 'all', '-o', random.pick(lintFormats)], ['lint', '--write-baseline'],
    ['config', 'print', '-o', random.pick(['table', 'json', 'yaml'])], ['simulate', 'app', '-o', random.pick(simulateFormats)], ['simulate', '--env', 'prod', '-o', 'json'], ['capacity', 'app', '-o', 'json'],
    ['lint', '.', '--baseline', 'baseline.json', '-o', 'json'], ['lint', '.', '--no-suppressions', '-o', 'json'],
  ])
  return {files: repository, argv, inputs: 1}
}
