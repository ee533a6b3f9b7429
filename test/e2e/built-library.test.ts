import {expect} from 'chai'
import {buildSync} from 'esbuild'
import {pathToFileURL} from 'node:url'

import * as sources from '../../src/index.js'
import {root} from '../helpers/run-kadm.js'
import {readVectors} from '../helpers/vectors.js'

type Library = typeof sources

/** Exports of scripts/build/spread.js. */
interface Helpers {
  readonly spreads: {readonly supported: Readonly<Record<string, boolean>>}
  readonly withHelpers: (file: {readonly path: string, readonly text: string}) => string
}

type Body = Readonly<Record<string, unknown>>

interface Case {
  readonly requests: readonly {readonly object?: Body}[]
}

/** All findings about an object, and the stored object. */
function reported({lint, Cluster, SourceFile}: Library, object: Body): string {
  const {diagnostics} = lint([new SourceFile('object.json', JSON.stringify(object))])
  const {status, object: stored, warnings} = new Cluster({}).handle({operation: 'CREATE', object})
  return JSON.stringify([diagnostics.map(({ruleId, message, field, span}) => [ruleId, message, field, span]), status, stored, warnings])
}

// The build replaces object spreads (scripts/build.js), which must change only the speed.
describe('built library', () => {
  let built: Library

  before(async () => {
    built = await import(pathToFileURL(`${root}/dist/src/index.js`).href) as Library
  })

  const check = (title: string, objects: readonly Body[]): void => {
    it(title, () => {
      expect(objects).to.not.be.empty
      expect(objects.map((object) => reported(built, object))).to.deep.equal(objects.map((object) => reported(sources, object)))
    })
  }

  for (const name of ['kind-validation', 'pod-validation', 'limitrange']) {
    check(`returns the same results as the sources for the objects of ${name}`, readVectors<Case>(name).flatMap(({requests}) => requests.flatMap(({object}): Body[] => object === undefined ? [] : [object])))
  }

  const secret = (fields: string): Body => JSON.parse(`{"apiVersion": "v1", "kind": "Secret", "metadata": {"name": "a"}, ${fields}}`) as Body

  check('handles the key __proto__ like other keys', [
    secret('"data": {"__proto__": "YQ==", "b": "Yg=="}'), secret('"data": {"b": "Yg=="}, "stringData": {"__proto__": "a"}'), secret('"stringData": {"__proto__": {"a": "b"}}'),
  ])
})

describe('helpers of the build', () => {
  let built: Readonly<Record<'spread' | 'rest', (value: unknown) => object>>

  before(async () => {
    const {spreads, withHelpers} = await import(pathToFileURL(`${root}/scripts/build/spread.js`).href) as Helpers
    const contents = 'export const spread = (value) => ({c: 1, ...value, toString: 2})\nexport const rest = ({a, ...others}) => others\n'
    const {outputFiles: [file]} = buildSync({stdin: {contents}, format: 'esm', bundle: true, write: false, ...spreads})
    expect(file?.text).to.include('__objRest')
    const text = withHelpers({path: 'snippet.js', text: file?.text ?? ''})
    expect(text).to.include('Object.assign(a, b)')
    built = await import(`data:text/javascript,${encodeURIComponent(text)}`) as typeof built
  })

  const odd = JSON.parse('{"a": 1, "__proto__": {"b": 2}, "constructor": 3}') as Body
  const given: readonly unknown[] = [undefined, null, false, 0, '', {}, {a: 1}, odd, Object.assign(Object.create(null), odd), ['x', 'y']]

  it('spread values like JavaScript', () => {
    for (const value of given) {
      const spread = {c: 1, ...value as object, toString: 2}
      expect(Object.entries(built.spread(value))).to.deep.equal(Object.entries(spread))
      expect(Object.getPrototypeOf(built.spread(value))).to.equal(Object.prototype)
    }
  })

  it('omit the destructured property', () => {
    for (const value of given.slice(5)) {
      const {a: _taken, ...rest} = value as Body
      expect(Object.entries(built.rest(value))).to.deep.equal(Object.entries(rest))
      expect(Object.getPrototypeOf(built.rest(value))).to.equal(Object.prototype)
    }
  })
})
