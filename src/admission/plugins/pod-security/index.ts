import type {PluginDefinition} from '../../plugin.js'
import {PodSecurity} from './admission.js'
import {podSecurityConfiguration} from './configuration.js'

export {checksAddedSince, type FailedCheck, failedChecks, minorOfServer, violationText} from './evaluate.js'
export {policyOfNamespace} from './namespaces.js'
export {compareLevels, isVersion, labelPrefix, levelLabel, levels, levelVersionText, type Mode, modes, type Policy, versionLabel} from './policy.js'

/** PodSecurity with everything that belongs to it. */
export const podSecurity: PluginDefinition = {
  name: 'PodSecurity',
  summary: 'Holds pods to the Pod Security Standards that labels of their namespace name.',
  kinds: [],
  configuration: podSecurityConfiguration,
  create: (context) => new PodSecurity(context),
}
