import {expect} from 'chai'

import {checks} from '../../../../src/admission/plugins/pod-security/checks/index.js'
import {failedChecks, forbiddenDetail, newestMinor} from '../../../../src/admission/plugins/pod-security/evaluate.js'
import type {RestrictiveLevel} from '../../../../src/admission/plugins/pod-security/policy.js'
import {annotations, app, appContext, context, contexts, debugContainer, initContext, type PodParts, podWith, spec, userNamespace, windows} from './pods.js'
import {upstreamChecks} from './upstream-versions.js'

/** The minor versions, first and last, in which a level rejects a pod, and its words. */
type Rejections = Partial<Record<RestrictiveLevel, readonly (readonly [first: number, last: number, words: string])[]>>

const both = (words: string, first = 0, last = newestMinor): Rejections => ({baseline: [[first, last, words]], restricted: [[first, last, words]]})

const restricted = (words: string, first = 0, last = newestMinor): Rejections => ({restricted: [[first, last, words]]})

const none: Rejections = {}

/** The text of a pod's violations of a level in a version; empty if it is allowed. */
const words = (pod: PodParts, level: RestrictiveLevel, minor: number): string =>
  forbiddenDetail(failedChecks({level, version: `v1.${minor}`}, pod.spec, pod.metadata, newestMinor))

const apparmor = 'container.apparmor.security.beta.kubernetes.io'
const seccomp = 'container.seccomp.security.alpha.kubernetes.io'

const allowedVolumes = ['configMap', 'csi', 'downwardAPI', 'emptyDir', 'ephemeral', 'image', 'persistentVolumeClaim', 'projected', 'secret']

const sysctl = (...names: string[]): ReturnType<typeof context> => context({sysctls: names.map((name) => ({name, value: '1'}))})

const table: Readonly<Record<string, readonly (readonly [title: string, pod: PodParts, rejections: Rejections])[]>> = {
  'no check': [
    ['a pod that keeps all rules', podWith(), none],
    ['a pod without containers', {spec: {securityContext: {runAsNonRoot: true}}, metadata: {}}, none],
  ],
  'allowPrivilegeEscalation': [
    ['no field', podWith(appContext({allowPrivilegeEscalation: null})),
      restricted('allowPrivilegeEscalation != false (container "app" must set securityContext.allowPrivilegeEscalation=false)', 8)],
    ['true in all', podWith(contexts({allowPrivilegeEscalation: true})),
      restricted('allowPrivilegeEscalation != false (containers "init", "app" must set securityContext.allowPrivilegeEscalation=false)', 8)],
    ['Windows', podWith(windows, appContext({allowPrivilegeEscalation: null})),
      restricted('allowPrivilegeEscalation != false (container "app" must set securityContext.allowPrivilegeEscalation=false)', 8, 24)],
  ],
  'appArmorProfile': [
    ['RuntimeDefault and Localhost', podWith(context({appArmorProfile: {type: 'RuntimeDefault'}}), appContext({appArmorProfile: {type: 'Localhost'}}),
      annotations({[`${apparmor}/app`]: 'localhost/x', [`${apparmor}/init`]: ''})), none],
    ['Unconfined in the pod', podWith(context({appArmorProfile: {type: 'Unconfined'}})),
      both('forbidden AppArmor profile (pod must not set AppArmor profile type to "Unconfined")')],
    ['Unconfined in the containers', podWith(contexts({appArmorProfile: {type: 'Unconfined'}})),
      both('forbidden AppArmor profile (containers "init", "app" must not set AppArmor profile type to "Unconfined")')],
    ['all', podWith(context({appArmorProfile: {type: 'b'}}), appContext({appArmorProfile: {type: 'a'}}), annotations({[`${apparmor}/x`]: 'unconfined'})),
      both(`forbidden AppArmor profiles (pod and container "app" and annotation must not set AppArmor profile type to "a", "b", "${apparmor}/x="unconfined"")`)],
    ['annotations', podWith(annotations({[`${apparmor}/init`]: 'unconfined', [`${apparmor}/app`]: 'a"b'})),
      both(`forbidden AppArmor profiles (annotations must not set AppArmor profile type to "${apparmor}/app="a\\"b"", "${apparmor}/init="unconfined"")`)],
  ],
  'capabilities_baseline': [
    ['default capabilities', podWith(appContext({capabilities: {add: ['NET_BIND_SERVICE']}})), none],
    ['others', podWith(appContext({capabilities: {drop: ['ALL'], add: ['SYS_TIME', 'CHOWN', 'NET_RAW']}})), {
      baseline: [[0, newestMinor, 'non-default capabilities (container "app" must not include "NET_RAW", "SYS_TIME" in securityContext.capabilities.add)']],
      restricted: [
        [0, 21, 'non-default capabilities (container "app" must not include "NET_RAW", "SYS_TIME" in securityContext.capabilities.add)'],
        [22, newestMinor, 'unrestricted capabilities (container "app" must not include "CHOWN", "NET_RAW", "SYS_TIME" in securityContext.capabilities.add)'],
      ],
    }],
  ],
  'capabilities_restricted': [
    ['nothing dropped', podWith(contexts({capabilities: null})),
      restricted('unrestricted capabilities (containers "init", "app" must set securityContext.capabilities.drop=["ALL"])', 22)],
    ['some dropped, some added', podWith(initContext({capabilities: {drop: ['NET_RAW'], add: ['CHOWN', 'NET_BIND_SERVICE']}})), restricted(
      'unrestricted capabilities (container "init" must set securityContext.capabilities.drop=["ALL"]; container "init" must not include "CHOWN" in securityContext.capabilities.add)', 22,
    )],
    ['Windows', podWith(windows, contexts({capabilities: null})),
      restricted('unrestricted capabilities (containers "init", "app" must set securityContext.capabilities.drop=["ALL"])', 22, 24)],
  ],
  'hostNamespaces': [
    ['none', podWith(spec({hostNetwork: false, hostPID: false})), none],
    ['all', podWith(spec({hostIPC: true, hostNetwork: true, hostPID: true})), both('host namespaces (hostNetwork=true, hostPID=true, hostIPC=true)')],
  ],
  'hostPathVolumes': [
    ['two volumes', podWith(spec({volumes: [{name: 'a', hostPath: {path: '/a'}}, {name: 'b', hostPath: {path: '/b'}}, {name: 'c', emptyDir: {}}]})), {
      baseline: [[0, newestMinor, 'hostPath volumes (volumes "a", "b")']],
      restricted: [[0, newestMinor, 'restricted volume types (volumes "a", "b" use restricted volume type "hostPath")']],
    }],
  ],
  'hostPorts': [
    ['zero', podWith(app({ports: [{containerPort: 80, hostPort: 0}]})), none],
    ['one', podWith(app({ports: [{containerPort: 80, hostPort: 80}]})), both('hostPort (container "app" uses hostPort 80)')],
    ['several, in the order of texts', podWith(app({ports: [{containerPort: 9, hostPort: 9}, {containerPort: 80, hostPort: 80}, {containerPort: 10, hostPort: 10}]})),
      both('hostPort (container "app" uses hostPorts 10, 80, 9)')],
  ],
  'hostProbesAndHostLifecycle': [
    ['no host', podWith(app({livenessProbe: {httpGet: {port: 80}}, lifecycle: {preStop: {exec: {}}}})), none],
    ['hosts', podWith(app({
      livenessProbe: {httpGet: {host: 'b', port: 80}}, startupProbe: {tcpSocket: {host: 'a', port: 80}},
      lifecycle: {postStart: {httpGet: {host: 'c', port: 1}}, preStop: {tcpSocket: {host: 'a', port: 1}}},
    })), both('probe or lifecycle host (container "app" uses probe or lifecycle hosts "a", "b", "c")', 34)],
    ['one host', podWith(app({readinessProbe: {tcpSocket: {host: 'a', port: 80}}})), both('probe or lifecycle host (container "app" uses probe or lifecycle host "a")', 34)],
  ],
  'privileged': [
    ['false', podWith(contexts({privileged: false})), none],
    ['a container', podWith(appContext({privileged: true})), both('privileged (container "app" must not set securityContext.privileged=true)')],
    ['an ephemeral container', podWith(debugContainer({privileged: true})), both('privileged (container "debug" must not set securityContext.privileged=true)')],
  ],
  'procMount': [
    ['Default', podWith(contexts({procMount: 'Default'})), none],
    ['Unmasked', podWith(appContext({procMount: 'Unmasked'})), both('procMount (container "app" must not set securityContext.procMount to "Unmasked")')],
    ['Unmasked in a user namespace', podWith(userNamespace, appContext({procMount: 'Unmasked'})), {
      baseline: [[0, 34, 'procMount (container "app" must not set securityContext.procMount to "Unmasked")']],
      restricted: [[0, newestMinor, 'procMount (container "app" must not set securityContext.procMount to "Unmasked")']],
    }],
  ],
  'restrictedVolumes': [
    ['allowed types', podWith(spec({volumes: allowedVolumes.map((type) => ({name: type.toLowerCase(), [type]: {}}))})), none],
    ['other types', podWith(spec({volumes: [{name: 'a', nfs: {}}, {name: 'b', awsElasticBlockStore: {}}, {name: 'c', nfs: {}}, {name: 'd'}]})),
      restricted('restricted volume types (volumes "a", "b", "c", "d" use restricted volume types "awsElasticBlockStore", "nfs", "unknown")')],
    ['one volume', podWith(spec({volumes: [{name: 'a', iscsi: {}}]})), restricted('restricted volume types (volume "a" uses restricted volume type "iscsi")')],
  ],
  'runAsNonRoot': [
    ['in all containers', podWith(context({runAsNonRoot: null}), contexts({runAsNonRoot: true})), none],
    ['not in the pod', podWith(context({runAsNonRoot: null})),
      restricted('runAsNonRoot != true (pod or containers "init", "app" must set securityContext.runAsNonRoot=true)')],
    ['false in the pod and a container', podWith(context({runAsNonRoot: false}), appContext({runAsNonRoot: false})),
      restricted('runAsNonRoot != true (pod and container "app" must not set securityContext.runAsNonRoot=false)')],
    ['a user namespace', podWith(userNamespace, context({runAsNonRoot: null})),
      restricted('runAsNonRoot != true (pod or containers "init", "app" must set securityContext.runAsNonRoot=true)', 0, 34)],
  ],
  'runAsUser': [
    ['another user', podWith(context({runAsUser: 1})), none],
    ['root', podWith(context({runAsUser: 0})), restricted('runAsUser=0 (pod must not set runAsUser=0)', 23)],
    ['root in containers', podWith(contexts({runAsUser: 0})), restricted('runAsUser=0 (containers "init", "app" must not set runAsUser=0)', 23)],
    ['root in a user namespace', podWith(userNamespace, context({runAsUser: 0})), restricted('runAsUser=0 (pod must not set runAsUser=0)', 23, 34)],
  ],
  'seLinuxOptions': [
    ['types of containers', podWith(context({seLinuxOptions: {type: 'container_kvm_t', level: 's0'}})), none],
    ['container_engine_t', podWith(context({seLinuxOptions: {type: 'container_engine_t'}})),
      both('seLinuxOptions (pod set forbidden securityContext.seLinuxOptions: type "container_engine_t")', 0, 30)],
    ['other types, user and role', podWith(context({seLinuxOptions: {type: 'b', user: 'u'}}), contexts({seLinuxOptions: {type: 'a', role: 'r'}})),
      both('seLinuxOptions (pod and containers "init", "app" set forbidden securityContext.seLinuxOptions: types "a", "b"; user may not be set; role may not be set)')],
  ],
  'seccompProfile_baseline': [
    ['Unconfined in the pod', podWith(context({seccompProfile: {type: 'Unconfined'}})),
      both('seccompProfile (pod must not set securityContext.seccompProfile.type to "Unconfined")', 19)],
    ['Unconfined in containers', podWith(contexts({seccompProfile: {type: 'Unconfined'}})),
      both('seccompProfile (containers "init", "app" must not set securityContext.seccompProfile.type to "Unconfined")', 19)],
    ['annotations', podWith(annotations({
      'seccomp.security.alpha.kubernetes.io/pod': 'unconfined', [`${seccomp}/app`]: 'x', [`${seccomp}/init`]: 'docker/default', [`${seccomp}/other`]: 'x',
    })), both(`seccompProfile (forbidden annotations ${seccomp}/app="x", seccomp.security.alpha.kubernetes.io/pod="unconfined")`, 0, 18)],
  ],
  'seccompProfile_restricted': [
    ['no profile', podWith(context({seccompProfile: null})),
      restricted('seccompProfile (pod or containers "init", "app" must set securityContext.seccompProfile.type to "RuntimeDefault" or "Localhost")', 19)],
    ['a profile in one container', podWith(context({seccompProfile: null}), appContext({seccompProfile: {type: 'Localhost'}})),
      restricted('seccompProfile (pod or container "init" must set securityContext.seccompProfile.type to "RuntimeDefault" or "Localhost")', 19)],
    ['Windows', podWith(windows, context({seccompProfile: null})),
      restricted('seccompProfile (pod or containers "init", "app" must set securityContext.seccompProfile.type to "RuntimeDefault" or "Localhost")', 19, 24)],
  ],
  'sysctls': [
    ['a safe one', podWith(sysctl('net.ipv4.tcp_syncookies')), none],
    ['since 1.27', podWith(sysctl('net.ipv4.ip_local_reserved_ports')), both('forbidden sysctls (net.ipv4.ip_local_reserved_ports)', 0, 26)],
    ['since 1.29', podWith(sysctl('net.ipv4.tcp_fin_timeout')), both('forbidden sysctls (net.ipv4.tcp_fin_timeout)', 0, 28)],
    ['since 1.32', podWith(sysctl('net.ipv4.tcp_rmem')), both('forbidden sysctls (net.ipv4.tcp_rmem)', 0, 31)],
    ['since 1.37', podWith(sysctl('net.ipv4.tcp_notsent_lowat')), both('forbidden sysctls (net.ipv4.tcp_notsent_lowat)', 0, 36)],
    ['others', podWith(sysctl('b', 'kernel.shm_rmid_forced', 'a')), both('forbidden sysctls (b, a)')],
  ],
  'windowsHostProcess': [
    ['false', podWith(contexts({windowsOptions: {hostProcess: false}})), none],
    ['pod', podWith(context({windowsOptions: {hostProcess: true}})), both('hostProcess (pod must not set securityContext.windowsOptions.hostProcess=true)')],
    ['containers', podWith(contexts({windowsOptions: {hostProcess: true}})),
      both('hostProcess (containers "init", "app" must not set securityContext.windowsOptions.hostProcess=true)')],
  ],
}

const minors = Array.from({length: newestMinor + 1}, (_, minor) => minor)

describe('checks of the Pod Security Standards', () => {
  for (const [id, rows] of Object.entries(table)) {
    describe(id, () => {
      for (const [title, pod, rejections] of rows) {
        it(`decides as upstream in every version: ${title}`, () => {
          for (const level of ['baseline', 'restricted'] as const) {
            const expected = minors.map((minor) => rejections[level]?.find(([first, last]) => minor >= first && minor <= last)?.[2] ?? '')
            expect(minors.map((minor) => words(pod, level, minor)), level).to.deep.equal(expected)
          }
        })
      }
    })
  }

  it('are those of upstream, and change in the same versions', () => {
    const own = checks.map(({id, level, versions, overrides}) =>
      [id, {level, since: versions.map(({since}) => since), ...overrides !== undefined && {overrides}}])
    expect(Object.fromEntries(own)).to.deep.equal(upstreamChecks)
  })

  for (const [id, {level, since: versions}] of Object.entries(upstreamChecks)) {
    it(`are tested where they begin and change: ${id}`, () => {
      const fails = (pod: PodParts, minor: number): boolean => failedChecks({level, version: `v1.${minor}`}, pod.spec, pod.metadata, newestMinor).some((failed) => failed.id === id)
      const pods = Object.values(table).flatMap((rows) => rows.map(([, pod]) => pod))
      for (const since of versions) {
        expect(pods.some((pod) => fails(pod, since)), `a pod that fails in v1.${since}`).to.equal(true)
        expect(pods.some((pod) => !fails(pod, since)), `a pod that passes in v1.${since}`).to.equal(true)
        if (since > 0) expect(pods.some((pod) => fails(pod, since) !== fails(pod, since - 1)), `a pod for which v1.${since} differs from v1.${since - 1}`).to.equal(true)
      }
    })
  }

  it('report violations in the order of the server', () => {
    const pod = {spec: {hostPID: true, containers: [{name: 'a', securityContext: {privileged: true, runAsUser: 0, seLinuxOptions: {user: 'u'}, seccompProfile: {type: 'Unconfined'}}}]}, metadata: {}}
    expect(failedChecks({level: 'restricted', version: 'latest'}, pod.spec, pod.metadata, 36).map(({id}) => id)).to.deep.equal([
      'hostNamespaces', 'privileged', 'seLinuxOptions', 'allowPrivilegeEscalation', 'capabilities_restricted', 'runAsNonRoot', 'runAsUser', 'seccompProfile_restricted',
    ])
  })

  it('fall back to the newest version that the server knows', () => {
    const pod = podWith(sysctl('net.ipv4.tcp_notsent_lowat'))
    const failed = (version: string, server: number): number => failedChecks({level: 'baseline', version}, pod.spec, pod.metadata, server).length
    expect([failed('latest', 36), failed('v1.40', 36), failed('latest', 37), failed('v1.40', 37), failed('v1.36', 37)]).to.deep.equal([1, 1, 0, 0, 1])
  })

  it('name the field of each violation, with a hint', () => {
    const pod = podWith(spec({hostNetwork: true}), app({ports: [{containerPort: 1}, {containerPort: 2, hostPort: 2}], securityContext: {capabilities: {add: ['CHOWN', 'X']}}}))
    const failed = failedChecks({level: 'baseline', version: 'latest'}, pod.spec, pod.metadata, 36)
    expect(failed.flatMap(({offences}) => offences).map(({field, hint}) => `${field}: ${hint}`)).to.deep.equal([
      'spec.containers[0].securityContext.capabilities.add[1]: remove X',
      'spec.hostNetwork: remove hostNetwork',
      'spec.containers[0].ports[1].hostPort: remove hostPort',
    ])
  })
})
