import type {KubeObject, UpdateStrategy} from '../kinds/kind.js'
import {rulesIn} from '../kinds/metadata-rules.js'
import type {FieldError} from '../machinery/field-error.js'
import {allErrors} from '../machinery/field-error.js'
import {FieldPath} from '../machinery/field-path.js'
import {type KubernetesVersion, latestVersion} from '../machinery/kubernetes-version.js'
import {suffixStandIn} from '../machinery/name-suffix.js'
import {type ObjectMeta, validateObjectMeta, validateObjectMetaUpdate, validateObjectName} from '../machinery/object-meta.js'
import type {KindInfo} from './scheme.js'

const metadata = FieldPath.of('metadata')

/** What the server is, and what it was started with, as far as rules depend on it. */
export interface ServerFlags {
  /** Whether containers may be privileged. */
  readonly allowPrivileged: boolean
  readonly version: KubernetesVersion
}

/** Most installers start the server with these, whatever its own defaults are. */
export const usualFlags: ServerFlags = {allowPrivileged: true, version: latestVersion}

/** The errors without those that the server's flags make none. */
const underFlags = (errors: FieldError[], {allowPrivileged}: ServerFlags): FieldError[] =>
  allowPrivileged && errors.length > 0 ? errors.filter(({origin}) => origin !== 'cluster/privileged') : errors

/** All rules that an object breaks when it is created, in the order of the server. */
export const validateCreate = (info: KindInfo, object: KubeObject, flags = usualFlags): FieldError[] =>
  validateWhole(info, object, flags, info.definition.validateCreate?.(object))

/** All rules that an object breaks that exists already: it may have what no create may give it. */
export const validateExisting = (info: KindInfo, object: KubeObject, flags = usualFlags): FieldError[] => validateWhole(info, object, flags)

/**
 * The rules for an object by itself, behind which come those that are given. Metadata are looked at once more when
 * nothing is found, by rules that hold for every kind; kinds that check them in no other way have only that.
 */
function validateWhole(
  {definition, metadataRules: latestRules}: KindInfo, object: KubeObject, flags: ServerFlags, others: readonly FieldError[] = [],
): FieldError[] {
  const metadataRules = rulesIn(flags.version, latestRules)
  const {name, namespaced} = metadataRules
  const hasNoRules = name === 'path-segment' || name === 'none'
  const errors = allErrors(
    definition.validateBeforeMetadata?.(object) ?? [],
    hasNoRules ? [] : validateObjectMeta(object.metadata, metadataRules, metadata),
    underFlags(definition.validate?.(object, undefined, flags.version) ?? [], flags),
    others,
  )
  if (errors.length > 0) return errors
  // But for the rule about its name, an object that comes to this has been held to them already.
  if (!hasNoRules) return validateObjectName(object.metadata, 'path-segment', metadata)
  return validateObjectMeta(object.metadata, {name, namespaced, qualifiedFinalizers: false}, metadata)
}

/** The metadata of an update: the name is that of the stored object, which was held to the rule, and what stands in it for a random end is not. */
const withKnownName = (given: ObjectMeta): ObjectMeta => ({...given, name: suffixStandIn})

/** All rules that an object breaks when it replaces a stored one, through one of the endpoints of its kind. */
export function validateUpdate(
  {definition, metadataRules}: KindInfo, strategy: UpdateStrategy<KubeObject>, object: KubeObject, old: KubeObject, flags: ServerFlags,
): FieldError[] {
  const alone = strategy.precheckUpdate?.(object, old) ?? []
  if (alone.length > 0) return alone
  return allErrors(
    validateObjectMetaUpdate(object.metadata, old.metadata, metadataRules, metadata),
    strategy.validateChange?.(object, old) ?? [],
    strategy.changeOnly === true ? [] : allErrors(
      metadataRules.namesOnUpdate === true ? validateObjectName(withKnownName(object.metadata), metadataRules.name, metadata) : [],
      underFlags(definition.validate?.(object, old, flags.version) ?? [], flags),
    ),
    strategy.validateUpdate?.(object, old, flags.version) ?? [],
  )
}
