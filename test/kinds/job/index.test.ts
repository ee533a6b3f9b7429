import {expect} from 'chai'

import {checkCreates, checkUpdates, generationAfter} from '../../helpers/kind-cases.js'
import {allowed, at, given} from '../../helpers/test-cluster.js'
import {job} from '../../helpers/workload-manifests.js'

const manual = {completions: 1, parallelism: 1, manualSelector: true, selector: {matchLabels: {app: 'j'}}}

const once = job('j', manual)

describe('Job', () => {
  it('sets defaults, a selector and the labels of its pods', () => {
    const object = allowed(given().create(job('j', {})))
    expect(at(object, 'spec')).to.deep.include({completions: 1, parallelism: 1, backoffLimit: 6, completionMode: 'NonIndexed', suspend: false, podReplacementPolicy: 'TerminatingOrFailed'})
    const uid = '00000000-0000-0000-0000-000000000000'
    expect(at(object, 'spec.selector')).to.deep.equal({matchLabels: {'batch.kubernetes.io/controller-uid': uid}})
    expect(at(object, 'spec.template.metadata.labels')).to.deep.equal({
      'controller-uid': uid, 'job-name': 'j', 'batch.kubernetes.io/controller-uid': uid, 'batch.kubernetes.io/job-name': 'j', 'app': 'j',
    })
  })

  checkCreates({
    'indexed completion mode': [job('j', {completionMode: 'Indexed', completions: 3, parallelism: 2, backoffLimitPerIndex: 1})],
    'invalid values': [
      job('j', {completions: -1, completionMode: 'x', backoffLimit: -1}), 'spec.completions: Invalid value: -1: must be greater than or equal to 0',
      'spec.backoffLimit: Invalid value: -1: must be greater than or equal to 0', 'spec.completionMode: Unsupported value: "x": supported values: "NonIndexed", "Indexed"',
    ],
    'a name with a dot in indexed completion mode': [
      job('j.x', {completionMode: 'Indexed', completions: 3}), 'metadata.name: Invalid value: "j.x": will not able to create pod with invalid DNS label: j.x-2',
    ],
  })

  checkUpdates({
    'the parallelism': [once, once.asking({parallelism: 3})],
    'the completions': [once, once.asking({completions: 5}), 'spec.completions: Invalid value: 5: field is immutable'],
  })

  it('increments the generation when the spec changes', () => expect([generationAfter(once, once), generationAfter(once, once.asking({suspend: true}))]).to.deep.equal([1, 2]))
})
