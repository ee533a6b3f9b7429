import type {PluginDefinition} from '../../plugin.js'
import {PodSecurity} from './admission.js'
import {podSecurityConfiguration} from './configuration.js'

export type {PodSecurityConfiguration} from './configuration.js'
export {checksAddedSince, type FailedCheck, failedChecks, minorOfServer, violationText} from './evaluate.js'
export {policyOfNamespace} from './namespaces.js'
export {
  compareLevels, isVersion, labelPrefix, latest, type Level, levelLabel, levels, type LevelVersion, levelVersionText, type Mode, modes, type Policy,
  type RestrictiveLevel, versionLabel,
} from './policy.js'
export {type Setup, setupOf} from './setup.js'

/** PodSecurity with everything that belongs to it. */
export const podSecurity: PluginDefinition = {
  name: 'PodSecurity',
  summary: 'Holds pods to the Pod Security Standards that labels of their namespace name.',
  kinds: [],
  configuration: podSecurityConfiguration,
  create: (context) => new PodSecurity(context),
}
