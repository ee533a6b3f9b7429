import {aggregate, duplicate, type FieldError, invalid} from '../../../machinery/field/error.js'
import {FieldPath} from '../../../machinery/field/path.js'
import {dns1123Label, dns1123Subdomain} from '../../../machinery/meta/names.js'
import type {ConfigurationKind, ConfigurationVersion} from '../../configuration-kind.js'
import {StartUpError} from '../../start-up-error.js'
import {isVersion, latest, levelError, levels, type LevelVersion, type Mode, modes, parseLevel, type Policy, versionError} from './policy.js'

/** The policy of namespaces without labels. */
export type PodSecurityDefaults = Readonly<Partial<Record<Mode | `${Mode}-version`, string>>>

/** Users, namespaces and runtime classes whose pods are not checked. */
export interface PodSecurityExemptions {
  readonly usernames?: readonly string[]
  readonly namespaces?: readonly string[]
  readonly runtimeClasses?: readonly string[]
}

/** The configuration of the plugin (pod-security-admission admission/api/v1). */
export interface PodSecurityConfiguration {
  readonly defaults?: PodSecurityDefaults
  readonly exemptions?: PodSecurityExemptions
}

const version = (name: string): ConfigurationVersion => ({
  apiVersion: `pod-security.admission.config.k8s.io/${name}`, kind: 'PodSecurityConfiguration', table: 'api/v1.PodSecurityConfiguration', goNames: ['v1.', `${name}.`],
})

/** The kind of the configuration. The server can do without one. */
export const podSecurityConfiguration: ConfigurationKind<PodSecurityConfiguration> = {
  versions: [version('v1'), version('v1beta1'), version('v1alpha1')],
  isStrict: true,
  vocabularies: {'pod-security/level': levels},
  validate: ({defaults = {}, exemptions = {}}) => [...validateDefaults(defaults), ...validateExemptions(exemptions)],
  startUpError,
}

/** Returns the default of a mode; an empty text is no text (admission/api/v1 `SetDefaults_PodSecurityDefaults`). */
const defaultOf = (defaults: PodSecurityDefaults, mode: Mode): {readonly level: string, readonly version: string} =>
  ({level: defaults[mode] || 'privileged', version: defaults[`${mode}-version`] || latest})

const defaultsPath = FieldPath.of('defaults')

/** The modes in the order in which the server validates them. */
const validatedModes: readonly Mode[] = ['enforce', 'warn', 'audit']

/** Checks the levels and versions (validation `ValidatePodSecurityConfiguration`). */
function validateDefaults(defaults: PodSecurityDefaults): FieldError[] {
  return validatedModes.flatMap((mode) => {
    const given = defaultOf(defaults, mode)
    return [
      ...parseLevel(given.level) === undefined ? [invalid(defaultsPath.child(mode), given.level, levelError, 'pod-security/level')] : [],
      ...isVersion(given.version) ? [] : [invalid(defaultsPath.child(`${mode}-version`), given.version, versionError, 'pod-security/version')],
    ]
  })
}

const userErrors = (name: string): readonly string[] => name === '' ? ['username must not be empty'] : []

const exemptionErrors = [['namespaces', dns1123Label], ['runtimeClasses', dns1123Subdomain], ['usernames', userErrors]] as const

/** Checks the names, of which none may be there twice. */
function validateExemptions(exemptions: PodSecurityExemptions): FieldError[] {
  return exemptionErrors.flatMap(([field, nameErrors]) => {
    const seen = new Set<string>()
    return (exemptions[field] ?? []).flatMap((name, i) => {
      const place = FieldPath.of('exemptions', field).index(i)
      const errors = nameErrors(name)
      if (errors.length > 0) return [invalid(place, name, errors.join(', '), 'pod-security/exemption')]
      if (seen.has(name)) return [duplicate(place, name, 'pod-security/exemption')]
      seen.add(name)
      return []
    })
  })
}

/** The server reads the defaults first, in another order and with other words (admission/api `ToPolicy`, podsecurity `ValidateInitialization`). */
function startUpError(plugin: string, errors: readonly FieldError[]): StartUpError {
  const ofDefaults = modes.flatMap((mode) => [mode, `${mode}-version`]).flatMap((field) =>
    errors.filter((error) => String(error.field) === `defaults.${field}`).map(({detail}) => `${field}: ${detail}`))
  const reason = ofDefaults.length > 0 ? `configuration error: ${aggregate(ofDefaults)}` : `invalid: ${aggregate(errors.map(String))}`
  return new StartUpError('initialize', `${plugin} ${reason}`, plugin)
}

/** Returns the policy of namespaces without labels, by a valid configuration. */
export function defaultPolicy({defaults = {}}: PodSecurityConfiguration): Policy {
  const of = (mode: Mode): LevelVersion => {
    const {level, version: given} = defaultOf(defaults, mode)
    return {level: parseLevel(level) ?? 'privileged', version: given}
  }
  return {enforce: of('enforce'), audit: of('audit'), warn: of('warn')}
}
