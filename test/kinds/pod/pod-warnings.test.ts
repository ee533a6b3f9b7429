import {expect} from 'chai'

import {templateWarnings} from '../../../src/kinds/pod/warnings.js'
import {FieldPath} from '../../../src/machinery/field/path.js'
import type {Body} from '../../helpers/builders.js'
import {checkWarnings, warningsOf} from '../../helpers/pod-errors.js'

const required = 'requiredDuringSchedulingIgnoredDuringExecution'

const preferred = 'preferredDuringSchedulingIgnoredDuringExecution'

const nullSelector = 'a null labelSelector results in matching no pod'

describe('warnings about nodes and other pods', () => {
  const zone = 'deprecated since v1.17; use "topology.kubernetes.io/zone" instead'
  const key = 'failure-domain.beta.kubernetes.io/zone'
  const affinity = 'spec.affinity.nodeAffinity'

  checkWarnings({
    'labels of today': [{nodeSelector: {'kubernetes.io/os': 'linux'}, topologySpreadConstraints: [{labelSelector: {}}]}],
    'labels of old': [
      {nodeSelector: {'node-role.kubernetes.io/master': '', 'beta.kubernetes.io/os': 'linux'}}, 'spec.nodeSelector[beta.kubernetes.io/os]: deprecated since v1.14; use "kubernetes.io/os" instead',
      'spec.nodeSelector[node-role.kubernetes.io/master]: use "node-role.kubernetes.io/control-plane" instead',
    ],
    'terms for nodes': [
      {affinity: {nodeAffinity: {[required]: {nodeSelectorTerms: [{matchExpressions: [{key}]}]}, [preferred]: [{preference: {matchExpressions: [{key, values: ['a', 'b!']}]}}]}}},
      `${affinity}.${required}.nodeSelectorTerms[0].matchExpressions[0].key: ${key} is ${zone}`, `${affinity}.${preferred}[0].preference.matchExpressions[0].key: ${key} is ${zone}`,
      `${affinity}.${preferred}[0].preference.matchExpressions[0].values[1]: b! is invalid, a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', `
        + "and must start and end with an alphanumeric character (e.g. 'MyValue',  or 'my_value',  or '12345', regex used for validation is '(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?')",
    ],
    'spread by a label of old, of no pods': [
      {topologySpreadConstraints: [{topologyKey: key}]}, `spec.topologySpreadConstraints[0].topologyKey: ${key} is ${zone}`, `spec.topologySpreadConstraints[0].labelSelector: ${nullSelector}`,
    ],
    'terms for no pods': [
      {affinity: {podAffinity: {[required]: [{}]}, podAntiAffinity: {[preferred]: [{podAffinityTerm: {labelSelector: {}}}, {}]}}},
      `spec.affinity.podAffinity.${required}[0].labelSelector: ${nullSelector}`, `spec.affinity.podAntiAffinity.${preferred}[1].podAffinityTerm.labelSelector: ${nullSelector}`,
    ],
  }, warningsOf)
})

describe('warnings about volumes', () => {
  const volume = (name: string, source: Body): Body => ({name, ...source})
  const sources = ['photonPersistentDisk', 'gitRepo', 'scaleIO', 'flocker', 'storageos', 'quobyte', 'glusterfs', 'cephfs', 'rbd']
  const texts = [
    'photonPersistentDisk: deprecated in v1.11, non-functional in v1.16+', 'gitRepo: deprecated in v1.11, and disabled by default in v1.33+', 'scaleIO: deprecated in v1.16, non-functional in v1.22+',
    'flocker: deprecated in v1.22, non-functional in v1.25+', 'storageOS: deprecated in v1.22, non-functional in v1.25+', 'quobyte: deprecated in v1.22, non-functional in v1.25+',
    'glusterfs: deprecated in v1.25, non-functional in v1.26+', 'cephfs: deprecated in v1.28, non-functional in v1.31+', 'rbd: deprecated in v1.28, non-functional in v1.31+',
  ]
  const items = (...paths: string[]): Body => ({items: paths.map((path) => ({key: 'k', path}))})
  const projected = (...list: Body[]): Body => ({volumes: [{name: 'v', projected: {sources: list}}]})

  checkWarnings({
    'sources of old': [{volumes: sources.map((source) => volume(source, {[source]: {}}))}, ...texts.map((text, i) => `spec.volumes[${i}].${text}`)],
    'a claim of a part of a byte': [
      {volumes: [volume('v', {ephemeral: {volumeClaimTemplate: {spec: {resources: {requests: {storage: '1.5'}}}}}})]},
      'spec.volumes[0].ephemeral.volumeClaimTemplate.spec.resources.requests[storage]: fractional byte value "1500m" is invalid, must be an integer',
    ],
    'files beside each other': [{volumes: [volume('v', {configMap: {name: 'c', ...items('a/b', 'a/c', '', '')}})]}],
    'files in each other': [
      {volumes: [volume('a', {configMap: {name: 'c', ...items('x', 'x/y/', 'x')}}), volume('b', {secret: {secretName: 's', ...items('x/y', 'x')}}), volume('d', {downwardAPI: {items: [{path: 'x'}, {path: 'x/y'}]}})]},
      'volume "a" (ConfigMap "c"): overlapping paths: "x/y" with "x"', 'volume "a" (ConfigMap "c"): overlapping paths: "x" with "x"', 'volume "a" (ConfigMap "c"): overlapping paths: "x" with "x/y"',
      'volume "b" (Secret "s"): overlapping paths: "x" with "x/y"', 'volume "d" (DownwardAPI): overlapping paths: "x/y" with "x"',
    ],
    'files of several sources in each other': [
      projected({secret: {name: 's', ...items('a')}}, {}, {configMap: {name: 'c', ...items('a/b')}}, {downwardAPI: {items: [{path: 'b'}]}}, {serviceAccountToken: {path: 'b/t'}}, {secret: {name: 'all'}}),
      'volume "v" (Projected) has no sources provided', 'volume "v" (Projected): overlapping paths: "a/b" (ConfigMap "c") with "a" (Secret "s")',
      'volume "v" (Projected): overlapping paths: "b/t" (ServiceAccountToken) with "b" (DownwardAPI)',
    ],
  }, warningsOf)

  it('are not too many', () => {
    const paths = Array.from({length: 200}, (_, i) => Array<string>(i + 1).fill('a').join('/'))
    expect(warningsOf({volumes: [{name: 'v', secret: items(...paths)}]})).to.have.length.within(1000, 2000)
  })
})

describe('warnings about containers', () => {
  const ports = (...list: Body[]): Body => ({containers: [{name: 'c', image: 'i', ports: list}]})
  const P = 'spec.containers[0].ports'

  checkWarnings({
    'variables that add to themselves': [{containers: [{name: 'c', image: 'i', env: [{name: 'A', value: 'x'}, {name: 'A', value: '$(A)y'}]}]}],
    'variables that hide others': [
      {containers: [{name: 'c', image: 'i', env: [{name: 'A'}, {name: 'A', value: '$(A)'}, {name: 'A', valueFrom: {fieldRef: {fieldPath: 'metadata.name'}}}, {name: 'A', value: 'y'}]}]},
      ...[1, 2, 3].map((i) => `spec.containers[0].env[${i}]: hides previous definition of "A", which may be dropped when using apply`),
    ],
    'an address without port': [
      ports({name: 'a', containerPort: 80, hostIP: '1.1.1.1'}), `${P}[0]: hostIP set without hostPort: {Name:a HostPort:0 ContainerPort:80 Protocol:TCP HostIP:1.1.1.1}`,
    ],
    'ports that are different': [ports({containerPort: 80}, {containerPort: 80, protocol: 'UDP'}, {containerPort: 81, hostPort: 1}, {containerPort: 81, hostPort: 2})],
    'ports that are not': [
      ports({containerPort: 80}, {containerPort: 80}, {containerPort: 80, hostPort: 1}, {containerPort: 80, hostPort: 1, hostIP: '1.1.1.1'}), `${P}[1]: duplicate port definition with ${P}[0]`,
      `${P}[2]: overlapping port definition with ${P}[0]`, `${P}[2]: overlapping port definition with ${P}[1]`, `${P}[3]: overlapping port definition with ${P}[0]`,
      `${P}[3]: overlapping port definition with ${P}[1]`, `${P}[3]: dangerously ambiguous port definition with ${P}[2]`,
    ],
    'names of ports that came before': [
      ports({containerPort: 80, name: 'a'}, {containerPort: 81, name: 'a'}), `${P}[1]: duplicate port name "a" with ${P}[0], services and probes that select ports by name will use ${P}[0]`,
    ],
  }, warningsOf)

  it('reports deprecated annotations', () => {
    const annotations = {
      'scheduler.alpha.kubernetes.io/critical-pod': '', 'security.alpha.kubernetes.io/sysctls': '', 'seccomp.security.alpha.kubernetes.io/pod': 'unconfined',
      'container.seccomp.security.alpha.kubernetes.io/c': 'unconfined', 'container.apparmor.security.beta.kubernetes.io/c': 'unconfined',
    }
    const seccomp = 'non-functional in v1.27+; use the "seccompProfile" field instead'
    const texts = [
      'metadata.annotations[scheduler.alpha.kubernetes.io/critical-pod]: non-functional in v1.16+; use the "priorityClassName" field instead',
      'metadata.annotations[security.alpha.kubernetes.io/sysctls]: non-functional in v1.11+; use the "sysctls" field instead',
      `metadata.annotations[seccomp.security.alpha.kubernetes.io/pod]: ${seccomp}`, `metadata.annotations[container.seccomp.security.alpha.kubernetes.io/c]: ${seccomp}`,
    ]
    const spec = {containers: [{name: 'c', image: 'i'}]}
    expect(warningsOf(spec, {annotations})).to.deep.equal(texts)
    const inTemplate = 'metadata.annotations[container.apparmor.security.beta.kubernetes.io/c]: deprecated since v1.30; use the "appArmorProfile" field instead'
    expect(templateWarnings({metadata: {annotations}, spec}, FieldPath.of('template'))).to.deep.equal([...texts, inTemplate].map((text) => `template.${text}`))
    expect(templateWarnings({metadata: {annotations}, spec: {...spec, securityContext: {appArmorProfile: {type: 'Unconfined'}}}}, FieldPath.of('t'))).to.have.length(4)
  })

  checkWarnings({
    'names and addresses twice': [
      {hostAliases: [{ip: '1.1.1.1'}, {ip: '1.1.1.1'}], imagePullSecrets: [{name: 'a'}, {}, {name: 'a'}]}, 'spec.hostAliases[1].ip: duplicate ip "1.1.1.1"',
      'spec.imagePullSecrets[2].name: duplicate name "a"', 'spec.imagePullSecrets[1].name: invalid empty name ""',
    ],
    'addresses in other forms': [
      {dnsConfig: {nameservers: ['::0001']}, hostAliases: [{ip: '1::0'}]}, 'spec.dnsConfig.nameservers[0]: IPv6 address "::0001" should be in RFC 5952 canonical format ("::1")',
      'spec.hostAliases[0].ip: IPv6 address "1::0" should be in RFC 5952 canonical format ("1::")',
    ],
  }, warningsOf)

  it('reports negative times in templates alone', () => {
    expect(templateWarnings({spec: {terminationGracePeriodSeconds: -1}}, FieldPath.of('t'))).to.deep.equal([
      't.spec.terminationGracePeriodSeconds: must be >= 0; negative values are invalid and will be treated as 1',
    ])
    expect(warningsOf({terminationGracePeriodSeconds: -1})).to.deep.equal([])
    expect(templateWarnings(undefined, FieldPath.of('t'))).to.deep.equal([])
  })
})
