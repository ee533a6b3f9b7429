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

/** What is said of an update of a pod with a gate; of a change of anything else, its first words. */
const changed = (from: Body, to: Body, gates: Body = gate): string[] =>
  validatePodUpdate(podOf({...gates, ...to}), podOf({...gates, ...from})).map((error) => String(error).replace(/ other than .*/s, ''))

const other = 'spec: Forbidden: pod updates may not change fields'

describe('updates of pods that wait for scheduling gates', () => {
  const accept: Record<string, [from: Body, to: Body]> = {
    'a gate less': [gate, {schedulingGates: []}],
    'more labels of nodes': [{nodeSelector: {a: 'b'}}, {nodeSelector: {a: 'b', c: 'd'}}],
    'affinity where there was none': [{}, nodes(exists('a'))],
    'affinity beside that for pods': [{affinity: {podAffinity: {}}}, {affinity: {podAffinity: {}, ...nodes(exists('a'))['affinity'] as Body}}],
    'more requirements': [nodes(exists('a')), nodes(exists('a', 'b'))],
    'other preferences': [{affinity: {nodeAffinity: {preferredDuringSchedulingIgnoredDuringExecution: [{weight: 1}]}}}, {affinity: {nodeAffinity: {}}}],
    'no preferences any more': [{affinity: {nodeAffinity: {preferredDuringSchedulingIgnoredDuringExecution: [{weight: 1}]}}}, {}],
  }

  for (const [title, [from, to]] of Object.entries(accept)) {
    it(`accept ${title}`, () => expect(changed(from, to)).to.deep.equal([]))
  }

  const selector = 'only additions to spec.nodeSelector are allowed (no mutations or deletions)'
  const count = 'no additions/deletions to non-empty NodeSelectorTerms list are allowed'
  const additions = 'only additions are allowed (no mutations or deletions)'

  const reject: Record<string, [from: Body, to: Body, ...errors: string[]]> = {
    'new gates': [{}, {schedulingGates: [{name: 'b'}, {name: 'a'}, {name: 'b'}]}, "spec.schedulingGates[2].name: Forbidden: only deletion is allowed, but found new scheduling gate 'b'"],
    'other labels of nodes': [{nodeSelector: {a: 'b'}}, {nodeSelector: {a: 'c'}}, `spec.nodeSelector: Invalid value: {"a":"c"}: ${selector}`],
    'no labels of nodes': [{nodeSelector: {a: 'b'}}, {}, `spec.nodeSelector: Invalid value: null: ${selector}`],
    'no terms any more': [nodes(exists('a')), {}, `${terms}: Invalid value: null: ${count}`],
    'more terms': [nodes({}), nodes({}, {}), `${terms}: Invalid value: [{"MatchExpressions":null,"MatchFields":null},{"MatchExpressions":null,"MatchFields":null}]: ${count}`],
    'other requirements': [nodes(exists('a')), nodes(exists('b', 'a')), `${terms}[0]: Invalid value: {"MatchExpressions":[{"Key":"b","Operator":"Exists","Values":null},{"Key":"a","Operator":"Exists","Values":null}],"MatchFields":null}: ${additions}`],
    'requirements for nothing': [nodes({}), nodes(exists('a')), `${terms}[0]: Invalid value: {"MatchExpressions":[{"Key":"a","Operator":"Exists","Values":null}],"MatchFields":null}: ${additions}`],
    'affinity for pods': [{}, {affinity: {podAffinity: {}}}, other],
    'affinity for pods beside that for nodes': [{}, {affinity: {podAntiAffinity: {}, ...nodes(exists('a'))['affinity'] as Body}}, other],
  }

  for (const [title, [from, to, ...errors]] of Object.entries(reject)) {
    it(`reject ${title}`, () => expect(changed(from, to)).to.deep.equal(errors))
  }

  it('differ from those of others', () => {
    expect(changed({}, nodes(exists('a')), {})).to.deep.equal([other])
    expect(changed({nodeSelector: {a: 'b'}}, {nodeSelector: {a: 'b', c: 'd'}}, {})).to.deep.equal([other])
  })
})

describe('updates of other pods', () => {
  it('tell 0 from nothing', () => {
    expect(changed({securityContext: {}}, {securityContext: {runAsUser: 0}}, {})).to.deep.equal([other])
    expect(changed({hostNetwork: false}, {volumes: []}, {})).to.deep.equal([])
  })

  it('check tolerations once more', () => {
    expect(changed({}, {tolerations: [{key: 'a', operator: 'x'}]}, {})).to.deep.equal(['spec.tolerations[0].operator: Unsupported value: "x": supported values: "Equal", "Exists"'])
  })
})
