import {expect} from 'chai'

import {evaluate} from '../../../../src/admission/plugins/metadata-policy/evaluate.js'
import type {ClusterOptions} from '../../../../src/cluster/options.js'
import type {Review} from '../../../../src/cluster/review.js'
import {type Body, configMap} from '../../../helpers/builders.js'
import {annotations, labels, metadataPolicy, rejecting, rule, ruleList, setting, term} from '../../../helpers/metadata-policies.js'
import {allowed, at, TestCluster, verdict} from '../../../helpers/test-cluster.js'

function clusterWith(policies: readonly Body[], options: ClusterOptions = {}): TestCluster {
  const cluster = new TestCluster(options)
  for (const policy of policies) allowed(cluster.create(policy))
  return cluster
}

const object = configMap('c').labelled({a: '1', b: '2'})

/** The changes that MetadataPolicy made, with their causes. */
const changesOf = ({steps}: Review): unknown => steps.filter(({plugin}) => plugin === 'MetadataPolicy').flatMap(({changes}) =>
  changes.map(({field, from, to, cause}) => [String(field), from, to, cause?.policy.metadata.name, String(cause?.field)]))

const reasonsOf = ({steps}: Review): unknown => steps.flatMap(({rejection}) => rejection?.reasons ?? []).map(({message, field, cause, setBy}) => ({
  message, field: String(field), cause: cause && `${cause.policy.metadata.name} ${String(cause.field)}`, setBy: setBy?.map((place) => `${place.policy.metadata.name} ${String(place.field)}`),
}))

describe('MetadataPolicy plugin', () => {
  it('reports each change with the rule that makes it', () => {
    const review = clusterWith([
      metadataPolicy('z', rule(labels(term('a', 'Exists')), {updatedLabels: {b: '3', a: '1'}, updatedAnnotations: {c: '4'}})),
      metadataPolicy('m', setting(labels(term('b', 'In', '2')), {b: '3'}), setting(undefined, {d: ''})),
    ]).create(object)
    expect(changesOf(review)).to.deep.equal([
      ['metadata.labels[b]', '2', '3', 'm', 'spec.rules[0].policyAction.updatedLabels[b]'],
      ['metadata.labels[d]', undefined, '', 'm', 'spec.rules[1].policyAction.updatedLabels[d]'],
      ['metadata.annotations[c]', undefined, '4', 'z', 'spec.rules[0].policyAction.updatedAnnotations[c]'],
    ])
    expect(at(allowed(review), 'metadata')).to.deep.include({labels: {a: '1', b: '3', d: ''}, annotations: {c: '4'}})
  })

  it('reports every rule that rejects, with its key if only one decides', () => {
    const review = clusterWith([
      metadataPolicy('p', rejecting(labels(term('a', 'Exists'))), rejecting(labels(term('z', 'Exists'))), rejecting(annotations(term('c', 'DoesNotExist')))),
      metadataPolicy('q', rejecting(labels(term('a', 'Exists'), term('b', 'Exists'))), {PolicyAction: {reject: true}}),
    ]).create(object)
    expect(verdict(review)).to.equal('403 configmaps "c" is forbidden: [rejected by MetadataPolicy dev/p rule 0, rejected by MetadataPolicy dev/p rule 2, '
      + 'rejected by MetadataPolicy dev/q rule 0, rejected by MetadataPolicy dev/q rule 1]')
    const of = (policy: string, i: number, field: string, action = 'policyAction'): unknown =>
      ({message: `rejected by MetadataPolicy dev/${policy} rule ${i}`, field, cause: `${policy} spec.rules[${i}].${action}.reject`, setBy: undefined})
    expect(reasonsOf(review)).to.deep.equal([
      of('p', 0, 'metadata.labels[a]'), of('p', 2, 'metadata.annotations[c]'), of('q', 0, 'undefined'), of('q', 1, 'undefined', 'PolicyAction'),
    ])
  })

  describe('when rules set different values', () => {
    const policies = [
      metadataPolicy('b', setting(labels(term('b', 'Exists')), {x: '2', y: '1'})),
      metadataPolicy('a', setting(labels(term('a', 'Exists')), {x: '1', y: '1'}), setting(labels(term('a', 'Exists')), {x: '2'}), setting(undefined, {x: '1'})),
    ]

    it('rejects the object, and names each value with its first rule', () => {
      const review = clusterWith(policies).create(object)
      const message = 'label "x" is undecided: set by MetadataPolicy dev/a rule 0 to "1", MetadataPolicy dev/a rule 1 to "2", which are in no order'
      expect(verdict(review)).to.equal(`403 configmaps "c" is forbidden: ${message}`)
      expect(reasonsOf(review)).to.deep.equal([{
        message, field: 'metadata.labels[x]', cause: undefined,
        setBy: ['a spec.rules[0].policyAction.updatedLabels[x]', 'a spec.rules[1].policyAction.updatedLabels[x]'],
      }])
    })

    it('names ten of them, and the number of the others', () => {
      const many = Array.from({length: 13}, (_, i) => metadataPolicy(`p${10 + i}`, setting(undefined, {x: String(i)})))
      const review = clusterWith(many).create(object)
      const named = Array.from({length: 10}, (_, i) => `MetadataPolicy dev/p${10 + i} rule 0 to "${i}"`).join(', ')
      expect(verdict(review)).to.equal(`403 configmaps "c" is forbidden: label "x" is undecided: set by ${named} and 3 more, which are in no order`)
      expect(reasonsOf(review)).to.have.nested.property('[0].setBy.length', 13)
    })

    it('lets the last policy by name win when conflicts are resolved by name', () => {
      const review = clusterWith(policies, {metadataPolicyConflict: 'by-name'}).create(object)
      expect(changesOf(review)).to.deep.equal([
        ['metadata.labels[x]', undefined, '2', 'b', 'spec.rules[0].policyAction.updatedLabels[x]'],
        ['metadata.labels[y]', undefined, '1', 'a', 'spec.rules[0].policyAction.updatedLabels[y]'],
      ])
    })

    it('follows the resolution of each evaluation of the same rules', () => {
      const rules = ruleList(setting(undefined, {x: '1'}), setting(undefined, {x: '2'}))
      const counts = (['refuse', 'by-name', 'refuse'] as const).map((resolution) => {
        const {updates, conflicts} = evaluate(rules, {}, resolution)
        return [updates.length, conflicts.length]
      })
      expect(counts).to.deep.equal([[0, 1], [1, 0], [0, 1]])
    })

    it('reports a rejection before a conflict', () => {
      expect(verdict(clusterWith([...policies, metadataPolicy('z', rejecting())]).create(object))).to.equal('403 configmaps "c" is forbidden: rejected by MetadataPolicy dev/z rule 0')
    })
  })

  it('accepts label keys that are properties of Object.prototype', () => {
    const cluster = clusterWith([metadataPolicy('p', setting(labels(term('toString', 'Exists')), {constructor: '1', valueOf: '2'}))])
    expect(at(allowed(cluster.create(configMap('c'))), 'metadata.labels')).to.equal(undefined)
    expect(at(allowed(cluster.create(configMap('d').labelled({toString: ''}))), 'metadata.labels')).to.deep.equal({toString: '', constructor: '1', valueOf: '2'})
  })

  it('leaves it to validation to reject annotations that are too long', () => {
    const cluster = clusterWith([metadataPolicy('p', rule(undefined, {updatedAnnotations: {a: 'x'.repeat(200_000)}}))])
    expect(verdict(cluster.create(configMap('c').annotated({b: 'x'.repeat(100_000)})))).to.match(/^422 ConfigMap "c" is invalid: metadata\.annotations: Too long/)
  })

  it('applies to generated names and to every update', () => {
    const cluster = clusterWith([metadataPolicy('p', setting(labels(term('a', 'DoesNotExist')), {a: 'b'}))])
    expect(at(allowed(cluster.create({...configMap('c'), metadata: {generateName: 'c-'}})), 'metadata.labels')).to.deep.equal({a: 'b'})
    allowed(cluster.create(configMap('d')))
    expect(at(allowed(cluster.update(configMap('d'))), 'metadata.labels')).to.deep.equal({a: 'b'})
  })
})
