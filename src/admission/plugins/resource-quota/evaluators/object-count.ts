import {objectCountName} from '../../../../kinds/resource-quota/resource-names.js'
import type {GroupName} from '../../../../machinery/meta/status.js'
import {Quantity} from '../../../../machinery/quantity/quantity.js'
import {resourceListOf} from '../../../../machinery/quantity/resource-list.js'
import type {Evaluator} from './evaluator.js'

/** Resources that quotas also count under their bare name. */
const aliases: ReadonlySet<string> = new Set(['configmaps', 'secrets', 'replicationcontrollers', 'resourcequotas'])

/** Counts the objects of a resource that has no evaluator of its own (apiserver quota/v1/generic `objectCountEvaluator`). */
export function objectCountEvaluator(resource: GroupName): Evaluator {
  const keys = [objectCountName(resource), ...resource.group === '' && aliases.has(resource.name) ? [resource.name] : []]
  const usage = resourceListOf(keys.map((name) => [name, Quantity.one]))
  return {
    resource,
    handles: ({operation, subresource}) => operation === 'CREATE' && subresource === '',
    tracks: (name) => keys.includes(name),
    keys,
    usage: () => usage,
  }
}
