import {expect} from 'chai'
import fs, {chmodSync, existsSync, lstatSync, readdirSync, readFileSync, symlinkSync} from 'node:fs'
import {syncBuiltinESMExports} from 'node:module'

import {writeOwnFiles} from '../../src/io/own-files.js'
import {UsageError} from '../../src/usage-error.js'
import {inFolder} from '../helpers/in-folder.js'

const mark = '<!-- own -->'

const own = (name: string, text: string): {name: string, text: string} => ({name, text: `${mark}\n${text}`})

describe('writeOwnFiles', () => {
  const write = inFolder()

  it('creates the folder and the files, and replaces them in the next run', () => {
    writeOwnFiles('a/b', [own('one', '1'), own('two', '2')], mark)
    writeOwnFiles('a/b', [own('one', '3')], mark)
    expect(readdirSync('a/b').sort()).to.deep.equal(['one', 'two'])
    expect(readFileSync('a/b/one', 'utf8')).to.equal(`${mark}\n3`)
  })

  it('writes nothing if a file has another beginning, is a folder or is a link, also to a file of its own', () => {
    write({'dir/mine.svg': '<svg/>', 'dir/empty.svg': '', 'dir/folder.svg/x': '', 'target.svg': `${mark}\n`, 'secret': 's'})
    symlinkSync('../target.svg', 'dir/link.svg')
    symlinkSync('../absent', 'dir/dangling.svg')
    for (const name of ['mine.svg', 'empty.svg', 'folder.svg', 'link.svg', 'dangling.svg']) {
      expect(() => writeOwnFiles('dir', [own('first.svg', '1'), own(name, '1')], mark), name).to.throw(UsageError, `"dir/${name}" exists and was not made by kadm`)
    }
    expect(existsSync('dir/first.svg')).to.equal(false)
    expect(existsSync('absent')).to.equal(false)
    expect(lstatSync('dir/link.svg').isSymbolicLink()).to.equal(true)
    expect(readFileSync('dir/mine.svg', 'utf8')).to.equal('<svg/>')
  })

  it('rejects a file in place of the folder, and a file of its own that is read-only', () => {
    write({file: '', 'dir/one': `${mark}\n`})
    expect(() => writeOwnFiles('file', [own('one', '1')], mark)).to.throw(UsageError, 'cannot write "file"')
    chmodSync('dir/one', 0o444)
    expect(() => writeOwnFiles('dir', [own('one', '1')], mark)).to.throw(UsageError, 'cannot write "dir/one"')
  })

  describe('if the system denies access', () => {
    const {openSync} = fs
    const denyOpening = (isToRead: boolean): void => {
      fs.openSync = (path, flags, ...rest) => {
        if ((flags === 'r') === isToRead) throw Object.assign(new Error(`EACCES: permission denied, open '${String(path)}'`), {code: 'EACCES'})
        return openSync(path, flags, ...rest)
      }
      syncBuiltinESMExports()
    }
    afterEach(() => {
      fs.openSync = openSync
      syncBuiltinESMExports()
    })

    for (const [what, isToRead] of [['read an existing file', true], ['write a file', false]] as const) {
      it(`throws a usage error for a run that may not ${what}`, () => {
        write({'denied/one': `${mark}\nold`})
        denyOpening(isToRead)
        expect(() => writeOwnFiles('denied', [own('one', '1')], mark)).to.throw(UsageError, 'cannot write "denied/one": permission denied')
        fs.openSync = openSync
        syncBuiltinESMExports()
        expect(readFileSync('denied/one', 'utf8')).to.equal(`${mark}\nold`)
      })
    }
  })
})
