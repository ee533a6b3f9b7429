import {expect} from 'chai'
import type {FieldChange, PolicyPlace, Reason} from '../../src/admission/plugin.js'
import {denialPlaces} from '../../src/diff/causes.js'
import {FieldPath} from '../../src/machinery/field/path.js'
import type {ManifestReview} from '../../src/simulate/manifest-review.js'

const cpu = FieldPath.of('spec', 'containers').index(0).child('resources', 'requests').key('cpu')

const placeIn = (kind: string, name: string, field: FieldPath): PolicyPlace => ({policy: {apiVersion: 'v1', kind, metadata: {namespace: 'dev', name}}, field})

const denied = (reason: Reason): ManifestReview =>
  ({allowed: false, errors: [], manifest: {body: {}}, steps: [{plugin: 'ResourceQuota', changes: [], rejection: {status: {}, reasons: [reason]}}]}) as unknown as ManifestReview

const admitted = (...changes: readonly FieldChange[]): ManifestReview =>
  ({allowed: true, errors: [], steps: [{plugin: 'LimitRanger', changes}]}) as unknown as ManifestReview

describe('places that decide a denial', () => {
  const quota = placeIn('ResourceQuota', 'q', FieldPath.of('spec', 'hard').key('requests.cpu'))
  const defaultIn = (name: string): PolicyPlace => placeIn('LimitRange', name, FieldPath.of('spec', 'limits').index(0).child('defaultRequest').key('cpu'))
  const filledBy = (name: string): FieldChange => ({field: cpu, from: undefined, to: '1', cause: defaultIn(name)})
  const placesOf = (...twins: readonly ManifestReview[]): readonly string[] =>
    denialPlaces(denied({message: 'must specify requests.cpu', cause: quota}), {side: 'after', namespace: 'dev'}, twins)
      .map(({policy, field, side}) => `${side} ${policy.kind} ${policy.metadata.name} ${String(field)}`)

  it('include each policy that sets the missing value in pods of the other side, once', () => {
    const places = placesOf(admitted(filledBy('a')), admitted(filledBy('b')), admitted(filledBy('a')), admitted())
    expect(places).to.deep.equal([
      'after ResourceQuota q spec.hard[requests.cpu]',
      'before LimitRange a spec.limits[0].defaultRequest[cpu]', 'before LimitRange b spec.limits[0].defaultRequest[cpu]',
    ])
  })

  it('exclude values of other fields and values that the pod has itself', () => {
    const memory = {...filledBy('a'), field: FieldPath.of('spec', 'containers').index(0).child('resources', 'requests').key('memory')}
    expect(placesOf(admitted(memory), admitted({field: cpu, from: '1', to: '2'}))).to.deep.equal(['after ResourceQuota q spec.hard[requests.cpu]'])
  })
})
