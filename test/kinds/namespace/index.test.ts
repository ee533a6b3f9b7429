import {expect} from 'chai'
import {namespace as kind, namespaceNamed} from '../../../src/kinds/namespace/index.js'
import type {Namespace} from '../../../src/machinery/api/core-v1.js'
import {qualifiedName} from '../../../src/machinery/meta/names.js'
import {type Body, namespace} from '../../helpers/builders.js'
import {decoded} from '../../helpers/decoded.js'

const read = (body: Body): Namespace => decoded(body)

const nameLabel = 'kubernetes.io/metadata.name'

describe('Namespace', () => {
  describe('defaults', () => {
    const labelsOf = (body: Body): unknown => kind.setDefaults?.(read(body)).metadata.labels

    it('set the name label', () => {
      expect(labelsOf(namespace('dev'))).to.deep.equal({[nameLabel]: 'dev'})
      expect(labelsOf(namespace('dev').labelled({a: 'b', [nameLabel]: 'other'}))).to.deep.equal({a: 'b', [nameLabel]: 'dev'})
    })

    it('return the same object if it is complete or has no name', () => {
      for (const body of [namespace('dev').labelled({[nameLabel]: 'dev'}), namespace(''), namespace('x').having({metadata: {generateName: 'x-'}})]) {
        const object = read(body)
        expect(kind.setDefaults?.(object)).to.equal(object)
      }
    })
  })

  describe('on create', () => {
    const created = (body: Body): unknown => kind.prepareForCreate?.(read(body))

    it('adds the finalizer kubernetes and sets the phase Active', () => {
      expect(created(namespace('dev'))).to.deep.include({spec: {finalizers: ['kubernetes']}, status: {phase: 'Active'}})
      expect(created(namespace('dev').having({spec: {finalizers: ['a/b']}, status: {phase: 'Terminating'}})))
        .to.deep.include({spec: {finalizers: ['a/b', 'kubernetes']}, status: {phase: 'Active'}})
    })

    it('does not add the finalizer kubernetes twice', () => {
      expect(created(namespace('dev').having({spec: {finalizers: ['kubernetes', 'a/b']}}))).to.deep.include({spec: {finalizers: ['kubernetes', 'a/b']}})
    })
  })

  describe('finalizers', () => {
    const errorsOf = (...finalizers: string[]): string[] | undefined => kind.validate?.(read(namespace('dev').having({spec: {finalizers}}))).map(String)

    const unknown = 'name is neither a standard finalizer name nor is it fully qualified'

    it('may be standard or fully qualified names', () => {
      expect(errorsOf('kubernetes', 'orphan', 'foregroundDeletion', 'example.com/x')).to.deep.equal([])
      expect(kind.validate?.(read(namespace('dev')))).to.deep.equal([])
    })

    it('must not be other names', () => {
      const quoted = (name: string, ...errors: string[]): string[] => errors.map((error) => `spec.finalizers: Invalid value: "${name}": ${error}`)
      expect(errorsOf('foo', 'a b', 'a/b c')).to.deep.equal([
        ...quoted('foo', unknown), ...quoted('a b', ...qualifiedName('a b'), unknown), ...quoted('a/b c', ...qualifiedName('a/b c')),
      ])
    })
  })

  describe('on update', () => {
    const stored = read(namespace('dev').having({spec: {finalizers: ['kubernetes']}, status: {phase: 'Active'}}))
    const sent = read(namespace('dev').labelled({a: 'b'}).having({spec: {finalizers: []}, status: {phase: 'Terminating'}}))

    it('keeps the stored spec and status', () => {
      expect(kind.prepareForUpdate?.(sent, stored)).to.deep.equal({...sent, spec: stored.spec, status: stored.status})
      expect(kind.prepareForUpdate?.(sent, read(namespace('dev')))).to.deep.equal({...sent, spec: {}, status: {}})
    })

    it('keeps the stored spec at the status endpoint, which validates only the change', () => {
      const status = kind.subresources?.['status']
      expect(status?.prepareForUpdate?.(sent, stored)).to.deep.equal({...sent, spec: stored.spec})
      expect(status?.prepareForUpdate?.(sent, read(namespace('dev')))).to.deep.equal({...sent, spec: {}})
      expect(status?.changeOnly).to.equal(true)
    })
  })
})

describe('namespaceNamed', () => {
  const declared = [read(namespace('a')), read(namespace('b').labelled({x: 'y'}))]

  it('returns a declared namespace', () => expect(namespaceNamed('b', {list: () => declared})).to.equal(declared[1]))

  it('assumes that any other namespace exists and is active', () => {
    expect(namespaceNamed('c', {list: () => declared}))
      .to.deep.equal({apiVersion: 'v1', kind: 'Namespace', metadata: {name: 'c', labels: {[nameLabel]: 'c'}}, status: {phase: 'Active'}})
  })

  it('returns the same object for the same name in succession', () => {
    const named = (name: string): Namespace => namespaceNamed(name, {list: () => declared})
    const first = named('c')
    expect(named('c')).to.equal(first)
    expect(named('d').metadata.name).to.equal('d')
    expect(named('c').metadata.labels).to.deep.equal({[nameLabel]: 'c'})
  })
})
