import {expect} from 'chai'

import {isFileError, noSuchFile, outerFileError, pluginFileError} from '../../src/configuration/file-error.js'
import {SourceFile} from '../../src/source/source-file.js'

describe('unreadable configuration file', () => {
  it('is reported with the error text of the system', () => {
    const messageOf = (operation: 'open' | 'read', errorNumber: number): string => outerFileError('/etc/a"b.yaml', {operation, errorNumber})
    expect([messageOf('open', 2), messageOf('open', 13), messageOf('read', 21), messageOf('read', 22), messageOf('read', 27), messageOf('open', 99)]).to.deep.equal([
      'open /etc/a"b.yaml: no such file or directory', 'open /etc/a"b.yaml: permission denied', 'read /etc/a"b.yaml: is a directory',
      'read /etc/a"b.yaml: invalid argument', 'read /etc/a"b.yaml: file too large', 'open /etc/a"b.yaml: errno 99',
    ].map((words) => String.raw`unable to read admission control configuration from "/etc/a\"b.yaml" [${words}]`))
  })

  it('is reported with the error number for the file of a plugin', () => {
    expect(pluginFileError('/e.yaml', {operation: 'read', errorNumber: 0x15}))
      .to.equal('Couldn\'t open admission plugin configuration /e.yaml: &fs.PathError{Op:"read", Path:"/e.yaml", Err:0x15}')
  })

  it('is distinguished from a readable file', () => {
    expect([isFileError(noSuchFile('x')), isFileError(new SourceFile('x', ''))]).to.deep.equal([true, false])
  })
})
