import type {AnyKind} from '../kinds/kind.js'
import type {FieldPath} from '../machinery/field-path.js'
import type {Manifest} from '../manifests/manifest.js'
import type {Place} from './diagnostic.js'
import {isWritten, locate} from './locate.js'

/**
 * Where a field is written in a manifest; for the value of a default, where the field is written that it comes from; else
 * the closest thing above it.
 */
export function placeOf({document: {file}, node}: Manifest, field: FieldPath, definition: AnyKind): Place {
  const steps = field.steps()
  const origins = isWritten(node, steps) ? [] : definition.defaultedFrom?.(steps) ?? []
  return {file, span: locate(file, node, origins.find((origin) => isWritten(node, origin)) ?? steps)}
}
