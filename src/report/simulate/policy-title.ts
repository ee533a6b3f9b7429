import type {PolicyPlace} from '../../admission/plugin.js'
import {oneLine} from '../../machinery/output/printable.js'
import {objectKey} from '../../simulate/object-key.js'
import type {Simulation} from '../../simulate/simulate.js'
import {lineText} from '../location.js'

/** The kind, name and, if known, place of a policy. */
export function policyTitle({policy}: PolicyPlace, manifests: Simulation['policies']['manifests']): string {
  const manifest = manifests.get(objectKey({...policy}))
  return `${policy.kind} ${oneLine(policy.metadata.name ?? '')}${manifest === undefined ? '' : ` (${lineText(manifest)})`}`
}
