import {locate} from '../../manifests/locate.js'
import type {JsonObject} from '../../source/json-value.js'
import {eventRateLimitItems, resourceQuotaConfigurationItems} from './configuration-items.js'
import {limitRangeItems} from './limit-range-items.js'
import {metadataPolicyItems} from './metadata-policy-items.js'
import {namespaceItems, podSecurityConfigurationItems} from './pod-security-items.js'
import type {PolicyDocument, PolicyKind} from './policy-document.js'
import type {ItemDraft, PolicyItem} from './policy-item.js'
import {resourceQuotaItems} from './resource-quota-items.js'

const itemsOfKind: Readonly<Record<PolicyKind, (body: JsonObject) => readonly ItemDraft[]>> = {
  LimitRange: limitRangeItems,
  ResourceQuota: resourceQuotaItems,
  MetadataPolicy: metadataPolicyItems,
  Namespace: namespaceItems,
  EventRateLimit: eventRateLimitItems,
  ResourceQuotaConfiguration: resourceQuotaConfigurationItems,
  PodSecurityConfiguration: podSecurityConfigurationItems,
}

/** Returns the items of a policy, in the order of its fields. */
export const itemsOf = (policy: PolicyDocument): PolicyItem[] => itemsOfKind[policy.kind](policy.body).map((draft) => ({
  ...draft, policy, place: {file: policy.file, span: locate(policy.file, policy.node, draft.field.steps())},
}))
