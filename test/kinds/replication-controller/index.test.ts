import {expect} from 'chai'
import {replicationController as kind} from '../../../src/kinds/replication-controller/index.js'
import type {ReplicationController} from '../../../src/machinery/api/core-v1.js'
import type {Body} from '../../helpers/builders.js'
import {decoded} from '../../helpers/decoded.js'

const controller = (spec?: Body, labels?: Body): ReplicationController =>
  decoded({apiVersion: 'v1', kind: 'ReplicationController', metadata: {name: 'rc', ...labels && {labels}}, ...spec && {spec}})

const template = (labels?: Body): Body => ({metadata: {...labels && {labels}}, spec: {containers: []}})

const withDefaults = (object: ReplicationController): ReplicationController => kind.setDefaults?.(object) ?? object

describe('ReplicationController defaults', () => {
  it('set one replica, and copy the template labels to labels and selector', () => {
    const {metadata, spec} = withDefaults(controller({template: template({a: 'b'})}))
    expect([metadata.labels, spec?.selector, spec?.replicas]).to.deep.equal([{a: 'b'}, {a: 'b'}, 1])
  })

  it('keep values that are set', () => {
    const {metadata, spec} = withDefaults(controller({template: template({a: 'b'}), replicas: 0, selector: {c: 'd'}}, {e: 'f'}))
    expect([metadata.labels, spec?.selector, spec?.replicas]).to.deep.equal([{e: 'f'}, {c: 'd'}, 0])
  })

  it('return the same object when applied twice', () => {
    const once = withDefaults(controller({template: template({a: 'b'})}))
    expect(withDefaults(once)).to.equal(once)
  })

  it('replace empty labels and an empty selector', () => {
    const {metadata, spec} = withDefaults(controller({template: template({a: 'b'}), selector: {}}, {}))
    expect([metadata.labels, spec?.selector]).to.deep.equal([{a: 'b'}, {a: 'b'}])
  })

  it('set labels and selector independently', () => {
    const {metadata, spec} = withDefaults(controller({template: template({a: 'b'}), selector: {c: 'd'}}))
    expect([metadata.labels, spec?.selector]).to.deep.equal([{a: 'b'}, {c: 'd'}])
    expect(withDefaults(controller({template: template({a: 'b'})}, {e: 'f'})).spec?.selector).to.deep.equal({a: 'b'})
  })

  for (const [title, spec] of Object.entries({'no labels': {template: template()}, 'empty labels': {template: template({})}, 'no template': {}, 'no spec': undefined})) {
    it(`set neither labels nor selector of a controller with ${title}`, () => {
      const {metadata, spec: defaulted} = withDefaults(controller(spec))
      expect([metadata, defaulted?.selector, defaulted?.replicas]).to.deep.equal([{name: 'rc'}, undefined, 1])
    })
  }
})
