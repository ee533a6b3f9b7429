import type {ResourceSlice} from '../../machinery/api/resource-v1.js'
import {semanticEqual} from '../../machinery/collections/semantic-equal.js'
import {FieldPath} from '../../machinery/field/path.js'
import {quote} from '../../machinery/go/text.js'
import {lowerCase} from '../../machinery/meta/names.js'
import {defaultVersion} from '../../machinery/version/kubernetes-version.js'
import type {KindDefinition} from '../kind.js'
import {firstGeneration, withGeneration} from '../shared/generation.js'
import {withoutDisabledFields} from './disabled-fields.js'
import {validateSlice} from './validate.js'

const spec = FieldPath.of('spec')

/** ResourceSlice (pkg/registry/resource/resourceslice; spec more-kinds 12). */
export const resourceSlice: KindDefinition<ResourceSlice> = {
  apiVersion: 'resource.k8s.io/v1',
  kind: 'ResourceSlice',
  setTimes: withTimes,
  prepareForCreate: (slice, version) => firstGeneration(withoutDisabledFields(slice, undefined, version)),
  prepareForUpdate: (slice, old, version) => withoutDisabledFields(withGeneration(slice, old, semanticEqual(slice.spec, old.spec)), old, version),
  validate: (slice, old, version = defaultVersion) => validateSlice(slice.spec ?? {}, spec, {old: old?.spec, version}),
  warnings: ({spec: {driver = ''} = {}}) => driver === lowerCase(driver) ? []
    : [`spec.driver: driver names should be lowercase; ${quote(driver)} contains uppercase characters`],
}

/** The slice with the present time in the taints that have none (resource/v1 `SetDefaults_DeviceTaint`). */
function withTimes(slice: ResourceSlice, now: string): ResourceSlice {
  const devices = slice.spec?.devices ?? []
  if (devices.every(({taints = []}) => taints.every(({timeAdded}) => timeAdded !== undefined))) return slice
  const timed = devices.map((device) => device.taints === undefined ? device : {...device, taints: device.taints.map((taint) => ({timeAdded: now, ...taint}))})
  return {...slice, spec: {...slice.spec, devices: timed}}
}
