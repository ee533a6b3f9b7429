import {checkWarnings, warningsOf} from '../../../helpers/pod-errors.js'

const required = 'requiredDuringSchedulingIgnoredDuringExecution'

const preferred = 'preferredDuringSchedulingIgnoredDuringExecution'

const nullSelector = 'a null labelSelector results in matching no pod'

describe('warnings about the scheduling of pods', () => {
  const zone = 'deprecated since v1.17; use "topology.kubernetes.io/zone" instead'
  const key = 'failure-domain.beta.kubernetes.io/zone'
  const affinity = 'spec.affinity.nodeAffinity'

  checkWarnings({
    'current labels and an empty labelSelector': [{nodeSelector: {'kubernetes.io/os': 'linux'}, topologySpreadConstraints: [{labelSelector: {}}]}],
    'deprecated labels in nodeSelector': [
      {nodeSelector: {'node-role.kubernetes.io/master': '', 'beta.kubernetes.io/os': 'linux'}}, 'spec.nodeSelector[beta.kubernetes.io/os]: deprecated since v1.14; use "kubernetes.io/os" instead',
      'spec.nodeSelector[node-role.kubernetes.io/master]: use "node-role.kubernetes.io/control-plane" instead',
    ],
    'deprecated keys and invalid values in node affinity': [
      {affinity: {nodeAffinity: {[required]: {nodeSelectorTerms: [{matchExpressions: [{key}]}]}, [preferred]: [{preference: {matchExpressions: [{key, values: ['a', 'b!']}]}}]}}},
      `${affinity}.${required}.nodeSelectorTerms[0].matchExpressions[0].key: ${key} is ${zone}`, `${affinity}.${preferred}[0].preference.matchExpressions[0].key: ${key} is ${zone}`,
      `${affinity}.${preferred}[0].preference.matchExpressions[0].values[1]: b! is invalid, a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', `
        + "and must start and end with an alphanumeric character (e.g. 'MyValue',  or 'my_value',  or '12345', regex used for validation is '(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?')",
    ],
    'a deprecated topologyKey and a null labelSelector': [
      {topologySpreadConstraints: [{topologyKey: key}]}, `spec.topologySpreadConstraints[0].topologyKey: ${key} is ${zone}`, `spec.topologySpreadConstraints[0].labelSelector: ${nullSelector}`,
    ],
    'null labelSelectors in pod affinity': [
      {affinity: {podAffinity: {[required]: [{}]}, podAntiAffinity: {[preferred]: [{podAffinityTerm: {labelSelector: {}}}, {}]}}},
      `spec.affinity.podAffinity.${required}[0].labelSelector: ${nullSelector}`, `spec.affinity.podAntiAffinity.${preferred}[1].podAffinityTerm.labelSelector: ${nullSelector}`,
    ],
  }, warningsOf)
})
