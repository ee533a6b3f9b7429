import {podMakers} from '../../kinds/pod-of.js'
import {nameOf, scalarText} from '../mutate/body.js'
import {type Bench, expectationOf} from './bench.js'
import type {DraftTest} from './draft.js'
import {type Base, patchedBase} from './subjects.js'

const workloadKinds: ReadonlySet<string> = new Set(podMakers.map(({kind}) => kind).filter((kind) => kind !== 'Pod'))

/** Returns the test of a workload of the user: its warnings, the number of pods that it gets, and the message if some are denied. None for other objects. */
export function workloadTests(base: Base, bench: Bench, namespace: string): DraftTest[] {
  const subject = workloadKinds.has(scalarText(base.object['kind'])) ? patchedBase(base, {}) : undefined
  const outcome = subject && bench.send({object: subject.object, namespace})
  if (subject === undefined || outcome === undefined) return []
  const title = `${scalarText(base.object['kind'])} ${nameOf(base.object)}`
  const draft = (text: string, expect: DraftTest['expect']): DraftTest => ({name: `${title} ${text}`, namespace, existing: [], object: subject.source, expect})
  if (!outcome.review.allowed) return [draft('is denied', expectationOf(outcome))]
  return outcome.workloads.slice(0, 1).map(({created, wanted, owned}) => {
    const denied = owned.find(({allowed, manifest: {body}}) => !allowed && body['kind'] === 'Pod')
    const pods = {created, wanted, ...denied !== undefined && {message: denied.status.message}}
    const {warnings} = outcome.review
    return draft(`gets ${created === wanted ? '' : `${created} of `}${wanted} ${wanted === 1 ? 'pod' : 'pods'}`, {allowed: true, ...warnings.length > 0 && {warnings: [...warnings]}, pods})
  })
}
