import type {PodDNSConfig, PodSpec} from '../../../machinery/api/core-v1.js'
import {allErrors, type FieldError, forbidden, invalid, required, tooLong} from '../../../machinery/field/error.js'
import type {FieldPath} from '../../../machinery/field/path.js'
import {validateText} from '../../../machinery/field/text-rules.js'
import {ipErrors} from '../../../machinery/go/ip.js'
import {byteLength} from '../../../machinery/go/text.js'
import type {KubernetesVersion} from '../../../machinery/version/kubernetes-version.js'
import {dns1123Subdomain, dns1123SubdomainWithUnderscore} from '../../../machinery/meta/names.js'

// The rules for the pod's DNS settings and host names (spec pod 4.2).

export const dnsPolicies = ['ClusterFirstWithHostNet', 'ClusterFirst', 'Default', 'None']

const origin = 'pod/dns-config'

/** The rules for `dnsConfig` (core validation `validatePodDNSConfig`). */
export function validateDnsConfig({dnsPolicy, dnsConfig}: PodSpec, path: FieldPath, version: KubernetesVersion): FieldError[] {
  const isNone = dnsPolicy === 'None'
  if (dnsConfig === undefined) return isNone ? [required(path, 'must provide `dnsConfig` when `dnsPolicy` is None', origin)] : []
  const {nameservers = [], options = []} = dnsConfig
  const place = path.child('nameservers')
  if (isNone && nameservers.length === 0) return [required(place, 'must provide at least one DNS nameserver when `dnsPolicy` is None', origin)]
  return allErrors(
    nameservers.length > 3 ? [invalid(place, nameservers, 'must not have more than 3 nameservers', origin)] : [],
    nameservers.flatMap((server, i) => validateText(server, (text) => ipErrors(text, version), place.index(i), origin)),
    validateSearches(dnsConfig, path.child('searches')),
    options.flatMap(({name}, i) => name ? [] : [required(path.child('options').index(i), 'must not be empty', origin)]),
  )
}

const longestSearches = 2048

function validateSearches({searches = []}: PodDNSConfig, path: FieldPath): FieldError[] {
  const detail = 'must not have more than 2048 characters (including spaces) in the search list'
  return allErrors(
    searches.length > 32 ? [invalid(path, searches, 'must not have more than 32 search paths', origin)] : [],
    byteLength(searches.join(' ')) > longestSearches ? [invalid(path, searches, detail, origin)] : [],
    searches.flatMap((search, i) => search === '.' ? []
      : validateText(search.endsWith('.') ? search.slice(0, -1) : search, dns1123SubdomainWithUnderscore, path.index(i), origin)),
  )
}

const longestHostName = 64

/** The rules for `hostnameOverride` (core validation `validatePodHostName`). */
export function validateHostNameOverride(spec: PodSpec, name: string, path: FieldPath): FieldError[] {
  const own = 'pod/host-name'
  return allErrors(
    spec.setHostnameAsFQDN === true ? [forbidden(path, 'may not be specified when setHostnameAsFQDN is true', own)] : [],
    spec.hostNetwork === true ? [forbidden(path, 'may not be specified when hostNetwork is true', own)] : [],
    byteLength(name) > longestHostName ? [tooLong(path, longestHostName, own)] : [],
    validateText(name, dns1123Subdomain, path, own),
  )
}

/** The rules for host aliases (core validation `ValidateHostAliases`). */
export const validateHostAliases = (aliases: NonNullable<PodSpec['hostAliases']>, path: FieldPath, version: KubernetesVersion): FieldError[] =>
  aliases.flatMap(({ip = '', hostnames = []}, i) => allErrors(
    validateText(ip, (text) => ipErrors(text, version), path.index(i).child('ip'), 'pod/host-aliases'),
    hostnames.flatMap((name, j) => validateText(name, dns1123Subdomain, path.index(i).child('hostnames').index(j), 'pod/host-aliases')),
  ))
