import {expect} from 'chai'
import fc from 'fast-check'
import {posix} from 'node:path'

import * as paths from '../../../src/machinery/platform/browser/paths.js'

const path = fc.array(fc.constantFrom('/', '/', '//', '.', '..', 'a', 'b', 'a.yaml', '-', '\\', ' '), {maxLength: 7}).map((parts) => parts.join(''))

// Node.js has the working directory of the process where browsers have the root.
const fromRoot = (some: string): string => `/${some}`

describe('paths of browsers', () => {
  it('are those of node:path', () => {
    fc.assert(fc.property(path, (some) => {
      for (const name of ['basename', 'dirname', 'isAbsolute', 'normalize'] as const) expect(paths[name](some), name).to.equal(posix[name](some))
    }), {numRuns: 3000})
  })

  it('combine two paths as node:path does', () => {
    fc.assert(fc.property(path, path, (a, b) => {
      expect(paths.join(a, b)).to.equal(posix.join(a, b))
      expect(paths.resolve(a, b)).to.equal(posix.resolve('/', a, b))
      expect(paths.relative(a, b)).to.equal(posix.relative(fromRoot(a), fromRoot(b)))
    }), {numRuns: 3000})
  })

  it('have the same separator', () => expect(paths.sep).to.equal(posix.sep))
})
