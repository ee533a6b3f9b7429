import {type FieldError, invalid, notSupported} from '../../../machinery/field/error.js'
import {FieldPath} from '../../../machinery/field/path.js'
import {type EventRateLimitConfiguration, type LimitSpec, limitTypes} from '../../../machinery/rate-limit/event-limit.js'
import type {ConfigurationKind} from '../../configuration-kind.js'
import {advise} from './advice.js'

/** The maximum number of limits to simulate: each has buckets of its own for the same events. */
export const maxLimits = 100

const table = 'eventratelimit/v1alpha1.Configuration'

/** The configuration that the plugin cannot do without (spec eventratelimit 2.2, spec eventratelimit 2.3, spec eventratelimit 2.4). */
export const eventRateLimitConfiguration: ConfigurationKind<EventRateLimitConfiguration> = {
  versions: [
    {apiVersion: 'eventratelimit.admission.k8s.io/v1alpha1', kind: 'Configuration', table},
    {apiVersion: 'eventratelimit.admission.k8s.io/__internal', kind: 'Configuration', table, goNames: ['v1alpha1.', 'eventratelimit.']},
  ],
  isStrict: false,
  vocabularies: {'event-rate-limit/type': limitTypes},
  validate: validateConfiguration,
  excess: ({limits = []}) => limits.length > maxLimits ? `${limits.length.toLocaleString('en')} limits of events, of which at most ${maxLimits} can be simulated` : undefined,
  advise,
}

const limitsPath = FieldPath.of('limits')

/**
 * The rules for a configuration, in the order of the server (eventratelimit `ValidateConfiguration`; spec eventratelimit 2.4).
 * The server lists the types in random order.
 */
function validateConfiguration({limits}: EventRateLimitConfiguration): FieldError[] {
  if (limits === undefined || limits.length === 0) return [invalid(limitsPath, limits, 'must not be empty', 'event-rate-limit/limits')]
  return limits.flatMap((limit, i) => validateLimit(limit, limitsPath.index(i)))
}

function validateLimit({type = '', qps = 0, burst = 0, cacheSize = 0}: LimitSpec, path: FieldPath): FieldError[] {
  const errors: FieldError[] = []
  if (!isLimitType(type)) errors.push(notSupported(path.child('type'), type, limitTypes, 'event-rate-limit/type'))
  if (burst <= 0) errors.push(invalid(path.child('burst'), burst, 'must be positive', 'event-rate-limit/burst'))
  if (qps <= 0) errors.push(invalid(path.child('qps'), qps, 'must be positive', 'event-rate-limit/qps'))
  if (type !== 'Server' && cacheSize < 0) errors.push(invalid(path.child('cacheSize'), cacheSize, 'must not be negative', 'event-rate-limit/cache-size'))
  return errors
}

const isLimitType = (type: string): boolean => limitTypes.some((known) => known === type)
