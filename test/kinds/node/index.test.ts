import {expect} from 'chai'

import {allowed, given, verdict} from '../../helpers/test-cluster.js'

const node = {apiVersion: 'v1', kind: 'Node', metadata: {name: 'n', labels: {zone: 'a'}}}

describe('Node', () => {
  it('keeps its metadata', () => expect(allowed(given().create(node))).to.deep.include({metadata: node.metadata}))

  it('rejects a name that is not a DNS subdomain', () => {
    expect(verdict(given().create({...node, metadata: {name: 'N'}}))).to.match(/^422 Node "N" is invalid: metadata\.name: Invalid value: "N": a lowercase RFC 1123 subdomain /)
  })
})
