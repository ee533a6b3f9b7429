import {expect} from 'chai'

import {templateWarnings} from '../../../../src/kinds/pod/warnings.js'
import {FieldPath} from '../../../../src/machinery/field/path.js'
import type {Body} from '../../../helpers/builders.js'
import {checkWarnings, warningsOf} from '../../../helpers/pod-errors.js'

describe('warnings about containers', () => {
  const ports = (...list: Body[]): Body => ({containers: [{name: 'c', image: 'i', ports: list}]})
  const P = 'spec.containers[0].ports'

  checkWarnings({
    'a variable that extends its previous value': [{containers: [{name: 'c', image: 'i', env: [{name: 'A', value: 'x'}, {name: 'A', value: '$(A)y'}]}]}],
    'variables that hide previous definitions': [
      {containers: [{name: 'c', image: 'i', env: [{name: 'A'}, {name: 'A', value: '$(A)'}, {name: 'A', valueFrom: {fieldRef: {fieldPath: 'metadata.name'}}}, {name: 'A', value: 'y'}]}]},
      ...[1, 2, 3].map((i) => `spec.containers[0].env[${i}]: hides previous definition of "A", which may be dropped when using apply`),
    ],
    'a hostIP without hostPort': [
      ports({name: 'a', containerPort: 80, hostIP: '1.1.1.1'}), `${P}[0]: hostIP set without hostPort: {Name:a HostPort:0 ContainerPort:80 Protocol:TCP HostIP:1.1.1.1}`,
    ],
    'ports that differ': [ports({containerPort: 80}, {containerPort: 80, protocol: 'UDP'}, {containerPort: 81, hostPort: 1}, {containerPort: 81, hostPort: 2})],
    'duplicate and overlapping ports': [
      ports({containerPort: 80}, {containerPort: 80}, {containerPort: 80, hostPort: 1}, {containerPort: 80, hostPort: 1, hostIP: '1.1.1.1'}), `${P}[1]: duplicate port definition with ${P}[0]`,
      `${P}[2]: overlapping port definition with ${P}[0]`, `${P}[2]: overlapping port definition with ${P}[1]`, `${P}[3]: overlapping port definition with ${P}[0]`,
      `${P}[3]: overlapping port definition with ${P}[1]`, `${P}[3]: dangerously ambiguous port definition with ${P}[2]`,
    ],
    'duplicate port names': [
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
    'duplicate addresses, and duplicate or empty names of pull secrets': [
      {hostAliases: [{ip: '1.1.1.1'}, {ip: '1.1.1.1'}], imagePullSecrets: [{name: 'a'}, {}, {name: 'a'}]}, 'spec.hostAliases[1].ip: duplicate ip "1.1.1.1"',
      'spec.imagePullSecrets[2].name: duplicate name "a"', 'spec.imagePullSecrets[1].name: invalid empty name ""',
    ],
    'IPv6 addresses that are not canonical': [
      {dnsConfig: {nameservers: ['::0001']}, hostAliases: [{ip: '1::0'}]}, 'spec.dnsConfig.nameservers[0]: IPv6 address "::0001" should be in RFC 5952 canonical format ("::1")',
      'spec.hostAliases[0].ip: IPv6 address "1::0" should be in RFC 5952 canonical format ("1::")',
    ],
  }, warningsOf)

  it('warns about a negative grace period in templates only', () => {
    expect(templateWarnings({spec: {terminationGracePeriodSeconds: -1}}, FieldPath.of('t'))).to.deep.equal([
      't.spec.terminationGracePeriodSeconds: must be >= 0; negative values are invalid and will be treated as 1',
    ])
    expect(warningsOf({terminationGracePeriodSeconds: -1})).to.deep.equal([])
    expect(templateWarnings(undefined, FieldPath.of('t'))).to.deep.equal([])
  })
})
