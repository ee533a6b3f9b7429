import type {NetworkPolicy, NetworkPolicyEgressRule, NetworkPolicyIngressRule, NetworkPolicySpec} from '../../machinery/api/networking-v1.js'
import {assign, mapItems} from '../../machinery/collections/immutable.js'
import {semanticEqual} from '../../machinery/collections/semantic-equal.js'
import {cidrWarnings} from '../../machinery/go/ip.js'
import type {KindDefinition} from '../kind.js'
import {firstGeneration, withGeneration} from '../shared/generation.js'
import {blocksOf, validateNetworkPolicy} from './validate.js'

/** NetworkPolicy (pkg/registry/networking/networkpolicy; spec kinds 13). */
export const networkPolicy: KindDefinition<NetworkPolicy> = {
  apiVersion: 'networking.k8s.io/v1',
  kind: 'NetworkPolicy',
  declared: [{field: /\.ipBlock\.cidr$/, types: ['Required']}],
  setDefaults: (object) => assign<NetworkPolicy>(object, {spec: defaultSpec(object.spec ?? {})}),
  prepareForCreate: firstGeneration,
  prepareForUpdate: (object, old) => withGeneration(object, old, semanticEqual(withSelector(object), withSelector(old))),
  validate: validateNetworkPolicy,

  warnings: ({spec}) => blocksOf(spec).flatMap(({block: {cidr = '', except = []}, place}) => [
    ...cidrWarnings(cidr, place.child('cidr')),
    ...except.flatMap((range, i) => cidrWarnings(range, place.child('except').index(i))),
  ]),
}

/** Returns the spec with a selector, which is not optional: in Go it is not a pointer. */
const withSelector = ({spec}: NetworkPolicy): NetworkPolicySpec => ({podSelector: {}, ...spec})

/** A policy applies to ingress, and to egress if it has rules for it (networking/v1 `SetDefaults_NetworkPolicy`). */
function defaultSpec(spec: NetworkPolicySpec): NetworkPolicySpec {
  const {ingress, egress, policyTypes = []} = spec
  return assign<NetworkPolicySpec>(spec, {
    ...ingress && {ingress: mapItems(ingress, defaultRule)},
    ...egress && {egress: mapItems(egress, defaultRule)},
    ...policyTypes.length === 0 && {policyTypes: (egress ?? []).length > 0 ? ['Ingress', 'Egress'] : ['Ingress']},
  })
}

type NetworkPolicyRule = NetworkPolicyIngressRule & NetworkPolicyEgressRule

const defaultRule = (rule: NetworkPolicyRule): NetworkPolicyRule => rule.ports === undefined ? rule
  : assign<NetworkPolicyRule>(rule, {ports: mapItems(rule.ports, (port) => assign(port, {protocol: port.protocol ?? 'TCP'}))})
