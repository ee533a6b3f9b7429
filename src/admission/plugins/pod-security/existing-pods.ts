import type {Pod} from '../../../machinery/api/core-v1.js'
import {compareText, quote, sortTexts} from '../../../machinery/go/text.js'
import {failedChecks, forbiddenReason} from './evaluate.js'
import {type LevelVersion, levelVersionText} from './policy.js'
import type {Setup} from './setup.js'

/** The number of existing pods that the server checks. It also stops after a second, which kadm does not. */
const maxPodsToCheck = 3000

/** Pods with the same violations: the first by name, and their number. */
interface Violators {
  readonly first: string
  readonly count: number
}

/** Returns the warnings about the pods of a namespace that violate its new policy (admission `EvaluatePodsInNamespace`). */
export function warningsAbout(pods: readonly Pod[], namespace: string, enforce: LevelVersion, setup: Setup): string[] {
  const prioritized = prioritize(pods.filter(({spec}) => !setup.exempt.runtimeClasses.has(spec?.runtimeClassName ?? '')))
  const checked = prioritized.slice(0, maxPodsToCheck)
  const violators = violatorsAmong(checked, enforce, setup)
  return [
    ...checked.length < prioritized.length
      ? [`new PodSecurity enforce level only checked against the first ${checked.length} of ${prioritized.length} existing pods`] : [],
    ...violators.size > 0
      ? [`existing pods in namespace ${quote(namespace)} violate the new PodSecurity enforce level ${quote(levelVersionText(enforce))}`] : [],
    ...sortTexts([...violators].map(([violation, {first, count}]) => `${first}${others(count - 1)}: ${violation}`)),
  ]
}

function violatorsAmong(pods: readonly Pod[], enforce: LevelVersion, {serverMinor}: Setup): Map<string, Violators> {
  const violators = new Map<string, Violators>()
  for (const {metadata, spec = {}} of pods) {
    const failed = failedChecks(enforce, spec, metadata, serverMinor)
    if (failed.length === 0) continue
    const violation = forbiddenReason(failed)
    const {name = ''} = metadata
    const {first = name, count = 0} = violators.get(violation) ?? {}
    violators.set(violation, {first: compareText(name, first) < 0 ? name : first, count: count + 1})
  }
  return violators
}

const others = (count: number): string => count === 0 ? '' : count === 1 ? ' (and 1 other pod)' : ` (and ${count} other pods)`

/** Puts pods last whose controller has one before them (admission `prioritizePods`). */
function prioritize(pods: readonly Pod[]): readonly Pod[] {
  const controllers = new Set<string>()
  const isFirst = ({metadata: {ownerReferences = []}}: Pod): boolean => {
    const owner = ownerReferences.find(({controller}) => controller === true)
    if (owner === undefined) return true
    const {uid = ''} = owner
    return !controllers.has(uid) && controllers.add(uid).has(uid)
  }
  const firsts = new Set(pods.filter(isFirst))
  return [...firsts, ...pods.filter((pod) => !firsts.has(pod))]
}
