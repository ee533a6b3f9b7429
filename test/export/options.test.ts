import {expect} from 'chai'

import type {ExportOptions} from '../../src/export/export-native.js'
import type {Body} from '../helpers/builders.js'
import {admit, exported, metadataAfter, mutating, native, podWith, requireTeam, resources, teamPolicy, tier} from '../helpers/exported.js'
import {annotations, labels, rule, setting, term} from '../helpers/metadata-policies.js'

const qos = 'scheduler.alpha.kubernetes.io/qos'

const scheduler = 'scheduler.alpha.kubernetes.io/name'

describe('exportNative options', () => {
  it('skipTerminating ignores objects that are being deleted', () => {
    const open = native([teamPolicy(requireTeam, tier)])
    const skipping = native([teamPolicy(requireTeam, tier)], {skipTerminating: true})
    const terminating = {deletionTimestamp: '2026-01-01T00:00:00Z'}
    expect(admit(open, podWith(terminating), 'UPDATE')).to.have.property('message')
    expect(admit(skipping, podWith(terminating), 'UPDATE')).to.deep.equal({object: podWith(terminating)})
    expect(admit(skipping, podWith(), 'UPDATE')).to.have.property('message')
    expect(mutating(skipping).matchConditions?.map(({name}) => name)).to.deep.equal(['not-terminating', 'some-rule-matches'])
  })

  it('resources select the matched resources, never MetadataPolicies', () => {
    const constraints = mutating(native([teamPolicy(tier)], {resources: resources('pods', 'deploy')})).matchConstraints
    expect(constraints.resourceRules.map((each) => each.resources)).to.deep.equal([['pods'], ['deployments']])
    expect(constraints).not.to.have.property('excludeResourceRules')
    const wide = mutating(native([teamPolicy(tier)], {resources: resources('*')})).matchConstraints
    expect(wide.excludeResourceRules).to.deep.equal([
      {apiGroups: ['*'], apiVersions: ['*'], operations: ['CREATE', 'UPDATE'], resources: ['metadatapolicies'], scope: 'Namespaced'},
    ])
  })

  it('qosAnnotator annotates pods, by default if a rule reads the QoS class', () => {
    const look = setting(annotations(term(qos, 'In', 'BestEffort')), {slow: 'yes'})
    const annotates = (rules: Body[], options?: ExportOptions): boolean => {
      const {annotatesQos} = exported([teamPolicy(...rules)], options).namespaces[0] ?? {}
      return annotatesQos === true
    }
    expect([annotates([tier]), annotates([look])]).to.deep.equal([false, true])
    expect([annotates([tier], {qosAnnotator: true}), annotates([look], {qosAnnotator: false})]).to.deep.equal([true, false])
    expect(annotates([look], {resources: resources('deploy')})).to.equal(false)
    expect(metadataAfter(native([teamPolicy(look)]), {})).to.deep.equal({annotations: {[qos]: 'BestEffort'}, labels: {slow: 'yes'}})
    expect(metadataAfter(native([teamPolicy(requireTeam)], {qosAnnotator: true}), {labels: {team: 'a'}})).to.deep.include({annotations: {[qos]: 'BestEffort'}})
  })

  it('qosAnnotator ignores objects other than pods', () => {
    const look = setting(annotations(term(qos, 'In', 'BestEffort')), {slow: 'yes'})
    const objects = native([teamPolicy(look)], {resources: resources('pods', 'configmaps')})
    const configMap = (metadata: Body): Body => ({apiVersion: 'v1', kind: 'ConfigMap', metadata})
    expect(admit(objects, configMap({}))).to.deep.equal({object: configMap({})})
    expect(admit(objects, configMap({annotations: {[qos]: 'BestEffort'}}))).to.have.nested.property('object.metadata.labels.slow', 'yes')
    expect(metadataAfter(objects, {})).to.deep.equal({annotations: {[qos]: 'BestEffort'}, labels: {slow: 'yes'}})
  })

  it('schedulerName sets the scheduler of new pods, and the annotation too', () => {
    const choose = rule(labels(term('fast', 'Exists')), {updatedAnnotations: {[scheduler]: 'premium', other: 'x'}})
    for (const names of [['pods'], ['pods', 'configmaps']]) {
      const objects = native([teamPolicy(choose)], {schedulerName: true, resources: resources(...names)})
      const after = (operation: 'CREATE' | 'UPDATE', object: Body): unknown => admit(objects, object, operation)['object']
      const keys = {labels: {fast: ''}, annotations: {[scheduler]: 'premium', other: 'x'}}
      expect(after('CREATE', podWith({labels: {fast: ''}}, {schedulerName: 'mine'}))).to.deep.equal(podWith(keys, {schedulerName: 'premium'}))
      expect(after('UPDATE', podWith({labels: {fast: ''}}, {schedulerName: 'mine'}))).to.deep.equal(podWith(keys, {schedulerName: 'mine'}))
      expect(after('CREATE', podWith())).to.deep.equal(podWith())
      if (names.length > 1) expect(after('CREATE', {apiVersion: 'v1', kind: 'ConfigMap', metadata: {labels: {fast: ''}}})).to.deep.equal({apiVersion: 'v1', kind: 'ConfigMap', metadata: keys})
    }
  })

  it('onConflict uses the last rule, and only adjacent rules share a branch', () => {
    const to = (value: string, key: string): Body => setting(labels(term(key, 'Exists')), {z: value})
    const objects = native([teamPolicy(to('1', 'a'), to('2', 'b'), to('1', 'c'), to('1', 'd'))], {onConflict: 'by-name'})
    const z = (...keys: string[]): unknown => (metadataAfter(objects, {labels: Object.fromEntries(keys.map((key) => [key, '']))}) as {labels: Body}).labels['z']
    expect([z('a', 'b'), z('a', 'b', 'c'), z('b', 'd'), z('a', 'd'), z('a'), z()]).to.deep.equal(['2', '1', '1', '1', '1', undefined])
  })
})
