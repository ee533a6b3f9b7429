import type {KubeObject} from '../../../kinds/kind.js'
import {aggregate} from '../../../machinery/field/error.js'
import {FieldPath} from '../../../machinery/field/path.js'
import {type EventParts, type EventRequest, type ReachedLimit, reachedMessages} from '../../../machinery/rate-limit/event-limit.js'
import {instantOf} from '../../../machinery/rate-limit/token-bucket.js'
import type {Attributes, Operation} from '../../attributes.js'
import type {Clock} from '../../clock.js'
import type {AdmissionPlugin, Explanation, Phase, PluginContext, Rejection} from '../../plugin.js'
import {DecidingFields} from './deciding-fields.js'
import {EventLimiter, type ReachedPosition} from './event-limiter.js'

/** Holds the writers of core events to the limits of its configuration (spec eventratelimit 3, spec eventratelimit 6). */
export class EventRateLimit implements AdmissionPlugin {
  readonly name = 'EventRateLimit'
  private readonly clock: Clock
  private readonly limiter: EventLimiter
  private readonly onDecision: PluginContext['onDecision']

  private readonly decidingFields: DecidingFields | undefined

  constructor({clock, configuration, onDecision}: Pick<PluginContext, 'clock' | 'configuration' | 'onDecision'>) {
    this.clock = clock
    this.onDecision = onDecision
    this.limiter = new EventLimiter(configuration ?? {})
    this.decidingFields = onDecision && new DecidingFields(configuration ?? {})
  }

  handles(operation: Operation): boolean {
    return operation === 'CREATE' || operation === 'UPDATE'
  }

  validate(attributes: Attributes): Rejection | undefined {
    const request = limitedRequest(attributes)
    if (request === undefined) return undefined
    const now = instantOf(this.clock.now())
    const reached = this.limiter.check(request, now)
    for (const field of this.decidingFields?.next(request, now, reached) ?? []) this.onDecision?.({plugin: this.name, field})
    return reached.length === 0 ? undefined : tooManyRequests(reached)
  }

  explain(attributes: Attributes, phase: Phase): Explanation | undefined {
    const request = phase === 'validate' ? limitedRequest(attributes) : undefined
    if (request === undefined) return undefined
    const policies = this.limiter.explain(request, instantOf(this.clock.now()))
    const reached = policies.filter(({isAccepted}) => !isAccepted).map(({limit: {type = ''}, key, position}) => ({type, key, position}))
    return {policies, rejection: reached.length === 0 ? undefined : tooManyRequests(reached)}
  }
}

/** The request that limits count; undefined for one that they ignore. */
const limitedRequest = ({kind, dryRun, namespace, user, object}: Attributes): EventRequest | undefined => kind.name !== 'Event' || kind.group !== '' || dryRun
  ? undefined : {namespace, user, object: object as (KubeObject & EventParts) | undefined}

const limits = FieldPath.of('limits')

/** Returns the message with which the plugin rejects. */
export const rejectionMessage = (reached: readonly ReachedLimit[]): string => `Too many requests: ${aggregate(reachedMessages(reached))}`

/** The 429 with which the plugin rejects; it does not say when to try again (`apierrors.NewTooManyRequestsError`). */
function tooManyRequests(reached: readonly ReachedPosition[]): Rejection {
  const messages = reachedMessages(reached)
  return {status: {code: 429, reason: 'TooManyRequests', message: rejectionMessage(reached)}, reasons: reached.map(({position}, i) => ({message: messages[i] ?? '', configuredBy: [limits.index(position)]}))}
}
