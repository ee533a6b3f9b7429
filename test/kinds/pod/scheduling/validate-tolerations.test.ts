import {labelValue, qualifiedName} from '../../../../src/machinery/meta/names.js'
import type {Body} from '../../../helpers/builders.js'
import {check, podErrors} from '../../../helpers/pod-errors.js'

const invalid = (path: string, value: string, errors: readonly string[]): string[] => errors.map((error) => `${path}: Invalid value: ${JSON.stringify(value)}: ${error}`)

describe('tolerations', () => {
  const of = (...tolerations: Body[]): Body => ({tolerations})
  const at = 'spec.tolerations[0]'

  check({
    'all forms': [of({operator: 'Exists'}, {key: 'a', value: 'b'}, {key: 'a', operator: 'Exists', effect: 'NoExecute', tolerationSeconds: 1})],
    'an empty key without operator Exists': [of({}), `${at}.operator: Invalid value: "": operator must be Exists when \`key\` is empty, which means "match all values and all keys"`],
    'an invalid key': [of({key: '!'}), ...invalid(`${at}.key`, '!', qualifiedName('!'))],
    'tolerationSeconds with an effect other than NoExecute': [
      of({key: 'a', effect: 'x', tolerationSeconds: 1}), `${at}.effect: Invalid value: "x": effect must be 'NoExecute' when \`tolerationSeconds\` is set`,
      `${at}.effect: Unsupported value: "x": supported values: "NoSchedule", "PreferNoSchedule", "NoExecute"`,
    ],
    'values that are invalid or do not match the operator': [
      of({key: 'a', value: 'b!'}, {key: 'a', operator: 'Exists', value: 'b'}), ...invalid(`${at}.operator`, 'b!', [labelValue('b!').join(';')]),
      'spec.tolerations[1].operator: Invalid value: "b": value must be empty when `operator` is \'Exists\'',
    ],
    'unknown or disabled operators': [
      of({key: 'a', operator: 'Lt'}, {key: 'a', operator: 'x'}), `${at}.operator: Unsupported value: "Lt": supported values: "Equal", "Exists", "Lt", "Gt"`,
      'spec.tolerations[1].operator: Unsupported value: "x": supported values: "Equal", "Exists"',
    ],
  }, podErrors)
})
