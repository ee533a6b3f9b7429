import {keysOf} from '../../../../kinds/resource-quota/resource-names.js'
import type {ResourceQuota} from '../../../../machinery/api/core-v1.js'
import {FieldPath} from '../../../../machinery/field/path.js'
import type {PolicyFinding, RelatedPlace} from '../../../policy-check.js'
import type {Evaluators} from '../evaluators/index.js'

export const hardPath = FieldPath.of('spec', 'hard')

/** No sensible quota has more keys than this. */
const maxKeys = 300

/** The keys of a quota to look up evaluators for. */
export const trackedOf = (quota: ResourceQuota): string[] => keysOf(quota).slice(0, maxKeys)

/** The evaluators that track keys of a quota. */
export type Tracking = ReturnType<Evaluators['tracking']>

export const nameOf = ({metadata: {name = ''}}: ResourceQuota): string => `ResourceQuota ${name}`

/** A finding at a key of a quota, or at another place of it. */
export const finding = (
  policy: ResourceQuota, at: string | FieldPath, text: Pick<PolicyFinding, 'ruleId' | 'severity' | 'message' | 'hint'>, related: readonly RelatedPlace[] = [],
): PolicyFinding => ({policy, field: typeof at === 'string' ? hardPath.key(at) : at, related, ...text})
