import type {KubeObject, UpdateStrategy} from '../kinds/kind.js'
import {withDeclared} from '../kinds/declared-rules.js'
import {rulesIn} from '../kinds/metadata-rules.js'
import type {ObjectMeta} from '../machinery/api/meta-v1.js'
import type {FieldError} from '../machinery/field/error.js'
import {allErrors} from '../machinery/field/error.js'
import {FieldPath} from '../machinery/field/path.js'
import {defaultVersion, hasFeature, type KubernetesVersion} from '../machinery/version/kubernetes-version.js'
import {suffixPlaceholder} from '../machinery/meta/names.js'
import {validateObjectMeta, validateObjectMetaUpdate, validateObjectName} from '../machinery/meta/object-meta.js'
import type {KindInfo} from './scheme.js'

const metadata = FieldPath.of('metadata')

/** The version and the flags of the server that validation depends on. */
export interface ServerFlags {
  /** True if containers may be privileged. */
  readonly allowPrivileged: boolean
  readonly version: KubernetesVersion
}

/** The flags that most installers set, even where the server's defaults differ. */
export const defaultServerFlags: ServerFlags = {allowPrivileged: true, version: defaultVersion}

/** Drops the errors that do not apply under the server's flags. */
const underFlags = (errors: FieldError[], {allowPrivileged}: ServerFlags): FieldError[] =>
  allowPrivileged && errors.length > 0 ? errors.filter(({origin}) => origin !== 'cluster/privileged') : errors

/** The validation errors of a new object, in the order of the server. */
export const validateCreate = (info: KindInfo, object: KubeObject, flags = defaultServerFlags): FieldError[] =>
  inOrder(info, validateWhole(info, object, flags, info.definition.validateCreate?.(object)), object, flags)

/** The validation errors of an existing object, which may have fields that a new object may not. */
export const validateExisting = (info: KindInfo, object: KubeObject, flags = defaultServerFlags): FieldError[] =>
  inOrder(info, validateWhole(info, object, flags), object, flags)

/** Errors in the order of the server's version. */
const inOrder = ({definition: {declared}}: KindInfo, errors: FieldError[], object: KubeObject, {version}: ServerFlags): FieldError[] =>
  declared === undefined || errors.length === 0 || !hasFeature(version, 'declarativeValidation') ? errors : withDeclared(errors, declared, object, version)

/**
 * Validates the object itself, then appends the given errors. Without errors, the generic rules for metadata are applied as well,
 * which are the only ones for kinds without rules.
 */
function validateWhole(
  {definition, metadataRules: latestRules}: Pick<KindInfo, 'definition' | 'metadataRules'>, object: KubeObject, flags: ServerFlags, others: readonly FieldError[] = [],
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
  // The object already satisfies these rules, except the one for its name.
  if (!hasNoRules) return validateObjectName(object.metadata, 'path-segment', metadata)
  return validateObjectMeta(object.metadata, {name, namespaced, qualifiedFinalizers: false}, metadata)
}

/** Replaces the name for an update: the stored object's name is valid, but its placeholder for the random suffix is not. */
const withKnownName = (given: ObjectMeta): ObjectMeta => ({...given, name: suffixPlaceholder})

/** The validation errors of an update through one of the endpoints of its kind. */
export function validateUpdate(
  info: KindInfo, strategy: UpdateStrategy<KubeObject>, object: KubeObject, old: KubeObject, flags: ServerFlags,
): FieldError[] {
  const {definition} = info
  const metadataRules = rulesIn(flags.version, info.metadataRules)
  const early = strategy.precheckUpdate?.(object, old) ?? []
  if (early.length > 0) return early
  return inOrder(info, allErrors(
    validateObjectMetaUpdate(object.metadata, old.metadata, metadataRules, metadata),
    strategy.validateChange?.(object, old) ?? [],
    strategy.changeOnly === true ? [] : allErrors(
      metadataRules.namesOnUpdate === true ? validateObjectName(withKnownName(object.metadata), metadataRules.name, metadata) : [],
      underFlags(definition.validate?.(object, old, flags.version) ?? [], flags),
    ),
    strategy.validateUpdate?.(object, old, flags.version) ?? [],
  ), object, flags)
}
