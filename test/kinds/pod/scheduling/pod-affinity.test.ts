import {expect} from 'chai'

import {dns1123Label, qualifiedName} from '../../../../src/machinery/meta/names.js'
import type {Body} from '../../../helpers/builders.js'
import {check, newPod, podErrors} from '../../../helpers/pod-errors.js'

const required = 'requiredDuringSchedulingIgnoredDuringExecution'

const preferred = 'preferredDuringSchedulingIgnoredDuringExecution'

const invalid = (path: string, value: string, errors: readonly string[]): string[] => errors.map((error) => `${path}: Invalid value: ${JSON.stringify(value)}: ${error}`)

describe('pod affinity', () => {
  const at = `spec.affinity.podAffinity.${required}[0]`
  const term = (fields: Body): Body => ({affinity: {podAffinity: {[required]: [{topologyKey: 'zone', ...fields}]}}})
  const labelSelector = {matchLabels: {app: 'web'}}

  check({
    'a term': [term({labelSelector, namespaceSelector: {}, namespaces: ['a']})],
    'an empty topologyKey': [term({topologyKey: ''}), `${at}.topologyKey: Required value: can not be empty`, ...invalid(`${at}.topologyKey`, '', qualifiedName(''))],
    'invalid namespaces, reported without index': [term({namespaces: ['a', 'B']}), ...invalid(`${at}.namespace`, 'B', dns1123Label('B'))],
    'invalid selectors': [
      term({labelSelector: {matchExpressions: [{key: 'a', operator: 'x'}]}, namespaceSelector: {matchExpressions: [{key: 'a', operator: 'y'}]}}),
      `${at}.labelSelector.matchExpressions[0].operator: Invalid value: "x": not a valid selector operator`,
      `${at}.namespaceSelector.matchExpressions[0].operator: Invalid value: "y": not a valid selector operator`,
    ],
    'a preference with weight 0': [
      {affinity: {podAntiAffinity: {[preferred]: [{weight: 0, podAffinityTerm: {topologyKey: 'zone'}}]}}}, `spec.affinity.podAntiAffinity.${preferred}[0].weight: Invalid value: 0: must be in the range 1-100`,
    ],
    'matchLabelKeys and mismatchLabelKeys without a labelSelector': [
      term({matchLabelKeys: ['a'], mismatchLabelKeys: ['b']}), `${at}.matchLabelKeys: Forbidden: must not be specified when labelSelector is not set`,
      `${at}.mismatchLabelKeys: Forbidden: must not be specified when labelSelector is not set`,
    ],
    'a key in both matchLabelKeys and mismatchLabelKeys': [
      term({labelSelector, matchLabelKeys: ['!', 'a'], mismatchLabelKeys: ['a']}), ...invalid(`${at}.matchLabelKeys[0]`, '!', qualifiedName('!')),
      `${at}.matchLabelKeys[1]: Invalid value: "a": exists in both matchLabelKeys and mismatchLabelKeys`,
    ],
    'a key in matchLabelKeys and labelSelector that the pod does not have': [term({labelSelector, matchLabelKeys: ['app']})],
  }, podErrors)

  check({
    'a key in matchLabelKeys and labelSelector that the pod has': [term({labelSelector, matchLabelKeys: ['x', 'app']}), `${at}[1]: Invalid value: "app": exists in both matchLabelKeys and labelSelector`],
  }, (given) => podErrors(given, {labels: {app: 'web'}}))

  it('adds requirements for matchLabelKeys to the selectors of a new pod', () => {
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
