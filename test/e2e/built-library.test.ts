import {expect} from 'chai'
import {pathToFileURL} from 'node:url'

import * as sources from '../../src/index.js'
import {root} from '../helpers/run-kadm.js'
import {readVectors} from '../helpers/vectors.js'

type Library = typeof sources

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

// The build bundles and minifies the sources, which must change nothing.
describe('built library', () => {
  let built: Library

  before(async () => {
    built = await import(pathToFileURL(`${root}/dist/src/index.js`).href) as Library
  })

  it('exports the same functions and classes as the sources', () => expect(Object.keys(built).sort()).to.deep.equal(Object.keys(sources).sort()))

  const check = (title: string, objects: readonly Body[]): void => {
    it(title, () => {
      expect(objects).to.not.be.empty
      expect(objects.map((object) => reported(built, object))).to.deep.equal(objects.map((object) => reported(sources, object)))
    })
  }

  // The conformance tests replay all recordings with the sources.
  for (const name of ['kind-validation', 'pod-validation', 'limitrange']) {
    check(`returns the same results as the sources for each tenth recording of ${name}`, readVectors<Case>(name).filter((_, i) => i % 10 === 0).flatMap(({requests}) => requests.flatMap(({object}): Body[] => object === undefined ? [] : [object])))
  }

  const secret = (fields: string): Body => JSON.parse(`{"apiVersion": "v1", "kind": "Secret", "metadata": {"name": "a"}, ${fields}}`) as Body

  check('handles the key __proto__ like other keys', [
    secret('"data": {"__proto__": "YQ==", "b": "Yg=="}'), secret('"data": {"b": "Yg=="}, "stringData": {"__proto__": "a"}'), secret('"stringData": {"__proto__": {"a": "b"}}'),
  ])
})
