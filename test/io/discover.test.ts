import {expect} from 'chai'
import {once} from 'node:events'
import {chmodSync, mkdirSync, symlinkSync, writeFileSync} from 'node:fs'
import {createServer} from 'node:net'
import {dirname} from 'node:path'

import {discover, hasMatch, stdinPath} from '../../src/io/discover.js'
import {UsageError} from '../../src/usage-error.js'
import {inFolder} from '../helpers/in-folder.js'

describe('discover', () => {
  inFolder()
  const write = (...paths: string[]): void => paths.forEach((path) => {
    mkdirSync(dirname(path), {recursive: true})
    writeFileSync(path, 'a: b\n')
  })
  const filesOf = async (...paths: string[]): Promise<string[]> => (await discover(paths)).flatMap(({files}) => files.map((file) => file.replaceAll('\\', '/')))
  const rejection = (path: string): Promise<unknown> => discover([path]).then(() => undefined, (error: unknown) => error)

  it('returns a named file with any extension', async () => {
    write('a.txt', '[b].yaml')
    expect(await filesOf('a.txt', '[b].yaml', stdinPath)).to.deep.equal(['a.txt', '[b].yaml', '-'])
  })

  it('treats patterns that cannot be paths as missing files', async () => {
    write('a.yaml', 'b/c.yaml', 'b/d.yaml')
    const long = 'x'.repeat(300)
    for (const pattern of ['', 'a.yaml/x', 'a\u0000b', 'a\u0000*', long, `b/${long}*`, `{a.yaml/x,${long}}`, '{'.repeat(300)]) {
      expect(await hasMatch(pattern), JSON.stringify(pattern)).to.equal(false)
      expect(await discover(['.'], [pattern]).then((found) => found[0]?.files), JSON.stringify(pattern)).to.have.length(3)
    }
    expect(await filesOf('{a.yaml/x,a.yaml}', 'b/{c,d/x}.yaml')).to.deep.equal(['a.yaml', 'b/c.yaml'])
    for (const pattern of ['b', 'b/*', '{x,a}.yaml', '*/c.yaml']) expect(await hasMatch(pattern), pattern).to.equal(true)
  })

  it('returns the manifests below a directory, sorted', async () => {
    write('b.yaml', 'a/c.yml', 'a/b/d.JSON', 'a.yaml', 'c.txt', 'd.yaml.bak')
    expect(await filesOf('.')).to.deep.equal(['a.yaml', 'a/b/d.JSON', 'a/c.yml', 'b.yaml'])
    expect(await filesOf('a')).to.deep.equal(['a/b/d.JSON', 'a/c.yml'])
    expect(await filesOf('./a/')).to.deep.equal(['a/b/d.JSON', 'a/c.yml'])
  })

  it('skips names that start with a dot, and node_modules', async () => {
    write('.a.yaml', '.b/c.yaml', 'node_modules/d.yaml', 'e/node_modules/f.yaml', 'e/g.yaml')
    expect(await filesOf('.')).to.deep.equal(['e/g.yaml'])
    expect(await filesOf('**/*.yaml')).to.deep.equal(['e/g.yaml'])
    expect(await filesOf('.b')).to.deep.equal(['.b/c.yaml'])
  })

  it('follows links to files, but not to directories', async function () {
    if (process.platform === 'win32') return this.skip()
    write('a/b.yaml')
    symlinkSync('b.yaml', 'a/c.yaml')
    symlinkSync('.', 'a/d')
    symlinkSync('nowhere', 'a/e.yaml')
    expect(await filesOf('a')).to.deep.equal(['a/b.yaml', 'a/c.yaml', 'a/e.yaml'])
    expect(await filesOf('a/**')).to.deep.equal(['a/b.yaml', 'a/c.yaml', 'a/e.yaml'])
  })

  it('treats a directory whose name ends in .yaml as a directory', async () => {
    write('a.yaml/b.yaml')
    expect(await filesOf('a.yaml')).to.deep.equal(['a.yaml/b.yaml'])
    expect(await filesOf('.')).to.deep.equal(['a.yaml/b.yaml'])
  })

  it('returns sockets in a directory separately', async function () {
    if (process.platform === 'win32') return this.skip()
    write('a.yaml')
    const server = createServer().listen('b.yaml')
    try {
      await once(server, 'listening')
      expect(await filesOf('.')).to.deep.equal(['a.yaml'])
      expect(await filesOf('*.yaml')).to.deep.equal(['a.yaml'])
      expect((await discover(['.', '*.yaml', 'a.yaml'])).map(({special}) => special)).to.deep.equal([['b.yaml'], ['b.yaml'], []])
    } finally {
      server.close()
    }
  })

  it('returns a directory that cannot be listed, and files next to it', async function () {
    if (process.platform === 'win32' || process.getuid?.() === 0) return this.skip()
    write('a/b/c.yaml', 'd.yaml')
    chmodSync('a/b', 0)
    expect(await filesOf('.')).to.deep.equal(['a/b', 'd.yaml'])
    expect((await discover(['d.yaml'], ['a'])).flatMap(({files}) => files)).to.deep.equal(['d.yaml'])
    chmodSync('a/b', 0o700)
  })

  it('returns the files that a glob matches, sorted', async () => {
    write('b.yaml', 'a.yaml', 'c.json', 'd/e.yaml')
    expect(await filesOf('*.yaml')).to.deep.equal(['a.yaml', 'b.yaml'])
    expect(await filesOf('**/*.{yaml,json}')).to.deep.equal(['a.yaml', 'b.yaml', 'c.json', 'd/e.yaml'])
  })

  it('excludes files that patterns match, but not a file that an argument names', async () => {
    write('a.yaml', 'b/c.yaml', 'b/d.yaml')
    const included = async (...exclude: string[]): Promise<string[]> => (await discover(['.', 'a.yaml'], exclude)).flatMap(({files}) => files)
    for (const pattern of ['/**', '**', '../../../../../../../../**', '**/*.yaml', process.cwd(), `${process.cwd()}/**`]) {
      expect(await included(pattern), pattern).to.deep.equal(['a.yaml'])
    }
    expect(await included('b', '!b/d.yaml')).to.deep.equal(['a.yaml', 'b/d.yaml', 'a.yaml'])
    expect((await discover(['.'], ['b/c.yaml'])).map(({hasExcluded}) => hasExcluded)).to.deep.equal([true])
    expect((await discover(['.'], ['c.yaml'])).map(({hasExcluded}) => hasExcluded)).to.deep.equal([false])
  })

  it('returns no files for an empty directory', async () => {
    mkdirSync('a')
    expect(await discover(['a'])).to.deep.equal([{argument: 'a', files: [], unlisted: [], special: [], outside: [], isNamed: false, kustomizations: [], mayRepeat: false, hasExcluded: false}])
  })

  it('reports whether two paths may be the same file', async function () {
    if (process.platform === 'win32') return this.skip()
    write('a/b.yaml', 'c/d.yaml')
    symlinkSync('../a/b.yaml', 'c/link.yaml')
    const mayRepeat = async (path: string): Promise<boolean[]> => (await discover([path])).map((found) => found.mayRepeat)
    expect(await mayRepeat('a')).to.deep.equal([false])
    expect(await mayRepeat('a/b.yaml')).to.deep.equal([false])
    expect(await mayRepeat('c')).to.deep.equal([true])
    expect(await mayRepeat('{a,c}/*.yaml')).to.deep.equal([true])
  })

  it('rejects paths that do not exist', async () => {
    write('a.yaml')
    for (const path of ['b.yaml', '*.json', '']) {
      const error = await rejection(path)
      expect(error, path).to.be.instanceOf(UsageError).with.property('message', `the path ${JSON.stringify(path)} does not exist`)
    }
  })

  it('returns broken links', async function () {
    if (process.platform === 'win32') return this.skip()
    symlinkSync('loop.yaml', 'loop.yaml')
    symlinkSync('gone.yaml', 'link.yaml')
    expect(await filesOf('loop.yaml')).to.deep.equal(['loop.yaml'])
    expect(await filesOf('.')).to.deep.equal(['link.yaml', 'loop.yaml'])
    expect(await filesOf('*.yaml')).to.deep.equal(['link.yaml', 'loop.yaml'])
  })
})
