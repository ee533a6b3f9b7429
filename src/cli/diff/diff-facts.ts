import {hasChanges, hasNewDenials} from '../../diff/diff.js'
import type {Diff} from '../../diff/types.js'
import {endingOf, type RunFacts} from '../../lint/ending.js'
import {simulationFacts} from '../../simulate/simulation-facts.js'
import {namedSources} from '../read-inputs.js'
import type {DiffFailure} from './diff-flags.js'
import type {SideRun, Sides} from './run-side.js'

/**
 * Returns the facts that determine the exit status of `kadm diff`. What cannot be used before the change does not make the result
 * incomplete: the change may correct it.
 */
export function diffFacts(diff: Diff, {before, after}: Sides, failOn: DiffFailure): RunFacts {
  const facts = sideFacts(after)
  return {
    ...facts,
    hasFindings: failOn === 'changed' ? hasChanges(diff) : failOn === 'denied' && hasNewDenials(diff),
    reasons: [...new Set([...facts.reasons ?? [], ...before.capacity.simulation.incomplete])],
  }
}

/** The facts of one side, without findings. */
const sideFacts = ({capacity: {simulation}, inputs}: SideRun): RunFacts =>
  ({...simulationFacts(simulation), hasFindings: false, sources: namedSources(inputs), areAllSkipped: inputs.areAllSkipped})

/** Returns what the reader of a diff has to know: the notes of both sides, and what could not be used before the change. */
export function diffNotes({before, after}: Sides): string[] {
  const [old, now] = [before.capacity.simulation, after.capacity.simulation]
  const {incomplete} = endingOf({...sideFacts(before), rejected: [], reasons: []})
  const isEmpty = old.isEmpty && now.isEmpty
  return [
    ...incomplete.length === 0 ? [] : [`before the change, ${incomplete.join(', ')}: their objects are missing on that side`],
    ...isEmpty ? ['there are no objects to send: only policies and quotas are compared'] : [],
    ...now.notes, ...old.notes.filter((note) => !now.notes.includes(note)).map((note) => `before the change: ${note}`),
  ]
}
