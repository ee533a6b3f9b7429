import type {Ingress} from '../../machinery/api/networking-v1.js'
import {semanticEqual} from '../../machinery/collections/semantic-equal.js'
import type {KindDefinition} from '../kind.js'
import {firstGeneration, withGeneration} from '../shared/generation.js'
import {withStatus} from '../shared/status.js'
import {classAnnotation, validateIngress, validateIngressCreate} from './validate.js'

/** Ingress (pkg/registry/networking/ingress; spec kinds 13). */
export const ingress: KindDefinition<Ingress> = {
  apiVersion: 'networking.k8s.io/v1',
  kind: 'Ingress',
  metadata: {namesOnUpdate: true},
  defaultedFrom: ([first, ...rest]) => first === 'annotations' ? [['metadata', first, ...rest]] : [],
  prepareForCreate: (object) => firstGeneration(withStatus(object, {loadBalancer: {}})),
  prepareForUpdate: (object, old) => withGeneration(withStatus(object, old.status), old, semanticEqual(object.spec, old.spec)),
  validate: validateIngress,
  validateCreate: validateIngressCreate,

  warnings({metadata: {annotations = {}}, spec = {}}, old) {
    const isOldWay = Object.hasOwn(annotations, classAnnotation) && spec.ingressClassName === undefined
    return old === undefined && isOldWay ? [`annotation "${classAnnotation}" is deprecated, please use 'spec.ingressClassName' instead`] : []
  },
}
