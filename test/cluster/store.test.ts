import {expect} from 'chai'
import * as fc from 'fast-check'
import {type KindInfo, lookUpKind} from '../../src/cluster/scheme.js'
import {Store} from '../../src/cluster/store.js'
import {limitRange as kind} from '../../src/kinds/limit-range/index.js'
import type {JsonObject} from '../../src/machinery/decode/encode.js'
import {type Item, limitRange, priorityClass} from '../helpers/builders.js'

const limits = lookUpKind('v1', 'LimitRange')!
const classes: KindInfo = lookUpKind('scheduling.k8s.io/v1', 'PriorityClass')!

const json = (name: string, ...items: Item[]): JsonObject => ({...limitRange(name, ...items)}) as JsonObject

const namesOf = (objects: readonly {readonly metadata: {readonly name?: string}}[]): unknown => objects.map(({metadata}) => metadata.name)

describe('Store', () => {
  it('keeps objects by resource, namespace and name', () => {
    const store = new Store()
    store.put(limits, 'a', 'x', json('x'))
    expect(store.getJson(limits, 'a', 'x')).to.deep.equal(json('x'))
    expect([store.getJson(limits, 'b', 'x'), store.getJson(limits, 'a', 'y'), store.getJson(classes, 'a', 'x')]).to.deep.equal([undefined, undefined, undefined])
    expect([store.has(limits, 'a', 'x'), store.has(limits, 'b', 'x'), store.has(limits, 'a', 'y')]).to.deep.equal([true, false, false])
  })

  it('keeps cluster-scoped objects without a namespace', () => {
    const store = new Store()
    store.put(classes, 'a', 'x', {...priorityClass('x', 1)} as JsonObject)
    expect(store.has(classes, 'b', 'x')).to.equal(true)
    expect(namesOf(store.list({apiVersion: 'scheduling.k8s.io/v1', kind: 'PriorityClass'}))).to.deep.equal(['x'])
  })

  it('knows whether something holds for an object after changes', () => {
    const store = new Store()
    const some = (of = store): boolean => of.some(kind, 'a', 'is x', ({metadata: {name}}) => name === 'x')
    expect(some()).to.equal(false)
    for (const name of ['w', 'x', 'y']) store.put(limits, 'a', name, json(name))
    const fork = store.fork()
    expect([some(), some(fork), store.some(kind, 'b', 'is x', () => true)]).to.deep.equal([true, true, false])
    fork.delete(limits, 'a', 'x')
    expect([some(fork), some()]).to.deep.equal([false, true])
    fork.put(limits, 'a', 'x', json('x'))
    expect(some(fork)).to.equal(true)
  })

  it('decodes objects with their defaults, once', () => {
    const store = new Store()
    store.put(limits, 'a', 'x', json('x', {type: 'Container', max: {cpu: '1'}}))
    const object = store.get(limits, 'a', 'x')
    expect(object).to.equal(store.get(limits, 'a', 'x'))
    expect(String((store.list(kind, 'a')[0]?.spec?.limits ?? [])[0]?.default?.['cpu'])).to.equal('1')
    expect(store.list(kind, 'a')[0]).to.equal(object)
  })

  it('lists objects sorted after any changes, independently of its forks', () => {
    const change = fc.tuple(fc.constantFrom('put', 'put', 'delete', 'status', 'list'), fc.constantFrom('a', 'B', 'b', 'c', 'é'))
    fc.assert(fc.property(fc.array(change, {maxLength: 30}), fc.array(change, {maxLength: 10}), (changes, later) => {
      const [store, names] = [new Store(), new Set<string>()]
      for (const one of changes) apply(store, names, one)
      const [fork, ofFork] = [store.fork(), new Set(names)]
      for (const one of later) apply(fork, ofFork, one)
      expect(namesOf(store.list(kind, 'a'))).to.deep.equal([...names].sort())
      expect(namesOf(fork.list(kind, 'a'))).to.deep.equal([...ofFork].sort())
      for (const object of store.list(kind, 'a')) expect(store.get(limits, 'a', object.metadata.name ?? '')).to.equal(object)
    }))

    function apply(store: Store, names: Set<string>, [how, name]: readonly [string, string]): void {
      const stored = store.get(limits, 'a', name)
      if (how === 'put') {
        names.add(name)
        store.put(limits, 'a', name, json(name))
      } else if (how === 'delete') store.delete(limits, 'a', names.delete(name) ? name : '')
      else if (how === 'status' && stored !== undefined) store.updateStatus({...stored}, stored)
      else expect(namesOf(store.list(kind, 'a'))).to.deep.equal([...names].sort())
    }
  })

  it('sorts lists by the bytes of names and updates them after every change', () => {
    const store = new Store()
    for (const name of ['b', 'a.b', 'a-b', 'a']) store.put(limits, 'n', name, json(name))
    expect(namesOf(store.list(kind, 'n'))).to.deep.equal(['a', 'a-b', 'a.b', 'b'])
    expect(store.list(kind, 'n')).to.equal(store.list(kind, 'n'))
    store.delete(limits, 'n', 'a')
    store.put(limits, 'n', 'c', json('c'))
    store.put(limits, 'other', 'z', json('z'))
    expect(namesOf(store.list(kind, 'n'))).to.deep.equal(['a-b', 'a.b', 'b', 'c'])
  })

  it('ignores missing objects', () => {
    const store = new Store()
    store.delete(limits, 'n', 'x')
    expect([store.get(limits, 'n', 'x'), store.list(kind, 'n'), store.list({apiVersion: 'v1', kind: 'Bogus'}, 'n')]).to.deep.equal([undefined, [], []])
  })

  it('keeps objects with equal generated names under different keys', () => {
    const store = new Store()
    const keys = ['1', '2', '3'].map((label) => store.putGenerated(limits, 'n', {...json('x'), metadata: {name: 'x-XXXXX', labels: {label}}}))
    expect(new Set(keys).size).to.equal(3)
    expect(keys[0]).to.equal('x-XXXXX')
    expect(store.list(kind, 'n').map(({metadata}) => [metadata.name, metadata.labels?.['label']])).to.deep.equal([['x-XXXXX', '1'], ['x-XXXXX', '2'], ['x-XXXXX', '3']])
    expect(store.get(limits, 'n', keys[1] ?? '')?.metadata.labels).to.deep.include({label: '2'})
  })

  it('never reuses a key of an object with a generated name', () => {
    const store = new Store()
    const put = (): string => store.putGenerated(limits, 'n', json('x-XXXXX'))
    const keys = [put(), put(), put()]
    for (const key of [...keys].reverse()) store.delete(limits, 'n', key)
    keys.push(put(), put())
    expect(new Set(keys).size).to.equal(5)
  })

  it('does not use the name of another object as the key of a generated name', () => {
    const store = new Store()
    store.put(limits, 'n', 'x-XXXXX', json('x-XXXXX'))
    expect(store.putGenerated(limits, 'n', json('x-XXXXX'))).not.to.equal('x-XXXXX')
    expect(store.list(kind, 'n')).to.have.length(2)
  })

  describe('fork', () => {
    const forked = (): readonly [Store, Store] => {
      const store = new Store()
      for (const name of ['a', 'b']) store.put(limits, 'n', name, json(name))
      store.putGenerated(limits, 'n', json('x-XXXXX'))
      return [store, store.fork()]
    }

    it('has the same objects and shares their decoded form', () => {
      const [store, fork] = forked()
      expect(fork.get(limits, 'n', 'a')).to.equal(store.get(limits, 'n', 'a'))
      expect(namesOf(fork.list(kind, 'n'))).to.deep.equal(['a', 'b', 'x-XXXXX'])
    })

    it('does not change with the store', () => {
      const [store, fork] = forked()
      store.delete(limits, 'n', 'a')
      store.put(limits, 'n', 'c', json('c'))
      store.put(limits, 'other', 'd', json('d'))
      expect([namesOf(fork.list(kind, 'n')), namesOf(fork.list(kind, 'other'))]).to.deep.equal([['a', 'b', 'x-XXXXX'], []])
    })

    it('does not change the store', () => {
      const [store, fork] = forked()
      const [old] = fork.list(kind, 'n')
      fork.updateStatus({...old!, status: {a: '1'}} as typeof old & {status: object}, old!)
      fork.delete(limits, 'n', 'b')
      fork.put(limits, 'n', 'c', json('c'))
      expect(namesOf(store.list(kind, 'n'))).to.deep.equal(['a', 'b', 'x-XXXXX'])
      expect(store.get(limits, 'n', 'a')).to.equal(old)
      expect(namesOf(fork.list(kind, 'n'))).to.deep.equal(['a', 'c', 'x-XXXXX'])
    })

    it('assigns further generated names independently of the store', () => {
      const [store, fork] = forked()
      const keys = [store.putGenerated(limits, 'n', json('x-XXXXX')), fork.putGenerated(limits, 'n', json('x-XXXXX'))]
      expect(keys[0]).to.equal(keys[1]).and.not.to.equal('x-XXXXX')
      expect([store.list(kind, 'n').length, fork.list(kind, 'n').length]).to.deep.equal([4, 4])
    })

    it('can be forked again', () => {
      const [store, fork] = forked()
      const third = fork.fork()
      third.delete(limits, 'n', 'a')
      fork.put(limits, 'n', 'c', json('c'))
      expect([store, fork, third].map((each) => namesOf(each.list(kind, 'n'))))
        .to.deep.equal([['a', 'b', 'x-XXXXX'], ['a', 'b', 'c', 'x-XXXXX'], ['b', 'x-XXXXX']])
    })
  })

  it('lists the objects of a resource in one namespace or in all', () => {
    const store = new Store()
    store.put(limits, 'a', 'x', json('x'))
    store.put(limits, 'b', 'y', json('y'))
    expect(namesOf(store.listCounted({group: '', name: 'limitranges'}, 'a').map(({object}) => object))).to.deep.equal(['x'])
    expect(store.listCounted({group: 'x', name: 'limitranges'}, 'a')).to.deep.equal([])
    expect(namesOf(store.listEverywhere(limits))).to.deep.equal(['x', 'y'])
    expect(store.listEverywhere(classes)).to.deep.equal([])
  })

  it('lists the namespaces that have objects of a kind', () => {
    const store = new Store()
    for (const namespace of ['b', 'a', 'c']) store.put(limits, namespace, 'x', json('x'))
    store.delete(limits, 'c', 'x')
    expect(store.namespacesWith(kind)).to.deep.equal(['a', 'b'])
    expect([store.namespacesWith({apiVersion: 'v1', kind: 'Pod'}), store.namespacesWith({apiVersion: 'v1', kind: 'Bogus'})]).to.deep.equal([[], []])
  })

  it('replaces the status of an object', () => {
    const store = new Store()
    const old = {apiVersion: 'v1', kind: 'LimitRange', metadata: {name: 'x', namespace: 'n'}}
    store.put(limits, 'n', 'x', {...json('x'), metadata: old.metadata})
    const [stored] = store.list(kind, 'n')
    const changed = {...stored!, status: {a: '1'}}
    store.updateStatus(changed, stored!)
    expect(store.get(limits, 'n', 'x')).to.equal(changed)
    expect(store.list(kind, 'n')).to.deep.equal([changed])
    expect(store.getJson(limits, 'n', 'x')).to.have.property('status').deep.equal({a: '1'})
  })
})
