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
    summary: 'A block of addresses is a range, and its exceptions are smaller ranges in it.',
    source: 'networking validation ValidateIPBlock',
    example: networkPolicy(`  ingress:
    - from:
        - ipBlock:
            cidr: 10.0.0.0/16
            except: [10.1.0.0/24]
`),
    fix: 'Write ranges as `10.0.0.0/16`, without bits beyond the length, and exceptions that lie in the range.',
  },
  {
    id: 'network-policy/peer',
    severity: 'error',
    summary: 'A peer is chosen by selectors or by a block of addresses.',
    source: 'networking validation ValidateNetworkPolicyPeer',
    example: networkPolicy(`  ingress:
    - from:
        - podSelector: {}
          ipBlock: {cidr: 10.0.0.0/16}
`),
    fix: 'Write each as an entry of its own. An empty entry is no peer: leave `from` or `to` out for all.',
  },
  {
    id: 'network-policy/port',
    severity: 'error',
    summary: 'A port is a number or the name of a port, and a range of ports has numbers.',
    source: 'networking validation ValidateNetworkPolicyPort',
    example: networkPolicy(`  ingress:
    - ports:
        - port: http
          endPort: 8090
`),
    fix: 'Write the numbers of both ends, the smaller one as `port`.',
  },
  {
    id: 'network-policy/types',
    severity: 'error',
    summary: 'The types of a network policy are Ingress and Egress.',
    source: 'networking validation ValidateNetworkPolicySpec',
    example: networkPolicy(`  policyTypes: [ingress]
`),
    fix: 'Mind the capitals. Left out, the types follow from the rules.',
  },
]
