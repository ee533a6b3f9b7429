import {expect} from 'chai'
import {writeFileSync} from 'node:fs'

import Capacity from '../../commands/capacity.js'
import DescribeLimits from '../../commands/describe/limits.js'
import DescribeNamespace from '../../commands/describe/namespace.js'
import DescribeQuota from '../../commands/describe/quota.js'
import Drift from '../../commands/drift.js'
import Lint from '../../commands/lint.js'
import Rules from '../../commands/rules.js'
import Simulate from '../../commands/simulate.js'
import {type Body, limitRange, pod, quota, secret} from '../helpers/builders.js'
import {inFolder} from '../helpers/in-folder.js'
import {quotaNamed} from '../helpers/quotas.js'
import {runCommand} from '../helpers/run-command.js'

const recording = (name: string, hard: Body, used: Body): Body => quotaNamed(name, hard as Record<string, string>).having({status: {hard, used}})

const inDev = (body: Body): Body => ({...body, metadata: {...body['metadata'] as Body, namespace: 'dev'}})

describe('commands that read quotas', () => {
  inFolder()
  const environment = {...process.env}
  const write = (path: string, ...bodies: readonly (Body | string)[]): void =>
    writeFileSync(path, bodies.map((body) => typeof body === 'string' ? body : JSON.stringify(body)).join('\n---\n'))
  const withoutSettings = (): void => {
    for (const name of Object.keys(process.env)) if (name.startsWith('KADM_')) Reflect.deleteProperty(process.env, name)
  }

  beforeEach(() => {
    withoutSettings()
  })
  afterEach(() => {
    withoutSettings()
    Object.assign(process.env, environment)
  })

  /** A quota whose spec.hard was raised from 1 to 5, and whose controller has not run since. */
  const stale = quotaNamed('q', {pods: '5'}).having({status: {hard: {pods: '1'}, used: {pods: '1'}}})

  describe('simulate', () => {
    it('compares with status.hard of a quota and reports that it is stale', async () => {
      write('quota.yaml', stale)
      write('pod.yaml', pod('a'))
      const {status, stdout} = await runCommand(Simulate, 'pod.yaml', '-p', 'quota.yaml')
      expect(status).to.equal(1)
      expect(stdout).to.contain('pods "a" is forbidden: exceeded quota: q, requested: pods=1, used: pods=1, limited: pods=1')
        .and.to.match(/\npods +1 +0 +1 +1 +100%\n(?:.*\n)?status\.hard is stale: pods is 1, and 5 in spec\.hard\. Admission compares with status\.hard until the quota controller updates it\.\n/)
      const {quotas} = JSON.parse((await runCommand(Simulate, 'pod.yaml', '-p', 'quota.yaml', '-o', 'json')).stdout) as {quotas: Body[]}
      expect(quotas).to.deep.equal([{
        namespace: 'default', name: 'q', usageFrom: 'status', hard: {pods: '1'}, used: {pods: '1'}, staleHard: [{resource: 'pods', status: '1', spec: '5'}],
      }])
    })

    it('compares with spec.hard if usage is recomputed from existing objects', async () => {
      write('quota.yaml', stale)
      write('pods.yaml', pod('b'))
      write('pod.yaml', pod('a'))
      const {status, stdout} = await runCommand(Simulate, 'pod.yaml', '-p', 'quota.yaml', '-e', 'pods.yaml')
      expect(status).to.equal(0)
      expect(stdout).to.match(/\npods +1 +1 +2 +5 +40%\n/)
        .and.to.contain('status.hard is stale: pods is 1, and 5 in spec.hard. Here the quota controller has run: admission compares with spec.hard.\n')
    })
  })

  describe('simulate --rollout', () => {
    it('adds the needs of the rollout to the recorded usage of a quota', async () => {
      write('quota.yaml', recording('q', {pods: '10'}, {pods: '8'}))
      write('app.yaml', {
        apiVersion: 'apps/v1', kind: 'Deployment', metadata: {name: 'd'},
        spec: {
          replicas: 2, selector: {matchLabels: {a: 'b'}}, strategy: {rollingUpdate: {maxSurge: 2, maxUnavailable: 0}},
          template: {metadata: {labels: {a: 'b'}}, spec: {containers: [{name: 'a', image: 'b'}]}},
        },
      })
      const {stdout} = await runCommand(Simulate, 'app.yaml', '-p', 'quota.yaml', '--rollout')
      expect(stdout).to.contain('  Needs:    pods: at most 12, of 10 in quota q\n').and.to.contain('  Helps:    pods: 12 in quota q, with which it fits\n')
    })
  })

  describe('capacity', () => {
    it('compares with status.hard like admission, and hints that it is stale', async () => {
      write('quota.yaml', stale)
      write('pod.yaml', pod('a'))
      const {status, stdout, stderr} = await runCommand(Capacity, 'pod.yaml', '-p', 'quota.yaml', '-o', 'csv')
      expect([status, stderr]).to.deep.equal([
        1, 'Hint: quota q in default: status.hard is stale: pods is 1, and 5 in spec.hard. Admission compares with status.hard until the quota controller updates it.\n',
      ])
      expect(stdout).to.match(/,q,1,1,/)
    })
  })

  describe('lint', () => {
    it('reports a stale status.hard and usage of resources without a limit', async () => {
      write('quota.yaml', 'apiVersion: v1\nkind: ResourceQuota\nmetadata: {name: q}\nspec: {hard: {pods: 5}}\nstatus: {hard: {pods: 1}, used: {pods: 1, pod: 1}}')
      const {status, stdout} = await runCommand(Lint, 'quota.yaml', '-o', 'compact')
      expect([status, stdout]).to.deep.equal([1, [
        'quota.yaml:5:23: warning: status.hard has pods 1, and spec.hard 5: admission compares with 1 until the quota controller updates status.hard '
        + '[resource-quota/stale-status]',
        'quota.yaml:5:48: warning: status.used has pod, which neither spec.hard nor status.hard bounds: it counts nothing [resource-quota/unbounded-usage]',
        '',
      ].join('\n')])
    })
  })

  describe('drift', () => {
    it('reports quotas whose recorded usage differs from the existing objects', async () => {
      write('quota.yaml', recording('q', {pods: '5'}, {pods: '3'}))
      write('pods.yaml', pod('a'))
      const {status, stdout, stderr} = await runCommand(Drift, '-p', 'quota.yaml', '--existing', 'pods.yaml')
      expect({status, stderr}).to.deep.equal({status: 1, stderr: ''})
      expect(stdout).to.match(/^Quota: +q\nNamespace: +default\nSource: +quota\.yaml:1\n/).and.to.match(/^pods +3 +1 +-2$/m).and.to.match(/\n1 of 1 quota drifted\n$/)
    })

    it('exits with 0 without drift', async () => {
      write('quota.yaml', recording('q', {pods: '5'}, {pods: '1'}), {...pod('a'), metadata: {name: 'a', uid: 'u'}})
      expect(await runCommand(Drift, '-p', 'quota.yaml')).to.deep.equal({status: 0, stdout: '1 quota: no drift\n', stderr: ''})
    })

    it('selects the format by flag, environment variable or configuration file', async () => {
      write('quota.yaml', recording('q', {pods: '5'}, {pods: '3'}), {...pod('a'), metadata: {name: 'a', uid: 'u'}})
      expect(JSON.parse((await runCommand(Drift, '-o', 'json')).stdout)).to.have.nested.property('summary.drifted', 1)
      write('.kadm.yaml', 'output: yaml')
      expect((await runCommand(Drift)).stdout).to.match(/^apiVersion: v1\nkind: ResourceQuotaUsage\n/)
      process.env['KADM_OUTPUT'] = 'json'
      expect(JSON.parse((await runCommand(Drift)).stdout)).to.have.property('version', 1)
      expect((await runCommand(Drift, '-o', 'table')).stdout).to.match(/^Quota: /)
      expect((await runCommand(Drift, '-o', 'csv')).status).to.equal(2)
    })

    it('exits with 0 for a quota without recorded usage, and reports it', async () => {
      write('quota.yaml', quotaNamed('new', {pods: '5'}), recording('q', {pods: '5'}, {pods: '1'}))
      write('pods.yaml', pod('a'))
      expect(await runCommand(Drift, '-p', 'quota.yaml', '-e', 'pods.yaml')).to.deep.equal({
        status: 0, stderr: '',
        stdout: 'Quota:      new\nNamespace:  default\nSource:     quota.yaml:1\nUsage:      not recorded: the manifest has no status.used\n\n2 quotas: no drift, 1 not recorded\n',
      })
      const report = JSON.parse((await runCommand(Drift, '-p', 'quota.yaml', '-e', 'pods.yaml', '-o', 'json')).stdout) as Body
      expect([report['quotas'], report['notRecorded'], report['summary']]).to.deep.equal([
        [], [{source: {path: 'quota.yaml', line: 1, column: 1}, namespace: 'default', name: 'new'}], {quotas: 2, drifted: 0, stale: 0, notRecorded: 1},
      ])
    })

    it('exits with 1 for a stale status.hard', async () => {
      write('quota.yaml', stale)
      write('pods.yaml', pod('a'))
      expect(await runCommand(Drift, '-p', 'quota.yaml', '-e', 'pods.yaml')).to.deep.equal({
        status: 1, stderr: '',
        stdout: 'Quota:      q\nNamespace:  default\nSource:     quota.yaml:1\nstatus.hard is stale: pods is 1, and 5 in spec.hard.\n\n1 quota: no drift, 1 with a stale status.hard\n',
      })
    })

    it('hints that existing objects are missing if a quota records usage', async () => {
      write('quota.yaml', recording('q', {pods: '5'}, {pods: '3'}))
      expect(await runCommand(Drift, '-n', 'dev')).to.include({
        status: 1, stderr: 'Hint: no objects that the quota q in dev counts were given. Name existing objects with --existing.\n',
      })
    })

    it('exits with 2 for invalid policies', async () => {
      write('quota.yaml', quotaNamed('bad', {podz: '1'}), {kind: 'LimitRange'})
      const {status, stdout, stderr} = await runCommand(Drift, '-p', 'quota.yaml')
      expect({status, stdout}).to.deep.equal({status: 2, stdout: '0 quotas: no drift\n'})
      expect(stderr).to.match(/^quota\.yaml:3: .*\nNot in force: ResourceQuota "bad" is invalid: /)
    })

    it('reads the paths set in the configuration file', async () => {
      write('quota.yaml', recording('q', {pods: '5'}, {pods: '1'}))
      write('pods.yaml', pod('a'))
      write('.kadm.yaml', 'policies: [quota.yaml]\nexisting: [pods.yaml]\nnamespace: dev')
      expect(await runCommand(Drift)).to.deep.equal({status: 0, stdout: '1 quota: no drift\n', stderr: ''})
    })

    it('rejects standard input twice and missing paths', async () => {
      expect((await runCommand(Drift, '-p', '-', '-e', '-')).status).to.equal(2)
      expect((await runCommand(Drift, '-p', 'nowhere.yaml')).error?.message).to.equal('the path "nowhere.yaml" does not exist')
    })
  })

  describe('describe quota', () => {
    it('prints quotas like kubectl, and the source of their usage', async () => {
      write('quota.yaml', recording('b', {pods: '5'}, {pods: '3'}), quotaNamed('a', {cpu: '4'}))
      const {status, stdout, stderr} = await runCommand(DescribeQuota, '-p', 'quota.yaml', '-n', 'dev')
      expect(status).to.equal(0)
      expect(stdout).to.equal(['cpu         0     4', 'pods        3     5'].map((row, i) =>
        `Name:       ${i === 0 ? 'a' : 'b'}\nNamespace:  dev\nResource    Used  Hard\n--------    ----  ----\n${row}\n`).join('\n\n'))
      expect(stderr).to.equal('Usage of a: counted without existing objects: none were given, and its status records no usage\nUsage of b: taken from its status\n')
    })

    it('prints status.hard like kubectl, and hints that it is stale', async () => {
      write('quota.yaml', stale)
      expect(await runCommand(DescribeQuota, '-p', 'quota.yaml')).to.deep.equal({
        status: 0,
        stdout: 'Name:       q\nNamespace:  default\nResource    Used  Hard\n--------    ----  ----\npods        1     1\n',
        stderr: 'Usage of q: taken from its status\n'
          + 'Hint: quota q in default: status.hard is stale: pods is 1, and 5 in spec.hard. Admission compares with status.hard until the quota controller updates it.\n',
      })
    })

    it('recomputes usage from existing objects', async () => {
      write('quota.yaml', recording('q', {pods: '5'}, {pods: '3'}))
      write('pods.yaml', pod('a'))
      const {stdout, stderr} = await runCommand(DescribeQuota, '-p', 'quota.yaml', '-e', 'pods.yaml')
      expect(stdout).to.match(/^pods +1 +5$/m)
      expect(stderr).to.equal('Usage of q: recomputed from the existing objects\n')
    })

    it('reports the source of usage only for printed quotas', async () => {
      write('quota.yaml', quotaNamed('team-a', {pods: '5'}), quotaNamed('other', {pods: '5'}).labelled({a: 'b'}))
      expect((await runCommand(DescribeQuota, 'other')).stderr).to.match(/^Usage of other: .*\n$/)
      expect((await runCommand(DescribeQuota, 'team')).stderr).to.match(/^Usage of team-a: .*\n$/)
      expect((await runCommand(DescribeQuota, '-l', 'a=b')).stderr).to.match(/^Usage of other: .*\n$/)
      expect((await runCommand(DescribeQuota, '-l', 'a=c')).stderr).to.equal('No resources found in default namespace.\n')
    })

    it('reports a name without a match', async () => {
      write('quota.yaml', quotaNamed('a', {pods: '5'}))
      expect(await runCommand(DescribeQuota, 'a', 'x')).to.include({status: 1}).and.to.have.property('stderr')
        .that.matches(/^Usage of a: .*\nError from server \(NotFound\): resourcequotas "x" not found\n$/)
    })

    it('names other namespaces with quotas if this one has none', async () => {
      write('quota.yaml', quota({pods: '5'}).marked({namespace: 'prod'}), quota({pods: '5'}).marked({namespace: 'dev'}))
      expect(await runCommand(DescribeQuota)).to.deep.equal({
        status: 0, stdout: '', stderr: 'No resources found in default namespace.\nHint: objects of this kind are in "dev" and 1 more. Choose one with --ns.\n',
      })
      expect((await runCommand(DescribeLimits)).stderr).to.equal('No resources found in default namespace.\n')
      write('limits.yaml', inDev(limitRange('l')))
      expect((await runCommand(DescribeLimits)).stderr).to.match(/\nHint: objects of this kind are in "dev"\. Choose one with --ns\.\n$/)
    })

    it('uses the namespace from the settings', async () => {
      write('quota.yaml', quota({pods: '5'}))
      write('.kadm.yaml', 'namespace: set')
      expect((await runCommand(DescribeQuota)).stdout).to.match(/^Namespace: +set$/m)
      process.env['KADM_NAMESPACE'] = 'variable'
      expect((await runCommand(DescribeQuota)).stdout).to.match(/^Namespace: +variable$/m)
      expect((await runCommand(DescribeQuota, '--ns', 'flag')).stdout).to.match(/^Namespace: +flag$/m)
    })

    it('exits with 2 for a rejected quota', async () => {
      write('quota.yaml', quotaNamed('bad', {podz: '1'}), quotaNamed('good', {pods: '1'}))
      const {status, stdout, stderr} = await runCommand(DescribeQuota)
      expect([status, stdout.match(/^Name: .*$/gm)]).to.deep.equal([2, ['Name:       good']])
      expect(stderr).to.contain('Not in force: ResourceQuota "bad" is invalid: ')
    })
  })

  describe('describe namespace', () => {
    it('prints a namespace with its quotas and the source of their usage', async () => {
      write('policies.yaml', inDev(recording('q', {pods: '5'}, {pods: '3'})), inDev(limitRange('l', {type: 'Pod', max: {cpu: '1'}})), quotaNamed('elsewhere', {pods: '1'}).marked({namespace: 'x'}))
      const {status, stdout, stderr} = await runCommand(DescribeNamespace, 'dev')
      expect({status, stderr}).to.deep.equal({status: 0, stderr: 'Usage of q: taken from its status\n'})
      expect(stdout).to.equal(`Name:         dev
Labels:       kubernetes.io/metadata.name=dev
Annotations:  <none>
Status:       Active

Resource Quotas
  Name:     q
  Resource  Used  Hard
  --------  ---   ---
  pods      3     5

Resource Limits
 Type  Resource  Min  Max  Default Request  Default Limit  Max Limit/Request Ratio
 ----  --------  ---  ---  ---------------  -------------  -----------------------
 Pod   cpu       -    1    -                -              -
`)
    })

    it('prints a namespace that no file declares', async () => {
      write('secret.yaml', secret('s'))
      expect(await runCommand(DescribeNamespace, 'new')).to.deep.equal({
        status: 0, stderr: '',
        stdout: 'Name:         new\nLabels:       kubernetes.io/metadata.name=new\nAnnotations:  <none>\nStatus:       Active\n\nNo resource quota.\n\nNo LimitRange resource.\n',
      })
    })

    it('shows policies without a namespace, regardless of the configured namespace', async () => {
      write('quota.yaml', quota({pods: '5'}))
      write('.kadm.yaml', 'namespace: other')
      expect((await runCommand(DescribeNamespace, 'dev')).stdout).to.contain('Resource Quotas')
    })

    it('rejects a missing name', async () => expect((await runCommand(DescribeNamespace)).status).to.equal(2))
  })

  describe('settings', () => {
    it('are checked by every command, which reports the position of errors', async () => {
      write('.kadm.yaml', 'policies: []\nnamespac: dev')
      for (const command of [Drift, DescribeQuota, Lint]) {
        const {status, stdout, error} = await runCommand(command)
        expect([status, stdout, error?.message]).to.deep.equal([2, '', '.kadm.yaml:2:1: unknown setting "namespac": did you mean namespace?'])
      }
    })

    it('select the default format only for commands that support it', async () => {
      write('.kadm.yaml', 'output: yaml')
      write('secret.yaml', secret('s'))
      expect(await runCommand(Lint)).to.deep.equal({status: 0, stdout: '1 object in 1 file: nothing wrong\n', stderr: ''})
      expect((await runCommand(Simulate, 'secret.yaml')).stdout).to.match(/^apiVersion: v1\nkind: Secret\n/)
    })

    it('for the namespace do not restrict that of objects, unlike the flag', async () => {
      write('.kadm.yaml', 'namespace: dev')
      write('pod.yaml', pod().marked({namespace: 'other'}))
      expect((await runCommand(Simulate, 'pod.yaml')).status).to.equal(0)
      expect((await runCommand(Simulate, 'pod.yaml', '-n', 'dev')).status).to.equal(2)
    })

    it('exclude files', async () => {
      write('quota.yaml', quota({pods: '5'}))
      write('old.yaml', quotaNamed('old', {pods: '5'}))
      write('.kadm.yaml', 'exclude: ["old*"]')
      expect((await runCommand(DescribeQuota)).stdout).not.to.contain('old')
    })
  })

  for (const command of [DescribeLimits, DescribeNamespace, DescribeQuota, Lint, Rules, Simulate]) {
    it(`ignores standard input for missing arguments: ${command.name}`, () => {
      for (const [name, {ignoreStdin}] of Object.entries<{ignoreStdin?: boolean}>(command.args)) expect(ignoreStdin, name).to.equal(true)
    })
  }

  it('escapes control characters in messages on standard error', async () => {
    write('bad.yaml', '{"apiVersion": "v1", "kind": "ResourceQuota", "metadata": {"name": "\\u009b31m"}}')
    const {stderr} = await runCommand(DescribeQuota)
    expect(stderr).to.contain('Not in force: ').and.not.to.match(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/)
    expect((await runCommand(DescribeQuota, '\u001b[2J')).stderr).not.to.contain('\u001b')
    expect((await runCommand(DescribeQuota, '-p', '\u009b2J')).error?.message).not.to.contain('\u009b')
  })
})
