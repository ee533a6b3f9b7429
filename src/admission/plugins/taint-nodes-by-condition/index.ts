import type {Node, NodeSpec} from '../../../machinery/api/core-v1.js'
import {assign} from '../../../machinery/collections/immutable.js'
import {type Attributes, isRequestFor, type Operation} from '../../attributes.js'
import {type AdmissionPlugin, changesOf, type Mutation, type PluginDefinition} from '../../plugin.js'

const notReady = {key: 'node.kubernetes.io/not-ready', effect: 'NoSchedule'}

/** Taints new nodes, so that no pod is scheduled before they are ready (plugin/pkg/admission/nodetaint; spec more-kinds 13). */
class TaintNodesByCondition implements AdmissionPlugin {
  readonly name = 'TaintNodesByCondition'

  handles(operation: Operation): boolean {
    return operation === 'CREATE'
  }

  admit(attributes: Attributes): Mutation | undefined {
    if (!isRequestFor(attributes, 'nodes')) return undefined
    const node = attributes.object as Node
    const {taints = []} = node.spec ?? {}
    if (taints.some(({key, effect}) => key === notReady.key && effect === notReady.effect)) return undefined
    const spec = assign<NodeSpec>(node.spec ?? {}, {taints: [...taints, notReady]})
    return {object: assign<Node>(node, {spec}), changes: changesOf(node.spec ?? {}, spec, ['taints'], 'spec')}
  }
}

/** TaintNodesByCondition with everything that belongs to it. */
export const taintNodesByCondition: PluginDefinition = {
  name: 'TaintNodesByCondition',
  summary: 'Taints new nodes, so that no pod is scheduled before they are ready.',
  kinds: [],
  create: () => new TaintNodesByCondition(),
}
