import type {Place} from '../../lint/diagnostic.js'
import {oneLine} from '../../machinery/output/printable.js'
import type {Denied, Reason, Suggestion} from '../../suggest/types.js'
import {nothingFor} from '../../suggest/replaced.js'
import {counted} from '../counted.js'
import {locationOf} from '../location.js'

/** A reason in words: `largest limit: container app of Deployment web 512Mi (web.yaml:14) + 20 %`. */
function reasonText({text, amount, place, margin}: Reason): string {
  return oneLine([text, ...amount === undefined ? [] : [String(amount)], ...place === undefined ? [] : [`(${lineAt(place)})`], ...margin === undefined ? [] : [margin]].join(' '))
}

/** All reasons for a number in words. */
export const reasonsText = (reasons: readonly Reason[]): string => reasons.map(reasonText).join('; ')

/** The result of the verification in one sentence, and a sentence for each problem. */
export function proofTexts({command, objects, proof: {admitted, workloads, regressions, findings}}: Suggestion): string[] {
  if (objects.length === 0) return []
  const problems = [...regressions, ...findings.map(({message}) => `kadm lint: ${message}`)].map(oneLine)
  return problems.length > 0 ? problems.map((problem) => `Not verified: ${problem}.`)
    : [`Verified with the admission chain: ${counted(admitted, 'object')} still admitted, ${counted(workloads, 'workload')} with at least as many pods and rollouts as before${command === 'requests' ? '' : '; kadm lint reports nothing new'}.`]
}

/** The sentences if there is nothing to suggest. Something that is denied now is the likely reason, so they name the next step. */
export function noSuggestionTexts({command, notes, denied: [first, ...others]}: Suggestion): string[] {
  const isLeftOut = notes.some((note) => note.startsWith(nothingFor))
  if (first === undefined) return [`Nothing to suggest: ${isLeftOut ? allLeftOut : nothingText[command]}.`]
  return [`Nothing to suggest: ${isLeftOut ? allLeftOut : nothingAdmitted[command]}. ${deniedText(first)}${others.length === 0 ? '' : ` So ${others.length === 1 ? 'is 1 more' : `are ${others.length} more`}.`}`, wayOn(first)]
}

const allLeftOut = 'each number would stop something that runs, or would have no effect (see the notes)'

const nothingText: Readonly<Record<Suggestion['command'], string>> = {
  limits: 'no container requests or limits anything, and no usage is given (--usage)',
  quota: 'there are no namespaced objects',
  requests: 'every container states what its policies require',
}

const nothingAdmitted: Readonly<Record<Suggestion['command'], string>> = {
  limits: 'no container that is admitted requests or limits anything, and no usage is given for one (--usage)',
  quota: 'no namespaced object is admitted',
  requests: 'every container states what its LimitRanges and quotas require, as far as requests and limits can satisfy them',
}

function deniedText({kind, name, place, isPodOf, policy, message}: Denied): string {
  const by = policy === undefined ? '' : ` by ${policy.kind} ${policy.name}${policy.place === undefined ? '' : ` (${lineAt(policy.place)})`}`
  const object = `${kind} ${name} (${lineAt(place)})`
  return oneLine(isPodOf ? `Pods of ${object} are denied now${by}, so they do not run: ${message}.` : `${object} is denied now${by}, so it does not run: ${message}.`)
}

/** Returns the next step for the user. */
function wayOn({place, policy}: Denied): string {
  const change = `change the object ("kadm explain ${oneLine(locationOf(place).path)}" shows the smallest change that is admitted)`
  return policy?.place === undefined ? `Next step: ${change}.` : `Next step: ${change}, or leave the policy out (--exclude ${oneLine(locationOf(policy.place).path)}).`
}

function lineAt(place: Place): string {
  const {path, line} = locationOf(place)
  return `${path}:${line}`
}
