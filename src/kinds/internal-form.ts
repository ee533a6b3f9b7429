import {compareText} from '../machinery/go-text.js'
import {Quantity} from '../machinery/quantity.js'
import {apiInternal} from '../machinery/schema/api-tables.js'

type Fields = Readonly<Record<string, unknown>>

/**
 * A value as the server prints it in a message: in the form of its own Go types, which name every field and leave out none
 * (kinds spec, appendix; reflected from `pkg/apis`). Selectors and metadata keep the form of the API.
 *
 * @param form what the value is: the name of an internal Go type, or `selector`, `quantity`, `intstr`, `raw`, `map` or
 *   `map quantity` by key, `n` a number, `b` a truth value, empty for a text; with `*` in front a pointer to one (alone: to
 *   any scalar), with `[]` a list
 * @param value in the form of the API
 */
export function internalForm(form: string, value: unknown): unknown {
  if (form.startsWith('*')) return isAbsent(value) ? null : internalForm(form.slice(1), value)
  if (form.startsWith('[]')) return isAbsent(value) ? null : (value as readonly unknown[]).map((item) => internalForm(form.slice(2), item))
  switch (form) {
    case '': return value ?? ''
    case 'n':
    case 'intstr': return value ?? 0
    case 'b': return value ?? false
    case 'quantity': return value ?? Quantity.zero
    case 'raw': return value
    case 'map':
    case 'map quantity': return isAbsent(value) ? null : sortedMap(value as Fields)
    case 'selector': return selectorForm((value ?? {}) as Selector)
    default: return structForm(form, (value ?? {}) as Fields)
  }
}

const isAbsent = (value: unknown): value is null | undefined => value === null || value === undefined

function structForm(type: string, value: Fields): Fields {
  const fields = apiInternal()[type]
  if (fields === undefined) throw new Error(`no table for the internal type ${type}`)
  const converted = conversions[type]?.(value) ?? value
  const result: Record<string, unknown> = {}
  for (const [go, api, form] of fields) {
    if (go !== '') result[go] = internalForm(form, converted[api])
    else Object.assign(result, form === '<metadata>' ? metadataForm((converted[api] ?? {}) as Fields) : structForm(form.slice(1, -1), converted))
  }
  return result
}

/** What the server keeps elsewhere than the API has it. */
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

/** The fields of metav1.ObjectMeta that a template may have, in the order of their declaration, as far as they are set. */
const metadataFields = ['name', 'generateName', 'namespace', 'labels', 'annotations', 'ownerReferences', 'finalizers'] as const

const metadataForm = (metadata: Fields): Fields => Object.fromEntries(metadataFields
  .map((field) => [field, metadata[field]] as const)
  .filter(([, value]) => !isAbsent(value) && Object.keys(value).length > 0)
  .map(([field, value]) => [field, Array.isArray(value) || typeof value === 'string' ? value : sortedMap(value as Fields)]))

/** A selector in the form of the API, its fields in the order of their declaration. */
interface Selector {
  readonly matchLabels?: Fields | null
  readonly matchExpressions?: readonly Fields[] | null
}

function selectorForm({matchLabels, matchExpressions}: Selector): Fields {
  return {
    ...matchLabels && Object.keys(matchLabels).length > 0 && {matchLabels: sortedMap(matchLabels)},
    ...matchExpressions && matchExpressions.length > 0 && {matchExpressions: matchExpressions.map(requirementForm)},
  }
}

const requirementForm = ({key = '', operator = '', values = []}: Fields): Fields =>
  ({key, operator, ...(values as readonly unknown[]).length > 0 && {values}})

const sortedMap = (map: Fields): Fields => Object.fromEntries(Object.entries(map).sort(([a], [b]) => compareText(a, b)))
