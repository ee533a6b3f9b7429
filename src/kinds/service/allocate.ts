import type {Service, ServiceSpec} from '../../machinery/api/core-v1.js'
import {assign, merge} from '../../machinery/collections/immutable.js'
import {type FieldError, invalid} from '../../machinery/field/error.js'
import {FieldPath} from '../../machinery/field/path.js'
import {quote} from '../../machinery/go/text.js'
import {defaultVersion} from '../../machinery/version/kubernetes-version.js'
import type {Allocation, Registry} from '../kind.js'
import {chosenByServer} from './addresses.js'
import {carryOver, withAddressList, withChangedAddressList, withChosenAddress, withoutChosenAddress} from './carry-over.js'
import {assignFamilies, type SpecAllocation} from './families.js'
import {changeNodePorts, NodePorts, openNodePorts, takeHealthCheckPort} from './node-ports.js'
import {isHeadless, mayHaveNodePorts, needsClusterIP, specOf} from './traits.js'

/**
 * Sets the values that only the server allocates: IP families, addresses and node ports. Omits values that the server would choose.
 * Rejects a requested value only if the manifests prove that no server can allocate it (service registry
 * `beginCreate` and `beginUpdate`; spec kinds 2.3, spec kinds 2.4).
 */
export function allocateService(service: Service, registry: Registry<Service>): Allocation<Service> {
  const {old} = registry
  const {status, spec, errors} = old === undefined ? createSpec(service, registry) : updateSpec(service, old, registry)
  return {object: assign<Service>(service, {spec}), ...errors.length > 0 && {errors}, ...status && {status}}
}

type Outcome = SpecAllocation & Pick<Allocation<Service>, 'status'>

/** Runs steps until one returns errors; returns the result of the last step that ran. */
function firstRejection(spec: ServiceSpec, ...steps: ((spec: ServiceSpec) => Partial<Outcome>)[]): Outcome {
  let outcome: Outcome = {spec, errors: []}
  for (const step of steps) {
    outcome = merge(outcome, step(outcome.spec))
    if (outcome.errors.length > 0 || outcome.status !== undefined) break
  }
  return outcome
}

function createSpec(service: Service, registry: Registry<Service>): Outcome {
  const free = new NodePorts(registry)
  return firstRejection(withAddressList(specOf(service)),
    (spec) => assignFamilies(spec, registry.version ?? defaultVersion),
    (spec) => ({errors: takeAddress(spec, service, registry)}),
    (spec) => mayHaveNodePorts(spec) ? openNodePorts(spec, free) : {},
    (spec) => takeHealthCheckPort(spec, undefined, free))
}

function updateSpec(service: Service, stored: Service, registry: Registry<Service>): Outcome {
  const free = new NodePorts(registry)
  const given = specOf(service)
  const old = withChosenAddress(specOf(stored))
  // A manifest that contains the placeholder itself does not repeat an address.
  const isSilent = !given.clusterIP && (given.clusterIPs ?? []).length === 0
  return firstRejection(withChangedAddressList(carryOver(given, old), old),
    (spec) => assignFamilies(spec, registry.version ?? defaultVersion, old, (isSilent ? old : specOf(stored)).clusterIPs),
    (spec) => ({errors: needsClusterIP(old) ? [] : takeAddress(spec, service, registry)}),
    (spec) => mayHaveNodePorts(spec) ? changeNodePorts(spec, old, free) : {},
    (spec) => takeHealthCheckPort(spec, old, free),
    (spec) => ({spec: isSilent ? withoutChosenAddress(spec) : spec}))
}

/** Allocates the address that a service requests; an address that the server chooses is always free (service registry `allocIPs`). */
function takeAddress(spec: ServiceSpec, {metadata}: Service, {others, dryRun}: Registry<Service>): FieldError[] {
  if (!needsClusterIP(spec) || isHeadless(spec) || dryRun) return []
  const {clusterIP: address = ''} = spec
  const isTaken = address !== '' && others().some((other) => other.spec?.clusterIP === address)
  const error = isTaken ? 'provided IP is already allocated' : metadata.name ? undefined
    : `IPAddress.networking.k8s.io ${quote(address || chosenByServer)} is invalid: spec.parentRef.name: Required value`
  if (error === undefined) return []
  const detail = `failed to allocate IP${address === '' ? '' : ` ${address}`}: ${error}`
  return [invalid(FieldPath.of('spec', 'clusterIPs'), spec.clusterIPs ?? [''], detail, isTaken ? 'service/cluster-ips' : 'metadata/name')]
}
