import type {Rule} from '../../machinery/field/rule.js'

const networkPolicy = (spec: string): string => `apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata:
  name: web
spec:
  podSelector: {}
${spec}`

/** The rules for NetworkPolicies. */
export const rules: readonly Rule[] = [
  {
    id: 'network-policy/ip-block',
    severity: 'error',
    summary: 'An ipBlock has a CIDR range, and its exceptions are smaller ranges within it.',
    source: 'networking validation ValidateIPBlock',
    example: networkPolicy(`  ingress:
    - from:
        - ipBlock:
            cidr: 10.0.0.0/16
            except: [10.1.0.0/24]
`),
    fix: 'Write ranges as `10.0.0.0/16`, without bits set beyond the prefix length. Exceptions must be within the range.',
  },
  {
    id: 'network-policy/peer',
    severity: 'error',
    summary: 'A peer has selectors or an ipBlock, but not both.',
    source: 'networking validation ValidateNetworkPolicyPeer',
    example: networkPolicy(`  ingress:
    - from:
        - podSelector: {}
          ipBlock: {cidr: 10.0.0.0/16}
`),
    fix: 'Write selectors and `ipBlock` as separate entries. An entry cannot be empty: omit `from` or `to` to allow all peers.',
  },
  {
    id: 'network-policy/port',
    severity: 'error',
    summary: 'A port is a number or a name, and a range of ports has two numbers.',
    source: 'networking validation ValidateNetworkPolicyPort',
    example: networkPolicy(`  ingress:
    - ports:
        - port: http
          endPort: 8090
`),
    fix: 'For a range, write the first number as `port` and the last as `endPort`.',
  },
  {
    id: 'network-policy/types',
    severity: 'error',
    summary: 'The types of a network policy are Ingress and Egress.',
    source: 'networking validation ValidateNetworkPolicySpec',
    example: networkPolicy(`  policyTypes: [ingress]
`),
    fix: 'Check the capitalization. By default, the types depend on the rules.',
  },
]
