import {listOf, objectAt} from '../mutate/body.js'
import type {PolicyDocument} from '../mutate/policy-document.js'
import type {DraftTest} from './draft.js'
import {filled} from './limit-range-tests.js'
import type {Materials} from './materials.js'

/** Returns the test of the defaults of a LimitRange: a container without amounts gets them. None if no container can get any. */
export function defaultTests(policy: PolicyDocument, {bench, namespace, makers, fills}: Materials): DraftTest[] {
  for (const make of makers) {
    for (const fill of fills) {
      const subject = make([filled({requests: {}, limits: {}}, fill)])
      const outcome = subject && bench.send({object: subject.object, namespace})
      const changes = outcome?.review.steps.flatMap((step) => step.changes).filter(({cause}) => cause?.policy.metadata.name === objectAt(policy.body, 'metadata')['name']) ?? []
      if (subject === undefined || outcome?.review.allowed !== true || changes.length === 0) continue
      const [container] = listOf(objectAt(outcome.review.object, 'spec')['containers'])
      const {name = '', resources = {}} = objectAt(container)
      return [{
        name: `${policy.name} sets default requests and limits`, namespace, existing: [], object: subject.source,
        expect: {allowed: true, stored: {spec: {containers: [{name, resources}]}}},
      }]
    }
  }
  return []
}
