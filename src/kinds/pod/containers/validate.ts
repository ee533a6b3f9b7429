import type {Container, EphemeralContainer, PodSpec} from '../../../machinery/api/core-v1.js'
import {allErrors, duplicate, type FieldError, forbidden, invalid, NamedText, notFound, required} from '../../../machinery/field/error.js'
import type {FieldPath} from '../../../machinery/field/path.js'
import {type ContainerContext, validateContainer, validateImageSpace} from './validate-container.js'
import {validateHostPorts} from './validate-ports.js'
import {probeFields, validateProbes} from './validate-probes.js'
import {validateContainerRestart, validateInitContainerRestart} from './validate-restart.js'

/** The rules for the regular containers (core validation `validateContainers`; spec pod 4.5). */
export function validateContainers({containers = []}: PodSpec, pod: ContainerContext, path: FieldPath): FieldError[] {
  if (containers.length === 0) return [required(path, '', 'pod/containers')]
  const names = new Set<string>()
  const errors = containers.flatMap((container, i) => {
    const place = path.index(i)
    const own = allErrors(
      validateContainer(container, pod, place),
      validateUniqueName(container, names, place),
      validateProbes(container, pod.gracePeriod, place),
      validateContainerRestart(container, place, pod.version),
    )
    names.add(container.name ?? '')
    return own
  })
  return allErrors(errors, validateHostPorts(containers, path))
}

const validateUniqueName = ({name = ''}: Container, names: ReadonlySet<string>, path: FieldPath): FieldError[] =>
  names.has(name) ? [duplicate(path.child('name'), name, 'pod/container-name')] : []

/** The rules for the init containers, whose names must differ from those of the containers too (`validateInitContainers`). */
export function validateInitContainers({containers = [], initContainers = []}: PodSpec, pod: ContainerContext, path: FieldPath): FieldError[] {
  if (initContainers.length === 0) return []
  const names = new Set(containers.map(({name = ''}) => name))
  return initContainers.flatMap((container, i) => {
    const place = path.index(i)
    const errors = allErrors(
      validateContainer(container, pod, place),
      validateInitContainerRestart(container, place, pod.version),
      validateUniqueName(container, names, place),
      // Upstream validates one container at a time, so the index is always 0.
      validateHostPorts([container], path),
      container.restartPolicy === 'Always' ? validateProbes(container, pod.gracePeriod, place) : validateNoSidecar(container, place),
    )
    if (container.name) names.add(container.name)
    return errors
  })
}

/** Rejects fields of init containers that only sidecars can have. */
function validateNoSidecar(container: Container, path: FieldPath): FieldError[] {
  const origin = 'pod/init-container'
  return allErrors(
    probeFields.filter((field) => container[field] !== undefined)
      .map((field) => forbidden(path.child(field), 'may not be set for init containers without restartPolicy=Always', origin)),
    (container.resizePolicy ?? []).flatMap(({restartPolicy = ''}, i) => {
      const place = path.child('resizePolicy').index(i).child('restartPolicy')
      const detail = "must not be set to 'RestartContainer' for non-sidecar initContainers"
      return restartPolicy === 'RestartContainer' ? [invalid(place, new NamedText(restartPolicy), detail, origin)] : []
    }),
  )
}

const ephemeralOrigin = 'pod/ephemeral-containers'

const ephemeralRule = 'cannot be set for an Ephemeral Container'

/** The rules for ephemeral containers (`validateEphemeralContainers`). */
export function validateEphemeralContainers(spec: PodSpec, pod: ContainerContext, path: FieldPath): FieldError[] {
  const {ephemeralContainers = []} = spec
  if (ephemeralContainers.length === 0) return []
  const others = [...spec.containers ?? [], ...spec.initContainers ?? []].map(({name = ''}) => name)
  const names = new Set(others)
  return ephemeralContainers.flatMap((container, i) => {
    const place = path.index(i)
    const errors = allErrors(
      validateContainer(container, pod, place),
      validateImageSpace(container, place),
      validateUniqueName(container, names, place),
      validateTarget(container, others, place),
      validateEphemeralFields(container, place),
      validateWholeMounts(container, place.child('volumeMounts')),
    )
    names.add(container.name ?? '')
    return errors
  })
}

function validateTarget({targetContainerName = ''}: EphemeralContainer, names: readonly string[], path: FieldPath): FieldError[] {
  if (targetContainerName === '' || names.includes(targetContainerName)) return []
  return [notFound(path.child('targetContainerName'), targetContainerName, ephemeralOrigin)]
}

const fieldsOfNoEphemeralContainer = ['ports', 'resources', 'resizePolicy', 'restartPolicy', 'restartPolicyRules', 'livenessProbe', 'readinessProbe', 'startupProbe', 'lifecycle'] as const

const validateEphemeralFields = (container: Container, path: FieldPath): FieldError[] => fieldsOfNoEphemeralContainer
  .filter((field) => container[field] !== undefined && !(field === 'resources' && Object.keys(container[field] ?? {}).length === 0))
  .map((field) => forbidden(path.child(field), ephemeralRule, ephemeralOrigin))

const validateWholeMounts = ({volumeMounts = []}: Container, path: FieldPath): FieldError[] => volumeMounts.flatMap((mount, i) =>
  (['subPath', 'subPathExpr'] as const).filter((field) => mount[field])
    .map((field) => forbidden(path.index(i).child(field), ephemeralRule, ephemeralOrigin)))
