import {expect} from 'chai'
import fc from 'fast-check'

import {findNamed} from '../../src/admission/find-named.js'
import {compareText} from '../../src/machinery/go/text.js'

describe('findNamed', () => {
  it('returns the first object with the name, or undefined', () => {
    const name = fc.stringMatching(/^[a-c\u{1F600}\uFF5E-]{1,3}$/u)
    fc.assert(fc.property(fc.array(name), name, (names, wanted) => {
      const objects = names.sort(compareText).map((own, i) => ({apiVersion: 'v1', kind: 'Node', metadata: {name: own, uid: String(i)}}))
      expect(findNamed(objects, wanted)).to.equal(objects.find(({metadata}) => metadata.name === wanted))
    }), {numRuns: 500})
  })
})
