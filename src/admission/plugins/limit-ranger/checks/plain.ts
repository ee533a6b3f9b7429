import {isOvercommitAllowed} from '../../../../kinds/resource-names.js'
import type {Statements} from './statements.js'

/**
 * True of a resource of which a glance shows that nothing is to be said of it: one LimitRange, which is valid, states all there
 * is, and of pods nothing but a max that is high enough for the default. So is nearly every one, and none needs be reasoned about.
 */
export function isPlain(said: Statements): boolean {
  if (!isOvercommitAllowed(said.name) || said.policies > 1) return false
  if (said.of('Container', 'maxLimitRequestRatio').length > 0 || said.of('Pod', 'min').length > 0 || said.of('Pod', 'maxLimitRequestRatio').length > 0) return false
  const [[limit], [request], [podMax]] = [said.of('Container', 'default'), said.of('Container', 'defaultRequest'), said.of('Pod', 'max')]
  if (podMax !== undefined && (limit === undefined || limit.amount.compare(podMax.amount) > 0)) return false
  if (said.of('PersistentVolumeClaim', 'max').some(({amount}) => amount.sign() < 0)) return false
  return request === undefined || request.amount.sign() >= 0
}
