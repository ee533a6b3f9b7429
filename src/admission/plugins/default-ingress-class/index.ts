import {ingressClass as kind} from '../../../kinds/ingress-class/index.js'
import type {Ingress, IngressSpec} from '../../../machinery/api/networking-v1.js'
import {assign} from '../../../machinery/collections/immutable.js'
import {FieldPath} from '../../../machinery/field/path.js'
import {type Attributes, isRequestFor, type Operation} from '../../attributes.js'
import {newestDefault} from '../../newest-default.js'
import {type AdmissionPlugin, changesOf, type Lister, type Mutation, type PluginDefinition} from '../../plugin.js'

const defaultAnnotation = 'ingressclass.kubernetes.io/is-default-class'

/** The annotation that named the class before the field did. */
const classAnnotation = 'kubernetes.io/ingress.class'

/** Gives Ingresses that name no class the default one (plugin/pkg/admission/network/defaultingressclass; spec more-kinds 13). */
class DefaultIngressClass implements AdmissionPlugin {
  readonly name = 'DefaultIngressClass'

  constructor(private readonly lister: Lister) {}

  handles(operation: Operation): boolean {
    return operation === 'CREATE'
  }

  admit(attributes: Attributes): Mutation | undefined {
    if (!isRequestFor(attributes, 'ingresses', 'networking.k8s.io')) return undefined
    const ingress = attributes.object as Ingress
    if (ingress.spec?.ingressClassName !== undefined || ingress.metadata.annotations?.[classAnnotation] !== undefined) return undefined
    const name = newestDefault(this.lister.list(kind), [defaultAnnotation])?.metadata.name
    if (name === undefined) return undefined
    const spec = assign<IngressSpec>(ingress.spec ?? {}, {ingressClassName: name})
    return {object: assign<Ingress>(ingress, {spec}), changes: changesOf(ingress.spec ?? {}, spec, ['ingressClassName'], 'spec')}
  }
}

/** DefaultIngressClass with everything that belongs to it. */
export const defaultIngressClass: PluginDefinition = {
  name: 'DefaultIngressClass',
  summary: 'Gives Ingresses without a class the default one.',
  kinds: [],
  lookups: [{kind, by: 'spec.ingressClassName', fields: [FieldPath.of('metadata', 'annotations').key(defaultAnnotation)]}],
  create: ({store}) => new DefaultIngressClass(store),
}
