import {type Attributes, isFor, type Operation} from '../../attributes.js'
import type {AdmissionPlugin, PluginContext, Refusal} from '../../plugin.js'
import {checkRequest} from './check-request.js'
import type {ResourceQuotaConfiguration} from './configuration.js'
import {Evaluators} from './evaluators/index.js'
import {resourceQuota as kind} from './kind.js'
import {withUsage} from './status.js'

/** Holds the objects of a namespace to its quotas and charges what it lets pass (resourcequota spec 1 to 3). */
export class ResourceQuotaPlugin implements AdmissionPlugin {
  readonly name = 'ResourceQuota'
  private readonly evaluators: Evaluators
  private readonly configuration: ResourceQuotaConfiguration

  constructor(private readonly context: PluginContext) {
    this.evaluators = new Evaluators(context.store, context.clock)
    this.configuration = context.configuration ?? {}
  }

  handles(operation: Operation): boolean {
    return operation !== 'DELETE'
  }

  validate(attributes: Attributes): Refusal | undefined {
    const {namespace, object, resource, dryRun} = attributes
    if (namespace === '' || object === undefined || isFor(attributes, 'namespaces')) return undefined
    const {limitedResources = []} = this.configuration
    const quotas = this.context.store.list(kind, namespace)
    if (quotas.length === 0 && limitedResources.length === 0) return undefined
    const evaluator = this.evaluators.of(resource)
    if (!evaluator?.handles(attributes)) return undefined
    const outcome = checkRequest(quotas, {...attributes, object}, evaluator, limitedResources)
    if ('status' in outcome) return outcome
    if (!dryRun) for (const {quota, used} of outcome) this.context.store.updateStatus(withUsage(quota, {...quota.status, used}), quota)
    return undefined
  }
}
