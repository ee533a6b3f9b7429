import {expect} from 'chai'
import {mkdirSync} from 'node:fs'

import Capacity from '../../commands/capacity.js'
import Describe from '../../commands/describe/quota.js'
import Lint from '../../commands/lint.js'
import Simulate from '../../commands/simulate.js'
import Test from '../../commands/test.js'
import {app, container, limitRange, pod, quota} from '../helpers/builders.js'
import {admissionConfiguration, eventRateLimit} from '../helpers/configuration.js'
import {inFolder} from '../helpers/in-folder.js'
import {type CommandRun, runCommand} from '../helpers/run-command.js'

/** A static pod manifest of kube-apiserver, with its flags from line 10 on. */
const apiServer = (...flags: readonly string[]): string => `apiVersion: v1
kind: Pod
metadata: {name: kube-apiserver, namespace: kube-system}
spec:
  containers:
  - name: kube-apiserver
    image: registry.k8s.io/kube-apiserver:v1.36.3
    command:
    - kube-apiserver
${flags.map((flag) => `    - ${flag}\n`).join('')}    volumeMounts: [{name: conf, mountPath: /etc/kubernetes/conf}]
  volumes: [{name: conf, hostPath: {path: /srv/conf}}]
`

const event = (name: string): object => ({
  apiVersion: 'v1', kind: 'Event', metadata: {name, namespace: 'default'}, involvedObject: {kind: 'Pod', name: 'p', namespace: 'default'},
  firstTimestamp: '2026-01-01T00:00:00Z', lastTimestamp: '2026-01-01T00:00:00Z', type: 'Normal', reason: 'X', source: {component: 'kubelet'},
})

describe('API server settings', () => {
  const writeFiles = inFolder()
  const environment = {...process.env}
  const write = (path: string, ...bodies: readonly (object | string)[]): void =>
    writeFiles({[path]: bodies.map((body) => typeof body === 'string' ? body : JSON.stringify(body)).join('\n---\n')})
  const withoutSettings = (): void => {
    for (const name of Object.keys(process.env)) if (name.startsWith('KADM_')) Reflect.deleteProperty(process.env, name)
  }
  /** The verdicts on the objects of `objects.yaml`, and the notes. */
  const simulated = async (...flags: string[]): Promise<{verdicts: string[], notes: string[], quotas: unknown[]}> => {
    const {stdout, error} = await runCommand(Simulate, 'objects.yaml', '-p', 'policies', '-o', 'json', ...flags)
    if (error !== undefined) throw error
    const {reviews, notes, quotas} = JSON.parse(stdout) as {reviews: {status: {code: number, message: string}}[], notes: string[], quotas: unknown[]}
    return {verdicts: reviews.map(({status: {code, message}}) => code === 201 ? 'created' : message), notes, quotas}
  }
  const rejected = (run: CommandRun): unknown => [run.status, run.error?.message, run.error?.suggestions]

  beforeEach(() => {
    withoutSettings()
    write('policies/limits.yaml', limitRange('l', {type: 'Container', max: {cpu: '1'}}))
    write('policies/quota.yaml', quota({pods: '0'}))
    write('objects.yaml', pod('p'))
  })
  afterEach(() => {
    withoutSettings()
    Object.assign(process.env, environment)
  })

  const quotaDenial = 'pods "p" is forbidden: exceeded quota: q, requested: pods=1, used: pods=0, limited: pods=0'
  const limitsOff = 'the admission plugin LimitRanger is off: 1 LimitRange has no effect'
  const quotaOff = 'the admission plugin ResourceQuota is off: 1 ResourceQuota has no effect'

  describe('--disable-admission-plugins', () => {
    it('disables plugins, and notes policies without effect', async () => {
      write('objects.yaml', {...pod('p'), spec: {containers: [container('a', {limits: {cpu: '2'}})]}})
      expect((await simulated()).verdicts[0]).to.contain('maximum cpu usage per Container is 1, but limit is 2')
      expect(await simulated('--disable-admission-plugins', 'LimitRanger')).to.deep.include({verdicts: [quotaDenial], notes: [limitsOff]})
      expect(await simulated('--disable-admission-plugins=LimitRanger,ResourceQuota')).to.deep.equal({verdicts: ['created'], notes: [limitsOff, quotaOff], quotas: []})
    })

    it('applies no defaults and omits quotas', async () => {
      write('policies/limits.yaml', limitRange('l', {type: 'Container', default: {cpu: '1'}}))
      const {status, stdout} = await runCommand(Simulate, 'objects.yaml', '-p', 'policies', '--disable-admission-plugins', 'ResourceQuota', '--disable-admission-plugins', 'LimitRanger')
      expect({status, stdout}).to.deep.equal({
        status: 0,
        stdout: `Name:       p\nNamespace:  default\nKind:       Pod\nSource:     objects.yaml:1\nVerdict:    admitted\n\n1 object: 1 admitted, 0 denied\n\nNote: ${limitsOff}\nNote: ${quotaOff}\n`,
      })
    })

    it('omits quotas from workloads, rollouts and autoscalers', async () => {
      write('policies/quota.yaml', quota({'pods': '3', 'count/pods': '3'}))
      const template = {metadata: {labels: {a: 'b'}}, spec: {containers: [container('a')]}}
      write('objects.yaml', {
        apiVersion: 'batch/v1', kind: 'Job', metadata: {name: 'j'}, spec: {template: {...template, spec: {...template.spec, restartPolicy: 'Never'}}},
      }, {
        apiVersion: 'apps/v1', kind: 'Deployment', metadata: {name: 'd'},
        spec: {replicas: 3, selector: {matchLabels: {a: 'b'}}, strategy: {rollingUpdate: {maxSurge: 3, maxUnavailable: 0}}, template},
      }, {
        apiVersion: 'autoscaling/v2', kind: 'HorizontalPodAutoscaler', metadata: {name: 'd'},
        spec: {maxReplicas: 9, scaleTargetRef: {apiVersion: 'apps/v1', kind: 'Deployment', name: 'd'}},
      })
      const run = async (...flags: string[]): Promise<string> => (await runCommand(Simulate, 'objects.yaml', '-p', 'policies', '--rollout', ...flags)).stdout
      expect(await run()).to.contain('quota q')
      expect(await run('--disable-admission-plugins', 'ResourceQuota')).not.to.match(/quota q|count\/pods|Needs:|blocked/)
    })

    it('ignores the namespaces of policies without effect', async () => {
      write('policies/limits.yaml', limitRange('l', {type: 'Container', max: {cpu: '1'}}).marked({namespace: 'other'}))
      write('policies/quota.yaml', quota({pods: '0'}).marked({namespace: 'other'}))
      expect((await simulated()).notes).to.have.length(1)
      expect((await simulated('--disable-admission-plugins=LimitRanger,ResourceQuota')).notes).to.deep.equal([limitsOff, quotaOff])
    })

    it('applies to kadm capacity', async () => {
      expect((await runCommand(Capacity, 'objects.yaml', '-p', 'policies')).status).to.equal(1)
      expect(await runCommand(Capacity, 'objects.yaml', '-p', 'policies', '--disable-admission-plugins', 'ResourceQuota')).to.include({status: 0, stderr: `Note: ${quotaOff}\n`})
    })

    it('rejects unknown and conflicting plugins like the server', async () => {
      const run = async (...flags: string[]): Promise<unknown> => rejected(await runCommand(Simulate, 'objects.yaml', '-p', 'policies', ...flags))
      expect(await run('--disable-admission-plugins', 'Limitranger')).to.deep.equal([
        2, 'the API server does not start with this configuration: disable-admission-plugins plugin "Limitranger" is unknown', ['write "LimitRanger"'],
      ])
      expect(await run('--disable-admission-plugins=LimitRanger,Priority', '--enable-admission-plugins=Priority,LimitRanger')).to.deep.equal([
        2, 'the API server does not start with this configuration: [LimitRanger Priority] in enable-admission-plugins and disable-admission-plugins overlapped', [],
      ])
      expect((await runCommand(Capacity, 'objects.yaml', '--disable-admission-plugins', 'Foo')).error?.message)
        .to.equal('the API server does not start with this configuration: disable-admission-plugins plugin "Foo" is unknown')
    })
  })

  it('notes enabled plugins that kadm does not model', async () => {
    const note = 'kadm does not model the admission plugins ImagePolicyWebhook, OwnerReferencesPermissionEnforcement, and answers as if they were off'
    expect((await simulated('--enable-admission-plugins', 'OwnerReferencesPermissionEnforcement,ImagePolicyWebhook', '--disable-admission-plugins=ServiceAccount')).notes).to.deep.equal([note])
    expect((await simulated()).notes).to.deep.equal([])
  })

  describe('--admission-control', () => {
    it('enables only the listed plugins', async () => {
      expect(await simulated('--admission-control', 'ResourceQuota,NamespaceLifecycle')).to.deep.include({verdicts: [quotaDenial], notes: [limitsOff]})
      expect(await simulated('--admission-control=LimitRanger,MutatingAdmissionWebhook')).to.deep.include({
        verdicts: ['created'], notes: [quotaOff, 'kadm does not model the admission plugin MutatingAdmissionWebhook, and answers as if it were off'],
      })
    })

    it('can be set in the configuration file, but not with the newer settings', async () => {
      write('.kadm.yaml', 'admissionControl: LimitRanger,NamespaceLifecycle\n')
      expect((await simulated()).verdicts).to.deep.equal(['created'])
      expect((await simulated('--disable-admission-plugins', 'LimitRanger')).verdicts).to.deep.equal([quotaDenial])
      write('.kadm.yaml', 'admissionControl: [LimitRanger]\ndisableAdmissionPlugins: [Priority]\n')
      expect(rejected(await runCommand(Simulate, 'objects.yaml'))).to.deep.equal([
        2, 'the API server does not start with this configuration: admission-control and enable-admission-plugins/disable-admission-plugins flags are mutually exclusive',
        ['.kadm.yaml:1:1: admissionControl is set here', '.kadm.yaml:2:1: disableAdmissionPlugins is set here'],
      ])
    })
  })

  it('reads disabled plugins from the configuration file and the environment', async () => {
    write('.kadm.yaml', 'disableAdmissionPlugins: [ResourceQuota]\n')
    expect((await simulated()).verdicts).to.deep.equal(['created'])
    process.env['KADM_DISABLE_ADMISSION_PLUGINS'] = 'LimitRanger,Priority'
    expect((await simulated()).verdicts).to.deep.equal([quotaDenial])
  })

  describe('static pod manifest of kube-apiserver among the policies', () => {
    const configured = (...flags: readonly string[]): void => {
      write('policies/etc/kubernetes/manifests/kube-apiserver.yaml', apiServer(...flags))
      write('policies/srv/conf/admission.yaml', admissionConfiguration('- {name: EventRateLimit, path: /etc/kubernetes/conf/events.yaml}\n'))
      write('policies/srv/conf/events.yaml', eventRateLimit('- {type: Server, qps: 1, burst: 1}\n'))
    }
    const config = '--admission-control-config-file=/etc/kubernetes/conf/admission.yaml'

    it('enables and disables plugins, and does not count as an object', async () => {
      configured('--disable-admission-plugins', 'ResourceQuota', '--allow-privileged=true')
      const {status, stdout, stderr} = await runCommand(Simulate, 'objects.yaml', '-p', 'policies')
      expect([status, stdout.split('\n').slice(-2, -1), stderr]).to.deep.equal([
        0, [`Note: ${quotaOff}`],
        'Hint: policies/srv/conf/admission.yaml is not in force: policies/etc/kubernetes/manifests/kube-apiserver.yaml:1:1 has no --admission-control-config-file.\n',
      ])
    })

    it('finds the AdmissionConfiguration through its mounts, if the plugin is enabled', async () => {
      write('objects.yaml', event('a'), event('b'))
      configured(config, '--enable-admission-plugins=EventRateLimit')
      expect((await simulated()).verdicts).to.deep.equal(['created', 'Too many requests: limit reached on type Server for key '])
      configured(config)
      expect((await simulated()).verdicts).to.deep.equal(['created', 'created'])
    })

    it('notes a missing AdmissionConfiguration and continues without it', async () => {
      configured('--admission-control-config-file=/elsewhere/other.yaml', '--enable-admission-plugins=EventRateLimit')
      const place = 'policies/etc/kubernetes/manifests/kube-apiserver.yaml:10:7'
      expect((await simulated()).notes).to.deep.equal([
        `${place}: /elsewhere/other.yaml is not among the given files: kadm answers without it, and without EventRateLimit. Give it with -p or --admission-config.`,
      ])
    })

    it('reads only given files, and matches them by path', async () => {
      write('secret/admission.yaml', admissionConfiguration('- {name: EventRateLimit, path: none.yaml}\n'))
      write('policies/kube-apiserver.yaml', apiServer(`--admission-control-config-file=${process.cwd()}/secret/admission.yaml`))
      expect((await simulated()).notes.map((note) => note.replace(process.cwd(), ''))).to.deep.equal([
        'policies/kube-apiserver.yaml:10:7: /secret/admission.yaml is not among the given files: kadm answers without it. Give it with -p or --admission-config.',
      ])
    })

    it('notes a file outside the repository that the AdmissionConfiguration names', async () => {
      mkdirSync('policies/.git', {recursive: true})
      mkdirSync('objects/.git', {recursive: true})
      write('objects/a.yaml', event('a'))
      write('secret.yaml', 'hunter2: {\n')
      configured(config, '--enable-admission-plugins=EventRateLimit')
      write('policies/srv/conf/admission.yaml', admissionConfiguration('- {name: EventRateLimit, path: ../../../secret.yaml}\n'))
      const {status, stdout} = await runCommand(Simulate, 'objects', '-p', 'policies')
      expect(status).to.equal(0)
      expect(stdout).to.contain('secret.yaml is not among the given files: kadm answers without it, and without EventRateLimit.').and.not.contain('hunter2')
    })

    it('rejects an ambiguous AdmissionConfiguration path', async () => {
      configured('--admission-control-config-file=/x/admission.yaml')
      write('policies/other/admission.yaml', admissionConfiguration('  []\n'))
      expect(rejected(await runCommand(Simulate, 'objects.yaml', '-p', 'policies'))).to.deep.equal([
        2, 'policies/etc/kubernetes/manifests/kube-apiserver.yaml:10:7: /x/admission.yaml can be policies/other/admission.yaml or policies/srv/conf/admission.yaml',
        ['choose one of them with --admission-config'],
      ])
    })

    it('rejects invalid flags at their position', async () => {
      write('policies/kube-apiserver.yaml', apiServer('--etcd-servers=x', '--enable-admission-plugins=NodeRestriction,Limitranger'))
      const message = 'enable-admission-plugins plugin "Limitranger" is unknown'
      expect(rejected(await runCommand(Simulate, 'objects.yaml', '-p', 'policies'))).to.deep.equal([
        2, `the API server does not start with the flags in policies/kube-apiserver.yaml: ${message}`, [`policies/kube-apiserver.yaml:11:7: ${message}: write "LimitRanger"`],
      ])
      const {status, stdout} = await runCommand(Lint, 'policies', '-o', 'compact')
      expect([status, stdout.split('\n').filter((line) => line.includes('kube-apiserver'))]).to.deep.equal([
        1, [`policies/kube-apiserver.yaml:11:7: error: ${message} [kube-apiserver/admission-plugins]`],
      ])
    })

    it('notes flags and plugins that kadm does not model', async () => {
      configured('--feature-gates=A=true', '--runtime-config=api/beta=true,batch/v1=false', '--feature-gates=B=false', '--enable-admission-plugins=OwnerReferencesPermissionEnforcement')
      const place = 'policies/etc/kubernetes/manifests/kube-apiserver.yaml'
      expect((await simulated()).notes).to.deep.equal([
        `kadm does not model --feature-gates=A=true,B=false (${place}:12:7), and answers with the feature gates that are on by default`,
        `kadm does not model --runtime-config=api/beta=true,batch/v1=false (${place}:11:7), and answers with the API versions that are on by default`,
        'kadm does not model the admission plugin OwnerReferencesPermissionEnforcement, and answers as if it were off',
      ])
    })

    it('sets --allow-privileged, which the configuration file overrides', async () => {
      write('policies/quota.yaml', quota({pods: '9'}))
      write('objects.yaml', {...pod('p'), spec: {containers: [{...container('a'), securityContext: {privileged: true}}]}})
      configured('--allow-privileged')
      expect((await simulated()).verdicts).to.deep.equal(['created'])
      configured()
      expect((await simulated()).verdicts[0]).to.contain('spec.containers[0].securityContext.privileged: Forbidden: disallowed by cluster policy')
      write('.kadm.yaml', 'allowPrivileged: true')
      expect((await simulated()).verdicts).to.deep.equal(['created'])
    })

    it('is overridden by flags', async () => {
      configured('--disable-admission-plugins=ResourceQuota', config)
      write('mine.yaml', admissionConfiguration('  []\n'))
      expect((await simulated('--enable-admission-plugins=ResourceQuota')).verdicts).to.deep.equal([quotaDenial])
      expect((await simulated('--disable-admission-plugins=LimitRanger', '--admission-config', 'mine.yaml')).verdicts).to.deep.equal([quotaDenial])
    })

    it('rejects several manifests with different flags', async () => {
      write('policies/a.yaml', apiServer('--disable-admission-plugins=ResourceQuota', '--advertise-address=10.0.0.1'))
      write('policies/b.yaml', apiServer('--advertise-address=10.0.0.2'))
      expect(rejected(await runCommand(Simulate, 'objects.yaml', '-p', 'policies'))).to.deep.equal([
        2, 'policies/a.yaml:1:1 and policies/b.yaml:1:1 set up the API server in different ways', ['choose one of them with -p or with --exclude'],
      ])
    })

    it('is an ordinary pod among the sent files and for other commands', async () => {
      write('objects.yaml', apiServer('--disable-admission-plugins=ResourceQuota'))
      write('policies/quota.yaml', quota({pods: '0'}).marked({namespace: 'kube-system'}))
      const {verdicts} = await simulated()
      expect(verdicts).to.deep.equal([quotaDenial.replace('"p"', '"kube-apiserver"')])
      configured('--enable-admission-plugins=Foo')
      expect(await runCommand(Describe, '-p', 'policies', '-n', 'kube-system')).to.include({status: 0})
    })

    it('can be a kubeadm ClusterConfiguration', async () => {
      write('policies/kubeadm.yaml', 'apiVersion: kubeadm.k8s.io/v1beta4\nkind: ClusterConfiguration\napiServer:\n  extraArgs:\n  - {name: disable-admission-plugins, value: ResourceQuota}\n')
      const {status, stderr, stdout} = await runCommand(Simulate, 'objects.yaml', '-p', 'policies')
      expect({status, stderr}).to.deep.equal({status: 0, stderr: ''})
      expect(stdout).to.contain(`Note: ${quotaOff}\n`)
      write('policies/kubeadm.yaml', 'apiVersion: kubeadm.k8s.io/v1beta3\nkind: ClusterConfiguration\napiServer:\n  extraArgs:\n    enable-admission-plugins: Foo\n')
      expect(rejected(await runCommand(Simulate, 'objects.yaml', '-p', 'policies'))).to.deep.equal([
        2, 'the API server does not start with the flags in policies/kubeadm.yaml: enable-admission-plugins plugin "Foo" is unknown',
        ['policies/kubeadm.yaml:5:31: enable-admission-plugins plugin "Foo" is unknown'],
      ])
    })

    it('shortens long values and limits the number of positions', async () => {
      write('policies/kube-apiserver.yaml', apiServer(`--feature-gates=${Array.from({length: 1000}, (_, i) => `A${i}=true`).join(',')}`))
      expect((await simulated()).notes[0]).to.match(/^kadm does not model --feature-gates=A0=true,A1=true,.{180,190}\.\.\. \(policies\/kube-apiserver\.yaml:10:7\), and answers /)
      write('policies/kube-apiserver.yaml', apiServer(`--enable-admission-plugins=${Array.from({length: 1000}, (_, i) => `Foo${i}`).join(',')}`))
      expect((await runCommand(Simulate, 'objects.yaml', '-p', 'policies')).error?.suggestions).to.have.length(3)
    })

    it('counts as an existing object if it has a UID', async () => {
      write('policies/quota.yaml', quota({pods: '5'}).marked({namespace: 'kube-system'}))
      write('policies/dump.yaml', apiServer('--disable-admission-plugins=LimitRanger').replace('metadata: {', 'metadata: {uid: u, '))
      const {quotas, notes} = await simulated()
      expect(quotas).to.deep.equal([{namespace: 'kube-system', name: 'q', usageFrom: 'recomputed', hard: {pods: '5'}, used: {pods: '1'}}])
      expect(notes[0]).to.equal(limitsOff)
    })
  })

  describe('of kadm test', () => {
    const limits = (qps: number): string => eventRateLimit(`- {type: Server, qps: ${qps}, burst: ${qps}}\n`)
    /** Runs tests of the objects above. Each has a Pod that is denied by the LimitRange, and by the quota without LimitRanger. */
    const tested = async (...tests: string[]): Promise<CommandRun> => {
      const header = 'apiVersion: test.kadm.dev/v1\nkind: Suite\npolicies: [policies]\n'
      writeFiles({'a.kadm-test.yaml': `${header}${tests.join('\n')}\n`})
      return runCommand(Test, 'a.kadm-test.yaml', '-o', 'tap', '--no-times')
    }
    const large = JSON.stringify(pod('p').having({spec: {containers: [app({limits: {cpu: '2'}})]}}))
    const events = 'events: [{at: 0s, times: 3, expect: {admitted: 2, denied: 1}}]'

    it('come from a static pod of kube-apiserver among the policies, with its configuration', async () => {
      write('policies/api.yaml', apiServer('--disable-admission-plugins=LimitRanger', '--enable-admission-plugins=EventRateLimit', '--admission-control-config-file=/etc/kubernetes/conf/admission.yaml'))
      write('policies/conf/admission.yaml', admissionConfiguration('- {name: EventRateLimit, path: e.yaml}\n'))
      write('policies/conf/e.yaml', limits(2))
      const run = await tested('tests:', `- {name: quota, object: ${large}, expect: {message: '${quotaDenial}'}}`, `- {name: rate, ${events}}`)
      expect(run.stdout).contains('ok 1 - a: quota\nok 2 - a: rate\n')
      expect(run.status).equal(0)
    })

    it('are overridden by settings of the file, and those by settings of a test', async () => {
      write('policies/api.yaml', apiServer('--disable-admission-plugins=LimitRanger', '--allow-privileged=false'))
      const run = await tested(
        'server: {enableAdmissionPlugins: LimitRanger, allowPrivileged: true}', 'tests:',
        `- {name: file, object: ${large}, expect: {message: {contains: maximum cpu usage per Container}}}`,
        `- {name: test, object: ${large}, server: {disableAdmissionPlugins: LimitRanger}, expect: {message: '${quotaDenial}'}}`,
      )
      expect(run.stdout).contains('ok 1 - a: file\nok 2 - a: test\n')
    })

    it('are noted if kadm does not model them', async () => {
      write('policies/api.yaml', apiServer('--feature-gates=X=true', '--admission-control-config-file=/etc/other.yaml'))
      expect((await tested('tests:', `- {name: a, object: ${large}, expect: {allowed: false}}`)).stderr).equal(
        'Note: kadm does not model --feature-gates=X=true (policies/api.yaml:10:7), and answers with the feature gates that are on by default\n'
        + 'Note: policies/api.yaml:11:7: /etc/other.yaml is not among the given files: kadm answers without it. Name it in "policies", or set server.admissionConfig.\n')
    })

    it('are errors of the tests if a server would not start with them', async () => {
      write('policies/api.yaml', apiServer('--disable-admission-plugins=LimitRangr'))
      const run = await tested('tests:', `- {name: a, object: ${large}}`)
      expect(run.stdout).contains(
        'the API server does not start with the flags in policies/api.yaml: disable-admission-plugins plugin "LimitRangr" is unknown: policies/api.yaml:10:7: ')
      expect(run.status).equal(2)
      write('policies/api.yaml', apiServer('--disable-admission-plugins=LimitRanger'))
      write('policies/other.yaml', apiServer('--disable-admission-plugins=ResourceQuota'))
      expect((await tested('tests:', `- {name: a, object: ${large}}`)).stdout).contains(
        'policies/api.yaml:1:1 and policies/other.yaml:1:1 set up the API server in different ways: name one of them in "policies"')
    })

    it('are ambiguous with different configurations among the policies', async () => {
      write('policies/a.yaml', limits(2))
      write('policies/b.yaml', limits(3))
      const run = await tested('tests:', `- {name: a, ${events}}`, `- {name: b, ${events}, server: {admissionConfig: policies/a.yaml}}`)
      expect(run.stdout).contains('policies/a.yaml and policies/b.yaml configure the API server in different ways: set server.admissionConfig')
      expect(run.stdout).contains('ok 2 - a: b\n')
    })
  })
})
