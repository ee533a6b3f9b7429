import {readFileSync} from 'node:fs'

import {Ajv2020} from 'ajv/dist/2020.js'
import {expect} from 'chai'

import Explain from '../../commands/explain.js'
import Lint from '../../commands/lint.js'
import PodSecurity from '../../commands/pod-security.js'
import Simulate from '../../commands/simulate.js'
import {inFolder} from '../helpers/in-folder.js'
import {type CommandRun, runCommand} from '../helpers/run-command.js'

const namespace = (level: string): string => `apiVersion: v1\nkind: Namespace\nmetadata: {name: dev, labels: {pod-security.kubernetes.io/enforce: ${level}}}\n`

const good = 'securityContext: {allowPrivilegeEscalation: false, capabilities: {drop: [ALL]}}'

const pod = (name: string, spec: string, metadata = ''): string => `---
apiVersion: v1
kind: Pod
metadata: {name: ${name}, namespace: dev${metadata}}
spec:
  securityContext: {runAsNonRoot: true, seccompProfile: {type: RuntimeDefault}}
  containers: [{name: app, image: a, ${good}}]
${spec}`

const replicaSet = `---
apiVersion: apps/v1
kind: ReplicaSet
metadata: {name: rs, namespace: dev}
spec:
  selector: {matchLabels: {a: b}}
  template: {metadata: {labels: {a: b}}, spec: {hostPID: true, containers: [{name: app, image: a}]}}
`

const owned = ', ownerReferences: [{apiVersion: apps/v1, kind: ReplicaSet, name: rs, uid: u, controller: true}]'

const configuration = `apiVersion: apiserver.config.k8s.io/v1
kind: AdmissionConfiguration
plugins:
  - name: PodSecurity
    configuration:
      apiVersion: pod-security.admission.config.k8s.io/v1
      kind: PodSecurityConfiguration
`

interface Json {
  readonly namespaces: readonly {
    readonly name: string, readonly meets: string, readonly isExempt: boolean, readonly enforce: {readonly level: string}
    readonly objects: readonly {readonly object: {readonly name: string}, readonly meets: string, readonly isInsufficient: boolean}[]
  }[]
}

describe('kadm pod-security', () => {
  const write = inFolder()

  const run = async (files: Readonly<Record<string, string>>, ...argv: string[]): Promise<CommandRun> => {
    write(files)
    return runCommand(PodSecurity, ...argv)
  }

  const json = async (files: Readonly<Record<string, string>>, ...argv: string[]): Promise<Json> => {
    const {stdout} = await run(files, ...argv, '-o', 'json')
    const schema = JSON.parse(readFileSync(new URL('../../schemas/pod-security.schema.json', import.meta.url), 'utf8')) as object
    const validate = new Ajv2020({strict: false}).compile(schema)
    const result = JSON.parse(stdout) as Json
    expect(validate(result), JSON.stringify(validate.errors)).to.equal(true)
    return result
  }

  const meets = (result: Json): Record<string, string> =>
    Object.fromEntries(result.namespaces.flatMap(({objects}) => objects.map((one) => [one.object.name, `${one.meets}${one.isInsufficient ? ', insufficient' : ''}`])))

  it('reports the level that each object meets, and what the next one needs', async () => {
    const {stdout, status} = await run({'a.yaml': namespace('baseline') + pod('good', '') + pod('host', '  hostNetwork: true\n') + pod('nfs', '  volumes: [{name: v, nfs: {server: s, path: /}}]\n')}, 'a.yaml')
    expect(status).to.equal(1)
    expect(stdout).to.equal(`Namespace  Kind  Name  Meets       For baseline  For restricted
---------  ----  ----  -----       ------------  --------------
dev        Pod   good  restricted  -             -
dev        Pod   host  privileged  1 change      1 change
dev        Pod   nfs   baseline    -             1 change

Pod dev/host (a.yaml:12)
  For baseline:
    host namespaces (hostNetwork=true)
      spec.hostNetwork (a.yaml:18:16): remove hostNetwork

Pod dev/nfs (a.yaml:20)
  For restricted:
    restricted volume types (volume "v" uses restricted volume type "nfs")
      spec.volumes[0].nfs (a.yaml:26:23): use one of the types configMap, csi, downwardAPI, emptyDir, ephemeral, image, persistentVolumeClaim, projected, secret

Namespace dev enforces baseline:latest, and its objects meet privileged: 1 of 3 must change for baseline, 2 of 3 must change for restricted.
`)
  })

  it('ends with 0 if all objects meet the level of their namespace, or that of --level', async () => {
    const files = {'a.yaml': namespace('baseline') + pod('nfs', '  volumes: [{name: v, nfs: {server: s, path: /}}]\n')}
    expect((await run(files, 'a.yaml')).status).to.equal(0)
    expect((await run(files, 'a.yaml', '--level', 'baseline')).status).to.equal(0)
    expect((await run(files, 'a.yaml', '--level', 'restricted')).status).to.equal(1)
    expect((await run({'a.yaml': pod('host', '  hostPID: true\n')}, 'a.yaml')).status).to.equal(0)
  })

  it('prints JSON by its schema, without pods that a controller owns', async () => {
    const files = {'a.yaml': namespace('baseline') + replicaSet + pod('rs-1', '  hostPID: true\n', owned) + pod('other', '')}
    expect(meets(await json(files, 'a.yaml'))).to.deep.equal({rs: 'privileged, insufficient', other: 'restricted'})
    expect(meets(await json({'a.yaml': pod('rs-1', '  hostPID: true\n', owned)}, 'a.yaml'))).to.deep.equal({'rs-1': 'privileged'})
  })

  it('reads namespaces among the policies, and the configuration of the server', async () => {
    const host = pod('host', '  hostPID: true\n')
    const byDefault = `${configuration}      defaults: {enforce: baseline}\n`
    expect(meets(await json({'a.yaml': host, 'config.yaml': byDefault}, 'a.yaml', '--admission-config', 'config.yaml'))).to.deep.equal({host: 'privileged, insufficient'})
    const exempt = await json({'a.yaml': host, 'config.yaml': `${byDefault}      exemptions: {namespaces: [dev]}\n`}, 'a.yaml', '--admission-config', 'config.yaml')
    expect([exempt.namespaces[0]?.isExempt, exempt.namespaces[0]?.enforce.level, meets(exempt)]).to.deep.equal([true, 'baseline', {host: 'privileged'}])
    const daemons = `apiVersion: apps/v1\nkind: DaemonSet\nmetadata: {name: d, namespace: dev}\nspec: {selector: {matchLabels: {a: b}}, template: {metadata: {labels: {a: b}}, spec: {hostPID: true, containers: [{name: a, image: a}]}}}\n`
    const controller = (name: string): string => `${byDefault}      exemptions: {usernames: ["system:serviceaccount:kube-system:${name}"]}\n`
    expect(meets(await json({'a.yaml': daemons, 'config.yaml': controller('daemon-set-controller')}, 'a.yaml', '--admission-config', 'config.yaml'))).to.deep.equal({d: 'privileged'})
    expect(meets(await json({'a.yaml': daemons, 'config.yaml': controller('job-controller')}, 'a.yaml', '--admission-config', 'config.yaml'))).to.deep.equal({d: 'privileged, insufficient'})
    expect(meets(await json({'a.yaml': host, 'ns.yaml': namespace('restricted')}, 'a.yaml', '-p', 'ns.yaml'))).to.deep.equal({host: 'privileged, insufficient'})
  })

  it('compares with the levels of a version', async () => {
    const files = {'a.yaml': pod('probe', '').replace('image: a,', 'image: a, livenessProbe: {httpGet: {port: 80, host: h}},')}
    expect(meets(await json(files, 'a.yaml'))).to.deep.equal({probe: 'privileged'})
    expect(meets(await json(files, 'a.yaml', '--level-version', 'v1.33'))).to.deep.equal({probe: 'restricted'})
    const lastLine = async (...argv: string[]): Promise<string | undefined> => (await run(files, 'a.yaml', ...argv)).stdout.trimEnd().split('\n').at(-1)
    expect(await lastLine('--level-version', 'v1.36')).to.equal('The levels are those of v1.36.')
    expect(await lastLine('--level-version', 'v1.37')).to.equal('Kubernetes 1.36 does not know the levels of v1.37, and uses its latest ones.')
    expect(await lastLine('--level-version', 'v1.37', '--kubernetes-version', '1.37')).to.equal('The levels are those of v1.37.')
    const {error, status} = await run(files, 'a.yaml', '--level-version', '1.33')
    expect([status, error?.message]).to.deep.equal([2, '--level-version takes "latest" or a version such as v1.30, and not "1.33"'])
  })

  it('reports objects that it leaves out, with status 2', async () => {
    const {status, stderr, stdout} = await run({'a.yaml': pod('good', '') + pod('bad', '  restartPolicy: Sometimes\n')}, 'a.yaml')
    expect(status).to.equal(2)
    expect(stderr).to.match(/Not valid: a\.yaml:15:18: spec\.restartPolicy: Unsupported value: "Sometimes"/)
    expect(stdout).to.match(/good +restricted/)
    expect((await run({'a.yaml': pod('bad', '  restartPolicy: Sometimes\n')}, 'a.yaml')).stdout).to.equal('There are no valid pods and no valid workloads.\n')
    const label = await run({'l.yaml': namespace('basline') + pod('good', '')}, 'l.yaml', '-p', 'l.yaml')
    expect([label.status, label.stderr]).to.deep.equal([2, 'Not valid: l.yaml:1:1: Namespace "dev" is invalid: metadata.labels[pod-security.kubernetes.io/enforce]: Invalid value: "basline": must be one of privileged, baseline, restricted\n'])
    expect((await run({'c.yaml': 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: c}\n'}, 'c.yaml')).stdout).to.equal('There are no pods and no workloads.\n')
  })
})

describe('Pod Security in other commands', () => {
  const write = inFolder()

  it('is a denial with the field in kadm simulate, and a warning for a workload', async () => {
    write({'a.yaml': namespace('baseline') + pod('host', '  hostPID: true\n') + replicaSet})
    const {stdout, status} = await runCommand(Simulate, 'a.yaml')
    expect(status).to.equal(1)
    for (const text of [
      'Message:    pods "host" is forbidden: violates PodSecurity "baseline:latest": host namespaces (hostPID=true)\n',
      '      at a.yaml:11:12\n',
      'Warning:    would violate PodSecurity "baseline:latest": host namespaces (hostPID=true)\n',
      'Event:      FailedCreate on ReplicaSet rs: Error creating: pods "rs-XXXXX" is forbidden: violates PodSecurity "baseline:latest": host namespaces (hostPID=true)\n',
    ]) expect(stdout).to.include(text)
  })

  it('warns in kadm simulate about existing pods when the labels of a namespace become stricter', async () => {
    const old = 'apiVersion: v1\nkind: Namespace\nmetadata: {name: dev}\n'
    write({'ns.yaml': namespace('baseline'), 'pods.yaml': old + pod('a', '  hostPID: true\n') + pod('b', '  hostPID: true\n')})
    const {stdout} = await runCommand(Simulate, 'ns.yaml', '--existing', 'pods.yaml')
    expect(stdout).to.include('Warning:    existing pods in namespace "dev" violate the new PodSecurity enforce level "baseline:latest"\nWarning:    a (and 1 other pod): host namespaces\n')
  })

  it('is a finding of kadm lint at the field', async () => {
    write({'ns.yaml': namespace('baseline'), 'a.yaml': pod('host', '  hostPID: true\n')})
    const {stdout, status} = await runCommand(Lint, '.')
    expect(status).to.equal(1)
    expect(stdout).to.include('a.yaml:8:12  error  violates PodSecurity "baseline:latest": host namespaces (hostPID=true)  pod-security/enforce\n')
  })
})

describe('kadm explain of a pod that Pod Security denies', () => {
  const write = inFolder()

  it('offers changes that are admitted', async () => {
    const plain = 'apiVersion: v1\nkind: Pod\nmetadata: {name: p, namespace: dev}\nspec: {hostPID: true, hostIPC: true, containers: [{name: app, image: a}]}\n'
    write({'ns.yaml': namespace('restricted'), 'p.yaml': plain})
    const {stdout} = await runCommand(Explain, 'p.yaml', '-p', 'ns.yaml')
    expect(stdout).to.include(`A change of Pod p that is admitted
    spec.hostPID: remove it (now true)
    spec.hostIPC: remove it (now true)
    spec.containers[0].securityContext.allowPrivilegeEscalation: false
    spec.containers[0].securityContext.capabilities.drop: ["ALL"]
    spec.securityContext.runAsNonRoot: true
    spec.securityContext.seccompProfile.type: RuntimeDefault
    Verified: with it the server admits the object.
`)
  })
})
