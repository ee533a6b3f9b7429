import {qosClass} from '../../../../kinds/pod/resources/qos.js'
import type {LimitRange} from '../../../../machinery/api/core-v1.js'
import type {PolicyFinding} from '../../../policy-check.js'
import {type PodSource, subjectOf} from './pods.js'
import {relatedTo, type Statement} from './statements.js'
import {withDefaults} from './dry-run.js'

/**
 * Pods whose class is another one than they seem to have: Guaranteed by the defaults of LimitRanges, or still BestEffort
 * despite them.
 *
 * @param limits the default limits for cpu and memory
 */
export function checkQualityOfService(maker: PodSource, policies: readonly LimitRange[], limits: readonly Statement[]): PolicyFinding[] {
  const {object, pod, spec} = maker
  const after = qosClass(withDefaults(pod, policies).spec ?? {})
  const before = qosClass(pod.spec ?? {})
  const related = limits.slice(0, 5).map(relatedTo)
  if (after === 'Guaranteed' && before !== 'Guaranteed') {
    const message = `${subjectOf(maker)} is ${before} as it is written, and Guaranteed with the defaults of LimitRanges: its containers reserve all that they may use`
    return [{policy: object, field: spec.child('containers'), ruleId: 'pod/guaranteed-by-default', severity: 'info', message, related}]
  }
  if (after !== 'BestEffort' || !limits.some(({amount}) => amount.sign() > 0)) return []
  const why = pod.spec?.resources === undefined ? 'all that its containers state is 0' : 'resources at pod level replace those of all containers'
  const message = `${subjectOf(maker)} is BestEffort, though LimitRanges give defaults: ${why}`
  return [{policy: object, field: spec.child(pod.spec?.resources === undefined ? 'containers' : 'resources'), ruleId: 'pod/best-effort-despite-defaults', severity: 'info', message, related}]
}
