import type {Cluster} from '../../cluster/cluster.js'
import type {ManifestReview} from '../../simulate/manifest-review.js'
import {classAdvice} from './classes.js'
import {metadataAdvice} from './metadata.js'

/** States what the server would admit in place of a denied request, where no single change is certain. */
export const adviceFor = (request: ManifestReview, cluster: Cluster): string[] =>
  [...metadataAdvice(request), ...classAdvice(request, cluster), ...waitAdvice(request)]

/** The time until each limit of EventRateLimit has a token for the Event. */
function waitAdvice({trace}: ManifestReview): string[] {
  const policies = trace?.explanations.flatMap((one) => one.policies) ?? []
  const waits = policies.flatMap((policy) => policy.type === 'event-limit' && !policy.isAccepted ? [policy.waitSeconds] : [])
  if (waits.length === 0) return []
  const longest = waits.reduce((most, wait) => Math.max(most, wait), 0)
  const text = Number.isFinite(longest) ? `The server admits the Event ${Number(longest.toFixed(3))} s later, if no other Event takes the token.` : 'The limit never gets a token: raise its qps.'
  return [text]
}
