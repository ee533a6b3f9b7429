import type {IngressClass, IngressClassParametersReference} from '../../machinery/api/networking-v1.js'
import {assign} from '../../machinery/collections/immutable.js'
import {semanticEqual} from '../../machinery/collections/semantic-equal.js'
import {allErrors, type FieldError, forbidden, notSupported, required, tooLong} from '../../machinery/field/error.js'
import {FieldPath} from '../../machinery/field/path.js'
import {validateName, validateText} from '../../machinery/field/text-rules.js'
import {byteLength} from '../../machinery/go/text.js'
import {validateImmutable} from '../../machinery/meta/immutable-field.js'
import {dns1123Label, dns1123Subdomain, pathSegmentName} from '../../machinery/meta/names.js'
import type {KindDefinition} from '../kind.js'
import {validateDomainPath} from '../shared/domain-path.js'
import {firstGeneration, withGeneration} from '../shared/generation.js'

const controllerPath = FieldPath.of('spec', 'controller')

const parametersPath = FieldPath.of('spec', 'parameters')

const longestController = 250

/** IngressClass (pkg/registry/networking/ingressclass, networking validation `ValidateIngressClass`; spec more-kinds 5.1). */
export const ingressClass: KindDefinition<IngressClass> = {
  apiVersion: 'networking.k8s.io/v1',
  kind: 'IngressClass',
  declared: [{field: /^spec\.parameters\.(?:kind|name)$/, types: ['Required']}],
  setDefaults: (object) => object.spec?.parameters === undefined ? object : assign<IngressClass>(object, {spec: assign(object.spec, {
    parameters: assign(object.spec.parameters, {scope: object.spec.parameters.scope ?? 'Cluster'}),
  })}),
  prepareForCreate: firstGeneration,
  prepareForUpdate: (object, old) => withGeneration(object, old, semanticEqual(object.spec ?? {}, old.spec ?? {})),
  validateChange: ({spec}, old) => validateImmutable(spec?.controller ?? '', old.spec?.controller ?? '', controllerPath, 'ingress-class/immutable'),
  validate: ({spec: {controller = '', parameters} = {}}) => allErrors(
    byteLength(controller) > longestController ? [tooLong(controllerPath, longestController, 'ingress-class/controller')] : [],
    validateDomainPath(controller, controllerPath, 'ingress-class/controller'),
    parameters === undefined ? [] : validateParameters(parameters),
  ),
}

const origin = 'ingress-class/parameters'

const validateParameters = ({apiGroup, kind, name, scope = '', namespace}: IngressClassParametersReference): FieldError[] => allErrors(
  apiGroup === undefined ? [] : validateText(apiGroup, dns1123Subdomain, parametersPath.child('apiGroup'), origin),
  validateName(kind, pathSegmentName, parametersPath.child('kind'), origin),
  validateName(name, pathSegmentName, parametersPath.child('name'), origin),
  validateScope(scope, namespace),
)

function validateScope(scope: string, namespace: string | undefined): FieldError[] {
  const path = parametersPath.child('namespace')
  switch (scope) {
    case 'Cluster': return namespace === undefined ? [] : [forbidden(path, "`parameters.scope` is set to 'Cluster'", origin)]
    case 'Namespace': return namespace === undefined ? [required(path, "`parameters.scope` is set to 'Namespace'", origin)]
      : validateText(namespace, dns1123Label, path, origin)
    default: return [notSupported(parametersPath.child('scope'), scope, ['Cluster', 'Namespace'], origin)]
  }
}
