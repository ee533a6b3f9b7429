import {expect} from 'chai'
import {lookUpKind} from '../../src/cluster/scheme.js'
import type {AnyKind} from '../../src/kinds/kind.js'
import {metadataRules} from '../../src/kinds/metadata-rules.js'

const definitionOf = (apiVersion: string, kind: string): AnyKind => lookUpKind(apiVersion, kind)!.definition

describe('metadataRules', () => {
  const table: [apiVersion: string, kind: string, name: string, qualifiedFinalizers: boolean, onUpdate?: {readonly namesOnUpdate: true}][] = [
    ['v1', 'Pod', 'subdomain', true, {namesOnUpdate: true}],
    ['v1', 'LimitRange', 'subdomain', true, {namesOnUpdate: true}],
    ['v1', 'ResourceQuota', 'subdomain', true],
    ['apps/v1', 'Deployment', 'subdomain', true],
    ['v1', 'Namespace', 'label', true, {namesOnUpdate: true}],
    ['v1', 'Service', 'service-name', true],
    ['apps/v1', 'StatefulSet', 'label', true],
    ['v1', 'ReplicationController', 'long-name', true],
    ['resource.k8s.io/v1', 'DeviceClass', 'long-name', true],
    ['policy/v1', 'PodDisruptionBudget', 'path-segment', false],
    ['v1', 'Event', 'path-segment', false],
    ['v1', 'Node', 'subdomain', true, {namesOnUpdate: true}],
    ['events.k8s.io/v1', 'Event', 'subdomain', true],
    ['node.k8s.io/v1', 'RuntimeClass', 'subdomain', false, {namesOnUpdate: true}],
  ]

  for (const [apiVersion, kind, name, qualifiedFinalizers, onUpdate] of table) {
    it(`${apiVersion} ${kind}: ${name}`, () => expect(metadataRules(definitionOf(apiVersion, kind), 'fields')).to.deep.equal({name, qualifiedFinalizers, ...onUpdate}))
  }

  it('requires a URL path segment as name of a kind of which kadm has no fields', () => {
    expect(metadataRules(definitionOf('v1', 'Namespace'), 'served')).to.deep.equal({name: 'path-segment', qualifiedFinalizers: false})
  })

  it('requires a DNS subdomain as name of a custom resource', () => {
    expect(metadataRules(definitionOf('example.com/v1', 'Event'), 'custom')).to.deep.equal({name: 'subdomain', qualifiedFinalizers: false})
  })
})
