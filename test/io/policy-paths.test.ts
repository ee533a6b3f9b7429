import {expect} from 'chai'

import {defaultPolicyPaths} from '../../src/io/policy-paths.js'
import {inFolder} from '../helpers/in-folder.js'

describe('defaultPolicyPaths', () => {
  const write = inFolder()

  it('returns the folders of the files, without duplicates', () => {
    write({'app/a.yaml': '', 'app/b.yaml': '', 'other/c.yaml': ''})
    expect(defaultPolicyPaths(['app/a.yaml', 'app/b.yaml', 'other', '-'])).to.deep.equal(['app', 'other'])
    expect(defaultPolicyPaths([])).to.deep.equal(['.'])
  })

  it('returns ./manifests if it exists, except for standard input only', () => {
    write({'app/a.yaml': '', 'manifests/limits.yaml': ''})
    expect(defaultPolicyPaths(['app/a.yaml', '-'])).to.deep.equal(['./manifests'])
    expect(defaultPolicyPaths(['-'])).to.deep.equal([])
  })

  it('ignores the folders of devices and pipes', function () {
    if (process.platform === 'win32') return this.skip()
    write({'app/a.yaml': ''})
    expect(defaultPolicyPaths(['/dev/null'])).to.deep.equal([])
    expect(defaultPolicyPaths(['/dev/null', 'app/a.yaml'])).to.deep.equal(['app'])
  })
})
