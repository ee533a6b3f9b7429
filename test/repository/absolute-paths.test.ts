import {expect} from 'chai'
import {join, resolve, sep} from 'node:path'

import {AbsolutePaths} from '../../src/repository/absolute-paths.js'

describe('AbsolutePaths', () => {
  const paths = new AbsolutePaths()
  const cases = ['a.yaml', 'b/a.yaml', 'b/c.yaml', './b/a.yaml', '../a.yaml', 'b/../a.yaml', '/a.yaml', 'b/.', 'b/..', '.', 'b//a.yaml', '...']
  for (const path of cases.map((each) => each.replaceAll('/', sep))) {
    it(`resolves ${path} like node:path`, () => {
      expect(paths.of(path)).to.equal(resolve(path))
      expect(paths.of(join(path, 'x'))).to.equal(resolve(path, 'x'))
    })
  }
})
