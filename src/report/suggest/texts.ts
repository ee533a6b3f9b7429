import {oneLine} from '../../machinery/printable.js'
import type {Reason, Suggestion} from '../../suggest/types.js'
import {counted} from '../counted.js'
import {locationOf} from '../location.js'

/** A reason in words: `largest limit: container app of Deployment web 512Mi (web.yaml:14) + 20 %`. */
function reasonText({text, amount, place, margin}: Reason): string {
  const where = place === undefined ? undefined : locationOf(place)
  return oneLine([text, ...amount === undefined ? [] : [String(amount)], ...where === undefined ? [] : [`(${where.path}:${where.line})`], ...margin === undefined ? [] : [margin]].join(' '))
}

/** All reasons for a number in words. */
export const reasonsText = (reasons: readonly Reason[]): string => reasons.map(reasonText).join('; ')

/** The result of the verification in one sentence, and a sentence for each problem. */
export function proofTexts({command, objects, proof: {admitted, workloads, regressions, findings}}: Suggestion): string[] {
  if (objects.length === 0) return []
  const problems = [...regressions, ...findings.map(({message}) => `kadm lint: ${message}`)].map(oneLine)
  return problems.length > 0 ? problems.map((problem) => `Not verified: ${problem}.`)
    : [`Verified with the admission chain: ${counted(admitted, 'object')} still admitted, ${counted(workloads, 'workload')} with as many pods and rollouts as before${command === 'requests' ? '' : '; kadm lint reports nothing new'}.`]
}

/** The text if there is nothing to suggest. */
export const nothingText: Readonly<Record<Suggestion['command'], string>> = {
  limits: 'Nothing to suggest: no container requests or limits anything, and no usage is given (--usage).',
  quota: 'Nothing to suggest: there are no namespaced objects.',
  requests: 'Nothing to suggest: every container states what its policies require.',
}
