import {expect} from 'chai'

import {checkCreates, checkUpdates, generationAfter} from '../../helpers/kind-cases.js'
import {allowed, at, given} from '../../helpers/test-cluster.js'
import {statefulSet} from '../../helpers/workload-manifests.js'

const db = statefulSet('db', 1, '1Gi')

const others = "'replicas', 'ordinals', 'template', 'updateStrategy', 'revisionHistoryLimit', 'persistentVolumeClaimRetentionPolicy' and 'minReadySeconds'"

describe('StatefulSet', () => {
  it('sets defaults', () => {
    expect(at(allowed(given().create(db)), 'spec')).to.deep.include({
      podManagementPolicy: 'OrderedReady', revisionHistoryLimit: 10, updateStrategy: {type: 'RollingUpdate', rollingUpdate: {partition: 0}},
      persistentVolumeClaimRetentionPolicy: {whenDeleted: 'Retain', whenScaled: 'Retain'},
    })
  })

  checkCreates({
    'parallel pod management': [db.asking({podManagementPolicy: 'Parallel', ordinals: {start: 1}})],
    'invalid values': [
      db.asking({podManagementPolicy: 'x', updateStrategy: {type: 'y'}, persistentVolumeClaimRetentionPolicy: {whenDeleted: 'z'}, ordinals: {start: -1}}),
      "spec.podManagementPolicy: Invalid value: \"x\": must be 'OrderedReady' or 'Parallel'",
      "spec.updateStrategy: Invalid value: {\"Type\":\"y\",\"RollingUpdate\":null}: must be 'RollingUpdate' or 'OnDelete'",
      'spec.persistentVolumeClaimRetentionPolicy.whenDeleted: Unsupported value: "z": supported values: "Retain", "Delete"',
      'spec.ordinals.start: Invalid value: -1: must be greater than or equal to 0',
    ],
  })

  checkUpdates({
    'the replicas': [db, db.asking({replicas: 3})],
    'the service': [db, db.asking({serviceName: 'other'}), `spec: Forbidden: updates to statefulset spec for fields other than ${others} are forbidden`],
  })

  it('increments the generation when the spec changes', () => expect([db, db.asking({replicas: 3})].map((object) => generationAfter(db, object))).to.deep.equal([1, 2]))

  it('warns about a negative revisionHistoryLimit', () => {
    expect(given().create(db.asking({revisionHistoryLimit: -1})).warnings)
      .to.deep.equal(['spec.revisionHistoryLimit: a negative value retains all historical revisions; a value >= 0 is recommended'])
  })
})
