import {expect} from 'chai'
import {mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync} from 'node:fs'
import {tmpdir} from 'node:os'
import {join} from 'node:path'

import {leavesFolder} from '../../src/io/glob-pattern.js'
import {isBelow, realPath} from '../../src/io/open-file.js'
import {within} from '../helpers/cpu-time.js'

describe('leavesFolder', () => {
  let outer = ''
  let folder = ''
  before(() => {
    outer = realpathSync(mkdtempSync(join(tmpdir(), 'kadm-below-')))
    folder = join(outer, 'mine')
    for (const name of ['mine/in/deep', 'theirs/deep']) mkdirSync(join(outer, name), {recursive: true})
    writeFileSync(join(folder, 'a.yaml'), '')
    writeFileSync(join(folder, 'secret'), '')
    writeFileSync(join(outer, 'theirs', 'secret'), '')
    if (process.platform === 'win32') return
    const links = {up: '..', inside: 'in/deep', dangling: '../theirs/new', again: 'dangling', round: 'round', away: '../theirs/deep', tricky: 'away/../secret', absolute: '/etc/passwd'}
    for (const [name, to] of Object.entries(links)) symlinkSync(to, join(folder, name))
  })
  after(() => rmSync(outer, {recursive: true, force: true}))

  const accepted = [
    '.', 'a.yaml', 'missing', 'missing/x', 'in/deep', 'in/..', './in', '**/*.yaml', '{a,b}.yaml', 'in/{x,y}/**', 'in/*/..', 'a..b*', '*..yaml', '{a..c}.yaml', '{1..3}/x',
    '...', '...*', 'in/[a-z]*', '{.hidden,in}/x', 'x(1)/y', '!in', '..a/{b,c}',
  ]
  for (const path of accepted) it(`returns false for ${path}`, () => expect(leavesFolder(join(folder, path), folder)).to.equal(false))

  const rejected = [
    '..', '../x', '../theirs/secret', 'in/../../x', '/etc/passwd', '/etc/*.yaml', '../*.yaml', '*/../../x', '{a,../..}/x', '{.,..}/**', '{.,.}{.,.}/x', '.{.,b}/x', '{a,.}./x',
    '{a/..,..}/x', '\\.\\./x/*', '\\.\\./x', '**/{..,a}/x',
  ]
  for (const path of rejected) {
    it(`returns true for ${path}`, function () {
      if (process.platform === 'win32' && path.includes('\\')) return this.skip()
      expect(leavesFolder(path.startsWith('/') ? path : join(folder, path), folder)).to.equal(true)
    })
  }

  describe('with symbolic links', () => {
    before(function () {
      if (process.platform === 'win32') this.skip()
    })
    for (const path of ['inside', 'inside/x', 'inside/*.yaml', 'up/mine/a.yaml']) {
      it(`returns false for ${path}`, () => expect(leavesFolder(join(folder, path), folder)).to.equal(false))
    }
    for (const path of ['up', 'up/x', 'up/*.yaml', 'dangling', 'again', 'away/*', '{away,in}/secret', 'absolute', 'tricky']) {
      it(`returns true for ${path}`, () => expect(leavesFolder(join(folder, path), folder)).to.equal(true))
    }

    it('resolves links like the operating system', () => {
      expect(realPath(join(folder, 'tricky'))).to.equal(join(outer, 'theirs', 'secret'))
      expect(realPath(join(folder, 'again'))).to.equal(join(outer, 'theirs', 'new'))
      expect([realPath(join(folder, 'round')), isBelow(join(folder, 'round'), folder)]).to.deep.equal([join(folder, 'round'), true])
      expect(realPath(join(folder, 'missing', 'deep'))).to.equal(join(folder, 'missing', 'deep'))
    })
  })

  it('checks paths that are too long to exist within 5 seconds', within(5, () => {
    for (const path of ['a/'.repeat(16_000), 'a/'.repeat(200_000), `${'b/'.repeat(15_000)}../x`, 'c'.repeat(1_000_000)]) {
      expect(leavesFolder(join(folder, path), folder)).to.equal(false)
    }
    expect(leavesFolder(join(folder, '../'.repeat(200_000)), folder)).to.equal(true)
  }))
})
