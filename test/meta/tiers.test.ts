import {expect} from 'chai'
import {existsSync, readFileSync} from 'node:fs'
import {join} from 'node:path'

import {root} from '../helpers/run-kadm.js'

describe('test/slow.json, which npm test skips', () => {
  it('lists existing files and folders in sorted order', () => {
    const slow = JSON.parse(readFileSync(join(root, 'test/slow.json'), 'utf8')) as string[]
    expect(slow.filter((path) => !existsSync(join(root, path)))).to.deep.equal([])
    expect(slow).to.deep.equal([...new Set(slow)].sort())
  })
})
