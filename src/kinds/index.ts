import type {AnyKind} from './kind.js'
import * as registered from './registry.js'

/** The kinds that belong to no plugin, by the names of their definitions. */
export const sharedKinds: readonly AnyKind[] = Object.values(registered)
