import type {Container, ContainerResizePolicy} from '../../../machinery/api/core-v1.js'
import {allErrors, duplicate, type FieldError, invalid, NamedText, notSupported, required} from '../../../machinery/field/error.js'
import type {FieldPath} from '../../../machinery/field/path.js'
import {validateName, validateWord} from '../../../machinery/field/text-rules.js'
import {trimSpace} from '../../../machinery/go/text.js'
import {dns1123Label} from '../../../machinery/meta/names.js'
import type {KubernetesVersion} from '../../../machinery/version/kubernetes-version.js'
import {validateContainerResourceName} from '../../shared/resource-names.js'
import {validateResourceRequirements} from '../../shared/resources.js'
import {validateClaimNames} from '../resources/resource-claims.js'
import {type SecurityOptions, validateSecurityContext} from '../security/validate.js'
import {pullPolicies} from '../volumes/sources.js'
import type {Volumes} from '../volumes/validate.js'
import {validateEnv, validateEnvFrom} from './validate-env.js'
import {validateVolumeDevices, validateVolumeMounts} from './validate-mounts.js'
import {validatePorts} from './validate-ports.js'

/** The fields of the pod that the rules for a container read. */
export interface ContainerContext extends SecurityOptions {
  readonly volumes: Volumes
  /** The names in `spec.resourceClaims`. */
  readonly claims: ReadonlySet<string>
  readonly restartPolicy: string | undefined
  /** The termination grace period of the pod in seconds. */
  readonly gracePeriod: number | bigint
  /** Version of the server. */
  readonly version: KubernetesVersion
}

const terminationMessagePolicies = ['File', 'FallbackToLogsOnError']

/** The rules for containers of all kinds (core validation `validateContainerCommon`; spec pod 4.5). */
export function validateContainer(container: Container, pod: ContainerContext, path: FieldPath): FieldError[] {
  const {image = '', ports, env, envFrom, volumeMounts, volumeDevices, resources, resizePolicy, securityContext} = container
  return allErrors(
    validateName(container.name, dns1123Label, path.child('name'), 'pod/container-name'),
    image === '' ? [required(path.child('image'), '', 'pod/container-image')] : [],
    validateWord(container.terminationMessagePolicy, terminationMessagePolicies, path.child('terminationMessagePolicy'), 'pod/termination-message-policy'),
    ports === undefined ? [] : validatePorts(ports, path.child('ports')),
    env === undefined ? [] : validateEnv(env, path.child('env'), pod.version),
    envFrom === undefined ? [] : validateEnvFrom(envFrom, path.child('envFrom')),
    volumeMounts === undefined ? [] : validateVolumeMounts(container, pod.volumes, path.child('volumeMounts')),
    volumeDevices === undefined ? [] : validateVolumeDevices(container, pod.volumes, path.child('volumeDevices')),
    validateWord(container.imagePullPolicy, pullPolicies, path.child('imagePullPolicy'), 'pod/image-pull-policy'),
    resources === undefined ? [] : validateResourceRequirements(resources, validateContainerResourceName, path.child('resources')),
    resources?.claims === undefined ? [] : validateClaimNames(resources.claims, pod.claims, path.child('resources', 'claims')),
    resizePolicy === undefined ? [] : validateResizePolicies(resizePolicy, pod.restartPolicy, path.child('resizePolicy')),
    securityContext === undefined ? [] : validateSecurityContext(securityContext, pod, path.child('securityContext')),
  )
}

/** The rule for images that only pods have, not the templates of workloads (`validateContainerOnlyForPod`). */
export const validateImageSpace = ({image = ''}: Container, path: FieldPath): FieldError[] => image === trimSpace(image)
  ? [] : [invalid(path.child('image'), image, 'must not have leading or trailing whitespace', 'pod/container-image')]

/** The same rule for a list of containers (`validateContainersOnlyForPod`). */
export const validateImageSpaces = (containers: readonly Container[], path: FieldPath): FieldError[] =>
  containers.flatMap((container, i) => validateImageSpace(container, path.index(i)))

const resizeOrigin = 'pod/resize-policy'

/** The rules for resize policies of a container (core validation `validateResizePolicy`); upstream omits most indexes. */
function validateResizePolicies(policies: readonly ContainerResizePolicy[], podRestartPolicy: string | undefined, path: FieldPath): FieldError[] {
  const resources = new Set<string>()
  return policies.flatMap(({resourceName = '', restartPolicy = ''}, i) => {
    const repeated = resources.has(resourceName) ? [duplicate(path.index(i), new NamedText(resourceName), resizeOrigin)] : []
    resources.add(resourceName)
    return allErrors(
      repeated,
      validateRequiredWord(resourceName, ['cpu', 'memory'], path),
      validateRequiredWord(restartPolicy, ['NotRequired', 'RestartContainer'], path),
      podRestartPolicy === 'Never' && restartPolicy !== 'NotRequired'
        ? [invalid(path, new NamedText(restartPolicy), "must be 'NotRequired' when pod `restartPolicy` is 'Never'", resizeOrigin)] : [],
    )
  })
}

function validateRequiredWord(word: string, legal: readonly string[], path: FieldPath): FieldError[] {
  if (word === '') return [required(path, '', resizeOrigin)]
  return legal.includes(word) ? [] : [notSupported(path, word, legal, resizeOrigin)]
}
