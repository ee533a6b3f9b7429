import type {HorizontalPodAutoscalerBehavior} from '../../machinery/api/autoscaling-v2.js'
import type {ObjectMeta} from '../../machinery/api/meta-v1.js'
import {decode} from '../../machinery/decode/decode.js'
import {isObject} from '../../machinery/go/json-value.js'
import {goJson} from '../../machinery/go/text.js'
import {internalForm} from '../shared/internal-form.js'
import {setBehaviorDefaults} from './defaults.js'
import {readJson} from './v1-json.js'

// autoscaling/v1 has no field for how an autoscaler scales. An annotation keeps it, as JSON of the server's own type
// (pkg/apis/autoscaling/v1 `Convert_v1_HorizontalPodAutoscaler_To_autoscaling_HorizontalPodAutoscaler`).

/** The annotation that holds the behavior. */
export const behaviorAnnotation = 'autoscaling.alpha.kubernetes.io/behavior'

const table = 'autoscaling/v2.HorizontalPodAutoscalerBehavior'

/** The fields of a behavior as autoscaling/v2 names them. Go's names differ in their capitals, to which it pays no heed when it reads. */
const fields: ReadonlyMap<string, string> = new Map(
  ['scaleUp', 'scaleDown', 'stabilizationWindowSeconds', 'selectPolicy', 'policies', 'tolerance', 'type', 'value', 'periodSeconds']
    .map((name) => [name.toLowerCase(), name]),
)

/** The behavior in the annotation of an object; undefined without one, and when it cannot be read, which the server ignores. */
export function readBehavior({annotations}: ObjectMeta): HorizontalPodAutoscalerBehavior | undefined {
  const body = inNewNames(readJson(annotations?.[behaviorAnnotation] ?? ''))
  if (!isObject(body)) return undefined
  const {object, problems} = decode(body, table)
  const isUnreadable = problems.some(({fault}) => fault !== 'unknown-field')
  return isUnreadable || Object.keys(object).length === 0 ? undefined : object
}

function inNewNames(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inNewNames)
  if (!isObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [fields.get(name.toLowerCase()) ?? name, inNewNames(item)]))
}

/** Metadata with the behavior as the server writes it: complete, and in its internal form. */
export function completeBehavior(metadata: ObjectMeta): ObjectMeta {
  const behavior = readBehavior(metadata)
  if (behavior === undefined) return metadata
  const text = goJson(internalForm('HorizontalPodAutoscalerBehavior', setBehaviorDefaults(behavior)))
  return {...metadata, annotations: {...metadata.annotations, [behaviorAnnotation]: text}}
}
