import {expect} from 'chai'

import type {Place} from '../../src/lint/diagnostic.js'
import {simulationJson} from '../../src/report/simulate/json.js'
import {simulationTable} from '../../src/report/simulate/table.js'
import {styleFor} from '../../src/report/style.js'
import {explain, explainMetadata} from '../../src/simulate/explain.js'
import type {Simulation} from '../../src/simulate/simulate.js'
import {type Body, configMap, limitRange, pod, quota} from '../helpers/builders.js'
import {annotations, labels, metadataPolicy, rejecting, rule, setting, term} from '../helpers/metadata-policies.js'
import {type Bodies, simulated} from '../helpers/simulated.js'

const qos = 'scheduler.alpha.kubernetes.io/qos'

const placeText = ({file, span}: Place): string => `${file.path} ${file.slice(span)}`

const codes = ({reviews}: Simulation): number[] => reviews.map(({status}) => status.code)

const annotationsOf = ({reviews}: Simulation): unknown => reviews.map(({object}) => (object?.['metadata'] as Body)['annotations'])

const hintsFor = (bodies: Bodies, plugins: readonly string[] = []): readonly string[] => simulated(bodies, {enableAdmissionPlugins: plugins}).hints

const podQosHint = `Hint: as there are MetadataPolicies, PodQos is on: it annotates pods with ${qos}, their quality of service class.`

describe('simulate with MetadataPolicies', () => {
  const chooser = metadataPolicy('choose', rule(annotations(term(qos, 'NotIn', 'Guaranteed')), {updatedAnnotations: {scheduler: 'default'}}))

  it('enables PodQos and adds a hint', () => {
    const simulation = simulated({files: [pod()], policies: [chooser]})
    expect(annotationsOf(simulation)).to.deep.equal([{[qos]: 'BestEffort', scheduler: 'default'}])
    expect(simulation.hints).to.deep.equal([podQosHint])
  })

  it('finds policies in every input, in lists and in other API groups', () => {
    const other = chooser.having({apiVersion: 'v1', kind: 'MetadataPolicyList', items: [chooser.having({apiVersion: undefined, kind: undefined})]})
    expect(hintsFor({files: [pod()], policies: [other]})).to.deep.equal([podQosHint])
    expect(hintsFor({files: [pod()], existing: [chooser.having({apiVersion: 'example.com/v1'})]})).to.deep.equal([podQosHint])
    expect(hintsFor({files: [chooser, pod()]})).to.deep.equal([podQosHint])
  })

  it('omits the PodQos hint if it is enabled by a flag, or without pods', () => {
    expect(hintsFor({files: [pod()], policies: [chooser]}, ['PodQos'])).to.deep.equal([])
    expect(hintsFor({files: [configMap('c')], policies: [chooser]})).to.deep.equal([])
    expect(hintsFor({files: [pod()]})).to.deep.equal([])
    expect(annotationsOf(simulated({files: [pod()]}))).to.deep.equal([undefined])
    expect(annotationsOf(simulated({files: [pod()]}, {enableAdmissionPlugins: ['PodQos']}))).to.deep.equal([{[qos]: 'BestEffort'}])
  })

  it('applies policies to sent objects only', () => {
    const policies = [metadataPolicy('all', rejecting()), limitRange('l', {type: 'Pod', max: {cpu: '1'}}), quota({pods: '1'}), metadataPolicy('more', rejecting())]
    const simulation = simulated({files: [pod('a')], policies, existing: [pod('old')]})
    expect(simulation.policies.refused).to.deep.equal([])
    expect(codes(simulation)).to.deep.equal([403])
    expect(simulation.quotas[0]?.quota.status?.used).to.have.property('pods').satisfy((used: unknown) => String(used) === '1')
    expect(codes(simulated({files: [configMap('a'), metadataPolicy('all', rejecting()), configMap('b')]}))).to.deep.equal([201, 403, 403])
    expect(codes(simulated({files: [configMap('a'), metadataPolicy('all', rejecting()), configMap('b')]}, {order: 'files'}))).to.deep.equal([201, 201, 403])
  })

  it('does not apply invalid policies', () => {
    const simulation = simulated({files: [configMap('a')], policies: [metadataPolicy('p', setting(undefined, {a: '-'})), metadataPolicy('q', setting(undefined, {a: 'b'}))]})
    expect(simulation.policies.refused.map(({review}) => review.status.message)).to.have.length(1)
    expect(codes(simulation)).to.deep.equal([201])
    expect(simulationTable(simulation, {style: styleFor(false)})).to.match(/^MetadataPolicy p is not in force: the API server would reject it\n {2}MetadataPolicy\.kadm\.dev "p" is invalid/)
  })

  it('prefers the policies input for a policy given twice', () => {
    const simulation = simulated({files: [configMap('a')], policies: [metadataPolicy('p', setting(undefined, {a: '1'}))], existing: [metadataPolicy('p', setting(undefined, {a: '2'}))]})
    expect(simulation.reviews[0]?.object).to.have.nested.property('metadata.labels').deep.equal({a: '1'})
  })

  describe('explanations', () => {
    const policies = [
      metadataPolicy('a', setting(labels(term('a', 'Exists')), {x: 'one'}), rejecting(labels(term('bad', 'Exists')))),
      metadataPolicy('b', setting(labels(term('b', 'Exists')), {x: 'two'})),
    ]

    it('name the changed fields and the rule that changed them', () => {
      const {reviews: [review], policies: {manifests}} = simulated({files: [pod().labelled({a: '', x: 'old'})], policies})
      expect(explainMetadata(review!, manifests).map(({plugin, field, from, to, cause, place}) =>
        [plugin, String(field), from, to, cause?.policy.metadata.name, place && placeText(place)])).to.deep.equal([
        ['PodQos', `metadata.annotations[${qos}]`, undefined, 'BestEffort', undefined, undefined],
        ['MetadataPolicy', 'metadata.labels[x]', 'old', 'one', 'a', 'policies.yaml "one"'],
      ])
    })

    it('name the position of a rejected value and of the rule', () => {
      const {reviews: [review], policies: {manifests}} = simulated({files: [configMap('c').labelled({bad: 'x'})], policies})
      const [explanation] = explain(review!, manifests)
      expect(explanation).to.deep.include({message: 'rejected by MetadataPolicy dev/a rule 1', field: 'metadata.labels[bad]', subject: '', setBy: []})
      expect(explanation?.policy?.field).to.equal('spec.rules[1].policyAction.reject')
      expect([explanation?.place, explanation?.policy?.place].map((place) => place && placeText(place))).to.deep.equal(['files.yaml "x"', 'policies.yaml true'])
    })

    it('name both rules of a conflict, and a hint suggests --on-conflict', () => {
      const simulation = simulated({files: [configMap('c').labelled({a: '', b: ''})], policies})
      const [explanation] = explain(simulation.reviews[0]!, simulation.policies.manifests)
      expect(explanation?.setBy.map(({name, field, place}) => [name, field, place && placeText(place)])).to.deep.equal([
        ['a', 'spec.rules[0].policyAction.updatedLabels[x]', 'policies.yaml "one"'], ['b', 'spec.rules[0].policyAction.updatedLabels[x]', 'policies.yaml "two"'],
      ])
      expect(simulation.hints).to.deep.equal(['Hint: with --on-conflict by-name, the last rule by policy name wins if several set one key.'])
      const byName = simulated({files: [configMap('c').labelled({a: '', b: ''})], policies}, {metadataPolicyConflict: 'by-name'})
      expect([codes(byName), byName.hints]).to.deep.equal([[201], []])
    })

    it('are printed in tables', () => {
      const text = simulationTable(simulated({files: [pod().labelled({a: '', x: ''}), configMap('c').labelled({a: '', b: ''})], policies}), {style: styleFor(false)})
      expect(text).to.contain(`Metadata set by PodQos:
  Field                                                    Before  After
  -----                                                    ------  -----
  metadata.annotations[${qos}]  -       BestEffort
Metadata set by MetadataPolicy a (policies.yaml:1):
  Field               Before  After  Written at
  -----               ------  -----  ----------
  metadata.labels[x]  ""      one    policies.yaml:1:223
`)
      expect(text).to.contain('    set by MetadataPolicy a, spec.rules[0].policyAction.updatedLabels[x]\n      at policies.yaml:1:')
    })

    it('are printed in JSON', () => {
      const {reviews} = JSON.parse(simulationJson(simulated({files: [configMap('c').labelled({a: ''})], policies}))) as {reviews: {steps: unknown}[]}
      expect(reviews[0]?.steps).to.deep.equal([{
        plugin: 'MetadataPolicy', phase: 'admit', policy: {apiVersion: 'kadm.dev/v1', kind: 'MetadataPolicy', namespace: 'dev', name: 'a'},
        changes: [{field: 'metadata.labels[x]', from: null, to: 'one'}],
      }])
    })
  })
})
