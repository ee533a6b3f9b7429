import {expect} from 'chai'
import {existsSync, readdirSync, readFileSync} from 'node:fs'
import {dirname, join} from 'node:path'

const readmes = readdirSync('src', {recursive: true, encoding: 'utf8'}).filter((path) => path.endsWith('README.md')).map((path) => join('src', path)).sort()

describe('READMEs of source folders', () => {
  for (const path of readmes) {
    it(`${path} names files that exist`, () => {
      const named = [...readFileSync(path, 'utf8').matchAll(/`([a-z/-]+\.ts)`/g)].flatMap(([, name]) => name ?? [])
      expect(named.filter((name) => !existsSync(join(dirname(path), name)) && !existsSync(name))).to.deep.equal([])
    })
  }
})
