import {expect} from 'chai'

import {validatePodUpdate} from '../../../../src/kinds/pod/update/update.js'
import type {Pod} from '../../../../src/machinery/api/core-v1.js'
import {app, type Body, pod} from '../../../helpers/builders.js'
import {decoded} from '../../../helpers/decoded.js'

const required = 'requiredDuringSchedulingIgnoredDuringExecution'

const terms = `spec.affinity.nodeAffinity.${required}.nodeSelectorTerms`

const nodes = (...nodeSelectorTerms: Body[]): Body => ({affinity: {nodeAffinity: {[required]: {nodeSelectorTerms}}}})

const exists = (...keys: string[]): Body => ({matchExpressions: keys.map((key) => ({key, operator: 'Exists'}))})

const podOf = (spec: Body): Pod => decoded(pod().with(app()).asking(spec))

const gate = {schedulingGates: [{name: 'a'}]}

/** Returns the errors of an update of a pod with a gate, without the list of mutable fields. */
const changed = (from: Body, to: Body, gates: Body = gate): string[] =>
  validatePodUpdate(podOf({...gates, ...to}), podOf({...gates, ...from})).map((error) => String(error).replace(/ other than .*/s, ''))

const other = 'spec: Forbidden: pod updates may not change fields'

describe('updates of pods with scheduling gates', () => {
  const accept: Record<string, [from: Body, to: Body]> = {
    'the removal of a gate': [gate, {schedulingGates: []}],
    'an addition to nodeSelector': [{nodeSelector: {a: 'b'}}, {nodeSelector: {a: 'b', c: 'd'}}],
    'node affinity of a pod without affinity': [{}, nodes(exists('a'))],
    'node affinity of a pod with pod affinity': [{affinity: {podAffinity: {}}}, {affinity: {podAffinity: {}, ...nodes(exists('a'))['affinity'] as Body}}],
    'an addition to the requirements of a term': [nodes(exists('a')), nodes(exists('a', 'b'))],
    'a change of the preferences': [{affinity: {nodeAffinity: {preferredDuringSchedulingIgnoredDuringExecution: [{weight: 1}]}}}, {affinity: {nodeAffinity: {}}}],
    'the removal of preferences': [{affinity: {nodeAffinity: {preferredDuringSchedulingIgnoredDuringExecution: [{weight: 1}]}}}, {}],
  }

  for (const [title, [from, to]] of Object.entries(accept)) {
    it(`accepts ${title}`, () => expect(changed(from, to)).to.deep.equal([]))
  }

  const selector = 'only additions to spec.nodeSelector are allowed (no mutations or deletions)'
  const count = 'no additions/deletions to non-empty NodeSelectorTerms list are allowed'
  const additions = 'only additions are allowed (no mutations or deletions)'

  const reject: Record<string, [from: Body, to: Body, ...errors: string[]]> = {
    'a new gate': [{}, {schedulingGates: [{name: 'b'}, {name: 'a'}, {name: 'b'}]}, "spec.schedulingGates[2].name: Forbidden: only deletion is allowed, but found new scheduling gate 'b'"],
    'a change of nodeSelector': [{nodeSelector: {a: 'b'}}, {nodeSelector: {a: 'c'}}, `spec.nodeSelector: Invalid value: {"a":"c"}: ${selector}`],
    'the removal of nodeSelector': [{nodeSelector: {a: 'b'}}, {}, `spec.nodeSelector: Invalid value: null: ${selector}`],
    'the removal of node selector terms': [nodes(exists('a')), {}, `${terms}: Invalid value: null: ${count}`],
    'an additional node selector term': [nodes({}), nodes({}, {}), `${terms}: Invalid value: [{"MatchExpressions":null,"MatchFields":null},{"MatchExpressions":null,"MatchFields":null}]: ${count}`],
    'a change of requirements': [nodes(exists('a')), nodes(exists('b', 'a')), `${terms}[0]: Invalid value: {"MatchExpressions":[{"Key":"b","Operator":"Exists","Values":null},{"Key":"a","Operator":"Exists","Values":null}],"MatchFields":null}: ${additions}`],
    'requirements in a term that was empty': [nodes({}), nodes(exists('a')), `${terms}[0]: Invalid value: {"MatchExpressions":[{"Key":"a","Operator":"Exists","Values":null}],"MatchFields":null}: ${additions}`],
    'new pod affinity': [{}, {affinity: {podAffinity: {}}}, other],
    'new pod affinity together with node affinity': [{}, {affinity: {podAntiAffinity: {}, ...nodes(exists('a'))['affinity'] as Body}}, other],
  }

  for (const [title, [from, to, ...errors]] of Object.entries(reject)) {
    it(`rejects ${title}`, () => expect(changed(from, to)).to.deep.equal(errors))
  }

  it('rejects these changes if the pod has no gates', () => {
    expect(changed({}, nodes(exists('a')), {})).to.deep.equal([other])
    expect(changed({nodeSelector: {a: 'b'}}, {nodeSelector: {a: 'b', c: 'd'}}, {})).to.deep.equal([other])
  })
})

describe('updates of pods without scheduling gates', () => {
  it('distinguishes 0 from a missing field, but not false or an empty list', () => {
    expect(changed({securityContext: {}}, {securityContext: {runAsUser: 0}}, {})).to.deep.equal([other])
    expect(changed({hostNetwork: false}, {volumes: []}, {})).to.deep.equal([])
  })

  it('validates tolerations', () => {
    expect(changed({}, {tolerations: [{key: 'a', operator: 'x'}]}, {})).to.deep.equal(['spec.tolerations[0].operator: Unsupported value: "x": supported values: "Equal", "Exists"'])
  })
})
