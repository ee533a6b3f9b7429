import {expect} from 'chai'

import {checkCreates, checkUpdates, generationAfter} from '../../helpers/kind-cases.js'
import {allowed, at, given} from '../../helpers/test-cluster.js'
import {daemonSet} from '../../helpers/workload-manifests.js'

const agent = daemonSet('agent')

const rolling = (rollingUpdate: object): typeof agent => agent.asking({updateStrategy: {rollingUpdate}})

const withImage = agent.asking({template: {metadata: {labels: {app: 'agent'}}, spec: {containers: [{name: 'app', image: 'other:1'}]}}})

describe('DaemonSet', () => {
  it('sets defaults, the template generation and a status of zeros', () => {
    expect(allowed(given().create(agent))).to.containSubset({
      metadata: {generation: 1, annotations: {'deprecated.daemonset.template.generation': '1'}},
      spec: {revisionHistoryLimit: 10, updateStrategy: {type: 'RollingUpdate', rollingUpdate: {maxUnavailable: 1, maxSurge: 0}}},
      status: {currentNumberScheduled: 0, desiredNumberScheduled: 0, numberMisscheduled: 0, numberReady: 0},
    })
  })

  checkCreates({
    'a rolling update with maxSurge and maxUnavailable 0': [rolling({maxUnavailable: 0, maxSurge: '10%'})],
    'an unknown update strategy and negative minReadySeconds': [
      agent.asking({updateStrategy: {type: 'x'}, minReadySeconds: -1}), 'spec.minReadySeconds: Invalid value: -1: must be greater than or equal to 0',
      'spec.updateStrategy: Unsupported value: {"Type":"x","RollingUpdate":null}: supported values: "RollingUpdate", "OnDelete"',
    ],
    'a rolling update with maxSurge 0 and maxUnavailable 0': [
      rolling({maxUnavailable: 0, maxSurge: 0}), 'spec.updateStrategy.rollingUpdate.maxUnavailable: Required value: cannot be 0 when maxSurge is 0',
    ],
  })

  checkUpdates({'the template': [agent, withImage]})

  it('increments the template generation when the template changes, and the generation when the spec changes', () => {
    const generations = (object: object): unknown => at(object, 'metadata.annotations')
    expect(generations(allowed(given(agent).update(withImage)))).to.deep.equal({'deprecated.daemonset.template.generation': '2'})
    expect(generations(allowed(given(agent).update(agent.asking({minReadySeconds: 5}))))).to.deep.equal({'deprecated.daemonset.template.generation': '1'})
    expect([generationAfter(agent, agent), generationAfter(agent, agent.asking({minReadySeconds: 5}))]).to.deep.equal([1, 2])
  })
})
