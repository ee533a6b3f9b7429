import type {IntOrString} from '../../machinery/field/int-or-percent.js'
import type {LabelSelector} from '../../machinery/meta/label-selector.js'
import type {KubeObject} from '../kind.js'

export interface NetworkPolicyPort {
  readonly protocol?: string
  readonly port?: IntOrString
  readonly endPort?: number
}

/** Addresses, without some. */
export interface IpBlock {
  readonly cidr?: string
  readonly except?: readonly string[]
}

export interface NetworkPolicyPeer {
  readonly podSelector?: LabelSelector
  readonly namespaceSelector?: LabelSelector
  readonly ipBlock?: IpBlock
}

export interface NetworkPolicyRule {
  readonly ports?: readonly NetworkPolicyPort[]
  /** In ingress rules. */
  readonly from?: readonly NetworkPolicyPeer[]
  /** In egress rules. */
  readonly to?: readonly NetworkPolicyPeer[]
}

export interface NetworkPolicySpec {
  readonly podSelector?: LabelSelector
  readonly ingress?: readonly NetworkPolicyRule[]
  readonly egress?: readonly NetworkPolicyRule[]
  readonly policyTypes?: readonly string[]
}

export interface NetworkPolicy extends KubeObject {
  readonly spec?: NetworkPolicySpec
}
