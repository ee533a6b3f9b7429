import {expect} from 'chai'

import {dns1123Label, dns1123Subdomain, labelValue, qualifiedName} from '../../../src/machinery/meta/names.js'
import type {Body} from '../../helpers/builders.js'
import {check, newPod, podErrors} from '../../helpers/pod-errors.js'

const required = 'requiredDuringSchedulingIgnoredDuringExecution'

const preferred = 'preferredDuringSchedulingIgnoredDuringExecution'

const invalid = (path: string, value: string, faults: readonly string[]): string[] => faults.map((fault) => `${path}: Invalid value: ${JSON.stringify(value)}: ${fault}`)

describe('node affinity', () => {
  const terms = `spec.affinity.nodeAffinity.${required}.nodeSelectorTerms`
  const of = (...nodeSelectorTerms: Body[]): Body => ({affinity: {nodeAffinity: {[required]: {nodeSelectorTerms}}}})
  const expressions = (...matchExpressions: Body[]): Body => of({matchExpressions})
  const place = `${terms}[0].matchExpressions`

  check({
    'an empty term': [of({})],
    'every operator': [expressions({key: 'a', operator: 'In', values: ['x']}, {key: 'a', operator: 'Exists'}, {key: 'a', operator: 'Gt', values: ['x']})],
    'no terms': [of(), `${terms}: Required value: must have at least one node selector term`],
    'values that do not fit': [
      expressions({key: 'a', operator: 'NotIn'}, {key: 'a', operator: 'DoesNotExist', values: ['x']}, {key: 'a', operator: 'Lt'}, {key: 'a', operator: 'in'}),
      `${place}[0].values: Required value: must be specified when \`operator\` is 'In' or 'NotIn'`,
      `${place}[1].values: Forbidden: may not be specified when \`operator\` is 'Exists' or 'DoesNotExist'`,
      `${place}[2].values: Required value: must be specified single value when \`operator\` is 'Lt' or 'Gt'`, `${place}[3].operator: Invalid value: "in": not a valid selector operator`,
    ],
    'keys and values that labels cannot have': [
      expressions({operator: 'In', values: ['x!']}), ...invalid(`${place}[0].key`, '', qualifiedName('')), ...invalid(`${place}[0].values[0]`, 'x!', labelValue('x!')),
    ],
    'the name of a node': [of({matchFields: [{key: 'metadata.name', operator: 'In', values: ['n']}]})],
    'other fields of a node': [
      of({matchFields: [{key: 'a', operator: 'Exists'}, {key: 'metadata.name', operator: 'NotIn', values: ['A', 'b']}]}),
      `${terms}[0].matchFields[0].operator: Invalid value: "Exists": not a valid selector operator`, `${terms}[0].matchFields[0].key: Invalid value: "a": not a valid field selector key`,
      `${terms}[0].matchFields[1].values: Required value: must be only one value when \`operator\` is 'In' or 'NotIn' for node field selector`,
      ...invalid(`${terms}[0].matchFields[1].values[0]`, 'A', dns1123Subdomain('A')),
    ],
    'a preference without weight, whose values are free': [
      {affinity: {nodeAffinity: {[preferred]: [{weight: 0, preference: {matchExpressions: [{key: 'a', operator: 'In', values: ['x!']}]}}, {weight: 101, preference: {}}]}}},
      `spec.affinity.nodeAffinity.${preferred}[0].weight: Invalid value: 0: must be in the range 1-100`, `spec.affinity.nodeAffinity.${preferred}[1].weight: Invalid value: 101: must be in the range 1-100`,
    ],
  }, podErrors)
})

describe('pod affinity', () => {
  const at = `spec.affinity.podAffinity.${required}[0]`
  const term = (fields: Body): Body => ({affinity: {podAffinity: {[required]: [{topologyKey: 'zone', ...fields}]}}})
  const labelSelector = {matchLabels: {app: 'web'}}

  check({
    'a term': [term({labelSelector, namespaceSelector: {}, namespaces: ['a']})],
    'nothing': [term({topologyKey: ''}), `${at}.topologyKey: Required value: can not be empty`, ...invalid(`${at}.topologyKey`, '', qualifiedName(''))],
    'namespaces that are none, without position': [term({namespaces: ['a', 'B']}), ...invalid(`${at}.namespace`, 'B', dns1123Label('B'))],
    'bad selectors': [
      term({labelSelector: {matchExpressions: [{key: 'a', operator: 'x'}]}, namespaceSelector: {matchExpressions: [{key: 'a', operator: 'y'}]}}),
      `${at}.labelSelector.matchExpressions[0].operator: Invalid value: "x": not a valid selector operator`,
      `${at}.namespaceSelector.matchExpressions[0].operator: Invalid value: "y": not a valid selector operator`,
    ],
    'a preference of no weight': [
      {affinity: {podAntiAffinity: {[preferred]: [{weight: 0, podAffinityTerm: {topologyKey: 'zone'}}]}}}, `spec.affinity.podAntiAffinity.${preferred}[0].weight: Invalid value: 0: must be in the range 1-100`,
    ],
    'keys without a selector': [
      term({matchLabelKeys: ['a'], mismatchLabelKeys: ['b']}), `${at}.matchLabelKeys: Forbidden: must not be specified when labelSelector is not set`,
      `${at}.mismatchLabelKeys: Forbidden: must not be specified when labelSelector is not set`,
    ],
    'keys in both lists': [
      term({labelSelector, matchLabelKeys: ['!', 'a'], mismatchLabelKeys: ['a']}), ...invalid(`${at}.matchLabelKeys[0]`, '!', qualifiedName('!')),
      `${at}.matchLabelKeys[1]: Invalid value: "a": exists in both matchLabelKeys and mismatchLabelKeys`,
    ],
    'a key that the pod has not, in the selector too': [term({labelSelector, matchLabelKeys: ['app']})],
  }, podErrors)

  check({
    'a key that the pod has, in the selector too': [term({labelSelector, matchLabelKeys: ['x', 'app']}), `${at}[1]: Invalid value: "app": exists in both matchLabelKeys and labelSelector`],
  }, (given) => podErrors(given, {labels: {app: 'web'}}))

  it('gets terms for the labels of the pod', () => {
    const spec = {
      ...term({labelSelector: {}, matchLabelKeys: ['a', 'x'], mismatchLabelKeys: ['b']}),
      topologySpreadConstraints: [{maxSkew: 1, topologyKey: 'z', whenUnsatisfiable: 'ScheduleAnyway', labelSelector, matchLabelKeys: ['a']}, {maxSkew: 1, matchLabelKeys: ['a']}],
    }
    const {spec: made = {}} = newPod(spec, {labels: {a: '1', b: '2'}})
    const same = {key: 'a', operator: 'In', values: ['1']}
    expect(made.affinity?.podAffinity?.[required]?.[0]?.labelSelector).to.deep.equal({matchExpressions: [same, {key: 'b', operator: 'NotIn', values: ['2']}]})
    expect(made.topologySpreadConstraints?.map((constraint) => constraint.labelSelector))
      .to.deep.equal([{...labelSelector, matchExpressions: [same]}, undefined])
    const weighted = {affinity: {podAntiAffinity: {[preferred]: [{weight: 1}, {weight: 1, podAffinityTerm: {labelSelector: {}, matchLabelKeys: ['a']}}]}}}
    expect(newPod(weighted, {labels: {a: '1'}}).spec?.affinity?.podAntiAffinity?.[preferred]?.[1]?.podAffinityTerm?.labelSelector).to.deep.equal({matchExpressions: [same]})
  })
})

describe('spread constraints', () => {
  const of = (...topologySpreadConstraints: Body[]): Body => ({topologySpreadConstraints})
  const constraint = {maxSkew: 1, topologyKey: 'zone', whenUnsatisfiable: 'DoNotSchedule', labelSelector: {}}
  const at = 'spec.topologySpreadConstraints[0]'

  check({
    'two kinds': [of(constraint, {...constraint, whenUnsatisfiable: 'ScheduleAnyway', nodeTaintsPolicy: 'Honor'})],
    'nothing': [
      of({}), `${at}.maxSkew: Invalid value: 0: must be greater than zero`, `${at}.topologyKey: Required value: can not be empty`,
      `${at}.whenUnsatisfiable: Unsupported value: "": supported values: "DoNotSchedule", "ScheduleAnyway"`,
    ],
    'one kind twice, at the first': [of(constraint, constraint), `${at}.{topologyKey, whenUnsatisfiable}: Duplicate value: "{zone, DoNotSchedule}"`],
    'few domains': [
      of({...constraint, minDomains: 0, whenUnsatisfiable: 'ScheduleAnyway'}), `${at}.minDomains: Invalid value: 0: must be greater than zero`,
      `${at}.minDomains: Invalid value: 0: can only use minDomains if whenUnsatisfiable=DoNotSchedule, not ScheduleAnyway`,
    ],
    'words that are none': [
      of({...constraint, nodeAffinityPolicy: '', nodeTaintsPolicy: 'x'}), `${at}.nodeAffinityPolicy: Unsupported value: "": supported values: "Honor", "Ignore"`,
      `${at}.nodeTaintsPolicy: Unsupported value: "x": supported values: "Honor", "Ignore"`,
    ],
  }, podErrors)
})

describe('tolerations', () => {
  const of = (...tolerations: Body[]): Body => ({tolerations})
  const at = 'spec.tolerations[0]'

  check({
    'all forms': [of({operator: 'Exists'}, {key: 'a', value: 'b'}, {key: 'a', operator: 'Exists', effect: 'NoExecute', tolerationSeconds: 1})],
    'no key': [of({}), `${at}.operator: Invalid value: "": operator must be Exists when \`key\` is empty, which means "match all values and all keys"`],
    'a key that is none': [of({key: '!'}), ...invalid(`${at}.key`, '!', qualifiedName('!'))],
    'seconds for another effect': [
      of({key: 'a', effect: 'x', tolerationSeconds: 1}), `${at}.effect: Invalid value: "x": effect must be 'NoExecute' when \`tolerationSeconds\` is set`,
      `${at}.effect: Unsupported value: "x": supported values: "NoSchedule", "PreferNoSchedule", "NoExecute"`,
    ],
    'values that do not fit': [
      of({key: 'a', value: 'b!'}, {key: 'a', operator: 'Exists', value: 'b'}), ...invalid(`${at}.operator`, 'b!', [labelValue('b!').join(';')]),
      'spec.tolerations[1].operator: Invalid value: "b": value must be empty when `operator` is \'Exists\'',
    ],
    'operators that are none, or not yet': [
      of({key: 'a', operator: 'Lt'}, {key: 'a', operator: 'x'}), `${at}.operator: Unsupported value: "Lt": supported values: "Equal", "Exists", "Lt", "Gt"`,
      'spec.tolerations[1].operator: Unsupported value: "x": supported values: "Equal", "Exists"',
    ],
  }, podErrors)
})

describe('names and gates of a pod', () => {
  const address = 'must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)'

  check({
    'selectors of nodes': [{nodeSelector: {'a!': 'b', 'a': 'b!'}}, ...invalid('spec.nodeSelector', 'b!', labelValue('b!')), ...invalid('spec.nodeSelector', 'a!', qualifiedName('a!'))],
    'gates': [
      {readinessGates: [{conditionType: 'a b'}], schedulingGates: [{name: 'a'}, {name: 'a'}, {}], nodeName: 'n'}, ...invalid('spec.readinessGates[0].conditionType', 'a b', qualifiedName('a b')),
      'spec.schedulingGates[1]: Duplicate value: "a"', ...invalid('spec.schedulingGates[2]', '', qualifiedName('')), 'spec.nodeName: Forbidden: cannot be set until all schedulingGates have been cleared',
    ],
    'names': [
      {serviceAccountName: 'A', nodeName: 'B', hostname: 'c.d', subdomain: 'e.f'}, ...invalid('spec.serviceAccountName', 'A', dns1123Subdomain('A')), ...invalid('spec.nodeName', 'B', dns1123Subdomain('B')),
      'spec.hostname: Invalid value: "c.d": must not contain dots', 'spec.subdomain: Invalid value: "e.f": must not contain dots',
    ],
    'classes': [{priorityClassName: 'high', runtimeClassName: 'kata', preemptionPolicy: 'Never'}],
    'names that no class can have': [
      {priorityClassName: 'A_b', runtimeClassName: '', preemptionPolicy: 'foo'}, ...invalid('spec.priorityClassName', 'A_b', dns1123Subdomain('A_b')),
      ...invalid('spec.runtimeClassName', '', dns1123Subdomain('')), 'spec.preemptionPolicy: Unsupported value: "foo": supported values: "PreemptLowerPriority", "Never"',
    ],
    'an empty preemption policy': [{priorityClassName: '', preemptionPolicy: ''}, 'spec.preemptionPolicy: Required value'],
    'another host name': [{hostnameOverride: 'a.b'}],
    'another host name with all else': [
      {hostnameOverride: `${'a'.repeat(64)}A`, setHostnameAsFQDN: true, hostNetwork: true}, 'spec.hostnameOverride: Forbidden: may not be specified when setHostnameAsFQDN is true',
      'spec.hostnameOverride: Forbidden: may not be specified when hostNetwork is true', 'spec.hostnameOverride: Too long: may not be more than 64 bytes',
      ...invalid('spec.hostnameOverride', `${'a'.repeat(64)}A`, dns1123Subdomain(`${'a'.repeat(64)}A`)),
    ],
    'host aliases': [{hostAliases: [{ip: '1.2.3', hostnames: ['A']}]}, `spec.hostAliases[0].ip: Invalid value: "1.2.3": ${address}`, ...invalid('spec.hostAliases[0].hostnames[0]', 'A', dns1123Subdomain('A'))],
    'a policy that is none': [{dnsPolicy: 'x'}, 'spec.dnsPolicy: Unsupported value: "x": supported values: "ClusterFirstWithHostNet", "ClusterFirst", "Default", "None"'],
    'no resolver at all': [{dnsPolicy: 'None'}, 'spec.dnsConfig: Required value: must provide `dnsConfig` when `dnsPolicy` is None'],
    'a resolver without servers': [{dnsPolicy: 'None', dnsConfig: {}}, 'spec.dnsConfig.nameservers: Required value: must provide at least one DNS nameserver when `dnsPolicy` is None'],
    'servers, and what to search': [{dnsPolicy: 'None', dnsConfig: {nameservers: ['1.1.1.1'], searches: ['.', '_a.b.', 'a_b'], options: [{name: 'a'}]}}],
    'too many servers': [
      {dnsConfig: {nameservers: ['1.1.1.1', '::1', 'x', '01.1.1.1'], options: [{value: 'a'}]}}, 'spec.dnsConfig.nameservers: Invalid value: ["1.1.1.1","::1","x","01.1.1.1"]: must not have more than 3 nameservers',
      `spec.dnsConfig.nameservers[2]: Invalid value: "x": ${address}`, 'spec.dnsConfig.nameservers[3]: Invalid value: "01.1.1.1": must not have leading 0s',
      'spec.dnsConfig.options[0]: Required value: must not be empty',
    ],
  }, podErrors)

  it('rejects too much to search', () => {
    const errors = podErrors({dnsConfig: {searches: [...Array<string>(32).fill('a'.repeat(63)), 'A.']}})
    expect(errors.map((error) => error.replace(/\[".*"\]/, '[]').replace(/: a lowercase.*/, ''))).to.deep.equal([
      'spec.dnsConfig.searches: Invalid value: []: must not have more than 32 search paths',
      'spec.dnsConfig.searches: Invalid value: []: must not have more than 2048 characters (including spaces) in the search list', 'spec.dnsConfig.searches[32]: Invalid value: "A"',
    ])
  })

  it('knows that a pod waits for its gates', () => {
    expect(newPod({schedulingGates: [{name: 'a'}]}).status?.conditions).to.deep.equal([
      {type: 'PodScheduled', status: 'False', reason: 'SchedulingGated', message: 'Scheduling is blocked due to non-empty scheduling gates', lastProbeTime: null},
    ])
  })
})
