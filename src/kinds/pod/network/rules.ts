import type {Rule} from '../../../machinery/field/rule.js'
import {podWithSpec} from '../../shared/pod-examples.js'

/** The rules for the names and the network of a pod. */
export const rules: readonly Rule[] = [
  {
    id: 'pod/dns-config',
    severity: 'error',
    summary: 'dnsConfig has at most three valid nameservers and 32 valid search domains.',
    source: 'core validation validatePodDNSConfig',
    example: podWithSpec(`  dnsPolicy: None
`),
    fix: 'Write `dnsConfig.nameservers`, which the policy `None` requires.',
  },
  {
    id: 'pod/dns-policy',
    severity: 'error',
    summary: 'dnsPolicy is ClusterFirst, ClusterFirstWithHostNet, Default or None.',
    source: 'core validation validateDNSPolicy',
    example: podWithSpec(`  dnsPolicy: Cluster
`),
    fix: 'Remove it for the default, `ClusterFirst`. `Default` uses the configuration of the node.',
  },
  {
    id: 'pod/host-aliases',
    severity: 'error',
    summary: 'A host alias has an IP address, and host names that are DNS subdomains.',
    source: 'core validation ValidateHostAliases',
    example: podWithSpec(`  hostAliases:
    - {ip: 10.0.0, hostnames: [db]}
`),
    fix: 'Write the complete address, without leading zeros.',
  },
  {
    id: 'pod/host-name',
    severity: 'error',
    summary: 'Host names are valid, and hostnameOverride does not conflict with other fields.',
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
