import {defaultVersion} from '../../machinery/version/kubernetes-version.js'
import {apiInternal} from '../../machinery/schema/api-tables.js'

// The server's own Go types. A form is the name of such a type, or `selector`, `quantity`, `intstr`, `map` or `map quantity` (by
// key), `n` (a number), `b` (a boolean), the empty string (a text), `metadata`, or `any`. The prefix `*` makes it a pointer
// (without a name: to any scalar), the prefix `[]` a list (without a name: of scalars).

/** The fields of an object. */
export type Fields = Readonly<Record<string, unknown>>

/** A field of a value of an internal type: its Go name, its form, and its value in the form of the API. */
export interface InternalValue {
  readonly go: string
  readonly form: string
  readonly value: unknown
}

/** The fields of a value of an internal type, in the order of their declaration, those of embedded types in place. */
export function internalFields(type: string, value: Fields, version = defaultVersion): InternalValue[] {
  const fields = apiInternal(version)[type]
  if (fields === undefined) throw new Error(`no table for the internal type ${type}`)
  const converted = conversions[type]?.(value) ?? value
  return fields.flatMap(([go, api, form]): InternalValue[] => {
    if (go !== '') return [{go, form, value: converted[api]}]
    return form === '<metadata>' ? [{go: 'ObjectMeta', form: 'metadata', value: converted[api]}] : internalFields(form.slice(1, -1), converted, version)
  })
}

/** The conversions of types whose internal fields differ from those of the API. */
const conversions: Readonly<Record<string, (value: Fields) => Fields>> = {PodSpec: convertPodSpec}

/** The host's namespaces belong to the security context, and an account has one name (core/v1 `Convert_v1_PodSpec_To_core_PodSpec`). */
function convertPodSpec({serviceAccount, serviceAccountName, securityContext, ...spec}: Fields): Fields {
  const {hostNetwork, hostPID, hostIPC, shareProcessNamespace, hostUsers} = spec
  return {
    ...spec,
    serviceAccountName: serviceAccountName || serviceAccount,
    securityContext: {...securityContext as Fields | undefined, hostNetwork, hostPID, hostIPC, shareProcessNamespace, hostUsers},
  }
}

export const isAbsent = (value: unknown): value is null | undefined => value === null || value === undefined

/** The fields of metav1.ObjectMeta, all of which are valid in a template, in the order of their declaration. */
export const metadataFields = [
  'name', 'generateName', 'namespace', 'selfLink', 'uid', 'resourceVersion', 'generation', 'creationTimestamp', 'deletionTimestamp',
  'deletionGracePeriodSeconds', 'labels', 'annotations', 'ownerReferences', 'finalizers', 'managedFields',
] as const
