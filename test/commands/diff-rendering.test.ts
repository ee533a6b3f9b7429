import {expect} from 'chai'
import {mkdtempSync, readdirSync, rmSync, symlinkSync} from 'node:fs'
import {tmpdir} from 'node:os'
import {join} from 'node:path'

import Diff from '../../commands/diff.js'
import {findProgram} from '../../src/io/find-program.js'
import {enterWorkplace, type Workplace} from '../helpers/fake-programs.js'
import {commit, git} from '../helpers/git.js'
import {type CommandRun, runCommand} from '../helpers/run-command.js'

const limitRange = (memory: string): string => `apiVersion: v1
kind: LimitRange
metadata: {name: limits}
spec: {limits: [{type: Container, max: {memory: ${memory}}}]}
`

const pod = (memory: string, name = 'web'): string =>
  `apiVersion: v1\nkind: Pod\nmetadata: {name: ${name}}\nspec: {containers: [{name: app, image: i, resources: {limits: {memory: ${memory}}}}]}\n`

const folderOf = (program: string): string => (findProgram(program) ?? '').replace(/\/[^/]*$/, '')

describe('kadm diff of rendered manifests', function () {
  const {TMPDIR} = process.env
  let place: Workplace
  let temporary: string
  const run = (...args: string[]): Promise<CommandRun> => runCommand(Diff, '--no-color', ...args)

  beforeEach(function () {
    if (process.platform === 'win32' || findProgram('kubectl') === undefined) this.skip()
    place = enterWorkplace(`${folderOf('kubectl')}:${folderOf('git')}`)
    git('init', '-q', '-b', 'main')
    // Other tests, which run at the same time, have temporary folders of their own.
    temporary = mkdtempSync(join(tmpdir(), 'kadm-diff-'))
    process.env['TMPDIR'] = temporary
  })
  afterEach(() => {
    if (TMPDIR === undefined) delete process.env['TMPDIR']
    else process.env['TMPDIR'] = TMPDIR
    rmSync(temporary, {recursive: true, force: true})
    place.leave()
  })

  describe('--kustomize', () => {
    beforeEach(() => {
      place.write('base/kustomization.yaml', 'resources: [web.yaml, limits.yaml]\n')
      place.write('base/web.yaml', pod('1Gi'))
      place.write('base/limits.yaml', limitRange('2Gi'))
      place.write('prod/kustomization.yaml', 'resources: [../base]\nnamespace: prod\nconfigMapGenerator: [{name: app, files: [app.properties]}]\n')
      place.write('prod/app.properties', 'a=1\n')
      commit('first')
    })

    it('builds both revisions from their own files, and refers to the source @slow', async () => {
      place.write('base/limits.yaml', limitRange('512Mi'))
      const status = git('status', '--porcelain')
      const result = await run('--git', 'main', '--kustomize', 'prod')
      expect(result.stdout).to.contain(`Namespace prod
  LimitRange limits: max.memory 2Gi → 512Mi (base/limits.yaml:4): 1 of 1 pod is denied
    Pod/web: denied: pods "web" is forbidden: maximum memory usage per Container is 512Mi, but limit is 1Gi (base/web.yaml:1)
`)
      expect([result.status, result.stderr]).to.deep.equal([1, ''])
      expect(result.stdout).not.to.contain('ConfigMap')
      expect([git('status', '--porcelain'), readdirSync(temporary)]).to.deep.equal([status, []])
      commit('second')
      rmSync('base', {recursive: true})
      expect((await run('--git', 'HEAD~1..HEAD', '--kustomize', 'prod')).stdout).to.equal(result.stdout)
    })

    it('reads files of a revision that are no manifests, through links, too', async () => {
      place.write('prod/shared/app.conf', 'a=1\n')
      symlinkSync('shared/app.conf', 'prod/linked.conf')
      place.write('prod/kustomization.yaml', 'resources: [../base]\ntransformers: [labels.txt]\nconfigMapGenerator: [{name: app, files: [app.properties, linked.conf]}]\ngeneratorOptions: {disableNameSuffixHash: true}\n')
      place.write('prod/labels.txt', 'apiVersion: builtin\nkind: LabelTransformer\nmetadata: {name: l}\nlabels: {team: a}\nfieldSpecs: [{path: metadata/labels, create: true}]\n')
      commit('second')
      place.write('prod/shared/app.conf', 'a=2\n')
      place.write('prod/app.properties', 'a=3\n')
      const {stdout, error} = await run('--git', 'main', '--kustomize', 'prod')
      expect(error).to.equal(undefined)
      expect(stdout).to.contain('ConfigMap/app: data[app.properties]: a=1\\n → a=3\\n\n').and.to.contain('data[linked.conf]: a=1\\n → a=2\\n\n')
    })

    it('works in a subfolder, and with a kustomization that only one revision has @slow', async () => {
      place.write('other/kustomization.yaml', 'resources: [../base]\nnamespace: other\n')
      process.chdir('prod')
      const {stdout, stderr, status} = await run('--git', 'main', '--kustomize', '../other')
      expect(stdout).to.contain('Namespace other\n').and.to.contain('Pod/web: new, admitted\n')
      expect([status, stderr]).to.deep.equal([0, 'Note: main: ../other is not rendered, because ../other does not exist there\n'])
      process.chdir('..')
      rmSync('prod', {recursive: true})
      const removed = await run('--git', 'main', '--kustomize', 'prod')
      expect(removed.stdout).to.contain('Pod/web: removed\n')
      expect(removed.stderr).to.equal('Note: the working tree: prod is not rendered, because prod does not exist there\n')
      expect((await run('--git', 'main', '--kustomize', 'nowhere')).error?.message).to.match(/^the working tree: the directory "nowhere" does not exist/)
    })

    it('names the revision that cannot be built', async () => {
      place.write('prod/kustomization.yaml', 'resources: [gone.yaml]\n')
      commit('broken')
      place.write('prod/kustomization.yaml', 'resources: [../base]\n')
      const {status, error} = await run('--git', 'main', '--kustomize', 'prod')
      expect(status).to.equal(2)
      expect(error?.message).to.match(/^main: "kubectl kustomize prod" failed /)
    })

    it('renders what .kadm.yaml of each revision names, and nothing outside of its folder @slow', async () => {
      place.write('.kadm.yaml', 'kustomize: [prod]\n')
      commit('second')
      place.write('base/limits.yaml', limitRange('512Mi'))
      expect((await run('--git', 'main')).stdout).to.contain('(base/limits.yaml:4): 1 of 1 pod is denied\n')
      place.write('prod/kustomization.yaml', 'resources: [../../elsewhere]\n')
      expect((await run('--git', 'main')).error?.message).to.match(/^the working tree: prod\/kustomization\.yaml names "\.\.\/\.\.\/elsewhere", which is not a file or folder below the folder of \.kadm\.yaml/)
    })

    it('reports a kustomization of .kadm.yaml that the change removes, and one that it adds', async () => {
      place.write('.kadm.yaml', 'kustomize: [prod]\n')
      commit('second')
      rmSync('prod', {recursive: true})
      expect((await run('--git', 'main')).error?.message).to.match(/^the working tree: the directory "prod" does not exist/)
      commit('third')
      const {stdout, stderr} = await run('--git', 'main..HEAD~1')
      expect(stdout).to.contain('Pod/web: new, admitted\n')
      expect(stderr).to.equal('Note: main: prod is not rendered, because prod does not exist there\n')
    })

    it('renders the same objects for both sides without git', async () => {
      place.write('old/limits.yaml', limitRange('2Gi').replace('name: limits', 'name: own, namespace: prod'))
      place.write('new/limits.yaml', limitRange('512Mi').replace('name: limits', 'name: own, namespace: prod'))
      expect((await run('--before', 'old', '--after', 'new', '--kustomize', 'prod')).stdout).to.contain('LimitRange own: max.memory 2Gi → 512Mi (new/limits.yaml:4): 1 of 1 pod is denied\n')
    })

    it('keeps out of a base that is outside the repository', async () => {
      place.write('../secret/kustomization.yaml', 'resources: [pod.yaml]\n')
      place.write('../secret/pod.yaml', pod('1Gi', 'secret'))
      symlinkSync('../../secret', 'prod/secret')
      place.write('prod/kustomization.yaml', 'resources: [secret]\n')
      commit('link')
      rmSync('prod/secret')
      place.write('prod/kustomization.yaml', 'resources: [../base]\n')
      const {stdout, error} = await run('--git', 'main', '--kustomize', 'prod')
      expect(error?.message).to.match(/^main: "kubectl kustomize prod" failed /)
      expect(stdout).to.equal('')
    })
  })

  describe('--helm', () => {
    /** A helm that prints a pod with the files of the chart and the values. */
    const helm = `const {readFileSync} = require('node:fs')
const chart = args.find((arg) => /^\\/.*chart/.test(arg))
const values = args.filter((arg) => arg.startsWith('--values=')).map((arg) => readFileSync(arg.slice(9), 'utf8').trim())
const version = args.find((arg) => arg.startsWith('--kube-version='))
const read = (file) => { try { return readFileSync(chart + '/' + file, 'utf8').trim() } catch { return 'none' } }
process.stdout.write('# Source: web/templates/pod.yaml\\napiVersion: v1\\nkind: Pod\\nmetadata: {name: web, annotations: {note: "' + read('files/note.txt') + ' ' + values.join(',') + ' ' + version + '"}}\\nspec: {containers: [{name: app, image: i}]}\\n')`

    beforeEach(() => {
      place.program('helm', helm)
      place.write('chart/Chart.yaml', 'apiVersion: v2\nname: web\nversion: 1.0.0\n')
      place.write('chart/templates/pod.yaml', 'kind: Pod\n')
      place.write('chart/files/note.txt', 'old\n')
      place.write('prod.values', 'replicas: 1\n')
      commit('first')
    })

    it('renders each revision with its own files and values', async () => {
      place.write('chart/files/note.txt', 'new\n')
      place.write('prod.values', 'replicas: 2\n')
      const {stdout, status} = await run('--git', 'main', '--helm', 'chart', '--values', 'prod.values')
      expect(status).to.equal(0)
      expect(stdout).to.match(/Pod\/web: metadata\.annotations\[note\]: old replicas: 1 --kube-version=\S+ → new replicas: 2 /)
    })

    it('reads values outside the repository from the disk, for both revisions', async () => {
      place.write('../mine/values.yaml', 'replicas: 9\n')
      place.write('chart/files/note.txt', 'new\n')
      expect((await run('--git', 'main', '--helm', 'chart', '--values', '../mine/values.yaml')).stdout).to.match(/\[note\]: old replicas: 9 --kube-version=\S+ → new replicas: 9 /)
    })

    it('does not render a chart with values that a revision lacks', async () => {
      place.write('live.values', 'replicas: 3\n')
      const {stdout, stderr} = await run('--git', 'main', '--helm', 'chart', '--values', 'live.values')
      expect(stdout).to.contain('Pod/web: new, admitted\n')
      expect(stderr).to.equal('Note: main: chart is not rendered, because live.values does not exist there\n')
      expect((await run('--git', 'main', '--helm', 'chart', '--values', 'none.values')).error?.message).to.equal('the working tree: the values "none.values" do not exist: --values takes a file')
    })

    it('renders for the Kubernetes version of each side', async () => {
      expect((await run('--helm', 'chart', '--before-version', '1.35', '--after-version', '1.36')).stdout).to.match(/--kube-version=1\.35 → \S* .*--kube-version=1\.36\n/)
    })
  })

  describe('--env', () => {
    const config = (max: string): string => `environments:\n  dev: {files: [app], policies: [policies/${max}.yaml], namespace: dev}\n  live: {files: [app], policies: [policies/big.yaml], namespace: live}\n`

    beforeEach(() => {
      place.write('.kadm.yaml', config('big'))
      place.write('app/web.yaml', pod('1Gi'))
      place.write('policies/big.yaml', limitRange('2Gi'))
      place.write('policies/small.yaml', limitRange('512Mi'))
      commit('first')
    })

    it('takes files, policies and namespace from the configuration file of each revision', async () => {
      place.write('.kadm.yaml', config('small'))
      const {stdout, status} = await run('--git', 'main', '--env', 'all')
      expect(status).to.equal(1)
      expect(stdout).to.match(/^Environment: dev\n\nNamespace dev\n {2}LimitRange limits: max\.memory 2Gi → 512Mi \(policies\/small\.yaml:4\): 1 of 1 pod is denied\n/)
      expect(stdout).to.match(/\nEnvironment: live\n\n1 object compared: no differences; no policy changed\n$/)
      expect((await run('--git', 'main', '--env', 'all', '--env', 'dev')).stdout).to.equal(stdout)
    })

    it('accepts an environment that only one revision has @slow', async () => {
      place.write('.kadm.yaml', config('big').replace('live:', 'stage:'))
      const added = await run('--git', 'main', '--env', 'stage')
      expect([added.status, added.stderr]).to.deep.equal([0, 'Note: main: there is no environment "stage", so all of its objects and policies are missing on that side\n'])
      expect(added.stdout).to.contain('Pod/web: new, admitted\n')
      expect((await run('--git', 'main', '--env', 'live')).stdout).to.contain('Pod/web: removed\n')
      const named = await run('--git', 'main', '--env', 'stage', '-p', 'policies/small.yaml')
      expect(named.stdout).to.contain('LimitRange limits is new (policies/small.yaml:1)').and.to.contain('Pod/web: new, denied: ').and.not.to.contain('is removed')
      expect((await run('--git', 'main', '--env', 'nowhere')).error?.message).to.equal('there is no environment "nowhere"')
      place.write('.kadm.yaml', config('big').replace('files: [app]', 'files: [misspelt]'))
      expect((await run('--git', 'main', '--env', 'dev')).error?.message).to.equal('the path "misspelt" exists neither in main nor in the working tree')
    })

    it('takes the files for two API servers and for two sets of policies, too', async () => {
      expect((await run('--env', 'dev', '--before-disable-admission-plugins', 'LimitRanger', '-p', 'policies/small.yaml')).stdout).to.contain('Pod/web: denied: ')
      expect((await run('--env', 'live', '--before', 'policies/big.yaml', '--after', 'policies/small.yaml', '-p', 'app')).stdout).to.contain('Namespace live\n  LimitRange limits: max.memory 2Gi → 512Mi (policies/small.yaml:4): 1 of 1 pod is denied\n')
    })
  })

  it('prints the output format of .kadm.yaml', async () => {
    place.write('.kadm.yaml', 'output: json\n')
    place.write('a.yaml', pod('1Gi'))
    expect(JSON.parse((await run('a.yaml', '--after-version', '1.36')).stdout)).to.include({version: 1})
  })
})
