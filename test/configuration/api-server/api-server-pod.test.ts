import {expect} from 'chai'

import {apiServerPod} from '../../../src/configuration/api-server/api-server-pod.js'
import {conflictingApiServers, findApiServers} from '../../../src/configuration/api-server/find-api-servers.js'
import {kubeadmApiServer} from '../../../src/configuration/api-server/kubeadm.js'
import {filesFor} from '../../../src/configuration/api-server/server-configuration.js'
import {readManifests} from '../../../src/manifests/read-manifests.js'
import {SourceFile} from '../../../src/source/source-file.js'

const podWith = (container: object, spec: object = {}, metadata: object = {}): object =>
  ({apiVersion: 'v1', kind: 'Pod', metadata: {name: 'kube-apiserver', namespace: 'kube-system', ...metadata}, spec: {containers: [container], ...spec}})

const fileOf = (body: unknown, path = 'pod.yaml'): SourceFile => new SourceFile(path, JSON.stringify(body))

function found(body: object): ReturnType<typeof apiServerPod> {
  const manifest = readManifests(fileOf(body))[0]?.manifest
  return manifest && apiServerPod(manifest)
}

describe('apiServerPod', () => {
  const textsIn = (body: object): string[] | undefined => found(body)?.args.map(({text}) => text)

  it('reads flags from the command, from the arguments, or from both', () => {
    expect(textsIn(podWith({command: ['kube-apiserver', '--a'], args: ['--b']}))).to.deep.equal(['--a', '--b'])
    expect(textsIn(podWith({command: ['/usr/local/bin/kube-apiserver'], args: ['--b']}))).to.deep.equal(['--b'])
    expect(textsIn(podWith({command: ['/go-runner', '--log-file=x'], args: ['/usr/local/bin/kube-apiserver', '--b']}))).to.deep.equal(['--b'])
    expect(textsIn(podWith({image: 'registry.k8s.io/kube-apiserver-amd64:v1.36.3', args: ['--b']}))).to.deep.equal(['--b'])
  })

  it('records where each flag is written', () => {
    expect(found(podWith({command: ['kube-apiserver', '--a'], args: ['--b']}))?.args.map(({steps}) => steps))
      .to.deep.equal([['spec', 'containers', 0, 'command', 1], ['spec', 'containers', 0, 'args', 0]])
  })

  it('accepts only pods in kube-system that run kube-apiserver', () => {
    const command = ['kube-apiserver']
    for (const other of [
      podWith({command}, {}, {namespace: 'default'}), podWith({command}, {}, {namespace: undefined}), podWith({command: ['kube-scheduler']}), podWith({command: ['sh', '-c', 'exec kube-apiserver']}),
      podWith({image: 'kube-apiserver', command: ['other']}), podWith({image: 'example.com/kube-apiserver/proxy:1'}), podWith({}), {...podWith({command}), kind: 'Deployment', apiVersion: 'apps/v1'},
    ]) expect(textsIn(other)).to.equal(undefined)
  })

  it('tolerates malformed fields in the manifest', () => {
    for (const odd of [{command: 5}, {command: [5, null, {}]}, {args: 'kube-apiserver'}, null, 'x', []]) {
      expect(textsIn({...podWith({}), spec: {containers: [odd, {command: ['kube-apiserver', 7, '--a']}]}})).to.deep.equal(['--a'])
    }
    for (const spec of [null, 5, {}, {containers: {}}, {containers: null}]) expect(textsIn({...podWith({}), spec})).to.equal(undefined)
  })

  it('maps paths to paths on the node through hostPath mounts', () => {
    const volumeMounts = [{name: 'k8s', mountPath: '/etc/kubernetes/'}, {name: 'one', mountPath: '/etc/one.yaml', subPath: 'sub/one.yaml'}, {name: 'secret', mountPath: '/etc/secret'}, null, {name: 5}]
    const volumes = [{name: 'k8s', hostPath: {path: '/srv/conf'}}, {name: 'one', hostPath: {path: '/srv'}}, {name: 'secret', secret: {}}, null, {name: 'k8s'}, {hostPath: {}}]
    const pod = found(podWith({command: ['kube-apiserver'], volumeMounts}, {volumes}))
    const paths = (path: string): string[] | undefined => pod?.pathsOf(path).map((each) => each.replace(/\/+/g, '/'))
    expect(paths('/etc/kubernetes/a/b.yaml')).to.deep.equal(['/srv/conf/a/b.yaml', '/etc/kubernetes/a/b.yaml'])
    expect(paths('/etc/one.yaml')).to.deep.equal(['/srv/sub/one.yaml/', '/etc/one.yaml'])
    expect(paths('/etc/secret/x')).to.deep.equal(['/etc/secret/x'])
    expect(paths('/etc/kubernetes-other/x')).to.deep.equal(['/etc/kubernetes-other/x'])
  })
})

describe('kubeadmApiServer', () => {
  const server = (apiServer: unknown, apiVersion = 'kubeadm.k8s.io/v1beta4'): ReturnType<typeof kubeadmApiServer> => {
    const manifest = readManifests(fileOf({apiVersion, kind: 'ClusterConfiguration', apiServer}))[0]?.manifest
    return manifest && kubeadmApiServer(manifest)
  }
  const usual = ['--allow-privileged=true', '--enable-admission-plugins=NodeRestriction']

  it('reads arguments from a list or a map, and adds those of kubeadm', () => {
    const places = (apiServer: unknown): unknown => server(apiServer)?.args.map(({text, steps}) => [text, steps.join('.')])
    const added = usual.map((text) => [text, ''])
    expect(places({extraArgs: [{name: 'disable-admission-plugins', value: 'Priority'}]})).to.deep.equal([...added, ['--disable-admission-plugins=Priority', 'apiServer.extraArgs.0.value']])
    expect(places({extraArgs: {'feature-gates': 'A=true'}})).to.deep.equal([...added, ['--feature-gates=A=true', 'apiServer.extraArgs.feature-gates']])
    expect(places({extraArgs: {'allow-privileged': 'false', 'enable-admission-plugins': 'PodQos'}}))
      .to.deep.equal([['--allow-privileged=false', 'apiServer.extraArgs.allow-privileged'], ['--enable-admission-plugins=PodQos', 'apiServer.extraArgs.enable-admission-plugins']])
  })

  it('tolerates malformed fields', () => {
    for (const apiServer of [undefined, null, 5, [], {extraArgs: null}, {extraArgs: [null, 5, {name: 5}, {name: 'a'}]}, {extraArgs: {a: 5}, extraVolumes: [null, {hostPath: 5}]}, {extraVolumes: {}}]) {
      expect(server(apiServer)?.args.map(({text}) => text)).to.deep.equal(usual)
    }
    expect(server({}, 'example.com/v1')).to.equal(undefined)
  })

  it('maps paths to paths on the node through extraVolumes', () => {
    const paths = server({extraVolumes: [{name: 'a', hostPath: '/srv/conf', mountPath: '/etc/kubernetes/conf'}]})?.pathsOf('/etc/kubernetes/conf/a.yaml')
    expect(paths?.map((path) => path.replace(/\/+/g, '/'))).to.deep.equal(['/srv/conf/a.yaml', '/etc/kubernetes/conf/a.yaml'])
  })
})

describe('API servers among files', () => {
  const one = (...flags: string[]): object => podWith({command: ['kube-apiserver', '--advertise-address=10.0.0.1', ...flags]})

  it('are found in every document', () => {
    const file = new SourceFile('all.yaml', [one('--allow-privileged'), {apiVersion: 'v1', kind: 'ConfigMap', metadata: {name: 'kube-apiserver'}}, one()].map((body) => JSON.stringify(body)).join('\n---\n'))
    expect(findApiServers([file, new SourceFile('other.yaml', 'a: {'), fileOf({kind: 'kube-apiserver'})]).map(({flags}) => flags.allowPrivileged)).to.deep.equal([true, false])
  })

  it('conflict unless their relevant flags are equal in any order', () => {
    const conflict = (a: object, b: object): unknown => conflictingApiServers(findApiServers([fileOf(a, 'a.yaml'), fileOf(b, 'b.yaml')]))?.map(({manifest}) => manifest.document.file.path)
    expect(conflict(one('--enable-admission-plugins=PodQos,PodSecurity'), one('--enable-admission-plugins=PodSecurity', '--enable-admission-plugins=PodQos', '--etcd-servers=x'))).to.equal(undefined)
    expect(conflict(one(), one('--enable-admission-plugins=PodQos'))).to.deep.equal(['a.yaml', 'b.yaml'])
    expect(conflict(one(), one('--allow-privileged'))).to.deep.equal(['a.yaml', 'b.yaml'])
    expect(conflictingApiServers([])).to.equal(undefined)
  })
})

describe('filesFor a path on a node', () => {
  const files = ['a/etc/kubernetes/admission.yaml', 'b/admission.yaml', 'other.yaml'].map((path) => new SourceFile(path, ''))
  const pathsFor = (...paths: string[]): string[] => filesFor(paths, files).map(({path}) => path)

  it('returns the file whose path has the longest common end', () => {
    expect(pathsFor('/etc/kubernetes/admission.yaml')).to.deep.equal(['a/etc/kubernetes/admission.yaml'])
    expect(pathsFor('/srv/b/admission.yaml', '/x/admission.yaml')).to.deep.equal(['b/admission.yaml'])
    expect(pathsFor('/x/other.yaml')).to.deep.equal(['other.yaml'])
  })

  it('returns several files that match equally well', () => expect(pathsFor('/srv/admission.yaml')).to.deep.equal(['a/etc/kubernetes/admission.yaml', 'b/admission.yaml']))

  it('returns no file with another name', () => {
    expect(pathsFor('/etc/kubernetes/none.yaml')).to.deep.equal([])
    expect(pathsFor('/')).to.deep.equal([])
    expect(pathsFor()).to.deep.equal([])
  })
})
