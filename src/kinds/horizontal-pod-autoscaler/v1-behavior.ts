import type {HorizontalPodAutoscalerBehavior} from '../../machinery/api/autoscaling-v2.js'
import type {ObjectMeta} from '../../machinery/api/meta-v1.js'
import {decode} from '../../machinery/decode/decode.js'
import {isObject} from '../../machinery/go/json-value.js'
import {goJson} from '../../machinery/go/text.js'
import {internalForm} from '../shared/internal-form.js'
import {setBehaviorDefaults} from './defaults.js'
import {readJson} from './v1-metrics.js'

// autoscaling/v1 has no field for how an autoscaler scales. An annotation keeps it, as JSON of the server's own type
// (pkg/apis/autoscaling/v1 `Convert_v1_HorizontalPodAutoscaler_To_autoscaling_HorizontalPodAutoscaler`).

/** The annotation that holds the behavior. */
export const behaviorAnnotation = 'autoscaling.alpha.kubernetes.io/behavior'

const table = 'autoscaling/v2.HorizontalPodAutoscalerBehavior'

/** The fields of a behavior in autoscaling/v2, by lowercase name. Go field names have other capitals, and parsing ignores case. */
const fields: ReadonlyMap<string, string> = new Map(
  ['scaleUp', 'scaleDown', 'stabilizationWindowSeconds', 'selectPolicy', 'policies', 'tolerance', 'type', 'value', 'periodSeconds']
    .map((name) => [name.toLowerCase(), name]),
)

/** Returns the behavior in the annotation of an object; undefined if it is absent or invalid. The server ignores invalid ones. */
export function readBehavior({annotations}: ObjectMeta): HorizontalPodAutoscalerBehavior | undefined {
  const body = inNewNames(readJson(annotations?.[behaviorAnnotation] ?? ''))
  if (!isObject(body)) return undefined
  const {object, problems} = decode(body, table)
  const isUnreadable = problems.some(({type}) => type !== 'unknown-field')
  return isUnreadable || Object.keys(object).length === 0 ? undefined : object
}

function inNewNames(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inNewNames)
  if (!isObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [fields.get(name.toLowerCase()) ?? name, inNewNames(item)]))
}

/** Returns metadata with the behavior as the server writes it: with defaults, and in its internal form. */
export function completeBehavior(metadata: ObjectMeta): ObjectMeta {
  const behavior = readBehavior(metadata)
  if (behavior === undefined) return metadata
  const text = goJson(internalForm('HorizontalPodAutoscalerBehavior', setBehaviorDefaults(behavior)))
  return {...metadata, annotations: {...metadata.annotations, [behaviorAnnotation]: text}}
}
