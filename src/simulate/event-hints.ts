import type {Manifest} from '../manifests/manifest.js'
import {isEvent} from './event-order.js'

/** Hints on Events that limits do not count, and on Events that represent several requests. */
export function eventHints(sent: readonly Manifest[]): string[] {
  const events = sent.filter(isEvent)
  const uncounted = events.filter(({body: {apiVersion}}) => apiVersion !== 'v1').length
  const repeated = events.filter(({body: {count, deprecatedCount}}) => Number(count ?? deprecatedCount) > 1).length
  return [
    ...uncounted === 0 ? [] : [`Hint: no limit counts the Events that are written through events.k8s.io: ${uncounted} of ${events.length}.`],
    ...repeated === 0 ? [] : [
      `Hint: each Event is sent once, also one that was seen more often (count): ${repeated} of ${events.length}. "kadm replay" sends every occurrence.`,
    ],
  ]
}
