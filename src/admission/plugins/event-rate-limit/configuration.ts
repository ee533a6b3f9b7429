import type {ConfigurationKind} from '../../configuration-kind.js'
import {advise} from './advice.js'
import {type EventRateLimitConfiguration, limitTypes} from './types.js'
import {validateConfiguration} from './validation.js'

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
  advise,
}
