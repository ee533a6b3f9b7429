import type {Node} from '../../machinery/api/core-v1.js'
import type {KindDefinition} from '../kind.js'

/** Node, of which kadm reads only the metadata. */
export const node: KindDefinition<Node> = {
  apiVersion: 'v1',
  kind: 'Node',
  metadata: {namesOnUpdate: true},
  isLookedUp: true,
}
