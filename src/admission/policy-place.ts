import type {KubeObject} from '../kinds/kind.js'
import type {FieldPath} from '../machinery/field/path.js'

/** A place in a policy that decided something. */
export interface PolicyPlace {
  readonly policy: KubeObject
  readonly field: FieldPath
}
