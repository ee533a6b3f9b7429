import {type FieldError, NamedText} from '../machinery/field/error.js'
import {isObject} from '../machinery/go/json-value.js'
import {quote} from '../machinery/go/text.js'
import type {Steps} from '../manifests/locate.js'
import {nearest} from '../manifests/nearest.js'
import type {Suggestion} from '../manifests/suggestion.js'

/**
 * Suggests the intended name for a reference to an unknown name. Suggests the intended word for one that the server rejects
 * without listing the valid words. Undefined if there is no likely one. Either of two names may be misspelt, so there is no automatic
 * fix.
 *
 * @param body the object as it is written
 */
export function nearestValue(error: FieldError, body: object): Suggestion | undefined {
  const word = wordOf(error.badValue)
  const suggested = word === undefined ? undefined : nearest(word, wordsFor(error, body))
  return suggested === undefined || suggested === word ? undefined : {hint: `write ${quote(suggested)}`}
}

/** The word that is rejected; of a strategy that the server prints whole, its type. */
function wordOf(value: unknown): string | undefined {
  if (value instanceof NamedText) return value.toJSON()
  if (typeof value === 'string') return value
  if (!isObject(value) || typeof value['Type'] !== 'string') return undefined
  return value['Type']
}

/** The words that messages do not list, by the rule and the field. */
const unlisted: ReadonlyMap<string, readonly string[]> = new Map([
  ['pod/node-affinity operator', ['In', 'NotIn', 'Exists', 'DoesNotExist', 'Gt', 'Lt']],
  ['stateful-set/update-strategy updateStrategy', ['RollingUpdate', 'OnDelete']],
])

function wordsFor({type, field, detail, origin}: FieldError, body: object): readonly string[] {
  const steps = field.steps()
  if (type === 'NotFound') return namesFor(steps, body)
  // If the server prints more than the word, it quotes all valid words.
  if (type === 'NotSupported') return [...detail.matchAll(/"([^"]*)"/g)].map(([, word = '']) => word)
  return unlisted.get(`${origin} ${steps.at(-1)}`) ?? []
}

/** The lists of a pod whose items refer to other things in it by name. */
const containerLists: ReadonlySet<unknown> = new Set(['containers', 'initContainers', 'ephemeralContainers'])

/** The names of everything in a pod that a field may refer to. */
function namesFor(steps: Steps, body: object): readonly string[] {
  const depth = steps.findIndex((step) => containerLists.has(step))
  if (depth === -1) return []
  const spec = steps.slice(0, depth)
  const namesIn = (list: string): string[] => itemsAt(body, [...spec, list]).map((item) => textAt(item, ['name']))
  if (steps.at(-1) === 'targetContainerName') return [...namesIn('containers'), ...namesIn('initContainers')]
  if (steps.includes('claims')) return namesIn('resourceClaims')
  return [...namesIn('volumes'), ...itemsAt(body, ['spec', 'volumeClaimTemplates']).map((item) => textAt(item, ['metadata', 'name']))]
}

const valueAt = (value: unknown, steps: Steps): unknown => steps.reduce<unknown>((at, step) => isObject(at) ? at[step] : undefined, value)

function itemsAt(value: unknown, steps: Steps): readonly unknown[] {
  const items = valueAt(value, steps)
  return Array.isArray(items) ? items : []
}

function textAt(value: unknown, steps: Steps): string {
  const text = valueAt(value, steps)
  return typeof text === 'string' ? text : ''
}
