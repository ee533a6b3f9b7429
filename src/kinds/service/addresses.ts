import type {ServiceSpec} from '../../machinery/api/core-v1.js'
import {repeated} from '../../machinery/collections/repeated.js'
import {allErrors, duplicate, type FieldError, invalid, NamedText, notSupported, required} from '../../machinery/field/error.js'
import {FieldPath} from '../../machinery/field/path.js'
import {ipErrors, ipFamily, type IpFamily} from '../../machinery/go/ip.js'
import type {KubernetesVersion} from '../../machinery/version/kubernetes-version.js'
import {isHeadless} from './traits.js'

const spec = FieldPath.of('spec')

const addressesPath = spec.child('clusterIPs')

const families = ['IPv4', 'IPv6']

const policies = ['PreferDualStack', 'RequireDualStack', 'SingleStack']

const addressesOrigin = 'service/cluster-ips'

const familiesOrigin = 'service/ip-families'

/** Placeholder for an address or port that the server chooses. Shown in messages and never stored. */
export const chosenByServer = 'allocated'

/** The family of a valid address. An allocated address is assumed to have the only family of the cluster. */
export const familyOf = (address: string): IpFamily => ipFamily(address) ?? 'IPv4'

/**
 * The rules for the addresses of a service, their families and its policy, each by itself (core validation
 * `ValidateServiceClusterIPsRelatedFields`; spec kinds 2.3, stage 1).
 *
 * @param version that of the server
 * @param known addresses of the stored service, which are not validated again
 */
export function validateAddresses(service: ServiceSpec, version: KubernetesVersion, known: readonly string[] = []): FieldError[] {
  if (service.type === 'ExternalName') return []
  const {clusterIPs = [], ipFamilyPolicy: policy} = service
  const bad = validateEach(clusterIPs, known, version)
  const others = allErrors(
    validateFirst(service),
    validateFamilyNames(service.ipFamilies ?? []),
    policy === undefined || policies.includes(policy) ? [] : [notSupported(spec.child('ipFamilyPolicy'), policy, policies, familiesOrigin)],
    bad,
    clusterIPs.length > 2 ? [invalid(addressesPath, clusterIPs, 'may only hold up to 2 values', addressesOrigin)] : [],
  )
  return bad.length > 0 ? others : allErrors(others, validateOnePerFamily(clusterIPs), validateMatch(service))
}

function validateFirst({clusterIP = '', clusterIPs = []}: ServiceSpec): FieldError[] {
  if (clusterIPs.length === 0) return clusterIP === '' ? [] : [required(addressesPath, '', addressesOrigin)]
  if (clusterIP === clusterIPs[0] && clusterIP !== '') return []
  const message = clusterIP === '' ? 'must be empty when `clusterIP` is not specified' : 'first value must match `clusterIP`'
  return [invalid(addressesPath, clusterIPs, message, addressesOrigin)]
}

function validateFamilyNames(names: readonly string[]): FieldError[] {
  const areKnown = repeated(names)
  return names.flatMap((name, i) => {
    const path = spec.child('ipFamilies').index(i)
    return allErrors(
      families.includes(name) ? [] : [notSupported(path, name, families, familiesOrigin)],
      areKnown[i] === true ? [duplicate(path, new NamedText(name), familiesOrigin)] : [],
    )
  })
}

const validateEach = (addresses: readonly string[], known: readonly string[], version: KubernetesVersion): FieldError[] => addresses.flatMap((address, i) => {
  if (i === 0 && address === 'None') {
    return addresses.length > 1 ? [invalid(addressesPath, addresses, "'None' must be the first and only value", addressesOrigin)] : []
  }
  return known.includes(address) ? [] : ipErrors(address, version).map((error) => invalid(addressesPath.index(i), address, error, addressesOrigin))
})

function validateOnePerFamily(addresses: readonly string[]): FieldError[] {
  if (addresses.length < 2 || new Set(addresses.map(familyOf)).size > 1) return []
  return [invalid(addressesPath, addresses, 'may specify no more than one IP for each IP family', addressesOrigin)]
}

/** The rule that an address has the family at its position. */
function validateMatch(service: ServiceSpec): FieldError[] {
  const {clusterIPs = [], ipFamilies = []} = service
  if (isHeadless(service)) return []
  return clusterIPs.flatMap((address, i) => {
    const family = ipFamilies[i]
    if (family === undefined || !families.includes(family) || family === familyOf(address)) return []
    return [invalid(addressesPath.index(i), address, `expected an ${family} value as indicated by \`ipFamilies[${i}]\``, familiesOrigin)]
  })
}
