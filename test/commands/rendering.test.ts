import {expect} from 'chai'
import {mkdirSync, rmSync, symlinkSync} from 'node:fs'
import {join} from 'node:path'

import Capacity from '../../commands/capacity.js'
import Lint from '../../commands/lint.js'
import Simulate from '../../commands/simulate.js'
import {findProgram} from '../../src/io/find-program.js'
import {enterWorkplace, type Workplace} from '../helpers/fake-programs.js'
import {type CommandRun, runCommand} from '../helpers/run-command.js'

const deployment = (memory: string, name = 'web'): string => `apiVersion: apps/v1
kind: Deployment
metadata:
  name: ${name}
spec:
  selector: {matchLabels: {app: web}}
  template:
    metadata: {labels: {app: web}}
    spec:
      containers:
        - name: web
          image: nginx
          resources:
            limits: {memory: ${memory}, cpu: "1"}
`

const quota = (pods: number): string => `apiVersion: v1\nkind: ResourceQuota\nmetadata: {name: q}\nspec: {hard: {pods: "${pods}"}}\n`

/** A program that prints a text. */
const printing = (text: string): string => `process.stdout.write(${JSON.stringify(text)})`

/** A kustomize that prints `text` for the given folder. For the temporary folder with origin annotations it prints `annotated`, with the relative path to the working directory for `TEMP`. */
const kustomizePrinting = (text: string, annotated: string): string => `const {join, relative} = require('node:path')
const isOwn = args.at(-1).includes('kadm-programs-')
process.stdout.write(isOwn ? ${JSON.stringify(text)} : ${JSON.stringify(annotated)}.replaceAll('TEMP', relative(args.at(-1), process.cwd())))`

/** In a program: a ConfigMap that holds its arguments. */
const printedArguments = '"---\\napiVersion: v1\\nkind: ConfigMap\\nmetadata: {name: a" + args.length + "}\\ndata: {args: " + JSON.stringify(JSON.stringify(args)) + "}\\n"'

function argumentsIn({stdout}: CommandRun): unknown {
  const {reviews} = JSON.parse(stdout) as {reviews: {admitted: {data: {args: string}} | null}[]}
  return JSON.parse(reviews[0]?.admitted?.data.args ?? '')
}

interface LintJson {
  readonly diagnostics: readonly {
    readonly source: object
    readonly related: readonly {readonly message: string, readonly source: {readonly path: string, readonly line: number}}[]
  }[]
}

const withOrigin = (text: string, path: string): string => text.replace('metadata:\n', `metadata:\n  annotations:\n    config.kubernetes.io/origin: |\n      path: TEMP/${path}\n`)

describe('rendering', function () {
  let place: Workplace
  beforeEach(function () {
    if (process.platform === 'win32') this.skip()
    place = enterWorkplace()
  })
  afterEach(() => place.leave())

  describe('--kustomize', () => {
    beforeEach(() => {
      place.write('base/web.yaml', deployment('100Mo'))
      place.write('prod/kustomization.yaml', 'resources: [../base]\nnamePrefix: prod-\n')
    })

    it('builds with kustomize and reports findings at their source', async () => {
      const rendered = deployment('100Mo', 'prod-web')
      place.program('kustomize', `if (args[0] !== 'build') process.exit(9)\n${kustomizePrinting(rendered, withOrigin(rendered, 'base/web.yaml'))}`)
      const run = await runCommand(Lint, '--kustomize', 'prod')
      expect([run.status, run.stdout]).to.deep.equal([1, `base/web.yaml:14:30  error  quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'  decode/bad-value

1 object in 1 file: 1 error, 0 warnings
`])
    })

    it('falls back to kubectl without kustomize', async () => {
      place.program('kubectl', `if (args[0] !== 'kustomize' || args.length !== 2) process.exit(9)\n${printing(deployment('1Gi'))}`)
      const run = await runCommand(Lint, '--kustomize', 'prod')
      expect([run.status, run.stdout]).to.deep.equal([0, '1 object in 1 file: nothing wrong\n'])
    })

    it('reports positions in the rendered text if the source is unknown', async () => {
      place.program('kustomize', `if (!args[1].includes('kadm-programs-')) process.exit(1)\n${printing(deployment('100Mo'))}`)
      const run = await runCommand(Lint, '--kustomize', 'prod')
      expect(run.stdout).to.include(`${join('prod', '(kustomize build)')}:14:30  error  `)
    })

    it('adds the rendered position if an overlay sets the value', async () => {
      place.write('base/web.yaml', deployment('1Gi'))
      const rendered = deployment('100Mo', 'prod-web')
      place.program('kustomize', kustomizePrinting(rendered, withOrigin(rendered, 'base/web.yaml')))
      const run = await runCommand(Lint, '--kustomize', 'prod', '-o', 'json')
      const {diagnostics: [found]} = JSON.parse(run.stdout) as LintJson
      expect(found?.source).to.include({path: join('base', 'web.yaml'), line: 1, column: 1})
      expect(found?.related.map(({message, source: {path, line}}) => [message, path, line])).to.deep.equal([['rendered here', join('prod', '(kustomize build)'), 14]])
    })

    it('names the source in every format @slow', async () => {
      const rendered = deployment('100Mo', 'prod-web')
      place.program('kustomize', kustomizePrinting(rendered, withOrigin(rendered, 'base/web.yaml')))
      const outputs = Object.entries({
        github: 'file=base/web.yaml,line=14,', sarif: '"uri": "base/web.yaml"', gitlab: '"path": "base/web.yaml"',
        compact: 'base/web.yaml:14:30: error', junit: 'name="base/web.yaml"',
      })
      for (const [format, text] of outputs) expect((await runCommand(Lint, '--kustomize', 'prod', '-o', format)).stdout, format).to.include(text)
    })

    it('does not point to a file outside the repository, which a patch can put into the origin annotation', async () => {
      const rendered = deployment('100Mo', 'prod-web')
      place.write('../secret.yaml', `hunter2: 1\n---\n${rendered}`)
      symlinkSync('../../secret.yaml', 'base/link.yaml')
      for (const path of ['../secret.yaml', 'base/link.yaml']) {
        place.program('kustomize', kustomizePrinting(rendered, withOrigin(rendered, path)))
        const {stdout} = await runCommand(Lint, '--kustomize', 'prod')
        expect(stdout, path).to.match(/^prod\/\(kustomize build\):14:30 /).and.not.include('secret')
      }
    })

    it('applies suppression annotations and rule settings for the source @slow', async () => {
      const rendered = deployment('1k').replace('metadata:\n  name: web', 'metadata:\n  name: web\n  annotations: {kadm.dev/ignore: "resources/*"}')
      place.program('kustomize', printing(rendered))
      expect((await runCommand(Lint, '--kustomize', 'prod')).stdout).to.equal('1 object in 1 file: nothing wrong (1 suppressed)\n')
      place.program('kustomize', kustomizePrinting(deployment('1k'), withOrigin(deployment('1k'), 'base/web.yaml')))
      place.write('base/web.yaml', deployment('1k'))
      expect((await runCommand(Lint, '--kustomize', 'prod')).status).to.equal(1)
      place.write('.kadm.yaml', 'overrides: [{paths: [base], rules: {resources/*: off}}]\n')
      expect((await runCommand(Lint, '--kustomize', 'prod')).status).to.equal(0)
    })

    it('reports a missing kustomize and how to install it', async () => {
      const run = await runCommand(Lint, '--kustomize', 'prod')
      expect([run.status, run.error?.message]).to.deep.equal([2, '"prod" cannot be built: there is neither kustomize nor kubectl on the PATH'])
      expect(run.error?.suggestions?.join('\n')).to.include('install kustomize: https://').and.include('install kubectl')
    })

    it('reports an error of kustomize', async () => {
      place.program('kustomize', 'console.error("no \\u001b[31mbase"); process.exitCode = 1')
      const run = await runCommand(Lint, '--kustomize', 'prod')
      expect([run.status, run.error?.message]).to.deep.equal([2, '"kustomize build prod" failed (exit status 1):\nno \\u001b[31mbase'])
    })

    it('accepts only local directories', async () => {
      place.program('kustomize', `process.stdout.write(${printedArguments})`)
      mkdirSync('-x')
      expect(argumentsIn(await runCommand(Simulate, '--kustomize=-x', '-o', 'json'))).to.deep.equal(['build', join(place.folder, '-x')])
      for (const path of ['https://example.com/x', 'github.com/a/b', join('prod', 'kustomization.yaml'), 'gone']) {
        expect((await runCommand(Lint, '--kustomize', path)).error?.message, path).to.match(/^the directory ".*" does not exist: --kustomize takes the folder of a kustomization$/)
      }
    })

    it('checks rendered objects together with given paths', async () => {
      place.program('kustomize', printing(quota(1)))
      place.write('a/q.yaml', quota(-1))
      const run = await runCommand(Lint, '--kustomize', 'prod', 'a')
      expect(run.stdout).to.include('a/q.yaml:4:21  error').and.include('2 objects in 2 files: 1 error')
    })

    it('rejects --fix', async () => {
      const run = await runCommand(Lint, '--kustomize', 'prod', '--fix')
      expect([run.status, run.error?.message]).to.deep.equal([2, 'what --kustomize and --helm render cannot be fixed'])
    })

    it('sends rendered objects in simulate, under the rendered policies', async () => {
      const pod = 'apiVersion: v1\nkind: Pod\nmetadata:\n  name: a\nspec: {containers: [{name: a, image: a}]}\n'
      place.program('kustomize', printing(`${pod}---\n${quota(0)}`))
      // Policies in the working directory do not apply.
      place.write('q.yaml', quota(7))
      const run = await runCommand(Simulate, '--kustomize', 'prod', '-o', 'json')
      const {reviews} = JSON.parse(run.stdout) as {reviews: {source: {path: string}, object: {kind: string}, status: {message: string}}[]}
      expect(run.status).to.equal(1)
      expect(reviews.map(({object: {kind}, status: {message}}) => `${kind}: ${message}`)).to.deep.equal([
        'ResourceQuota: ', 'Pod: pods "a" is forbidden: exceeded quota: q, requested: pods=1, used: pods=0, limited: pods=0',
      ])
    })

    it('names the source file in simulate', async () => {
      const rendered = deployment('1Gi', 'prod-web')
      place.program('kustomize', kustomizePrinting(rendered, withOrigin(rendered, 'base/web.yaml')))
      expect((await runCommand(Simulate, '--kustomize', 'prod')).stdout).to.include(`Source:     ${join('base', 'web.yaml')}:1\n`)
    })

    it('counts rendered objects in capacity', async () => {
      place.program('kustomize', printing(`${deployment('1Gi')}---\n${quota(1)}`))
      place.write('other.yaml', deployment('1Gi', 'other'))
      const run = await runCommand(Capacity, '--kustomize', 'prod', '-o', 'csv')
      const rows = run.stdout.split('\n').filter((line) => line.includes(',pods,')).map((line) => line.split(','))
      expect(rows.map(([namespace, object, , steady, , , , , quota, , hard]) => [namespace, object, steady, quota, hard])).to.deep.equal([
        ['default', 'Deployment/web', '1', '', ''], ['default', '', '1', 'q', '1'],
      ])
    })
  })

  describe('--helm', () => {
    beforeEach(() => {
      place.write('web/Chart.yaml', 'apiVersion: v2\nname: shop\nversion: 1.0.0\n')
      place.write('web/values.yaml', 'memory: 1Gi\n')
      place.write('web/templates/d.yaml', deployment('{{ .Values.memory }}'))
      place.write('one.yaml', 'a: 1\n')
      place.write('two,http:.yaml', 'memory: 100Mo\n')
    })
    const rendered = `---\n# Source: shop/templates/d.yaml\n${deployment('100Mo')}`

    it('renders with helm and reports findings in the template', async () => {
      place.program('helm', printing(rendered))
      const run = await runCommand(Lint, '--helm', 'web', '-o', 'compact')
      expect([run.status, run.stdout.slice(0, run.stdout.indexOf(': '))]).to.deep.equal([1, 'web/templates/d.yaml:1:1'])
    })

    it('passes values, namespace and Kubernetes version to helm', async () => {
      place.program('helm', `process.stdout.write(${printedArguments})`)
      mkdirSync('b')
      const run = await runCommand(Simulate, '--helm', 'web', '--values', 'one.yaml', '--values', 'two,http:.yaml', '--helm', 'b', '-n', 'dev', '--kubernetes-version', '1.35', '-o', 'json', '--order', 'files')
      expect(argumentsIn(run)).to.deep.equal([
        'template', join(place.folder, 'web'), '--namespace=dev', '--kube-version=1.35',
        `--values=${join(place.folder, 'one.yaml')}`, `--values="${join(place.folder, 'two,http:.yaml')}"`,
      ])
    })

    it('rejects values without a chart, and URLs', async () => {
      place.program('helm', printing(rendered))
      expect((await runCommand(Lint, '--values', 'one.yaml', '--helm', 'web')).error?.message).to.equal('--values "one.yaml" belongs to no chart: put it after --helm CHART')
      expect((await runCommand(Lint, '--helm', 'web', '--values', 'https://example.com/v.yaml')).error?.message).to.equal('the values "https://example.com/v.yaml" do not exist: --values takes a file')
      expect((await runCommand(Lint, '--helm', 'oci://example.com/web')).error?.message).to.equal('the chart "oci://example.com/web" does not exist: --helm takes the folder or the archive of a chart')
    })

    it('reports a missing helm', async () => {
      const run = await runCommand(Capacity, '--helm', 'web')
      expect([run.status, run.error?.message]).to.deep.equal([2, '"web" cannot be rendered: there is no helm on the PATH'])
      expect(run.error?.suggestions).to.deep.equal(['install helm: https://helm.sh/docs/intro/install/', 'or render the chart where there is one: helm template web | kadm lint -'])
    })

    it('ignores values of the chart that are a link out of the repository', async () => {
      const withLimit = (memory: string): string => deployment('1Gi').replace('{memory: 1Gi, cpu: "1"}', `\n              memory: ${memory}`)
      place.write('../values.yaml', 'memory: 100Mo # hunter2\n')
      place.write('web/templates/d.yaml', withLimit('{{ .Values.memory }}'))
      rmSync(join('web', 'values.yaml'))
      symlinkSync('../../values.yaml', join('web', 'values.yaml'))
      place.program('helm', printing(`---\n# Source: shop/templates/d.yaml\n${withLimit('100Mo')}`))
      expect((await runCommand(Lint, '--helm', 'web', '-o', 'compact')).stdout).to.match(/^web\/templates\/d\.yaml:15:/)
    })

    it('ignores template paths that lead out of the chart', async () => {
      place.write('secret.yaml', deployment('100Mo'))
      place.program('helm', printing(rendered.replace('templates/d.yaml', '../secret.yaml')))
      expect((await runCommand(Lint, '--helm', 'web', '-o', 'compact')).stdout).to.match(/^web\/\(helm template\):16:30: error/)
    })
  })

  describe('kustomize and helm in .kadm.yaml', () => {
    beforeEach(() => {
      place.program('kustomize', printing(quota(-1)))
      place.program('helm', `process.stdout.write("apiVersion: v1\\nkind: ConfigMap\\nmetadata: {name: " + args[1] + "}\\n")`)
      place.write('.kadm.yaml', 'kustomize: [prod]\nhelm:\n- {chart: web, release: shop, namespace: dev}\n')
      place.write('prod/kustomization.yaml', 'resources: [../base]\nlabels: [{pairs: {a: b}, fields: [{path: metadata/labels}]}]\n')
      place.write('base/kustomization.yaml', 'resources: [a.yaml]\nconfigMapGenerator: [{name: a, files: [x=a.txt], literals: ["u=https://example.com"]}]\npatches: [{path: a.yaml}]\n')
      for (const file of ['base/a.yaml', 'base/a.txt', 'web/Chart.yaml']) place.write(file, '')
    })

    it('are rendered if no files are given @slow', async () => {
      expect((await runCommand(Lint)).stdout).to.match(/^prod\/\(kustomize build\):4:21 {2}error/m)
      const {reviews} = JSON.parse((await runCommand(Simulate, '-o', 'json')).stdout) as {reviews: {object: {name: string}}[]}
      expect(reviews.map(({object: {name}}) => name)).to.deep.equal(['q', 'shop'])
      place.write('other/a.yaml', quota(1))
      expect((await runCommand(Lint, 'other')).stdout).to.equal('1 object in 1 file: nothing wrong\n')
    })

    it('are checked separately from the files that they include @slow', async () => {
      const both = `${deployment('1Gi')}---\n${quota(1)}`
      place.write('base/a.yaml', both.replace('metadata: {name: q}', 'metadata: {name: q, labels: {a: b}}'))
      place.program('kustomize', printing(deployment('1Gi', 'prod-web')))
      const {stdout} = await runCommand(Lint)
      expect(stdout).not.to.include('workload/refused-pods')
      place.program('kustomize', printing(both))
      expect((await runCommand(Lint, '--kustomize', 'prod', '--kustomize', 'base')).status, 'the same objects').to.equal(0)
      const twice = await runCommand(Simulate, '--kustomize', 'prod', '--kustomize', 'base')
      expect([twice.status, twice.stdout]).to.deep.equal([2, ''])
    })

    it('reject --fix, except for given files', async () => {
      place.write('other/a.yaml', quota(1))
      expect((await runCommand(Lint, '--fix')).error?.message).to.equal('what kustomize and helm in .kadm.yaml render cannot be fixed')
      expect((await runCommand(Lint, '--fix', 'other')).status).to.equal(0)
    })

    const rejected: Record<string, [path: string, text: string, named: string]> = {
      'a remote base': ['base/kustomization.yaml', 'resources: ["https://example.com/a?ref=x"]', 'https://example.com/a?ref=x'],
      'a repository': ['base/kustomization.yaml', 'components: [github.com/a/b]', 'github.com/a/b'],
      'a base elsewhere': ['base/kustomization.yaml', 'bases: [../../work]', '../../work'],
      'a file of a generator': ['base/kustomization.yaml', 'configMapGenerator: [{name: a, files: [x=https://example.com/a]}]', 'https://example.com/a'],
      'a patch': ['base/kustomization.yaml', 'patches: [{path: https://example.com/a}]', 'https://example.com/a'],
      'a schema': ['base/kustomization.yaml', 'openapi: {path: https://example.com/a}', 'https://example.com/a'],
      'a file that a transformer names': ['base/kustomization.yaml', 'transformers: ["kind: PatchTransformer\\npath: https://example.com/a\\n"]', 'https://example.com/a'],
    }
    for (const [title, [path, text, named]] of Object.entries(rejected)) {
      it(`reject paths outside the folder of .kadm.yaml: ${title}`, async () => {
        if (title === 'a base elsewhere') mkdirSync(join('..', 'work2'))
        place.write(path, title === 'a base elsewhere' ? 'bases: [../../work2]' : text)
        const run = await runCommand(Lint)
        const shown = title === 'a base elsewhere' ? '../../work2' : named
        expect([run.status, run.error?.message]).to.deep.equal([
          2, `base/kustomization.yaml names "${shown}", which is not a file or folder below the folder of .kadm.yaml: without a flag, kadm renders nothing else`,
        ])
        expect((await runCommand(Lint, '--kustomize', 'prod')).error, 'asked for').to.equal(undefined)
      })
    }

    it('reject paths outside the folder of .kadm.yaml: a kustomization that is a link', async () => {
      place.write('../elsewhere.yaml', 'resources: [hunter2]\n')
      rmSync(join('prod', 'kustomization.yaml'))
      symlinkSync('../../elsewhere.yaml', join('prod', 'kustomization.yaml'))
      expect((await runCommand(Lint)).error?.message).to.equal(
        'prod/kustomization.yaml names "kustomization.yaml", which is not a file or folder below the folder of .kadm.yaml: without a flag, kadm renders nothing else',
      )
    })

    it('reject paths outside the folder of .kadm.yaml: a link in a chart', async () => {
      symlinkSync('/etc', join('web', 'files'))
      expect((await runCommand(Lint)).error?.message).to.equal(`web names "${join('web', 'files')}", which is not a file or folder below the folder of .kadm.yaml: without a flag, kadm renders nothing else`)
    })
  })

  it('rejects simulate without input', async () => {
    const run = await runCommand(Simulate)
    expect([run.status, run.error?.message]).to.deep.equal([2, 'nothing to send: name a FILE, or give --kustomize DIR or --helm CHART'])
  })
})

describe('--kustomize with the real kubectl', function () {
  const kubectl = findProgram('kubectl')
  let place: Workplace
  beforeEach(function () {
    if (process.platform === 'win32' || kubectl === undefined) this.skip()
    place = enterWorkplace(join(kubectl, '..'))
    place.write('app/base/kustomization.yaml', 'resources: [deploy.yaml]\n')
    place.write('app/base/deploy.yaml', `${deployment('100Mo')}---\n${deployment('1Gi', 'web-db')}`)
    place.write('app/prod/kustomization.yaml', 'namePrefix: prod-\nresources: [../base, quota.yaml]\nlabels: [{pairs: {env: prod}}]\nconfigMapGenerator: [{name: c, literals: [a=b]}]\n')
    place.write('app/prod/quota.yaml', quota(-1))
  })
  afterEach(() => place.leave())

  it('maps objects to files of bases and overlays without origin annotations', async () => {
    const run = await runCommand(Lint, '--kustomize', join('app', 'prod'), '-o', 'compact')
    expect(run.stdout.split('\n').map((line) => line.split(': ')[0])).to.deep.equal(['app/base/deploy.yaml:14:30', 'app/prod/quota.yaml:4:21', ''])
    const {reviews} = JSON.parse((await runCommand(Simulate, '--kustomize', join('app', 'prod'), '-o', 'json')).stdout) as {reviews: {source: {path: string, line: number}, object: {kind: string}}[]}
    expect(reviews.map(({source: {path, line}, object: {kind}}) => `${kind} ${path}:${line}`)).to.deep.equal([
      'ResourceQuota app/prod/quota.yaml:1', 'ConfigMap app/prod/kustomization.yaml:1', 'Deployment app/base/deploy.yaml:1', 'Deployment app/base/deploy.yaml:16',
      'ReplicaSet app/base/deploy.yaml:16', 'Pod app/base/deploy.yaml:22',
    ])
    expect(JSON.stringify(reviews)).not.to.include('config.kubernetes.io/origin')
  })

  it('includes the error of kubectl for a broken kustomization', async () => {
    place.write('app/prod/kustomization.yaml', 'resources: [gone.yaml]\n')
    const run = await runCommand(Lint, '--kustomize', join('app', 'prod'))
    expect(run.status).to.equal(2)
    expect(run.error?.message).to.match(/^"kubectl kustomize app\/prod" failed \(exit status \d+\):\n.*gone\.yaml/)
  })
})
