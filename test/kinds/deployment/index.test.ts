import {expect} from 'chai'

import {checkCreates, checkUpdates, generationAfter} from '../../helpers/kind-cases.js'
import {allowed, at, given} from '../../helpers/test-cluster.js'
import {deployment} from '../../helpers/workload-manifests.js'

const web = deployment('web', 1)

describe('Deployment', () => {
  it('sets defaults', () => {
    expect(at(allowed(given().create(web)), 'spec')).to.deep.include({
      revisionHistoryLimit: 10, progressDeadlineSeconds: 600, strategy: {type: 'RollingUpdate', rollingUpdate: {maxUnavailable: '25%', maxSurge: '25%'}},
    })
  })

  checkCreates({
    'a rolling update with maxUnavailable and maxSurge': [web.asking({strategy: {rollingUpdate: {maxUnavailable: 0, maxSurge: '10%'}}})],
    'invalid values': [
      web.asking({replicas: -1, strategy: {type: 'x'}, progressDeadlineSeconds: 0}), 'spec.replicas: Invalid value: -1: must be greater than or equal to 0',
      'spec.strategy: Unsupported value: {"Type":"x","RollingUpdate":null}: supported values: "Recreate", "RollingUpdate"',
      'spec.progressDeadlineSeconds: Invalid value: 0: must be greater than minReadySeconds',
    ],
  })

  checkUpdates({
    'the replicas': [web, web.asking({replicas: 3})],
    'the selector': [
      web, web.asking({selector: {matchLabels: {app: 'x'}}}), 'spec.template.metadata.labels: Invalid value: {"app":"web"}: `selector` does not match template `labels`',
      'spec.selector: Invalid value: {"matchLabels":{"app":"x"}}: field is immutable',
    ],
  })

  it('increments the generation when the spec or annotations change', () => {
    expect([web, web.labelled({a: 'b'}), web.annotated({a: 'b'}), web.asking({replicas: 2})].map((object) => generationAfter(web, object))).to.deep.equal([1, 1, 2, 2])
  })
})
