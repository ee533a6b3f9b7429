import type {KubeObject, UpdateStrategy} from '../kinds/kind.js'
import type {FieldError} from '../machinery/field-error.js'
import {FieldPath} from '../machinery/field-path.js'
import {validateObjectMeta, validateObjectMetaUpdate, validateObjectName} from '../machinery/object-meta.js'
import type {KindInfo} from './scheme.js'

const metadata = FieldPath.of('metadata')

/**
 * All rules that an object breaks when it is created, in the order of the server. Metadata are looked at once more when
 * nothing is found, by rules that hold for every kind; kinds that check them in no other way have only that.
 */
export function validateCreate({definition, metadataRules}: KindInfo, object: KubeObject): FieldError[] {
  const {name, namespaced} = metadataRules
  const hasNoRules = name === 'path-segment'
  const errors = [
    ...definition.validateBeforeMetadata?.(object) ?? [],
    ...hasNoRules ? [] : validateObjectMeta(object.metadata, metadataRules, metadata),
    ...definition.validate?.(object) ?? [],
    ...definition.validateCreate?.(object) ?? [],
  ]
  if (errors.length > 0) return errors
  // But for the rule about its name, an object that comes to this has been held to them already.
  if (!hasNoRules) return validateObjectName(object.metadata, 'path-segment', metadata)
  return validateObjectMeta(object.metadata, {name, namespaced, qualifiedFinalizers: false}, metadata)
}

/** All rules that an object breaks when it replaces a stored one, through one of the endpoints of its kind. */
export function validateUpdate({definition, metadataRules}: KindInfo, strategy: UpdateStrategy<KubeObject>, object: KubeObject, old: KubeObject): FieldError[] {
  const alone = strategy.precheckUpdate?.(object, old) ?? []
  if (alone.length > 0) return alone
  return [
    ...validateObjectMetaUpdate(object.metadata, old.metadata, metadataRules, metadata),
    ...strategy.validateChange?.(object, old) ?? [],
    ...strategy.changeOnly === true ? [] : definition.validate?.(object, old) ?? [],
    ...strategy.validateUpdate?.(object, old) ?? [],
  ]
}
