import type {Namespace} from '../../../machinery/api/core-v1.js'
import {FieldPath} from '../../../machinery/field/path.js'
import {type Admission, type DecidingPart, isRejection, type Rejection} from '../../plugin.js'
import type {PodSecurityConfiguration, PodSecurityExemptions} from './configuration.js'
import {labelsOf} from './namespaces.js'
import {labelPrefix, levelLabel, type Mode, modes, type Policy, versionLabel} from './policy.js'

/** Returns the key of an annotation for the audit log. */
export const auditKey = (name: string): string => labelPrefix + name

/** The annotation with the violations of the level that a namespace audits. */
export const auditViolations = auditKey('audit-violations')

/** The name of a plugin's configuration that exempts a request, and the list that contains it. */
export interface Exemption {
  readonly list: keyof PodSecurityExemptions
  readonly name: string
}

const inConfiguration = (field: FieldPath): DecidingPart => ({plugin: 'PodSecurity', field})

/** Returns the place of an exemption in the configuration. */
export const exemptionPart = ({list, name}: Exemption, {exemptions}: PodSecurityConfiguration): DecidingPart =>
  inConfiguration(FieldPath.of('exemptions', list).index(exemptions?.[list]?.indexOf(name) ?? 0))

/** Returns the labels and defaults for which a pod is rejected, for which there is a warning, or which add violations to the audit log. */
export function decidingParts(labelled: Namespace, policy: Policy, defaults: Policy, outcome: Rejection | Admission): DecidingPart[] {
  const isShown: Readonly<Record<Mode, boolean>> = {
    enforce: isRejection(outcome),
    warn: !isRejection(outcome) && outcome.warnings.length > 0,
    audit: outcome.auditAnnotations?.[auditViolations] !== undefined,
  }
  const labels = labelsOf(labelled)
  const part = (label: string, ofDefaults: string): DecidingPart => Object.hasOwn(labels, label)
    ? {policy: labelled, field: FieldPath.of('metadata', 'labels').key(label)} : inConfiguration(FieldPath.of('defaults', ofDefaults))
  return modes.filter((mode) => isShown[mode]).flatMap((mode) => {
    // Without a level for warnings, a stricter one that a label enforces is in its place.
    const source = mode === 'warn' && !Object.hasOwn(labels, levelLabel('warn')) && policy.warn.level !== defaults.warn.level ? 'enforce' : mode
    const ofVersion = Object.hasOwn(labels, versionLabel(mode)) ? mode : source
    return [part(levelLabel(source), source), part(versionLabel(ofVersion), `${ofVersion}-version`)]
  })
}
