import {expect} from 'chai'

import {VariedCases} from '../../tools/oracle/varied-cases.js'
import type {Case, Recording} from '../../tools/oracle/case.js'
import {Random} from '../fuzz/random.js'

const created = (spec: object, kind = 'Pod'): Recording => {
  const object = {apiVersion: 'v1', kind, metadata: {name: 'p', labels: {a: 'b'}}, spec}
  return {id: kind, requests: [{verb: 'create', object}], responses: [{code: 201, object}]}
}

const recordings = [
  created({replicas: 3, list: [{name: 'a'}, {name: 'b', image: 'i'}]}), created({replicas: 7, list: [{name: 'c', image: 'j'}]}), created({other: true}, 'Service'),
]

const casesOf = (seed: string, given = recordings): Case[] => {
  const varied = new VariedCases(given, new Random(seed))
  return Array.from({length: 1500}, (_, i) => varied.next(String(i)))
}

const texts = (cases: readonly Case[]): string[] => cases.map(({requests}) => JSON.stringify(requests))

describe('VariedCases', () => {
  it('are the same for the same seed, and others for another one', () => {
    expect(casesOf('a')).to.deep.equal(casesOf('a'))
    expect(texts(casesOf('a'))).not.to.deep.equal(texts(casesOf('b')))
  })

  it('keep what names an object', () => {
    const names = new Set(casesOf('a').flatMap(({requests}) => requests.map(({object: {apiVersion, kind, metadata: {name}}}) => `${apiVersion} ${kind} ${name}`)))
    expect([...names].sort()).to.deep.equal(['v1 Pod p', 'v1 Service p'])
  })

  it('lack parts, and have parts of other objects of the kind, values near the recorded ones, and both requests of an update', () => {
    const all = texts(casesOf('a'))
    const having = (text: string): boolean => all.some((each) => each.includes(text))
    expect(['"spec":{"replicas":3}', '"list":[{"image":"i","name":"c"}', '"replicas":4', '"a":"B"', '"image":"j","name":"a"', '"verb":"update"'].filter((text) => !having(text))).to.deep.equal([])
    expect(all.filter((text) => /"kind":"Service".*replicas|"kind":"Pod".*other/.test(text))).to.deep.equal([])
  })

  it('have values of other types, other keys, and items twice', () => {
    const all = texts(casesOf('a'))
    const forms = [/:null/, /"replicas":"/, /"spec":\[/, /"(?:SPEC|REPLICAS|LIST|A|aa)":/, /"list":\[\{"name":"a"\},\{"image":"i","name":"b"\},\{"name":"a"\}\]/]
    expect(forms.filter((form) => !all.some((text) => form.test(text)))).to.deep.equal([])
  })

  it('leave out recordings whose answers differ between runs', () =>
    expect(texts(casesOf('a', [...recordings, created({uid: 'UID'}), created({runtimeClassName: 'r'})])).filter((text) => /UID|runtimeClassName/.test(text))).to.deep.equal([]))
})
