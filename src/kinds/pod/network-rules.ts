import type {Rule} from '../../machinery/field/rule.js'
import {podWithSpec} from './rule-examples.js'

/** The rules for the names and the network of a pod. */
export const rules: readonly Rule[] = [
  {
    id: 'pod/dns-config',
    severity: 'error',
    summary: 'The resolver of a pod has at most three servers and 32 search domains, all valid.',
    source: 'core validation validatePodDNSConfig',
    example: podWithSpec(`  dnsPolicy: None
`),
    fix: 'Write `dnsConfig.nameservers`: `None` leaves a pod without any.',
  },
  {
    id: 'pod/dns-policy',
    severity: 'error',
    summary: 'dnsPolicy is ClusterFirst, ClusterFirstWithHostNet, Default or None.',
    source: 'core validation validateDNSPolicy',
    example: podWithSpec(`  dnsPolicy: Cluster
`),
    fix: 'Leave it out for `ClusterFirst`. `Default` takes what the node has.',
  },
  {
    id: 'pod/host-aliases',
    severity: 'error',
    summary: 'A host alias has an IP address, and names that are DNS subdomains.',
    source: 'core validation ValidateHostAliases',
    example: podWithSpec(`  hostAliases:
    - {ip: 10.0.0, hostnames: [db]}
`),
    fix: 'Write the address in full, without leading zeros.',
  },
  {
    id: 'pod/host-name',
    severity: 'error',
    summary: 'Host names are DNS labels, and are not made in two ways at once.',
    source: 'core validation ValidatePodSpec, validatePodHostName',
    example: podWithSpec(`  hostname: web.example.com
`),
    fix: 'Write the first part in `hostname`, and in `subdomain` the name of a headless Service.',
  },
  {
    id: 'pod/service-account-name',
    severity: 'error',
    summary: 'The name of a ServiceAccount is a DNS subdomain.',
    source: 'core validation ValidateServiceAccountName',
    example: podWithSpec(`  serviceAccountName: Web
`),
    fix: 'Write the name as `kubectl get serviceaccounts` shows it.',
  },
]
