import {expect} from 'chai'

import {discover} from '../../src/io/discover.js'
import {defaultPolicyPaths} from '../../src/io/policy-paths.js'
import {inFolder} from '../helpers/in-folder.js'

describe('defaultPolicyPaths', () => {
  const write = inFolder()
  const defaultsFor = async (...paths: string[]): Promise<string[]> => defaultPolicyPaths(await discover(paths))

  it('returns the folders of the files, without duplicates', async () => {
    write({'app/a.yaml': '', 'app/b.yaml': '', 'other/c.yaml': ''})
    expect(await defaultsFor('app/a.yaml', 'app/b.yaml', 'other', '-')).to.deep.equal(['app', 'other'])
    expect(await defaultsFor()).to.deep.equal(['.'])
  })

  it('returns ./manifests if it exists, except for standard input only', async () => {
    write({'app/a.yaml': '', 'manifests/limits.yaml': ''})
    expect(await defaultsFor('app/a.yaml', '-')).to.deep.equal(['./manifests'])
    expect(await defaultsFor('-')).to.deep.equal([])
  })

  it('ignores the folders of devices and pipes', async function () {
    if (process.platform === 'win32') return this.skip()
    write({'app/a.yaml': ''})
    expect(await defaultsFor('/dev/null')).to.deep.equal([])
    expect(await defaultsFor('/dev/null', 'app/a.yaml')).to.deep.equal(['app'])
  })

  it('returns the folders of the files that a glob matches, and a folder whose name is like a glob', async () => {
    write({'exa/a.yaml': '', 'exb/deep/b.yaml': '', 'other/c.yaml': '', 'dir[1]/d.yaml': ''})
    expect(await defaultsFor('ex*/*.yaml', 'ex*/**/b.yaml')).to.deep.equal(['exa', 'exb/deep'])
    expect(await defaultsFor('dir[1]/d.yaml')).to.deep.equal(['dir[1]'])
  })
})
