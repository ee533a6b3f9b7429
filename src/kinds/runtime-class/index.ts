import type {Toleration} from '../../machinery/api/core-v1.js'
import type {RuntimeClass} from '../../machinery/api/node-v1.js'
import {allErrors, duplicate, type FieldError, invalid, required} from '../../machinery/field/error.js'
import {FieldPath} from '../../machinery/field/path.js'
import {compareText, goJson} from '../../machinery/go/text.js'
import {validateLabels} from '../../machinery/meta/label-selector.js'
import {dns1123Label} from '../../machinery/meta/names.js'
import {declaredImmutable} from '../declared-rules.js'
import type {KindDefinition} from '../kind.js'
import {validateTolerations} from '../pod/scheduling/validate-tolerations.js'
import {validateUnchanged} from '../shared/internal-equal.js'
import {internalForm} from '../shared/internal-form.js'
import {deprecatedNodeLabel} from '../shared/node-labels.js'
import {validateContainerResourceName} from '../shared/resource-names.js'
import {validateResourceRequirements} from '../shared/resources.js'

const handlerPath = FieldPath.of('handler')

const schedulingPath = FieldPath.of('scheduling')

/** RuntimeClass (node validation `ValidateRuntimeClass`; spec kinds 12). */
export const runtimeClass: KindDefinition<RuntimeClass> = {
  apiVersion: 'node.k8s.io/v1',
  kind: 'RuntimeClass',
  metadata: {qualifiedFinalizers: false, namesOnUpdate: true},
  isLookedUp: true,
  declared: [declaredImmutable(/^handler$/), {field: /^handler$/, types: ['Required', 'Invalid'], unless: /^field is immutable$/}],

  validate: ({handler = '', overhead, scheduling = {}}) => allErrors(
    handler === '' ? [required(handlerPath, '', 'runtime-class/handler')]
      : dns1123Label(handler).map((error) => invalid(handlerPath, handler, error, 'runtime-class/handler')),
    overhead?.podFixed === undefined ? []
      : validateResourceRequirements({limits: overhead.podFixed}, validateContainerResourceName, FieldPath.of('overhead')),
    validateLabels(scheduling.nodeSelector, schedulingPath.child('nodeSelector'), 'runtime-class/node-selector'),
    validateUniqueTolerations(scheduling.tolerations ?? [], schedulingPath.child('tolerations')),
  ),

  validateUpdate: ({handler}, old) => validateUnchanged('', handler, old.handler, handlerPath, 'runtime-class/immutable'),

  warnings: ({scheduling}) => Object.keys(scheduling?.nodeSelector ?? {}).sort(compareText).flatMap((key) => {
    const message = deprecatedNodeLabel(key)
    return message === undefined ? [] : [`${schedulingPath.child('nodeSelector')}: ${message}`]
  }),
}

/** The rules for tolerations, which must differ in key, operator, value or effect. */
function validateUniqueTolerations(tolerations: readonly Toleration[], path: FieldPath): FieldError[] {
  const known = new Set<string>()
  return allErrors(validateTolerations(tolerations, path), tolerations.flatMap((toleration, i) => {
    const {key = '', operator = '', value = '', effect = ''} = toleration
    const text = goJson([key, operator, value, effect])
    const isKnown = known.has(text)
    known.add(text)
    return isKnown ? [duplicate(path.index(i), internalForm('Toleration', toleration), 'runtime-class/tolerations')] : []
  }))
}
