import type {ConfigMapKeySelector, EnvFromSource, EnvVar, EnvVarSource, FileKeySelector, PodSpec, Volume} from '../../../machinery/api/core-v1.js'
import {allErrors, type FieldError, invalid, notFound} from '../../../machinery/field/error.js'
import type {FieldPath} from '../../../machinery/field/path.js'
import {validateGiven, validateName, validateOptional, validateText} from '../../../machinery/field/text-rules.js'
import {hasFeature, type KubernetesVersion} from '../../../machinery/version/kubernetes-version.js'
import {configKey, dns1123Label, dns1123Subdomain, envVarName} from '../../../machinery/meta/names.js'
import {maskTrailingDash} from '../../../machinery/meta/object-meta.js'
import {validateNoBacksteps} from '../volumes/file-paths.js'
import {eachContainer, someHas} from './each-container.js'
import {envFields, validateFieldRef, validateResourceFieldRef} from './field-refs.js'

/** The rules for the variables of a container (core validation `ValidateEnv`; spec pod 4.5). */
export const validateEnv = (variables: readonly EnvVar[], path: FieldPath, version: KubernetesVersion): FieldError[] => variables.flatMap((variable, i) => {
  const {name, valueFrom} = variable
  const place = path.index(i)
  const errors = validateName(name, envVarName, place.child('name'), 'pod/env-name')
  return valueFrom === undefined ? errors : allErrors(errors, validateValueFrom(variable, valueFrom, place.child('valueFrom'), version))
})

const origin = 'pod/env-value'

function validateValueFrom({value}: EnvVar, source: EnvVarSource, path: FieldPath, version: KubernetesVersion): FieldError[] {
  const {fieldRef, resourceFieldRef, configMapKeyRef, secretKeyRef, fileKeyRef} = source
  const count = [fieldRef, resourceFieldRef, configMapKeyRef, secretKeyRef, fileKeyRef].filter((part) => part !== undefined).length
  return allErrors(
    fieldRef === undefined ? [] : validateFieldRef(fieldRef, envFields, path.child('fieldRef')),
    resourceFieldRef === undefined ? [] : validateResourceFieldRef(resourceFieldRef, false, path.child('resourceFieldRef')),
    configMapKeyRef === undefined ? [] : validateKeyRef(configMapKeyRef, path.child('configMapKeyRef')),
    secretKeyRef === undefined ? [] : validateKeyRef(secretKeyRef, path.child('secretKeyRef')),
    fileKeyRef === undefined ? [] : validateFileKeyRef(fileKeyRef, path.child('fileKeyRef')),
    validateCount(count, value, path, version),
  )
}

function validateCount(count: number, value: string | undefined, path: FieldPath, version: KubernetesVersion): FieldError[] {
  if (count === 0) {
    const last = hasFeature(version, 'envFiles') ? ', `secretKeyRef` or `fileKeyRef`' : ' or `secretKeyRef`'
    return [invalid(path, '', `must specify one of: \`fieldRef\`, \`resourceFieldRef\`, \`configMapKeyRef\`${last}`, origin)]
  }
  if (value) return [invalid(path, '', 'may not be specified when `value` is not empty', origin)]
  return count > 1 ? [invalid(path, '', 'may not have more than one field specified at a time', origin)] : []
}

/** The rules for a key of a ConfigMap or Secret; an empty name is invalid. */
const validateKeyRef = ({name = '', key}: ConfigMapKeySelector, path: FieldPath): FieldError[] => allErrors(
  validateText(name, dns1123Subdomain, path.child('name'), origin),
  validateName(key, configKey, path.child('key'), origin),
)

const validateFileKeyRef = ({key, volumeName, path: file = ''}: FileKeySelector, path: FieldPath): FieldError[] => allErrors(
  validateName(key, envVarName, path.child('key'), 'pod/env-file'),
  validateName(volumeName, dns1123Label, path.child('volumeName'), 'pod/env-file'),
  validateGiven(file, path.child('path'), 'pod/env-file'),
  validateNoBacksteps(file, path.child('path'), 'pod/env-file'),
)

/** The rules for the ConfigMaps and Secrets whose keys become variables (`ValidateEnvFrom`); some paths have no position upstream. */
export const validateEnvFrom = (sources: readonly EnvFromSource[], path: FieldPath): FieldError[] => sources.flatMap((source, i) => {
  const {prefix, configMapRef, secretRef} = source
  const place = path.index(i)
  return allErrors(
    validateOptional(prefix, envVarName, place.child('prefix'), 'pod/env-name'),
    configMapRef === undefined ? [] : validateSource(configMapRef, place.child('configMapRef')),
    secretRef === undefined ? [] : validateSource(secretRef, place.child('secretRef')),
    configMapRef === undefined && secretRef === undefined ? [invalid(path, '', 'must specify one of: `configMapRef` or `secretRef`', 'pod/env-from')] : [],
    configMapRef !== undefined && secretRef !== undefined ? [invalid(path, '', 'may not have more than one field specified at a time', 'pod/env-from')] : [],
  )
})

/** The rules for a name that may end with a dash, like a prefix. */
const validateSource = ({name}: {readonly name?: string}, path: FieldPath): FieldError[] =>
  validateName(name, (text) => dns1123Subdomain(maskTrailingDash(text)), path.child('name'), 'pod/env-from')

/** The rule that variables are read from files of emptyDir volumes (`validateFileKeyRefVolumes`), reported after all others. */
export function validateEnvFiles(spec: PodSpec, path: FieldPath): FieldError[] {
  if (!someHas(spec, 'env')) return []
  const volumes = new Map<string, Volume>()
  return eachContainer(spec, path, ({env}, place) => (env ?? []).flatMap(({valueFrom}, i) => {
    if (valueFrom?.fileKeyRef === undefined) return []
    if (volumes.size === 0) for (const volume of spec.volumes ?? []) volumes.set(volume.name ?? '', volume)
    const {volumeName = ''} = valueFrom.fileKeyRef
    const field = place.child('env').index(i).child('valueFrom', 'fileKeyRef', 'volumeName')
    const volume = volumes.get(volumeName)
    if (volume === undefined) return [notFound(field, volumeName, 'pod/env-file')]
    return volume.emptyDir === undefined ? [invalid(field, volumeName, 'referenced volume must be of type emptyDir', 'pod/env-file')] : []
  }))
}
