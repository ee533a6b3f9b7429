import {node as kind} from '../../../kinds/node/index.js'
import {podRequests} from '../../../kinds/pod/resources/effective-resources.js'
import type {Node, Pod} from '../../../machinery/api/core-v1.js'
import {quote} from '../../../machinery/go/text.js'
import {Quantity} from '../../../machinery/quantity/quantity.js'
import {noResources, type ResourceList} from '../../../machinery/quantity/resource-list.js'
import type {Attributes, Operation} from '../../attributes.js'
import {findNamed} from '../../find-named.js'
import {type AdmissionPlugin, type Lister, type PluginDefinition, reject, type Rejection} from '../../plugin.js'

/** Rejects a resize of a bound pod that its node cannot hold (plugin/pkg/admission/podresize; spec more-kinds 13). An unknown node can. */
class PodResizeValidator implements AdmissionPlugin {
  readonly name = 'PodResizeValidator'

  constructor(private readonly lister: Lister) {}

  handles(operation: Operation): boolean {
    return operation === 'UPDATE'
  }

  validate(attributes: Attributes): Rejection | undefined {
    const {resource, subresource} = attributes
    if (resource.name !== 'pods' || resource.group !== '' || subresource !== 'resize') return undefined
    const pod = attributes.object as Pod
    if (pod.metadata.generation === (attributes.oldObject as Pod).metadata.generation) return undefined
    const node = findNamed(this.lister.list(kind), pod.spec?.nodeName ?? '')
    const error = node && (unsupportedSystem(node) ?? tooLarge(podRequests(pod), node.status?.allocatable ?? noResources))
    return error === undefined ? undefined : reject(attributes, error)
  }
}

function unsupportedSystem({metadata: {name = '', labels = {}}}: Node): string | undefined {
  const system = labels['kubernetes.io/os']
  if (system === undefined || system === 'linux') return undefined
  return `pod resize is only supported on linux nodes, node ${quote(name)} is ${quote(system)}`
}

/** The resources that the server compares, with the function that converts an amount to the number that it prints. */
const compared = [['cpu', (amount: Quantity) => amount.milliValue()], ['memory', (amount: Quantity) => amount.value()]] as const

const none = Quantity.parse('0')

function tooLarge(requests: ResourceList, allocatable: ResourceList): string | undefined {
  const texts = compared.flatMap(([name, print]) => {
    const [requested, limit] = [requests[name] ?? none, allocatable[name] ?? none]
    return requested.compare(limit) > 0 ? [`${name}, requested: ${print(requested)}, allocatable: ${print(limit)}`] : []
  })
  return texts.length === 0 ? undefined : `node didn't have enough allocatable resources: ${texts.join('; ')}`
}

/** PodResizeValidator with everything that belongs to it. */
export const podResizeValidator: PluginDefinition = {
  name: 'PodResizeValidator',
  summary: 'Rejects a resize of a pod that its node cannot hold.',
  kinds: [],
  feature: 'podResizeValidator',
  create: ({store}) => new PodResizeValidator(store),
}
