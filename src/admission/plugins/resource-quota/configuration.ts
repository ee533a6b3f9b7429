import type {ScopedResourceSelectorRequirement} from '../../../machinery/api/core-v1.js'
import {type FieldError, required} from '../../../machinery/field/error.js'
import {FieldPath} from '../../../machinery/field/path.js'
import type {ConfigurationKind, ConfigurationVersion} from '../../configuration-kind.js'

/** A resource that may be used only where a quota bounds it. */
export interface LimitedResource {
  readonly apiGroup?: string
  readonly resource?: string
  /** Parts of keys of quotas: what an object uses of them must be covered. */
  readonly matchContains?: readonly string[]
  /** Scopes that must be covered. */
  readonly matchScopes?: readonly ScopedResourceSelectorRequirement[]
}

/** The configuration of the plugin (spec resourcequota 2.4). */
export interface ResourceQuotaConfiguration {
  readonly limitedResources?: readonly LimitedResource[]
}

const table = 'resourcequota/v1.Configuration'

const formerVersion = (version: string): ConfigurationVersion => ({
  apiVersion: `resourcequota.admission.k8s.io/${version}`, kind: 'Configuration', table, goNames: ['v1.LimitedResource', `${version}.LimitedResource`],
})

/** The kind of the configuration, under its name of today and those that it had before (spec resourcequota 2.4). */
export const resourceQuotaConfiguration: ConfigurationKind<ResourceQuotaConfiguration> = {
  versions: [{apiVersion: 'apiserver.config.k8s.io/v1', kind: 'ResourceQuotaConfiguration', table}, formerVersion('v1beta1'), formerVersion('v1alpha1')],
  isStrict: true,
  validate: validateConfiguration,
}

/** The one rule for a configuration (apiserver resourcequota `ValidateConfiguration`). */
function validateConfiguration({limitedResources = []}: ResourceQuotaConfiguration): FieldError[] {
  const path = FieldPath.of('limitedResources')
  return limitedResources.flatMap(({resource = ''}, i) =>
    resource === '' ? [required(path.index(i).child('resource'), '', 'resource-quota/limited-resource')] : [])
}
