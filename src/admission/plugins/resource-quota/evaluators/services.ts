import type {Service} from '../../../../machinery/api/core-v1.js'
import {Quantity} from '../../../../machinery/quantity/quantity.js'
import {type ResourceList, resourceListOf} from '../../../../machinery/quantity/resource-list.js'
import {type Evaluator, handlesWrites} from './evaluator.js'

const names: ReadonlySet<string> = new Set(['count/services', 'services', 'services.nodeports', 'services.loadbalancers'])

/** Counts services, the node ports that they ask for, and load balancers (quota evaluator `serviceEvaluator`). */
export const serviceEvaluator: Evaluator<Service> = {
  resource: {group: '', name: 'services'},
  handles: handlesWrites,
  tracks: (name) => names.has(name),
  usage(service) {
    const [ports, isLoadBalancer] = [nodePorts(service), service.spec?.type === 'LoadBalancer']
    return ports === 0 && !isLoadBalancer ? plain : usageOf(ports, isLoadBalancer)
  },
  needsRecount: (service, old) => countedType(service) !== countedType(old),
}

const usageOf = (ports: number, isLoadBalancer: boolean): ResourceList => resourceListOf([
  ['count/services', Quantity.one],
  ['services', Quantity.one],
  ['services.nodeports', Quantity.fromInteger(BigInt(ports))],
  ['services.loadbalancers', isLoadBalancer ? Quantity.one : Quantity.zero],
])

/** The usage of most services. */
const plain = usageOf(0, false)

/** Counts the requested ports, even if several share a number. */
function nodePorts({spec = {}}: Service): number {
  const {type, ports = [], allocateLoadBalancerNodePorts = true} = spec
  if (type === 'NodePort' || (type === 'LoadBalancer' && allocateLoadBalancerNodePorts)) return ports.length
  return type === 'LoadBalancer' ? ports.filter(({nodePort = 0}) => nodePort !== 0).length : 0
}

const countedType = ({spec}: Service): string => spec?.type === 'NodePort' || spec?.type === 'LoadBalancer' ? spec.type : ''
