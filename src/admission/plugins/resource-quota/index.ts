import {deviceClass} from '../../../kinds/device-class/index.js'
import {resourceQuotaUsage} from '../../../kinds/resource-quota-usage/index.js'
import {resourceQuota} from '../../../kinds/resource-quota/index.js'
import {FieldPath} from '../../../machinery/field/path.js'
import type {PluginDefinition} from '../../plugin.js'
import {ResourceQuotaPlugin} from './admission.js'
import {resourceQuotaCheck} from './checks/index.js'
import {resourceQuotaConfiguration} from './configuration.js'

export {demandsMessage, exceededQuotaText} from './check-request.js'
export {finding} from './checks/finding.js'
export {convertedQuotaRows, quotaRows, scopeHelp, scopesOf} from './describe.js'
export {type EndReason, type Evaluator, trackedNames} from './evaluators/evaluator.js'
export {Evaluators} from './evaluators/index.js'
export {podEvaluator} from './evaluators/pods.js'
export {quotaForEachAccount} from './ledger.js'
export {headroom, type Headroom, isInScopes} from './headroom.js'
export {chargedUsage, timesThatFit} from './repeated-charge.js'

/** ResourceQuota with everything that belongs to it. */
export const resourceQuotaPlugin: PluginDefinition = {
  name: 'ResourceQuota',
  summary: 'Denies requests that exceed a quota of the namespace, and charges admitted ones.',
  kinds: [resourceQuota, resourceQuotaUsage],
  lookups: [{kind: deviceClass, fields: [FieldPath.of('spec', 'extendedResourceName')]}],
  configuration: resourceQuotaConfiguration,
  checks: [resourceQuotaCheck],
  create: (context) => new ResourceQuotaPlugin(context),
}
