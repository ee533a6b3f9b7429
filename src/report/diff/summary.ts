import {effectsIn} from '../../diff/diff.js'
import type {Diff} from '../../diff/types.js'
import {counted} from '../counted.js'
import {objectKeyOf, type Outcome, outcomes, withOutcome} from './texts.js'

/** The number of objects by outcome. An object with several outcomes counts for each. */
export function outcomeCounts(diff: Diff): Readonly<Record<Outcome, number>> {
  const effects = effectsIn(diff)
  const count = (outcome: Outcome): number => new Set(withOutcome(effects, outcome).map(objectKeyOf)).size
  return Object.fromEntries(outcomes.map((outcome) => [outcome, count(outcome)])) as Record<Outcome, number>
}

/** The words for objects with an outcome. */
export const outcomeWords: Readonly<Record<Outcome, string>> = {
  denied: 'newly denied', limited: 'no longer complete', admitted: 'newly admitted', otherwise: 'with other results', defaults: 'with other defaults',
  warnings: 'with other warnings', edited: 'changed', added: 'new', removed: 'removed',
}

/** One sentence: `41 objects compared: 3 newly denied, 5 with other defaults; 2 changes of policies`. */
export function diffSummary(diff: Diff): string {
  const counts = outcomeCounts(diff)
  const found = outcomes.filter((outcome) => counts[outcome] > 0).map((outcome) => `${counts[outcome]} ${outcomeWords[outcome]}`)
  const still = diff.stillDenied === 0 ? [] : [`${diff.stillDenied} denied as before`]
  const changes = [
    ...diff.policies.length === 0 ? [] : [`${counted(diff.policies.length, 'change')} of policies`],
    ...diff.server.length === 0 ? [] : [`${counted(diff.server.length, 'change')} of the API server`],
  ]
  return `${counted(diff.objects, 'object')} compared: ${[...found.length === 0 ? ['no differences'] : found, ...still].join(', ')}; ${changes.length === 0 ? 'no policy changed' : changes.join(', ')}`
}
