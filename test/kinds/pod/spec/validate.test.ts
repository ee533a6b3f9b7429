import {expect} from 'chai'

import {dns1123Subdomain, labelValue, qualifiedName} from '../../../../src/machinery/meta/names.js'
import {check, newPod, podErrors} from '../../../helpers/pod-errors.js'

const invalid = (path: string, value: string, errors: readonly string[]): string[] => errors.map((error) => `${path}: Invalid value: ${JSON.stringify(value)}: ${error}`)

describe('validation of names, gates and DNS of a Pod', () => {
  const address = 'must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)'

  check({
    'invalid keys and values in nodeSelector': [{nodeSelector: {'a!': 'b', 'a': 'b!'}}, ...invalid('spec.nodeSelector', 'b!', labelValue('b!')), ...invalid('spec.nodeSelector', 'a!', qualifiedName('a!'))],
    'invalid and duplicate gates, and gates of a scheduled pod': [
      {readinessGates: [{conditionType: 'a b'}], schedulingGates: [{name: 'a'}, {name: 'a'}, {}], nodeName: 'n'}, ...invalid('spec.readinessGates[0].conditionType', 'a b', qualifiedName('a b')),
      'spec.schedulingGates[1]: Duplicate value: "a"', ...invalid('spec.schedulingGates[2]', '', qualifiedName('')), 'spec.nodeName: Forbidden: cannot be set until all schedulingGates have been cleared',
    ],
    'invalid names': [
      {serviceAccountName: 'A', nodeName: 'B', hostname: 'c.d', subdomain: 'e.f'}, ...invalid('spec.serviceAccountName', 'A', dns1123Subdomain('A')), ...invalid('spec.nodeName', 'B', dns1123Subdomain('B')),
      'spec.hostname: Invalid value: "c.d": must not contain dots', 'spec.subdomain: Invalid value: "e.f": must not contain dots',
    ],
    'valid classes': [{priorityClassName: 'high', runtimeClassName: 'kata', preemptionPolicy: 'Never'}],
    'invalid names of classes': [
      {priorityClassName: 'A_b', runtimeClassName: '', preemptionPolicy: 'foo'}, ...invalid('spec.priorityClassName', 'A_b', dns1123Subdomain('A_b')),
      ...invalid('spec.runtimeClassName', '', dns1123Subdomain('')), 'spec.preemptionPolicy: Unsupported value: "foo": supported values: "PreemptLowerPriority", "Never"',
    ],
    'an empty preemption policy': [{priorityClassName: '', preemptionPolicy: ''}, 'spec.preemptionPolicy: Required value'],
    'a hostnameOverride': [{hostnameOverride: 'a.b'}],
    'an invalid hostnameOverride together with setHostnameAsFQDN and hostNetwork': [
      {hostnameOverride: `${'a'.repeat(64)}A`, setHostnameAsFQDN: true, hostNetwork: true}, 'spec.hostnameOverride: Forbidden: may not be specified when setHostnameAsFQDN is true',
      'spec.hostnameOverride: Forbidden: may not be specified when hostNetwork is true', 'spec.hostnameOverride: Too long: may not be more than 64 bytes',
      ...invalid('spec.hostnameOverride', `${'a'.repeat(64)}A`, dns1123Subdomain(`${'a'.repeat(64)}A`)),
    ],
    'invalid host aliases': [{hostAliases: [{ip: '1.2.3', hostnames: ['A']}]}, `spec.hostAliases[0].ip: Invalid value: "1.2.3": ${address}`, ...invalid('spec.hostAliases[0].hostnames[0]', 'A', dns1123Subdomain('A'))],
    'an unknown dnsPolicy': [{dnsPolicy: 'x'}, 'spec.dnsPolicy: Unsupported value: "x": supported values: "ClusterFirstWithHostNet", "ClusterFirst", "Default", "None"'],
    'dnsPolicy None without dnsConfig': [{dnsPolicy: 'None'}, 'spec.dnsConfig: Required value: must provide `dnsConfig` when `dnsPolicy` is None'],
    'dnsPolicy None without nameservers': [{dnsPolicy: 'None', dnsConfig: {}}, 'spec.dnsConfig.nameservers: Required value: must provide at least one DNS nameserver when `dnsPolicy` is None'],
    'dnsPolicy None with nameservers and search paths': [{dnsPolicy: 'None', dnsConfig: {nameservers: ['1.1.1.1'], searches: ['.', '_a.b.', 'a_b'], options: [{name: 'a'}]}}],
    'too many and invalid nameservers': [
      {dnsConfig: {nameservers: ['1.1.1.1', '::1', 'x', '01.1.1.1'], options: [{value: 'a'}]}}, 'spec.dnsConfig.nameservers: Invalid value: ["1.1.1.1","::1","x","01.1.1.1"]: must not have more than 3 nameservers',
      `spec.dnsConfig.nameservers[2]: Invalid value: "x": ${address}`, 'spec.dnsConfig.nameservers[3]: Invalid value: "01.1.1.1": must not have leading 0s',
      'spec.dnsConfig.options[0]: Required value: must not be empty',
    ],
  }, podErrors)

  it('rejects too many and too long search paths', () => {
    const errors = podErrors({dnsConfig: {searches: [...Array<string>(32).fill('a'.repeat(63)), 'A.']}})
    expect(errors.map((error) => error.replace(/\[".*"\]/, '[]').replace(/: a lowercase.*/, ''))).to.deep.equal([
      'spec.dnsConfig.searches: Invalid value: []: must not have more than 32 search paths',
      'spec.dnsConfig.searches: Invalid value: []: must not have more than 2048 characters (including spaces) in the search list', 'spec.dnsConfig.searches[32]: Invalid value: "A"',
    ])
  })

  it('sets the condition SchedulingGated of a new pod with gates', () => {
    expect(newPod({schedulingGates: [{name: 'a'}]}).status?.conditions).to.deep.equal([
      {type: 'PodScheduled', status: 'False', reason: 'SchedulingGated', message: 'Scheduling is blocked due to non-empty scheduling gates'},
    ])
  })
})
