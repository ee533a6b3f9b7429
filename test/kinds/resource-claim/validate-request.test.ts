import {expect} from 'chai'

import type {Body} from '../../helpers/builders.js'
import {TestCluster, verdict} from '../../helpers/test-cluster.js'

const claimSelecting = (cel: Body): Body => ({
  apiVersion: 'resource.k8s.io/v1', kind: 'ResourceClaim', metadata: {name: 'x'},
  spec: {devices: {requests: [{name: 'gpu', exactly: {deviceClassName: 'gpu.example.com', selectors: [{cel}]}}]}},
})

const answerTo = (cel: Body): string => verdict(new TestCluster().create(claimSelecting(cel)))

describe('ResourceClaim selectors', () => {
  it('accept a CEL expression', () => expect(answerTo({expression: 'true'})).to.equal('201'))

  it('reject a missing or empty CEL expression', () => {
    const rejection = '422 ResourceClaim.resource.k8s.io "x" is invalid: spec.devices.requests[0].exactly.selectors[0].cel.expression: Invalid value: "": '
      + "compilation failed: ERROR: <input>:1:0: Syntax error: mismatched input '<EOF>' expecting "
      + "{'[', '{', '(', '.', '-', '!', 'true', 'false', 'null', NUM_FLOAT, NUM_INT, NUM_UINT, STRING, BYTES, IDENTIFIER}"
    expect(answerTo({})).to.equal(rejection)
    expect(answerTo({expression: ''})).to.equal(rejection)
  })
})
