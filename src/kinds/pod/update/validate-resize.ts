import type {ContainerResizePolicy} from '../../../machinery/api/core-v1.js'
import {allErrors, duplicate, type FieldError, invalid, NamedText, notSupported, required} from '../../../machinery/field/error.js'
import type {FieldPath} from '../../../machinery/field/path.js'

const origin = 'pod/resize-policy'

/** The rules for resize policies of a container (core validation `validateResizePolicy`); upstream omits most indexes. */
export function validateResizePolicies(policies: readonly ContainerResizePolicy[], podRestartPolicy: string | undefined, path: FieldPath): FieldError[] {
  const resources = new Set<string>()
  return policies.flatMap(({resourceName = '', restartPolicy = ''}, i) => {
    const repeated = resources.has(resourceName) ? [duplicate(path.index(i), new NamedText(resourceName), origin)] : []
    resources.add(resourceName)
    return allErrors(
      repeated,
      validateRequiredWord(resourceName, ['cpu', 'memory'], path),
      validateRequiredWord(restartPolicy, ['NotRequired', 'RestartContainer'], path),
      podRestartPolicy === 'Never' && restartPolicy !== 'NotRequired'
        ? [invalid(path, new NamedText(restartPolicy), "must be 'NotRequired' when pod `restartPolicy` is 'Never'", origin)] : [],
    )
  })
}

function validateRequiredWord(word: string, legal: readonly string[], path: FieldPath): FieldError[] {
  if (word === '') return [required(path, '', origin)]
  return legal.includes(word) ? [] : [notSupported(path, word, legal, origin)]
}
