import {type Charges, chargesOf, fewQuotas, maxCharges} from '../controllers/workload/charge-limit.js'
import {groupBy} from '../machinery/collections/group-by.js'
import type {Manifest} from '../manifests/manifest.js'
import {namespaceOf} from './object-fields.js'
import {type ClusterContents, manifestsToInstall} from './policies.js'
import {TooManyChargesError} from './too-many-charges-error.js'

/**
 * Checks that the objects of a simulation, whether sent or stored before, are not too many for its quotas.
 *
 * @param sent the objects to send
 * @param namespace the namespace of objects without one
 * @throws TooManyChargesError
 */
export function checkCharges(sent: readonly Manifest[], {policies, existing}: ClusterContents, namespace: string, hasRollouts: boolean): void {
  const objects = [...sent, ...manifestsToInstall(policies, false), ...manifestsToInstall(existing, true)]
  const byNamespace = groupBy(objects.map(({body}) => body), (body) => namespaceOf(body) ?? namespace)
  const charges = [...byNamespace].map(([name, bodies]) => [name, chargesOf(bodies, {runs: true, rollouts: hasRollouts})] as const)
  if (charges.reduce((sum, [, {count}]) => sum + count, 0) <= maxCharges) return
  const [most] = charges.sort(([, a], [, b]) => b.count - a.count)
  if (most !== undefined) throw new TooManyChargesError(messageOf(most[0], most[1]))
}

const messageOf = (namespace: string, {objects, quotas}: Charges): string =>
  `namespace ${namespace} has ${quotas} ResourceQuotas for ${objects} objects: kadm charges objects to quotas beyond the first ${fewQuotas} of a namespace at most ${maxCharges} times in a run; `
  + 'simulate fewer objects at a time, or fewer quotas'
