import {namespace} from '../../../kinds/namespace/index.js'
import {FieldPath} from '../../../machinery/field/path.js'
import type {Lookup, PluginDefinition} from '../../plugin.js'
import {PodSecurity, warning} from './admission.js'
import {podSecurityConfiguration} from './configuration.js'
import {levelLabel, type Mode, versionLabel} from './policy.js'

export {warning} from './admission.js'
export type {PodSecurityConfiguration} from './configuration.js'
export {auditKey, auditViolations} from './deciding-parts.js'
export {checksAddedSince, type FailedCheck, failedChecks, minorOfServer, violationText} from './evaluate.js'
export {policyOfNamespace} from './namespaces.js'
export {
  compareLevels, isVersion, labelPrefix, latest, type Level, levelLabel, levels, type LevelVersion, levelVersionText, minorOf, type Mode, modes,
  type Policy, type RestrictiveLevel, versionLabel,
} from './policy.js'
export {type Setup, setupOf} from './setup.js'

const labels = FieldPath.of('metadata', 'labels')

/** The labels and settings that decide about the answers of one mode. Warnings are at least as strict as the level that is enforced. */
function lookupsFor(mode: Mode, of: Pick<Lookup, 'warning' | 'isForAudit'> = {}): Lookup[] {
  const read: readonly Mode[] = mode === 'warn' ? ['warn', 'enforce'] : [mode]
  return [
    {kind: namespace, by: 'namespace', fields: read.flatMap((each) => [labels.key(levelLabel(each)), labels.key(versionLabel(each))]), ...of},
    {kind: 'configuration', fields: [...read.flatMap((each) => [FieldPath.of('defaults', each), FieldPath.of('defaults', `${each}-version`)]), FieldPath.of('exemptions')], ...of},
  ]
}

/** PodSecurity with everything that belongs to it. */
export const podSecurity: PluginDefinition = {
  name: 'PodSecurity',
  summary: 'Holds pods to the Pod Security Standards that labels of their namespace name.',
  kinds: [],
  lookups: [...lookupsFor('enforce'), ...lookupsFor('warn', {warning}), ...lookupsFor('audit', {isForAudit: true})],
  configuration: podSecurityConfiguration,
  create: (context) => new PodSecurity(context),
}
