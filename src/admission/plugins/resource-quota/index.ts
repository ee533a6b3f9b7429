import type {PluginDefinition} from '../../plugin.js'
import {ResourceQuotaPlugin} from './admission.js'
import {resourceQuotaCheck} from './checks/index.js'
import {resourceQuotaConfiguration} from './configuration.js'
import {resourceQuota} from './kind.js'
import {resourceQuotaUsage} from './usage-kind.js'

/** ResourceQuota with everything that belongs to it. */
export const resourceQuotaPlugin: PluginDefinition = {
  name: 'ResourceQuota',
  summary: 'Refuses what does not fit into the quotas of a namespace, and charges them what does.',
  kinds: [resourceQuota, resourceQuotaUsage],
  configuration: resourceQuotaConfiguration,
  checks: [resourceQuotaCheck],
  create: (context) => new ResourceQuotaPlugin(context),
}
