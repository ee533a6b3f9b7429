import type {Affinity, PodSpec} from '../../../machinery/api/core-v1.js'
import type {ObjectMeta} from '../../../machinery/api/meta-v1.js'
import {allErrors, duplicate, type FieldError, invalid} from '../../../machinery/field/error.js'
import type {FieldPath} from '../../../machinery/field/path.js'
import {validateOptional, validateText, validateWord} from '../../../machinery/field/text-rules.js'
import {hasFeature, type KubernetesVersion} from '../../../machinery/version/kubernetes-version.js'
import {validateLabels} from '../../../machinery/meta/label-selector.js'
import {dns1123Label, dns1123Subdomain, qualifiedName} from '../../../machinery/meta/names.js'
import {noResources} from '../../../machinery/quantity/resource-list.js'
import {validatePreemptionPolicy} from '../../priority-class/index.js'
import {validateContainerResourceName} from '../../shared/resource-names.js'
import {validateResourceRequirements} from '../../shared/resources.js'
import type {ContainerContext} from '../containers/validate-container.js'
import {validateEnvFiles} from '../containers/validate-env.js'
import {validateHostNetworkPorts} from '../containers/validate-ports.js'
import {validateContainers, validateEphemeralContainers, validateInitContainers} from '../containers/validate.js'
import {claimNames, validateResourceClaims} from '../resources/resource-claims.js'
import {validatePodLevelResources} from '../resources/validate.js'
import {validateNodeAffinity} from '../scheduling/node-affinity.js'
import {validatePodAffinity} from '../scheduling/pod-affinity.js'
import {validateSpread} from '../scheduling/validate-spread.js'
import {validateTolerations} from '../scheduling/validate-tolerations.js'
import {validateHostProcess, validateOs} from '../security/validate-windows.js'
import {hasSysAdminWithoutEscalation, validateHostUsers, validatePodSecurityContext, validateSharedProcesses} from '../security/validate.js'
import {dnsPolicies, validateDnsConfig, validateHostAliases, validateHostNameOverride} from '../network/validate.js'
import {noVolumes, validateVolumes} from '../volumes/validate.js'

/** The inputs of the rules for a pod spec besides the spec. */
export interface PodSpecOptions {
  /** Version of the server. */
  readonly version: KubernetesVersion
  /** Metadata of the pod; absent for a template. */
  readonly metadata?: ObjectMeta
  /** The spec before an update. */
  readonly old?: PodSpec | undefined
}

/** The rules for the spec of a pod or of a pod template, at a path (core validation `ValidatePodSpec`; spec pod 4.2). */
export function validatePodSpec(spec: PodSpec, path: FieldPath, options: PodSpecOptions): FieldError[] {
  const {version, metadata, old} = options
  const {volumes, resourceClaims} = spec
  const checked = volumes === undefined ? undefined : validateVolumes(volumes, volumeOptions(options), path.child('volumes'))
  const context: ContainerContext = {
    volumes: checked?.valid ?? noVolumes,
    claims: claimNames(resourceClaims),
    hostUsers: spec.hostUsers !== false,
    restartPolicy: spec.restartPolicy,
    gracePeriod: spec.terminationGracePeriodSeconds ?? 30,
    isSysAdminKept: hasFeature(version, 'invalidTemplatesKept') && old !== undefined && hasSysAdminWithoutEscalation(old),
    version,
  }
  return allErrors(
    checked?.errors ?? [],
    resourceClaims === undefined ? [] : validateResourceClaims(resourceClaims, metadata, path.child('resourceClaims')),
    validateContainers(spec, context, path.child('containers')),
    validateInitContainers(spec, context, path.child('initContainers')),
    validateEphemeralContainers(spec, context, path.child('ephemeralContainers')),
    spec.resources === undefined ? [] : validatePodLevelResources(spec, path.child('resources')),
    spec.hostNetwork === true ? validateHostNetworkPorts(spec, metadata !== undefined, path.child('containers')) : [],
    validateFurtherFields(spec, path, options),
    validateNames(spec, path),
    validateLastFields(spec, path, version),
  )
}

function volumeOptions({version, metadata, old}: PodSpecOptions): Parameters<typeof validateVolumes>[1] {
  const isReferenceOptional = hasFeature(version, 'invalidTemplatesKept')
    ? old?.volumes?.some(({image}) => image !== undefined && !image.reference) === true : metadata === undefined
  return {podName: metadata && (metadata.name ?? ''), isReferenceOptional, version}
}

const restartPolicies = ['Always', 'OnFailure', 'Never']

/** The fields from the restart policy to the host's users, in the order of the server. */
function validateFurtherFields(spec: PodSpec, path: FieldPath, {version, old}: PodSpecOptions): FieldError[] {
  const {restartPolicy, dnsPolicy, nodeSelector, securityContext, affinity, readinessGates, schedulingGates, topologySpreadConstraints: constraints} = spec
  return allErrors(
    validateWord(restartPolicy || undefined, restartPolicies, path.child('restartPolicy'), 'pod/restart-policy'),
    validateWord(dnsPolicy || undefined, dnsPolicies, path.child('dnsPolicy'), 'pod/dns-policy'),
    nodeSelector === undefined ? [] : validateLabels(nodeSelector, path.child('nodeSelector'), 'pod/node-selector'),
    securityContext === undefined ? [] : validatePodSecurityContext(spec, securityContext, path.child('securityContext'), {version, old}),
    hasFeature(version, 'hostNamespacesInPodSpec') ? validateSharedProcesses(spec, path) : [],
    affinity === undefined ? [] : validateAffinity(affinity, path.child('affinity')),
    validateDnsConfig(spec, path.child('dnsConfig'), version),
    (readinessGates ?? []).flatMap(({conditionType = ''}, i) =>
      validateText(conditionType, qualifiedName, path.child('readinessGates').index(i).child('conditionType'), 'pod/readiness-gates')),
    schedulingGates === undefined ? [] : validateSchedulingGates(schedulingGates, path.child('schedulingGates')),
    constraints === undefined ? [] : validateSpread(constraints, path.child('topologySpreadConstraints')),
    validateHostProcess(spec, path),
    spec.hostUsers === false ? validateHostUsers(spec, path) : [],
  )
}

function validateAffinity({nodeAffinity, podAffinity, podAntiAffinity}: Affinity, path: FieldPath): FieldError[] {
  return allErrors(
    nodeAffinity === undefined ? [] : validateNodeAffinity(nodeAffinity, path.child('nodeAffinity')),
    podAffinity === undefined ? [] : validatePodAffinity(podAffinity, path.child('podAffinity')),
    podAntiAffinity === undefined ? [] : validatePodAffinity(podAntiAffinity, path.child('podAntiAffinity')),
  )
}

/** The rules for scheduling gates (`validateSchedulingGates`), whose paths upstream writes without `name`. */
function validateSchedulingGates(gates: NonNullable<PodSpec['schedulingGates']>, path: FieldPath): FieldError[] {
  const names = new Set<string>()
  return gates.flatMap(({name = ''}, i) => {
    const errors = validateText(name, qualifiedName, path.index(i), 'pod/scheduling-gates')
    if (names.has(name)) errors.push(duplicate(path.index(i), name, 'pod/scheduling-gates'))
    names.add(name)
    return errors
  })
}

/** The rules for names of the pod and of objects that it refers to. */
function validateNames(spec: PodSpec, path: FieldPath): FieldError[] {
  const {hostnameOverride, serviceAccountName, nodeName, activeDeadlineSeconds, hostname, subdomain} = spec
  return allErrors(
    hostnameOverride === undefined ? [] : validateHostNameOverride(spec, hostnameOverride, path.child('hostnameOverride')),
    validateOptional(serviceAccountName, dns1123Subdomain, path.child('serviceAccountName'), 'pod/service-account-name'),
    validateOptional(nodeName, dns1123Subdomain, path.child('nodeName'), 'pod/node-name'),
    activeDeadlineSeconds === undefined ? [] : validateActiveDeadline(activeDeadlineSeconds, path.child('activeDeadlineSeconds')),
    validateOptional(hostname, dns1123Label, path.child('hostname'), 'pod/host-name'),
    validateOptional(subdomain, dns1123Label, path.child('subdomain'), 'pod/host-name'),
  )
}

const validateActiveDeadline = (seconds: number | bigint, path: FieldPath): FieldError[] =>
  seconds >= 1 && seconds <= 2147483647 ? [] : [invalid(path, seconds, 'must be between 1 and 2147483647, inclusive', 'pod/active-deadline')]

/** The fields that the server checks last. */
function validateLastFields(spec: PodSpec, path: FieldPath, version: KubernetesVersion): FieldError[] {
  const {tolerations, hostAliases, overhead = noResources, os} = spec
  return allErrors(
    tolerations === undefined ? [] : validateTolerations(tolerations, path.child('tolerations')),
    hostAliases === undefined ? [] : validateHostAliases(hostAliases, path.child('hostAliases'), version),
    validateClasses(spec, path),
    validateResourceRequirements({limits: overhead}, validateContainerResourceName, path.child('overhead')),
    os === undefined ? [] : validateOs(spec, path, version),
    validateEnvFiles(spec, path),
  )
}

/** The rules for the priority class, preemption policy and runtime class. Admission has validated those of a pod more strictly before. */
function validateClasses({priorityClassName, runtimeClassName, preemptionPolicy}: PodSpec, path: FieldPath): FieldError[] {
  return allErrors(
    validateOptional(priorityClassName, dns1123Subdomain, path.child('priorityClassName'), 'pod/priority'),
    runtimeClassName === undefined ? [] : validateText(runtimeClassName, dns1123Subdomain, path.child('runtimeClassName'), 'pod/runtime-class'),
    preemptionPolicy === undefined ? [] : validatePreemptionPolicy(preemptionPolicy, path.child('preemptionPolicy'), 'pod/priority'),
  )
}
