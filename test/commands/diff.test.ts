import {Ajv2020} from 'ajv/dist/2020.js'
import {expect} from 'chai'
import {readFileSync} from 'node:fs'

import Diff from '../../commands/diff.js'
import {inFolder} from '../helpers/in-folder.js'
import {expectGitlab, expectSarif, junitErrors} from '../helpers/report-formats.js'
import {type CommandRun, runCommand} from '../helpers/run-command.js'
import {root} from '../helpers/run-kadm.js'
import {deployment} from '../helpers/workload-manifests.js'

const limitRange = (memory: string): string => `apiVersion: v1
kind: LimitRange
metadata: {name: defaults, namespace: dev}
spec:
  limits:
    - type: Container
      max:
        memory: ${memory}
`

const pod = (name: string, memory: string): string =>
  `apiVersion: v1\nkind: Pod\nmetadata: {name: ${name}, namespace: dev}\nspec: {containers: [{name: app, image: i, resources: {limits: {memory: ${memory}}}}]}\n`

const schema = JSON.parse(readFileSync(new URL('../../schemas/diff.schema.json', import.meta.url), 'utf8')) as object

describe('kadm diff', () => {
  const write = inFolder()
  const run = (...args: string[]): Promise<CommandRun> => runCommand(Diff, ...args, '--no-color')
  const compare = (...args: string[]): Promise<CommandRun> => run('--before', 'old', '--after', 'new', ...args)

  beforeEach(() => {
    write({'old/limits.yaml': limitRange('2Gi'), 'new/limits.yaml': limitRange('1Gi'), 'app/a.yaml': pod('a', '2Gi'), 'app/b.yaml': pod('b', '1Gi')})
  })

  it('groups differences by namespace and cause, with the place of the policy', async () => {
    const {status, stdout, stderr} = await compare('app')
    expect([status, stderr]).to.deep.equal([1, ''])
    expect(stdout).to.equal(`Namespace dev
  LimitRange defaults: max.memory 2Gi → 1Gi (new/limits.yaml:8): 1 of 2 pods is denied
    Pod/a: denied: pods "a" is forbidden: maximum memory usage per Container is 1Gi, but limit is 2Gi (app/a.yaml:1)
  Needed in total  Before  After  Change
  ---------------  ------  -----  ------
  limits.memory    3Gi     1Gi    -2Gi
  pods             2       1      -1
  requests.memory  3Gi     1Gi    -2Gi

2 objects compared: 1 newly denied; 1 change of policies
`)
  })

  const failures: readonly (readonly [level: string, before: string, after: string, status: number])[] = [
    ['denied', '2Gi', '1Gi', 1], ['denied', '1Gi', '2Gi', 0], ['denied', '3Gi', '4Gi', 0], ['changed', '1Gi', '2Gi', 1], ['changed', '3Gi', '4Gi', 1], ['changed', '2Gi', '2Gi', 0], ['none', '2Gi', '1Gi', 0],
  ]
  for (const [level, before, after, status] of failures) {
    it(`exits with ${status} for a maximum of ${before} before and ${after} after with --fail-on ${level}`, async () => {
      write({'old/limits.yaml': limitRange(before), 'new/limits.yaml': limitRange(after)})
      expect((await compare('app', '--fail-on', level)).status).to.equal(status)
    })
  }

  it('lists changes of policies without effect', async () => {
    write({'new/limits.yaml': limitRange('3Gi')})
    expect((await compare('app')).stdout).to.equal(
      'Changes of policies without effect on these objects\n  LimitRange defaults: max.memory 2Gi → 3Gi (new/limits.yaml:8): all results are the same\n\n2 objects compared: no differences; 1 change of policies\n',
    )
  })

  it('sends manifests among the policies of each side', async () => {
    write({'old/web.yaml': JSON.stringify(deployment('web', 2)), 'new/web.yaml': JSON.stringify(deployment('web', 3)), 'new/c.yaml': pod('c', '2Gi')})
    const {stdout} = await compare('-n', 'dev')
    expect(stdout).to.contain('  Manifests that changed: 1 of 1 pod is denied, 1 of 1 workload changes\n')
    expect(stdout).to.contain('Deployment/web: spec.replicas: 2 → 3\n').and.to.contain('Pod/c: new, denied: pods "c" is forbidden')
  })

  it('counts what exists, and only that, with --existing', async () => {
    const quota = (pods: number): string => `apiVersion: v1\nkind: ResourceQuota\nmetadata: {name: q, namespace: dev}\nspec: {hard: {pods: ${pods}}}\n`
    write({'old/limits.yaml': quota(3), 'new/limits.yaml': quota(2), 'cluster.yaml': `${pod('x1', '1Gi')}---\n${pod('x2', '1Gi')}`})
    const {status, stdout} = await compare('app/a.yaml', '--existing', 'cluster.yaml')
    expect(status, stdout).to.equal(1)
    expect(stdout).to.match(/^ {2}ResourceQuota q: pods 3 → 2 \(new\/limits\.yaml:4\): 1 of 1 pod is denied$/m)
    expect(stdout).to.match(/^ {2}q pods +hard +3 +2$/m).and.to.match(/^ +used before +2 +2$/m).and.to.match(/^ +steady +3 +3 +-1$/m)
    expect(stdout).to.contain('No longer fit in pods of q, steady: Pod/a\n')
  })

  it('compares two versions of Kubernetes', async () => {
    write({'app/a.yaml': 'apiVersion: v1\nkind: ResourceQuota\nmetadata: {name: q, namespace: dev}\nspec: {hard: {requests.cpu: 2, limits.cpu: 1}}\n'})
    const {status, stdout} = await run('app', '--before-version', '1.34', '--after-version', '1.36', '--fail-on', 'changed')
    expect(status, stdout).to.equal(1)
    expect(stdout).to.contain('The API server: Kubernetes 1.34 → 1.36: 1 of 1 object gets other warnings\n').and.to.contain('ResourceQuota/q: new warning: ')
  })

  it('compares two configurations of the server, and sets of plugins', async () => {
    const config = (type: string): string => `apiVersion: eventratelimit.admission.k8s.io/v1alpha1\nkind: Configuration\nlimits: [{type: ${type}, qps: 1, burst: 1}]\n`
    write({'one.yaml': config('Server'), 'two.yaml': config('Namespace')})
    const configured = await run('app', '--before-admission-config', 'one.yaml', '--after-admission-config', 'two.yaml')
    expect(configured.stdout).to.contain('  The configuration of EventRateLimit: limits[type=Namespace] none → burst 1, qps 1 (two.yaml:3): all results are the same\n')
    expect(configured.status).to.equal(0)
    const {stdout, status} = await run('app', '-p', 'new', '--before-disable-admission-plugins', 'Priority,LimitRanger')
    expect(stdout).to.match(/^ {2}The API server: disableAdmissionPlugins Priority,LimitRanger → none: 1 of 2 pods is denied, .*\n {4}Pod\/a: denied/m)
    expect(status).to.equal(1)
    const enabled = await run('app', '-p', 'new', '--after-enable-admission-plugins', 'NamespaceExists')
    expect(enabled.stdout).to.equal('2 objects compared: no differences, 1 denied as before; 1 change of the API server\n')
    expect((await run('app', '-p', 'new', '--before-enable-admission-plugins', 'PodQos,NamespaceExists', '--after-enable-admission-plugins', 'NamespaceExists,PodQos')).stdout).to.contain('no differences, 1 denied as before; no policy changed')
  })

  const limit = (type: string, burst: number): string => `      - type: ${type}\n        qps: 1\n        burst: ${burst}\n`
  const admission = (...limits: readonly string[]): string => `apiVersion: apiserver.config.k8s.io/v1
kind: AdmissionConfiguration
plugins:
  - name: EventRateLimit
    configuration:
      apiVersion: eventratelimit.admission.k8s.io/v1alpha1
      kind: Configuration
      limits:
${limits.join('')}`
  const event = (name: string): string =>
    `apiVersion: v1\nkind: Event\nmetadata: {name: ${name}, namespace: dev}\ninvolvedObject: {kind: Pod, name: a, namespace: dev}\nlastTimestamp: "2026-01-01T00:00:00Z"\n`

  it('names the limit that denies an event, with its place', async () => {
    write({
      'app/a.yaml': event('e1'), 'app/b.yaml': event('e2'),
      'one.yaml': admission(limit('Server', 9), limit('Namespace', 8)), 'two.yaml': admission(limit('Server', 9), limit('Namespace', 1)),
    })
    const {status, stdout} = await run('app', '--before-admission-config', 'one.yaml', '--after-admission-config', 'two.yaml')
    expect(status, stdout).to.equal(1)
    expect(stdout).to.equal(`Namespace dev
  The configuration of EventRateLimit: limits[type=Namespace] burst 8 → 1 (two.yaml:14): 1 of 2 objects is denied
    Event/e2: denied: Too many requests: limit reached on type Namespace for key dev (app/b.yaml:1)

2 objects compared: 1 newly denied; 1 change of policies
`)
  })

  it('names the flag that turns a plugin off, and not its configuration', async () => {
    write({'app/a.yaml': event('e1'), 'app/b.yaml': event('e2'), 'one.yaml': admission(limit('Server', 1))})
    const {stdout} = await run('app', '--admission-config', 'one.yaml', '--after-disable-admission-plugins', 'EventRateLimit')
    expect(stdout).to.equal(`Namespace dev
  The API server: disableAdmissionPlugins none → EventRateLimit: 1 of 2 objects is admitted
    Event/e2: admitted

2 objects compared: 1 newly admitted; 1 change of the API server
`)
  })

  it('lists a limit for events that denies nothing as a change without effect', async () => {
    write({'app/a.yaml': event('e1'), 'app/b.yaml': event('e2'), 'one.yaml': admission(limit('User', 3)), 'two.yaml': admission(limit('User', 3), limit('Server', 3))})
    expect((await run('app', '--before-admission-config', 'one.yaml', '--after-admission-config', 'two.yaml')).stdout).to.contain(
      'Changes of policies without effect on these objects\n  The configuration of EventRateLimit: limits[type=Server] none → burst 3, qps 1 (two.yaml:12): all results are the same\n',
    )
  })

  it('takes the configuration of EventRateLimit from the folders of each side, and from --policies', async () => {
    const configuration = (burst: number): string => `apiVersion: eventratelimit.admission.k8s.io/v1alpha1\nkind: Configuration\nlimits: [{type: Namespace, qps: 1, burst: ${burst}}]\n`
    write({'app/a.yaml': event('e1'), 'app/b.yaml': event('e2'), 'old/events.yaml': configuration(8), 'new/events.yaml': configuration(1)})
    expect((await compare('app')).stdout).to.contain('limits[type=Namespace] burst 8 → 1 (new/events.yaml:3): 1 of 2 objects is denied\n')
    expect((await run('app', '-p', 'new/events.yaml', '--after-disable-admission-plugins', 'EventRateLimit')).stdout).to.contain('1 of 2 objects is admitted\n')
  })

  it('leaves files out on both sides, by --exclude and by the configuration file', async () => {
    expect((await compare('app', '--exclude', 'app/b.yaml')).stdout).to.match(/^1 object compared: 1 newly denied;/m)
    write({'.kadm.yaml': 'exclude: [app/a.yaml]\n'})
    expect((await compare('app')).stdout).to.match(/^1 object compared: no differences;/m)
  })

  it('checks files that are not manifests with --strict', async () => {
    write({'app/values.yaml': 'replicas: 1\n'})
    expect((await compare('app', '--fail-on', 'none')).status).to.equal(0)
    expect((await compare('app', '--fail-on', 'none', '--strict')).stdout).to.contain('The result is incomplete: ')
  })

  it('rejects an invalid policy that a file of --policies declares twice', async () => {
    write({'twice.yaml': [1, 2].map(() => `${limitRange('1Gi')}      min: {memory: 2Gi}\n`).join('---\n')})
    const {status, stderr} = await run('app', '-p', 'twice.yaml', '--after-version', '1.35')
    expect(status).to.equal(2)
    expect(stderr).to.contain('LimitRange defaults is declared in twice.yaml:1 too')
  })

  it('reads objects from standard input for both sides', async () => {
    const stdin = Object.getOwnPropertyDescriptor(process, 'stdin') ?? {}
    Object.defineProperty(process, 'stdin', {configurable: true, value: (async function* () { yield await Promise.resolve(Buffer.from(pod('piped', '2Gi'))) })()})
    try {
      expect((await compare('-')).stdout).to.contain('Pod/piped: denied')
    } finally {
      Object.defineProperty(process, 'stdin', stdin)
    }
  })

  it('reports what cannot be read: after the change with exit status 2, before it in a note', async () => {
    write({'new/odd.yaml': 'kind: Pod\na: [\n'})
    const after = await compare('app', '--fail-on', 'none')
    expect(after.status).to.equal(2)
    expect(after.stdout).to.contain('The result is incomplete: 1 file has documents that cannot be used\n')
    const before = await run('--before', 'new', '--after', 'old', 'app')
    expect(before.status).to.equal(0)
    expect(before.stdout).to.contain('Note: before the change, 1 file has documents that cannot be used: their objects are missing on that side\n')
  })

  it('reports that there is nothing to send', async () => {
    expect((await compare()).stdout).to.contain('Note: there are no objects to send: only policies and quotas are compared\n')
  })

  const mistakes: Readonly<Record<string, readonly [argv: readonly string[], message: string]>> = {
    'nothing to compare': [['app'], 'nothing to compare'],
    'only --before': [['--before', 'old', 'app'], '--before needs --after'],
    'only --after': [['--after', 'new'], '--after needs --before'],
    'one side with git': [['--git', 'main', '--after', 'new'], '--git cannot be combined with --before and --after'],
    'standard input for policies and existing objects with git': [['--git', 'main', '-p', '-', '--existing', '-'], 'standard input can be read only once: give one "-"'],
    'standard input for policies and objects': [['--after-version', '1.36', '-', '-p', '-'], 'standard input can be read only once: give one "-"'],
    'two forms': [['--git', 'main', '--before', 'old', '--after', 'new'], '--git cannot be combined with --before and --after'],
    'a missing path': [['--before', 'none', '--after', 'new'], 'the path "none" does not exist'],
    'standard input on both sides': [['--before', '-', '--after', '-'], 'standard input can be read only once: give one "-"'],
    'a report over an input': [['--before', 'old', '--after', 'new', '-o', 'json=old/limits.yaml'], '"old/limits.yaml" is an input of this run: kadm does not overwrite it'],
  }
  for (const [what, [argv, message]] of Object.entries(mistakes)) {
    it(`rejects ${what}`, async () => {
      const {status, error} = await run(...argv)
      expect([status, error?.message]).to.deep.equal([2, message])
    })
  }

  it('prints JSON that fits its schema', async () => {
    const validate = new Ajv2020({strictTypes: false, strictRequired: false}).compile(schema)
    write({'old/web.yaml': JSON.stringify(deployment('web', 2)), 'new/quota.yaml': 'apiVersion: v1\nkind: ResourceQuota\nmetadata: {name: q, namespace: dev}\nspec: {hard: {pods: 3}}\n'})
    const {stdout} = await compare('app', '-n', 'dev', '-o', 'json')
    const report = JSON.parse(stdout) as {readonly summary: object, readonly exitStatus: number}
    expect(validate(report), JSON.stringify(validate.errors)).to.equal(true)
    expect(report.summary).to.include({objects: 3, denied: 1, removed: 1, newlyDenied: true, changed: true})
    expect(report.exitStatus).to.equal(1)
    expect(validate({...report, summary: {}})).to.equal(false)
  })

  it('prints a comment for a pull request: the summary first, the details folded', async () => {
    const {stdout} = await compare('app', '-o', 'markdown')
    expect(stdout).to.match(/^### kadm diff: 2 objects compared: 1 newly denied; 1 change of policies\n\n- `dev`: `LimitRange defaults: max\.memory 2Gi → 1Gi \(new\/limits\.yaml:8\)`: 1 of 2 pods is denied\n\n<details><summary>/)
    expect(stdout).to.contain('- `Pod/a`: `denied: pods "a" is forbidden: maximum memory usage per Container is 1Gi, but limit is 2Gi`\n')
  })

  it('keeps hostile names out of the markup', async () => {
    write({'app/a.yaml': pod('"</code><img src=x>@team`|"', '2Gi')})
    const {stdout} = await compare('app', '-o', 'markdown')
    expect(stdout.replaceAll(/(`+).*?\1/g, '')).not.to.match(/<img|@team/)
  })

  it('annotates the line of the policy', async () => {
    const {stdout} = await compare('app', '-o', 'github')
    expect(stdout).to.match(/^::error file=new\/limits\.yaml,line=8,.*title=kadm diff\/denied::dev: LimitRange defaults: max\.memory 2Gi → 1Gi \(new\/limits\.yaml:8\): 1 of 2 pods is denied%0Asee app\/a\.yaml:1:1: Pod\/a: denied: /)
  })

  it('prints reports for other programs @slow', async () => {
    expectSarif(JSON.parse((await compare('app', '-o', 'sarif')).stdout))
    expectGitlab(JSON.parse((await compare('app', '-o', 'gitlab')).stdout))
    const {stdout: junit} = await compare('app', '-o', 'junit')
    // The validator loads modules from the working directory.
    process.chdir(root)
    expect(await junitErrors(junit)).to.deep.equal([])
  })
})
