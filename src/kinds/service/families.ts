import type {ServiceSpec} from '../../machinery/api/core-v1.js'
import {assign, merge} from '../../machinery/collections/immutable.js'
import {allErrors, type FieldError, invalid, NamedText, type Origin} from '../../machinery/field/error.js'
import {FieldPath} from '../../machinery/field/path.js'
import type {KubernetesVersion} from '../../machinery/version/kubernetes-version.js'
import {familyOf, validateAddresses} from './addresses.js'
import {isSelectorless, needsClusterIP} from './traits.js'

const spec = FieldPath.of('spec')

const origin = 'service/ip-families'

const clusterOrigin = 'cluster/ip-families'

/** The assumed IP families of the cluster: manifests do not state them, and most clusters have this one. */
const clusterFamilies: readonly string[] = ['IPv4']

/** A spec during allocation, and its errors. */
export interface SpecAllocation {
  readonly spec: ServiceSpec
  readonly errors: readonly FieldError[]
}

/**
 * Assigns the IP families of a service's addresses, in stages: errors of one stage end the allocation (service registry `initIPFamilyFields`;
 * spec kinds 2.3, stages 1 to 3).
 *
 * @param version that of the server
 * @param old the stored spec, for an update
 * @param known the addresses in it that are not validated again
 */
export function assignFamilies(given: ServiceSpec, version: KubernetesVersion, old?: ServiceSpec, known: readonly string[] = []): SpecAllocation {
  if (!needsClusterIP(given) || (old !== undefined && isSettled(given, old))) return {spec: given, errors: []}
  const chosen = withPolicy(given, old)
  const addressErrors = validateAddresses(chosen, version, known)
  if (addressErrors.length > 0) return {spec: chosen, errors: addressErrors}
  const kept = old === undefined ? chosen : withoutReleased(chosen, old)
  const conflicts = allErrors(old === undefined ? [] : validateReleases(kept, old), validatePolicy(kept), validateInferred(kept))
  if (conflicts.length > 0) return {spec: kept, errors: conflicts}
  const ipFamilies = inferredFamilies(kept)
  if (kept.clusterIP === 'None' && isSelectorless(kept)) return {spec: withFamilies(kept, withSecond(ipFamilies, kept)), errors: []}
  return {spec: withFamilies(kept, ipFamilies), errors: allErrors(validateDualStack(kept), validateConfigured(ipFamilies))}
}

const withFamilies = (given: ServiceSpec, ipFamilies: readonly string[]): ServiceSpec =>
  isSame(given.ipFamilies, ipFamilies) ? given : merge(given, {ipFamilies})

const isSame = (a: readonly string[] = [], b: readonly string[] = []): boolean => a.length === b.length && a.every((item, i) => item === b[i])

/** True for a dual-stack service whose update changes no family: the families of the cluster have no effect. */
const isSettled = (given: ServiceSpec, old: ServiceSpec): boolean => given.ipFamilyPolicy === 'PreferDualStack'
  && (old.ipFamilyPolicy ?? 'PreferDualStack') === 'PreferDualStack' && given.type === old.type
  && isSame(given.clusterIPs, old.clusterIPs) && isSame(given.ipFamilies, old.ipFamilies)

function withPolicy(given: ServiceSpec, old: ServiceSpec | undefined): ServiceSpec {
  const usual = given.clusterIP === 'None' && isSelectorless(given) ? 'RequireDualStack' : 'SingleStack'
  return assign<ServiceSpec>(given, {ipFamilyPolicy: given.ipFamilyPolicy ?? old?.ipFamilyPolicy ?? usual})
}

/** Drops the second address and family if the update asks for a single family and repeats both stored ones. */
function withoutReleased(given: ServiceSpec, old: ServiceSpec): ServiceSpec {
  const {ipFamilyPolicy, clusterIPs = [], ipFamilies = []} = given
  if (ipFamilyPolicy !== 'SingleStack') return given
  return assign<ServiceSpec>(given, {
    ...clusterIPs.length > 1 && isSame(clusterIPs, old.clusterIPs) && {clusterIPs: clusterIPs.slice(0, 1)},
    ...ipFamilies.length > 1 && isSame(ipFamilies, old.ipFamilies) && {ipFamilies: ipFamilies.slice(0, 1)},
  })
}

const policyError = (policy: string | undefined, message: string, rule: Origin = origin): FieldError =>
  invalid(spec.child('ipFamilyPolicy'), new NamedText(policy ?? ''), message, rule)

function validateReleases({ipFamilyPolicy, clusterIPs, ipFamilies}: ServiceSpec, old: ServiceSpec): FieldError[] {
  if (ipFamilyPolicy === 'SingleStack') return []
  return allErrors(
    isReduced(clusterIPs, old.clusterIPs) ? [policyError(ipFamilyPolicy, "must be 'SingleStack' to release the secondary cluster IP")] : [],
    isReduced(ipFamilies, old.ipFamilies) ? [policyError(ipFamilyPolicy, "must be 'SingleStack' to release the secondary IP family")] : [],
  )
}

const isReduced = (list: readonly string[] = [], old: readonly string[] = []): boolean => list.length > 0 && list.length < old.length

function validatePolicy({ipFamilyPolicy, clusterIPs = [], ipFamilies = []}: ServiceSpec): FieldError[] {
  if (ipFamilyPolicy !== 'SingleStack') return []
  const message = (what: string): string => `must be 'RequireDualStack' or 'PreferDualStack' when multiple ${what} are specified`
  return allErrors(
    clusterIPs.length === 2 ? [policyError(ipFamilyPolicy, message('cluster IPs'))] : [],
    ipFamilies.length === 2 ? [policyError(ipFamilyPolicy, message('IP families'))] : [],
  )
}

/** The addresses without an entry in `ipFamilies`: their family is inferred. */
const withoutFamily = ({clusterIP, clusterIPs = [], ipFamilies = []}: ServiceSpec): readonly string[] =>
  clusterIP === 'None' ? [] : clusterIPs.slice(ipFamilies.length)

const validateInferred = (given: ServiceSpec): FieldError[] => withoutFamily(given).flatMap((address, i) => {
  const family = familyOf(address)
  const path = spec.child('clusterIPs').index((given.ipFamilies ?? []).length + i)
  return clusterFamilies.includes(family) ? [] : [invalid(path, given.clusterIPs, `${family} is not configured on this cluster`, clusterOrigin)]
})

function inferredFamilies(given: ServiceSpec): readonly string[] {
  const families = [...given.ipFamilies ?? [], ...withoutFamily(given).map(familyOf)]
  return families.length > 0 ? families : clusterFamilies
}

/** A headless service without a selector can have any families, unless its policy is SingleStack. */
function withSecond(families: readonly string[], {ipFamilyPolicy}: ServiceSpec): readonly string[] {
  if (families.length > 1 || ipFamilyPolicy === 'SingleStack') return families
  return [...families, families[0] === 'IPv4' ? 'IPv6' : 'IPv4']
}

const validateDualStack = ({ipFamilyPolicy}: ServiceSpec): FieldError[] => ipFamilyPolicy === 'RequireDualStack' && clusterFamilies.length < 2
  ? [policyError(ipFamilyPolicy, 'this cluster is not configured for dual-stack services', clusterOrigin)] : []

const validateConfigured = (families: readonly string[]): FieldError[] => families.flatMap((family, i) => clusterFamilies.includes(family)
  ? [] : [invalid(spec.child('ipFamilies').index(i), new NamedText(family), 'not configured on this cluster', clusterOrigin)])
