import {expect} from 'chai'
import {mkdtempSync, realpathSync, rmSync, writeFileSync} from 'node:fs'
import {tmpdir} from 'node:os'
import {join} from 'node:path'
import {runInThisContext} from 'node:vm'

import {commandLine, type FuzzCase, mayWrite, Workspace} from './fuzz-case.js'
import {instrument} from './instrument.js'
import {decodeCase, encodeCase} from './messages.js'
import {minimise, reduce} from './minimise.js'
import {mutateBytes, mutateText} from './mutate/bytes.js'
import {mutateObject, randomObject} from './mutate/nodes.js'
import {Random} from './random.js'
import {Stream} from './stream.js'
import {suites} from './suites/index.js'

const randoms = (count: number): Random[] => Array.from({length: count}, (_, i) => new Random(`seed ${i}`))

describe('Random', () => {
  it('depends only on the seed', () => {
    const numbers = (seed: string): number[] => {
      const random = new Random(seed)
      return Array.from({length: 20}, () => random.below(1000))
    }
    expect(numbers('1 bytes 5')).to.deep.equal(numbers('1 bytes 5'))
    expect(numbers('1 bytes 5')).not.to.deep.equal(numbers('1 bytes 6'))
  })

  it('picks every item', () => {
    const random = new Random('x')
    const found = new Set(Array.from({length: 500}, () => random.pick('abcdefgh'.split(''))))
    expect(found.size).to.equal(8)
    expect(Array.from({length: 500}, () => random.few(4)).every((count) => count >= 1 && count <= 4)).to.equal(true)
    expect(() => random.pick([])).to.throw('nothing to pick from')
  })
})

describe('mutations', () => {
  it('change most texts and bytes, limit their length, and depend only on the seed', () => {
    const text = 'apiVersion: v1\nkind: Pod\nmetadata:\n  name: x\nspec:\n  containers: [{name: a, image: b}]\n'
    const texts = randoms(200).map((random) => mutateText(text, random, 'other: 1\n'))
    expect(new Set(texts).size).to.be.greaterThan(150)
    expect(texts.every(({length}) => length <= 20_000)).to.equal(true)
    expect(randoms(200).map((random) => mutateText(text, random, 'other: 1\n'))).to.deep.equal(texts)
    const bytes = randoms(200).map((random) => Buffer.from(mutateBytes(Buffer.from(text), random, Buffer.from('other'))).toString('hex'))
    expect(new Set(bytes).size).to.be.greaterThan(150)
  })

  it('do not modify the original object, and add fields of the field tables', () => {
    const pod = {apiVersion: 'v1', kind: 'Pod', metadata: {name: 'x'}, spec: {containers: [{name: 'a', image: 'b'}]}}
    const before = structuredClone(pod)
    const mutated = randoms(400).map((random) => mutateObject(pod, random, {apiVersion: 'v1', kind: 'Service', spec: {clusterIP: 'None'}}))
    expect(pod).to.deep.equal(before)
    const shapes = new Set(mutated.map((object) => Object.keys((object as {spec?: object | null}).spec ?? {}).join(' ')))
    expect(shapes.size).to.be.greaterThan(10)
    expect([...shapes].join(' ')).to.contain('restartPolicy').and.to.contain('tolerations')
  })

  it('include random objects of many kinds', () => {
    const kinds = new Set(randoms(600).map((random) => randomObject(random)['kind']))
    expect(kinds).to.include.keys('Pod', 'LimitRange', 'ResourceQuota', 'HorizontalPodAutoscaler')
  })
})

describe('minimising a failing case', () => {
  it('keeps the items that are needed', async () => {
    const items = Array.from({length: 50}, (_, i) => i)
    expect(await reduce(items, (some) => Promise.resolve(some.includes(7) && some.includes(41)))).to.deep.equal([7, 41])
    expect(await reduce(items, () => Promise.resolve(true))).to.deep.equal([])
    expect(await reduce(items, () => Promise.resolve(false))).to.deep.equal(items)
  })

  const fuzzCase: FuzzCase = {
    argv: ['lint', 'a.yaml', 'b.json', 'c.yaml', '-o', 'json', '--verbose'], inputs: 3,
    files: {'a.yaml': 'a: 1\nb: 2\n', 'b.json': '{"a": [1, {"bad": [0, "x"]}], "b": {"c": 1}}', 'c.yaml': Buffer.from('6100ff61', 'hex')},
  }

  it('removes files, flags, nodes, lines and bytes', async () => {
    const fails = ({argv, files}: FuzzCase): boolean => argv.includes('json') && String(files['b.json']).includes('bad')
    expect(await minimise(fuzzCase, (smaller) => Promise.resolve(fails(smaller)), 1000)).to.deep.equal({argv: ['lint', 'json'], inputs: 3, files: {'b.json': 'bad'}})
    const bytes = await minimise(fuzzCase, ({files}) => Promise.resolve(Buffer.from(files['c.yaml'] as Uint8Array | undefined ?? '').includes(0xff)), 1000)
    expect(bytes.files).to.deep.equal({'c.yaml': Buffer.from([0xff])})
  })

  it('stops at the limit of attempts, with a case that fails', async () => {
    let attempts = 0
    const smallest = await minimise(fuzzCase, () => Promise.resolve(attempts++ < 1), 5)
    expect(attempts).to.equal(5)
    expect(Object.keys(smallest.files).length).to.be.lessThan(3)
  })
})

describe('fuzz cases', () => {
  it('stay the same when they are encoded for another process', () => {
    const fuzzCase: FuzzCase = {argv: ['lint', '-'], files: {'a': 'text\u0000', 'b/c': Buffer.from('ff00', 'hex')}, stdin: 'x', inputs: 1}
    expect(decodeCase(encodeCase(fuzzCase))).to.deep.equal(fuzzCase)
  })

  it('are printed as command lines with shell quotes', () => {
    expect(commandLine({argv: ['lint', 'a b', "it's", '\u202e', '-o=json', ''], stdin: 'x'})).to.equal(String.raw`cat stdin | kadm lint 'a b' 'it'\''s' $'\U0000202e' -o=json ''`)
  })

  it('recognize command lines that may write files', () => {
    expect([['lint', '--fix'], ['test', '--update'], ['test', 'init'], ['lint', '-o', 'json=a'], ['simulate', '--plots', 'a']].filter((argv) => !mayWrite(argv))).to.deep.equal([])
    expect([['lint', '.'], ['test'], ['completion', 'init']].filter(mayWrite)).to.deep.equal([])
  })

  it('are the only files in the working directory', () => {
    const folder = realpathSync(mkdtempSync(join(tmpdir(), 'kadm-fuzz-test-')))
    try {
      const workspace = new Workspace(folder)
      workspace.prepare({argv: ['lint'], files: {'a.yaml': 'a', 'b/c.yaml': 'c'}, inputs: 1})
      expect(Object.keys(workspace.snapshot())).to.have.members(['a.yaml', 'b/c.yaml'])
      writeFileSync(join(folder, 'a.yaml'), 'other')
      expect(workspace.changed()).to.deep.equal(['a.yaml'])
      workspace.prepare({argv: ['lint', '--fix'], files: {'d.yaml': 'd'}, inputs: 1})
      writeFileSync(join(folder, 'new.yaml'), 'new')
      workspace.prepare({argv: ['lint'], files: {'d.yaml': 'e'}, inputs: 1})
      expect(Object.keys(workspace.snapshot())).to.deep.equal(['d.yaml'])
    } finally {
      rmSync(folder, {recursive: true, force: true})
    }
  })
})

describe('fuzz suites @slow', () => {
  for (const suite of suites) {
    it(`${suite.name}: makes the same distinct cases from the same seed`, () => {
      const cases = (): string[] => {
        const stream = new Stream(suite)
        return Array.from({length: 60}, (_, i) => {
          const random = new Random(`1 ${suite.name} ${i}`)
          return encodeCase(suite.toCase(stream.choose(random), random))
        })
      }
      const made = cases()
      expect(cases()).to.deep.equal(made)
      expect(new Set(made).size).to.be.greaterThan(40)
      for (const text of made) {
        const {argv, files, inputs} = decodeCase(text)
        expect(argv.every((word) => !word.startsWith('/') || word === '/dev/null' || word === '/nonexistent/x.yaml'), argv.join(' ')).to.equal(true)
        expect(Object.keys(files).every((path) => !/^\/|(?:^|\/)\.\.(?:\/|$)/.test(path))).to.equal(true)
        expect(inputs).to.be.within(1, suite.batch)
      }
    })
  }
})

describe('instrument', () => {
  it('counts branches without changes to lines and results', () => {
    const text = `
export function f(a, b) {
  if (a) return b ? 'b' : 'c'
  else for (const x of [1]) switch (x) { case 1: b = a ?? (() => 'd')() }
  return (a || b) && ((c) => ({c}))(b).c
}`
    let branches = 0
    const counted = instrument(text, 'a.ts', () => branches++).replace('export ', '')
    expect(counted.split('\n')).to.have.length(text.split('\n').length)
    const f = runInThisContext(`(() => {${counted}; return f})()`) as (a: unknown, b?: unknown) => unknown
    const counters = (globalThis as unknown as {__kadmFuzzCounters: Uint8Array}).__kadmFuzzCounters
    const taken = (): number => counters.filter((count) => count > 0).length
    try {
      expect([f(1, 1), taken()]).to.deep.equal(['b', 3])
      expect([f(1, 0), taken()]).to.deep.equal(['c', 4])
      expect(f(null)).to.equal('d')
      expect(taken()).to.equal(branches)
    } finally {
      Reflect.deleteProperty(globalThis, '__kadmFuzzCounters')
    }
  })
})
