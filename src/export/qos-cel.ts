import {cel, type Cel, type Variable, variable} from './cel.js'

/** The pods among the objects that a policy matches. */
export const isPod = cel`object.apiVersion == "v1" && object.kind == "Pod"`

const isPositive = cel`.optMap(q, quantity(string(q)).isGreaterThan(quantity("0"))).orValue(false)`

const source = cel`has(object.spec.resources) ? [{"resources": object.spec.resources}] :
object.spec.containers + object.spec.?initContainers.orValue([])`

const asksForAny = cel`${variable('qosSource')}.exists(c, ["cpu", "memory"].exists(r,
  c.?resources.?requests[?r]${isPositive} ||
  c.?resources.?limits[?r]${isPositive}))`

const isGuaranteed = cel`${variable('qosSource')}.all(c, ["cpu", "memory"].all(r,
  c.?resources.?limits[?r]${isPositive} &&
  c.?resources.?requests[?r].optMap(q, quantity(string(q)).compareTo(quantity(string(c.resources.limits[r]))) == 0).orValue(false)))`

/** The variables that the class of a pod is computed with: its resources, or those of its containers (pkg/apis/core/v1/helper/qos `ComputePodQOS`). */
export const qosVariables: readonly {readonly name: Variable, readonly expression: Cel}[] = [
  {name: 'qosSource', expression: source}, {name: 'qosAny', expression: asksForAny}, {name: 'qosGuaranteed', expression: isGuaranteed},
]

/** The quality of service class of a pod (spec metadatapolicy 8.6, checked against `status.qosClass` of a real server). */
export const qosClassCel = cel`!${variable('qosAny')} ? "BestEffort" : ${variable('qosGuaranteed')} ? "Guaranteed" : "Burstable"`
