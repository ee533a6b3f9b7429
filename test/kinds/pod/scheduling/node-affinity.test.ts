import {dns1123Subdomain, labelValue, qualifiedName} from '../../../../src/machinery/meta/names.js'
import type {Body} from '../../../helpers/builders.js'
import {check, podErrors} from '../../../helpers/pod-errors.js'

const required = 'requiredDuringSchedulingIgnoredDuringExecution'

const preferred = 'preferredDuringSchedulingIgnoredDuringExecution'

const invalid = (path: string, value: string, errors: readonly string[]): string[] => errors.map((error) => `${path}: Invalid value: ${JSON.stringify(value)}: ${error}`)

describe('node affinity', () => {
  const terms = `spec.affinity.nodeAffinity.${required}.nodeSelectorTerms`
  const of = (...nodeSelectorTerms: Body[]): Body => ({affinity: {nodeAffinity: {[required]: {nodeSelectorTerms}}}})
  const expressions = (...matchExpressions: Body[]): Body => of({matchExpressions})
  const place = `${terms}[0].matchExpressions`

  check({
    'an empty term': [of({})],
    'every operator': [expressions({key: 'a', operator: 'In', values: ['x']}, {key: 'a', operator: 'Exists'}, {key: 'a', operator: 'Gt', values: ['x']})],
    'no node selector terms': [of(), `${terms}: Required value: must have at least one node selector term`],
    'values that do not match the operator': [
      expressions({key: 'a', operator: 'NotIn'}, {key: 'a', operator: 'DoesNotExist', values: ['x']}, {key: 'a', operator: 'Lt'}, {key: 'a', operator: 'in'}),
      `${place}[0].values: Required value: must be specified when \`operator\` is 'In' or 'NotIn'`,
      `${place}[1].values: Forbidden: may not be specified when \`operator\` is 'Exists' or 'DoesNotExist'`,
      `${place}[2].values: Required value: must be specified single value when \`operator\` is 'Lt' or 'Gt'`, `${place}[3].operator: Invalid value: "in": not a valid selector operator`,
    ],
    'invalid label keys and values': [
      expressions({operator: 'In', values: ['x!']}), ...invalid(`${place}[0].key`, '', qualifiedName('')), ...invalid(`${place}[0].values[0]`, 'x!', labelValue('x!')),
    ],
    'a match of metadata.name': [of({matchFields: [{key: 'metadata.name', operator: 'In', values: ['n']}]})],
    'other fields, operators and numbers of values in matchFields': [
      of({matchFields: [{key: 'a', operator: 'Exists'}, {key: 'metadata.name', operator: 'NotIn', values: ['A', 'b']}]}),
      `${terms}[0].matchFields[0].operator: Invalid value: "Exists": not a valid selector operator`, `${terms}[0].matchFields[0].key: Invalid value: "a": not a valid field selector key`,
      `${terms}[0].matchFields[1].values: Required value: must be only one value when \`operator\` is 'In' or 'NotIn' for node field selector`,
      ...invalid(`${terms}[0].matchFields[1].values[0]`, 'A', dns1123Subdomain('A')),
    ],
    'preferences with a weight out of range, without checking label values': [
      {affinity: {nodeAffinity: {[preferred]: [{weight: 0, preference: {matchExpressions: [{key: 'a', operator: 'In', values: ['x!']}]}}, {weight: 101, preference: {}}]}}},
      `spec.affinity.nodeAffinity.${preferred}[0].weight: Invalid value: 0: must be in the range 1-100`, `spec.affinity.nodeAffinity.${preferred}[1].weight: Invalid value: 101: must be in the range 1-100`,
    ],
  }, podErrors)
})
