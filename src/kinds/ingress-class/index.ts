import type {IngressClass, IngressClassParametersReference, IngressClassSpec} from '../../machinery/api/networking-v1.js'
import {assign} from '../../machinery/collections/immutable.js'
import {semanticEqual} from '../../machinery/collections/semantic-equal.js'
import {allErrors, type FieldError, forbidden, notSupported, type Origin, required, tooLong} from '../../machinery/field/error.js'
import type {FieldPath} from '../../machinery/field/path.js'
import {validateName, validateText} from '../../machinery/field/text-rules.js'
import {byteLength} from '../../machinery/go/text.js'
import {dns1123Label, dns1123Subdomain, pathSegmentName} from '../../machinery/meta/names.js'
import type {KindDefinition} from '../kind.js'
import {validateDomainPath} from '../shared/name-rules.js'
import {immutable, specFields} from '../shared/fields.js'
import {firstGeneration, withGeneration} from '../shared/generation.js'

const longestController = 250

/** IngressClass (pkg/registry/networking/ingressclass, networking validation `ValidateIngressClass`; spec more-kinds 5.1). */
export const ingressClass: KindDefinition<IngressClass> = {
  apiVersion: 'networking.k8s.io/v1',
  kind: 'IngressClass',
  isLookedUp: true,
  declared: [{field: /^spec\.parameters\.(?:kind|name)$/, types: ['Required']}],
  prepareForCreate: firstGeneration,
  prepareForUpdate: (object, old) => withGeneration(object, old, semanticEqual(object.spec ?? {}, old.spec ?? {})),

  ...specFields<IngressClassSpec>({
    controller: {rule: 'ingress-class/controller', check: validateController, change: immutable('')},
    parameters: {rule: 'ingress-class/parameters', check: validateParameters},
  }, {changes: 'validateChange'}),

  setDefaults: (object) => object.spec?.parameters === undefined ? object : assign<IngressClass>(object, {spec: assign(object.spec, {
    parameters: assign(object.spec.parameters, {scope: object.spec.parameters.scope ?? 'Cluster'}),
  })}),
}

function validateController(controller = '', path: FieldPath, origin: Origin): FieldError[] {
  const size = byteLength(controller) > longestController ? [tooLong(path, longestController, origin)] : []
  return [...size, ...validateDomainPath(controller, path, origin)]
}

function validateParameters(parameters: IngressClassParametersReference | undefined, path: FieldPath, origin: Origin): FieldError[] {
  if (parameters === undefined) return []
  const {apiGroup, kind, name, scope = '', namespace} = parameters
  return allErrors(
    apiGroup === undefined ? [] : validateText(apiGroup, dns1123Subdomain, path.child('apiGroup'), origin),
    validateName(kind, pathSegmentName, path.child('kind'), origin),
    validateName(name, pathSegmentName, path.child('name'), origin),
    validateScope(scope, namespace, path, origin),
  )
}

function validateScope(scope: string, namespace: string | undefined, path: FieldPath, origin: Origin): FieldError[] {
  const place = path.child('namespace')
  switch (scope) {
    case 'Cluster': return namespace === undefined ? [] : [forbidden(place, "`parameters.scope` is set to 'Cluster'", origin)]
    case 'Namespace': return namespace === undefined ? [required(place, "`parameters.scope` is set to 'Namespace'", origin)]
      : validateText(namespace, dns1123Label, place, origin)
    default: return [notSupported(path.child('scope'), scope, ['Cluster', 'Namespace'], origin)]
  }
}
