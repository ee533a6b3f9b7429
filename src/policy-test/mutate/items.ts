import {isVersion, latest, levelLabel, levels, type Mode, versionLabel} from '../../admission/plugins/pod-security/index.js'
import {FieldPath} from '../../machinery/field/path.js'
import {locate} from '../../manifests/locate.js'
import type {JsonObject} from '../../source/json-value.js'
import {objectAt, scalarText} from './body.js'
import {eventRateLimitItems, resourceQuotaConfigurationItems} from './configuration-items.js'
import {limitRangeItems} from './limit-range-items.js'
import {metadataPolicyItems} from './metadata-policy-items.js'
import type {PolicyDocument, PolicyKind} from './policy-document.js'
import {type ItemDraft, type PolicyItem, replacement} from './policy-item.js'
import {resourceQuotaItems} from './resource-quota-items.js'

/** The modes of Pod Security whose answers tests can compare: audit adds to the audit log only. */
const comparedModes: readonly Mode[] = ['enforce', 'warn']

/** The first version of the standards, and the newest one. */
const versions = ['v1.0', latest] as const

/**
 * Returns an item for each level of Pod Security that labels of a Namespace set, and for its version: others are their mutations. None for
 * privileged, which rejects no pod.
 */
const namespaceItems = ({metadata}: JsonObject): ItemDraft[] => comparedModes.flatMap((mode) => {
  const label = levelLabel(mode)
  const value = scalarText(objectAt(metadata, 'labels')[label])
  if (value === 'privileged' || !levels.some((level) => level === value)) return []
  const field = FieldPath.of('metadata', 'labels').key(label)
  const version = scalarText(objectAt(metadata, 'labels')[versionLabel(mode)])
  const place = FieldPath.of('metadata', 'labels').key(versionLabel(mode))
  return [
    {field, name: mode, value, mutations: levels.filter((level) => level !== value).map((level) => [replacement(field, value, level)])},
    ...isVersion(version) ? [{field: place, name: `${mode}-version`, value: version, mutations: [versions.filter((other) => other !== version).map((other) => replacement(place, version, other))]}] : [],
  ]
})

const itemsOfKind: Readonly<Record<PolicyKind, (body: JsonObject) => readonly ItemDraft[]>> = {
  LimitRange: limitRangeItems,
  ResourceQuota: resourceQuotaItems,
  MetadataPolicy: metadataPolicyItems,
  Namespace: namespaceItems,
  EventRateLimit: eventRateLimitItems,
  ResourceQuotaConfiguration: resourceQuotaConfigurationItems,
}

/** Returns the items of a policy, in the order of its fields. */
export const itemsOf = (policy: PolicyDocument): PolicyItem[] => itemsOfKind[policy.kind](policy.body).map((draft) => ({
  ...draft, policy, place: {file: policy.file, span: locate(policy.file, policy.node, draft.field.steps())},
}))
