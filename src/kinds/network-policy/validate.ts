import type {IPBlock, NetworkPolicy, NetworkPolicyPeer, NetworkPolicyPort, NetworkPolicySpec} from '../../machinery/api/networking-v1.js'
import {allErrors, type FieldError, forbidden, invalid, notSupported, required} from '../../machinery/field/error.js'
import {FieldPath} from '../../machinery/field/path.js'
import {portErrors, portNameErrors} from '../../machinery/field/port.js'
import {type TextCheck, validateText, validateWord} from '../../machinery/field/text-rules.js'
import {cidrErrors, isRange, isStrictSubset} from '../../machinery/go/ip.js'
import {defaultVersion, hasFeature, type KubernetesVersion} from '../../machinery/version/kubernetes-version.js'
import {validateLabelSelector} from '../../machinery/meta/label-selector.js'

const path = FieldPath.of('spec')

/** The rules for a NetworkPolicy besides those of its metadata (networking validation `ValidateNetworkPolicySpec`; spec kinds 13). */
export function validateNetworkPolicy({spec = {}}: NetworkPolicy, old?: NetworkPolicy, version = defaultVersion): FieldError[] {
  const known = new Set(blocksOf(old?.spec).flatMap(({block: {cidr = '', except = []}}) => [cidr, ...except]))
  const checks: Checks = {rangeErrors: (range) => known.has(range) ? [] : cidrErrors(range, version), version}
  return allErrors(
    validateLabelSelector(spec.podSelector, path.child('podSelector')),
    (spec.ingress ?? []).flatMap(({ports, from}, i) => validateRule(ports, from, 'from', path.child('ingress').index(i), checks)),
    (spec.egress ?? []).flatMap(({ports, to}, i) => validateRule(ports, to, 'to', path.child('egress').index(i), checks)),
    validateTypes(spec.policyTypes ?? []),
  )
}

/** Returns the IP blocks of a policy, with their paths. */
export const blocksOf = ({ingress = [], egress = []}: NetworkPolicySpec = {}): {readonly block: IPBlock, readonly place: FieldPath}[] => [
  ...ingress.flatMap(({from = []}, i) => peerBlocks(from, path.child('ingress').index(i).child('from'))),
  ...egress.flatMap(({to = []}, i) => peerBlocks(to, path.child('egress').index(i).child('to'))),
]

const peerBlocks = (peers: readonly NetworkPolicyPeer[], place: FieldPath) =>
  peers.flatMap(({ipBlock: block}, i) => block === undefined ? [] : [{block, place: place.index(i).child('ipBlock')}])

/** The inputs of the rules besides the policy. */
interface Checks {
  /** Returns the errors of a range of addresses. */
  readonly rangeErrors: TextCheck
  /** Version of the server. */
  readonly version: KubernetesVersion
}

const policyTypes = ['Ingress', 'Egress']

function validateTypes(types: readonly string[]): FieldError[] {
  const place = path.child('policyTypes')
  if (types.length > policyTypes.length) return [invalid(place, types, 'may not specify more than two policyTypes', 'network-policy/types')]
  return types.flatMap((type, i) => validateWord(type, policyTypes, place.index(i), 'network-policy/types'))
}

function validateRule(
  ports: readonly NetworkPolicyPort[] = [], peers: readonly NetworkPolicyPeer[] = [], field: 'from' | 'to', place: FieldPath, {rangeErrors, version}: Checks,
): FieldError[] {
  return allErrors(
    ports.flatMap((port, i) => validatePort(port, place.child('ports').index(i), version)),
    peers.flatMap((peer, i) => validatePeer(peer, place.child(field).index(i), rangeErrors)),
  )
}

const protocols = ['TCP', 'UDP', 'SCTP']

function validatePort({protocol, port, endPort}: NetworkPolicyPort, place: FieldPath, version: KubernetesVersion): FieldError[] {
  const portError = (field: string, value: unknown, detail: string): FieldError => invalid(place.child(field), value, detail, 'network-policy/port')
  const errors = protocol === undefined || protocols.includes(protocol) ? [] : [notSupported(place.child('protocol'), protocol, protocols, 'network-policy/port')]
  if (typeof port !== 'number') {
    const missing = port === undefined ? 'may not be specified when `port` is not specified' : 'may not be specified when `port` is non-numeric'
    return allErrors(
      errors,
      endPort === undefined ? [] : [portError('endPort', endPort, missing)],
      port === undefined ? [] : portNameErrors(port).map((detail) => portError('port', port, detail)),
    )
  }
  return allErrors(
    errors,
    portErrors(port).map((detail) => portError('port', port, detail)),
    endPort !== undefined && endPort < port ? [portError('endPort', hasFeature(version, 'endPortTexts') ? endPort : port, 'must be greater than or equal to `port`')] : [],
    endPort === undefined ? [] : portErrors(endPort).map((detail) => portError('endPort', endPort, detail)),
  )
}

function validatePeer({podSelector, namespaceSelector, ipBlock}: NetworkPolicyPeer, place: FieldPath, rangeErrors: TextCheck): FieldError[] {
  const isOther = podSelector !== undefined || namespaceSelector !== undefined
  return allErrors(
    validateLabelSelector(podSelector, place.child('podSelector')),
    validateLabelSelector(namespaceSelector, place.child('namespaceSelector')),
    ipBlock === undefined ? [] : validateBlock(ipBlock, place.child('ipBlock'), rangeErrors),
    isOther || ipBlock !== undefined ? [] : [required(place, 'must specify a peer', 'network-policy/peer')],
    isOther && ipBlock !== undefined ? [forbidden(place, 'may not specify both ipBlock and another peer', 'network-policy/peer')] : [],
  )
}

const blockOrigin = 'network-policy/ip-block'

/** @param errors the check of a range; ranges of the stored policy are not checked again */
function validateBlock({cidr = '', except = []}: IPBlock, place: FieldPath, rangeErrors: TextCheck): FieldError[] {
  if (cidr === '') return [required(place.child('cidr'), '', blockOrigin)]
  const errors = validateText(cidr, rangeErrors, place.child('cidr'), blockOrigin)
  if (!isRange(cidr)) return errors
  return allErrors(errors, except.flatMap((range, i) => {
    const at = place.child('except').index(i)
    const isOutside = isRange(range) && !isStrictSubset(range, cidr)
    return allErrors(validateText(range, rangeErrors, at, blockOrigin), isOutside ? [invalid(at, range, 'must be a strict subset of `cidr`', blockOrigin)] : [])
  }))
}
