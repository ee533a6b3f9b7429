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

/** ResourceSlice (pkg/registry/resource/resourceslice; spec more-kinds 12). Leaves out the time at which a taint was added. */
export const resourceSlice: KindDefinition<ResourceSlice> = {
  apiVersion: 'resource.k8s.io/v1',
  kind: 'ResourceSlice',
  prepareForCreate: (slice, version) => firstGeneration(withoutDisabledFields(slice, undefined, version)),
  prepareForUpdate: (slice, old, version) =>
    withoutDisabledFields(withGeneration(slice, old, isTimed(slice) && semanticEqual(slice.spec, old.spec)), old, version),
  validate: (slice, old, version = defaultVersion) => validateSlice(slice.spec ?? {}, spec, {old: old?.spec, version}),
  warnings: ({spec: {driver = ''} = {}}) => driver === lowerCase(driver) ? []
    : [`spec.driver: driver names should be lowercase; ${quote(driver)} contains uppercase characters`],
}

/** False if a taint has no time: the server sets the present time, which is a change. */
const isTimed = ({spec: {devices = []} = {}}: ResourceSlice): boolean =>
  devices.every(({taints = []}) => taints.every(({timeAdded}) => timeAdded !== undefined))
