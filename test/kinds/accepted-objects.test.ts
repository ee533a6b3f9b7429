import {expect} from 'chai'

import {acceptedObjects} from '../helpers/accepted/index.js'
import {given, verdict} from '../helpers/test-cluster.js'

describe('objects accepted by a real API server', () => {
  for (const [title, {object, before = [], subresource, stored}] of Object.entries(acceptedObjects)) {
    it(title, () => {
      const cluster = given(...before)
      const {namespace = 'dev'} = object['metadata'] as {readonly namespace?: string}
      const review = subresource === undefined ? cluster.create(object, {namespace}) : cluster.update(object, {subresource})
      expect(verdict(review)).to.equal(subresource === undefined ? '201' : '200')
      expect(review.errors).to.deep.equal([])
      expect(cluster.stored(object)).to.containSubset(stored)
    })
  }
})
