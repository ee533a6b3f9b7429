import {expect} from 'chai'
import {sep} from 'node:path'

import {Program} from '../../src/start/program.js'

/** A program with these files, by default without compiled code. */
const programOf = (files: Readonly<Record<string, string>>, compiled: (name: string) => Buffer | undefined = () => undefined): Program =>
  new Program({path: (name) => `/program/${name}`, read: (name) => files[name] ?? '', compiled, installed: (name) => ({installed: name})})

describe('Program', () => {
  it('resolves Node.js modules, JSON files and other scripts', () => {
    const program = programOf({
      './a.cjs': 'exports.found = [require("./b.cjs"), require("./c.json"), require("node:path").sep, __filename]',
      './b.cjs': 'module.exports = "b"',
      './c.json': '{"d": 1}',
    })
    expect(program.require('./a.cjs')).to.deep.equal({found: ['b', {d: 1}, sep, '/program/./a.cjs']})
  })

  it('runs a script once, even in a cycle', () => {
    const program = programOf({
      './a.cjs': 'exports.name = "a"; exports.other = () => require("./b.cjs").name()',
      './b.cjs': 'exports.name = () => "b of " + require("./a.cjs").name',
    })
    const {other} = program.require('./a.cjs') as {other: () => string}
    expect(other()).to.equal('b of a')
    expect(program.scripts.map(({name}) => name)).to.deep.equal(['./a.cjs', './b.cjs'])
    expect(program.require('./a.cjs')).to.equal(program.require('./a.cjs'))
  })

  it('loads other modules from the installed packages', () => {
    const program = programOf({'./a.cjs': 'module.exports = [require("re2js"), require("node:path").sep]'})
    expect(program.require('./a.cjs')).to.deep.equal([{installed: 're2js'}, sep])
  })

  it('loads the function that a shared script exports', () => {
    const program = programOf({
      './a.cjs': 'exports.found = require("../shared/b.js")',
      '../shared/b.js': '//0123456789abcdef\nexport default function(module){\nmodule.exports = () => { throw new Error("planted") }\n}\n//# sourceMappingURL=b.js.map\n',
    })
    const {found} = program.require('./a.cjs') as {found: {__esModule: boolean, default: (module: object) => void}}
    const module: {exports?: () => void} = {}
    found.default(module)
    expect(found.__esModule).to.equal(true)
    expect(module.exports).to.throw(Error).with.property('stack').that.matches(/planted\n {4}at module\.exports \(\/program\/\.\.\/shared\/b\.js:3:32\)/)
    expect(program.scripts.map(({name}) => name)).to.deep.equal(['../shared/b.js', './a.cjs'])
  })

  it('names its scripts in stack traces', () => {
    const {fail} = programOf({'./a.cjs': '// a comment\nexports.fail = () => { throw new Error("planted") }'}).require('./a.cjs') as {fail: () => void}
    expect(fail).to.throw(Error).with.property('stack').that.matches(/planted\n {4}at exports\.fail \(\/program\/\.\/a\.cjs:2:30\)/)
  })

  it('uses cached code, and ignores code that does not match', () => {
    const files = {'./a.cjs': 'exports.answer = () => 6 * 7'}
    const first = programOf(files)
    expect((first.require('./a.cjs') as {answer: () => number}).answer()).to.equal(42)
    const compiled = first.scripts[0]?.compiled() ?? Buffer.alloc(0)
    for (const data of [compiled, compiled.subarray(0, 20), Buffer.from('not of V8'), Buffer.alloc(0)]) {
      expect((programOf(files, () => data).require('./a.cjs') as {answer: () => number}).answer()).to.equal(42)
    }
    const other = programOf({'./a.cjs': 'exports.answer = () => "another"'}, () => compiled)
    expect((other.require('./a.cjs') as {answer: () => string}).answer()).to.equal('another')
    expect(other.scripts.map(({isCached}) => isCached)).to.deep.equal([false])
  })
})
