import {expect} from 'chai'

import type {Body} from '../../helpers/builders.js'
import {checkCreates, checkUpdates} from '../../helpers/kind-cases.js'
import {allowed, at, given} from '../../helpers/test-cluster.js'
import {autoscaler} from '../../helpers/workload-manifests.js'

const web = autoscaler('web', 1, 3)

const cpu = (target: Body): Body => ({type: 'Resource', resource: {name: 'cpu', target}})

describe('HorizontalPodAutoscaler', () => {
  it('defaults to a target of 80% of requested CPU', () => {
    expect(at(allowed(given().create(web)), 'spec.metrics')).to.deep.equal([cpu({type: 'Utilization', averageUtilization: 80})])
  })

  checkCreates({
    'a metric': [web.asking({metrics: [cpu({type: 'AverageValue', averageValue: '500m'})]})],
    'minReplicas greater than maxReplicas': [web.asking({minReplicas: 4}), 'spec.maxReplicas: Invalid value: 3: must be greater than or equal to `minReplicas`'],
    'an empty scaleTargetRef': [
      web.asking({scaleTargetRef: {}}), 'spec.scaleTargetRef.kind: Required value', 'spec.scaleTargetRef.name: Required value',
      'spec.scaleTargetRef.apiVersion: Invalid value: "": apiVersion must specify API group',
    ],
  })

  checkUpdates({'the replicas': [web, web.asking({maxReplicas: 5})]})
})
