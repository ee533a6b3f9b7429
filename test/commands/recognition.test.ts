import {expect} from 'chai'
import {mkdirSync, symlinkSync} from 'node:fs'
import {resolve} from 'node:path'

import CapacityCommand from '../../commands/capacity.js'
import Lint from '../../commands/lint.js'
import Simulate from '../../commands/simulate.js'
import {inFolder} from '../helpers/in-folder.js'
import {runCommand} from '../helpers/run-command.js'

const deployment = (name: string, more = ''): string => `apiVersion: apps/v1
kind: Deployment
metadata: {name: ${name}}
spec:
  selector: {matchLabels: {app: ${name}}}
  template:
    metadata: {labels: {app: ${name}}}
    spec:
      containers:
        - name: ${name}
          image: example.com/${name}:1
${more}`

const limitRange = 'apiVersion: v1\nkind: LimitRange\nmetadata: {name: limits}\nspec: {limits: [{type: Container, max: {memory: 1Gi}, default: {memory: 256Mi}}]}\n'
const request = '          resources: {requests: {memory: 512Mi}}\n'

/** A typical repository with one error: a Job whose pods request more than the default limit. */
const monorepo = {
  '.github/workflows/ci.yaml': 'on: push\n',
  'package.json': '{"name": "shop", "version": "1.0.0"}',
  'tsconfig.json': '{\n  // comments\n  "compilerOptions": {},\n}\n',
  'docker-compose.yml': 'services: {web: {image: web, environment: {KIND: a}}}\n',
  'infra/stack.yaml': 'Resources: {Topic: {Type: "AWS::SNS::Topic", Properties: {Name: !Sub "${AWS::StackName}"}}}\n',
  'hack/kind.yaml': 'kind: Cluster\napiVersion: kind.x-k8s.io/v1alpha4\n',
  'skaffold.yaml': 'apiVersion: skaffold/v4beta11\nkind: Config\nbuild: {artifacts: [{image: web}]}\n',
  'charts/web/Chart.yaml': 'apiVersion: v2\nname: web\nversion: 0.1.0\n',
  'charts/web/values.yaml': 'replicas: 2\n',
  'charts/web/values.schema.json': '{"type": "object"}',
  'charts/web/ci/small-values.yaml': 'replicas: 1\n',
  'charts/web/crds/widget.yaml': 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: widgets, labels: {a: b c}}\n',
  'charts/web/templates/service.yaml': '{{- if .Values.service }}\napiVersion: v1\nkind: Service\nmetadata: {name: web}\n{{- end }}\n',
  'charts/web/templates/plain.yaml': 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: Web}\n',
  'charts/web/charts/db/Chart.yaml': 'apiVersion: v2\nname: db\nversion: 0.1.0\n',
  'charts/web/charts/db/templates/tests/pod.yaml': 'apiVersion: v1\nkind: Pod\nmetadata: {name: "{{ .Release.Name }}-test"}\n',
  'shop/base/kustomization.yaml': 'namespace: shop\nresources: [limits.yaml, web.yaml, job.yaml]\n',
  'shop/base/limits.yaml': limitRange,
  'shop/base/web.yaml': deployment('web', request),
  'shop/base/job.yaml': 'apiVersion: batch/v1\nkind: Job\nmetadata: {name: report}\nspec:\n  template:\n    spec:\n      restartPolicy: Never\n      containers:\n'
    + '        - name: report\n          image: report:1\n          resources: {requests: {memory: 512Mi}}\n',
  'shop/overlays/prod/kustomization.yaml': 'resources: [../../base]\npatches:\n  - path: memory.yaml\n  - {path: replicas.yaml, target: {kind: Deployment, name: web}}\n',
  'shop/overlays/prod/memory.yaml': 'apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: web}\nspec:\n  template:\n    spec:\n      containers:\n'
    + '        - {name: web, resources: {limits: {memory: 1Gi}}}\n',
  'shop/overlays/prod/replicas.yaml': '- {op: replace, path: /spec/replicas, value: 5}\n',
}

describe('file recognition', () => {
  const write = inFolder()
  const lint = async (...argv: string[]): Promise<{findings: string[], skipped: string[], status: number}> => {
    const {stdout, status} = await runCommand(Lint, ...argv, '-o', 'json')
    const report = JSON.parse(stdout) as {
      diagnostics: {ruleId: string, field: string, source: {path: string, line: number}}[]
      skipped: {path: string, reason: string}[]
    }
    return {
      findings: report.diagnostics.map(({ruleId, source}) => `${source.path}:${source.line} ${ruleId}`), status,
      skipped: report.skipped.map(({path, reason}) => `${path} ${reason}`),
    }
  }

  it('reports the only error of a repository, and counts skipped files', async () => {
    write({...monorepo, 'charts/web/crds/widget.yaml': 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\n'})
    const {stdout, status} = await runCommand(Lint, '.', '--no-color')
    expect(status).to.equal(1)
    expect(stdout.match(/ error /g)).to.have.length(1)
    expect(stdout).to.match(/^shop\/base\/job\.yaml:11:\d+ {2}error /)
    expect(stdout).to.match(/\n4 objects in 4 files: 1 error, 0 warnings\n18 files skipped: 4 not Kubernetes, 2 tool files, 3 Helm templates, 5 Helm chart files, 2 kustomizations, 2 Kustomize patches\n$/)
  })

  it('lists each skipped file with its reason, as text and as JSON', async () => {
    write(monorepo)
    const {stdout} = await runCommand(Lint, 'shop', 'charts/web/templates', '--verbose', '--no-color')
    expect(stdout).to.contain('skipped shop/overlays/prod/memory.yaml: Kustomize patch (patches of shop/overlays/prod/kustomization.yaml:3)\n')
      .and.to.contain('skipped charts/web/templates/plain.yaml: Helm template (template of the chart charts/web)\n')
    const {skipped} = await lint('charts')
    expect(skipped).to.deep.equal([
      'charts/web/Chart.yaml helm-chart-file', 'charts/web/charts/db/Chart.yaml helm-chart-file', 'charts/web/charts/db/templates/tests/pod.yaml helm-template',
      'charts/web/ci/small-values.yaml helm-chart-file', 'charts/web/templates/plain.yaml helm-template', 'charts/web/templates/service.yaml helm-template',
      'charts/web/values.schema.json helm-chart-file', 'charts/web/values.yaml helm-chart-file',
    ])
  })

  it('checks the manifests of a chart, such as its CRDs', async () => {
    write(monorepo)
    const {findings} = await lint('charts')
    expect(findings).to.deep.equal(['charts/web/crds/widget.yaml:3 metadata/labels'])
  })

  it('checks files named as arguments, even those that folders skip', async () => {
    write(monorepo)
    expect((await lint('package.json')).findings).to.deep.equal(['package.json:1 manifest/api-version', 'package.json:1 manifest/kind'])
    expect((await lint('charts/web/templates/plain.yaml')).findings).to.deep.equal(['charts/web/templates/plain.yaml:3 metadata/name'])
    expect((await lint('shop/overlays/prod', 'shop/overlays/prod/memory.yaml')).findings).to.include('shop/overlays/prod/memory.yaml:8 pod/container-image')
  })

  it('checks everything with --strict, KADM_STRICT and strict: true', async () => {
    write({'package.json': '{}', 'pod.yaml': 'apiVersion: v1\nkind: Pod\nmetadata: {name: a}\nspec: {containers: [{name: a, image: b}]}\n'})
    const strict = ['package.json:1 manifest/api-version', 'package.json:1 manifest/kind']
    expect(await lint('.')).to.deep.equal({findings: [], skipped: ['package.json not-kubernetes'], status: 0})
    expect(await lint('.', '--strict')).to.deep.equal({findings: strict, skipped: [], status: 1})
    expect((await lint('*.json', '--strict')).findings).to.deep.equal(strict)
    process.env['KADM_STRICT'] = 'true'
    try {
      expect((await lint('.')).findings).to.deep.equal(strict)
      expect((await lint('.', '--no-strict')).findings).to.deep.equal([])
    } finally {
      delete process.env['KADM_STRICT']
    }
    write({'.kadm.yaml': 'strict: true\n'})
    expect((await lint('.')).findings).to.deep.equal(strict)
  })

  it('skips files matched by globs like files in directories', async () => {
    write(monorepo)
    expect((await lint('charts/**/templates/*.yaml', 'shop/overlays/**'))).to.deep.include({findings: [], status: 2})
  })

  it('reports that nothing was checked if all files are skipped', async () => {
    write(monorepo)
    const {stdout, status} = await runCommand(Lint, 'charts/web/templates')
    expect({stdout, status}).to.deep.equal({stdout: '0 objects in 0 files: nothing checked\n2 files skipped: 2 Helm templates\n', status: 2})
    const simulated = await runCommand(Simulate, 'charts/web/templates')
    expect(simulated.status).to.equal(2)
    expect(simulated.stderr).to.contain('2 files skipped: 2 Helm templates\n')
  })

  it('reports that nothing was checked if all files are excluded', async () => {
    write({'a/web.yaml': deployment('web'), 'b/web.yaml': deployment('web'), '.kadm.yaml': 'exclude: [a]\n'})
    const warning = 'Warning: all .yaml, .yml and .json files in a are excluded\n'
    expect(await runCommand(Lint, 'a')).to.deep.include({stdout: '0 objects in 0 files: nothing checked\n', stderr: warning, status: 2})
    expect(await runCommand(Lint, 'a', 'b')).to.deep.include({stdout: '1 object in 1 file: nothing wrong\n', stderr: warning, status: 0})
    expect((await runCommand(Simulate, 'a')).status).to.equal(2)
    expect((await runCommand(Simulate, 'a', '--allow-empty')).status).to.equal(0)
  })

  it('finds kustomizations above and next to a folder', async () => {
    write({...monorepo, 'shop/base/job.yaml': '', 'shop/base/web.yaml': deployment('web').replace(/ {10}image:.*\n/, '')})
    expect((await lint('shop/base')).findings).to.deep.equal(['shop/base/web.yaml:10 pod/container-image'])
    mkdirSync('.git')
    write({'shop/overlays/prod/memory.yaml': deployment('web')})
    expect((await lint('shop/base')).findings).to.deep.equal([])
  })

  it('reads no files outside the repository for kustomizations and links', async () => {
    const base = {'repo/base/kustomization.yaml': 'resources: [web.yaml]\n', 'repo/base/web.yaml': deployment('web').replace(/ {10}image:.*\n/, '')}
    write({...base, 'repo/prod/kustomization.yaml': 'resources: [../base]\npatches: [{path: p.yaml}]\n', 'repo/prod/p.yaml': deployment('web'), 'outside/p.yaml': deployment('web')})
    mkdirSync('repo/.git')
    expect((await lint('repo/base')).findings).to.deep.equal([])
    for (const path of ['../../outside/p.yaml', resolve('outside/p.yaml'), 'link.yaml']) {
      write({'repo/prod/kustomization.yaml': `resources: [../base]\npatches: [{path: ${path}}]\n`})
      if (path === 'link.yaml') symlinkSync('../../outside/p.yaml', 'repo/prod/link.yaml')
      expect((await lint('repo/base')).findings, path).to.deep.equal(['repo/base/web.yaml:10 pod/container-image'])
    }
  })

  it('reports a template once per file', async () => {
    const message = 'this is a template, not yet YAML'
    write({
      'a.yaml': '{{- if .a }}\napiVersion: v1\nkind: Pod\nmetadata: {name: a}\n{{- end }}\n',
      'b.yaml': 'apiVersion: v1\nkind: Pod\nmetadata:\n  name: {{ .a }}\n  labels: {a: {{ .b }}}\n---\napiVersion: v1\nkind: Pod\nmetadata:\n  name: {{ .c }}\n',
      'c.yaml': 'apiVersion: v1\nkind: Pod\nmetadata: {name: "{{ .a }}-b", labels: {a: "{{ .b }}"}}\nspec: {containers: []}\n',
      'd.json': '{"apiVersion": "v1", "kind": "Pod", "metadata": {"name": {{ .a }}}}\n',
      'e.yaml': 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: alerts}\ndata: {rule: "{{ $value }}"}\n',
      'f.yaml': 'apiVersion: argoproj.io/v1alpha1\nkind: Workflow\nmetadata: {generateName: a-}\nspec: {arguments: "{{workflow.name}}"}\n',
    })
    const {stdout} = await runCommand(Lint, '.', '-o', 'json')
    const {diagnostics} = JSON.parse(stdout) as {diagnostics: {ruleId: string, message: string, source: {path: string, line: number, column: number}}[]}
    expect(diagnostics.map(({ruleId, message: text, source: {path, line, column}}) => [`${path}:${line}:${column}`, ruleId, text])).to.deep.equal([
      ['a.yaml:1:1', 'yaml/syntax', message], ['b.yaml:4:9', 'yaml/syntax', message], ['c.yaml:3:19', 'yaml/syntax', message], ['d.json:1:58', 'yaml/syntax', message],
    ])
  })

  it('skips files in simulate and capacity, and reports them on standard error', async () => {
    write({...monorepo, 'policies/limits.yaml': limitRange, 'policies/README.json': '{}'})
    const table = await runCommand(Simulate, 'shop', '-p', 'policies', '--no-color')
    expect(table.stderr).to.contain('5 files skipped: 1 not Kubernetes, 2 kustomizations, 2 Kustomize patches\n').and.to.not.contain('skipped shop')
    expect((await runCommand(Simulate, 'shop', '-p', 'policies', '--verbose')).stderr).to.contain('skipped policies/README.json: not Kubernetes (no apiVersion and kind)\n')
    for (const command of [Simulate, CapacityCommand]) {
      const {stdout} = await runCommand(command, 'shop', '-p', 'policies', '-o', 'json')
      expect((JSON.parse(stdout) as {skipped: {path: string}[]}).skipped.map(({path}) => path)).to.have.length(5).and.to.include('shop/overlays/prod/memory.yaml')
    }
    expect((await runCommand(Simulate, 'shop/base/limits.yaml')).stderr).to.not.contain('skipped')
  })
})
