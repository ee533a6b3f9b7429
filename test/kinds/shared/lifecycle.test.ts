import {expect} from 'chai'

import type {Body, Manifest} from '../../helpers/builders.js'
import {allowed, at, given, verdict} from '../../helpers/test-cluster.js'
import {deployment, job, statefulSet} from '../../helpers/workload-manifests.js'

const withTemplateMetadata = (manifest: Manifest, metadata: Body): Manifest => {
  const template = at(manifest, 'spec.template') as Body
  return manifest.asking({template: {...template, metadata: {...template['metadata'] as Body, ...metadata}}})
}

const owner = {apiVersion: 'v1', kind: 'K', name: 'n', uid: 'u'}

describe('update of a workload', () => {
  const web = deployment('web', 1)

  for (const [field, value] of Object.entries({
    selfLink: '/x', uid: 'u', resourceVersion: '5', generation: 3, creationTimestamp: '2024-01-01T00:00:00Z', deletionTimestamp: '2024-01-01T00:00:00Z',
    deletionGracePeriodSeconds: 7, managedFields: [{manager: 'm'}],
  })) {
    it(`increments the generation when ${field} of the template changes`, () => {
      const object = allowed(given(web).update(withTemplateMetadata(web, {[field]: value})))
      expect(at(object, 'metadata.generation')).to.equal(2)
    })
  }

  it('keeps the generation if a time changes only its zone', () => {
    const made = withTemplateMetadata(web, {creationTimestamp: '2024-01-01T00:00:00Z'})
    const object = allowed(given(made).update(withTemplateMetadata(web, {creationTimestamp: '2024-01-01T02:00:00+02:00'})))
    expect(at(object, 'metadata.generation')).to.equal(1)
  })

  it('accepts another notation of an amount, or a status, in volumeClaimTemplates', () => {
    const cluster = given(statefulSet('db', 1, '1Gi'))
    for (const amount of ['1024Mi', '1073741824']) expect(verdict(cluster.update(statefulSet('db', 1, amount)))).to.equal('200')
    const withStatus = statefulSet('db', 1, '1Gi').asking({volumeClaimTemplates: [{
      ...(at(statefulSet('db', 1, '1Gi'), 'spec.volumeClaimTemplates') as Body[])[0], status: {phase: 'Pending', accessModes: []},
    }]})
    expect(verdict(cluster.update(withStatus))).to.equal('200')
    expect(verdict(cluster.update(statefulSet('db', 1, '2Gi')))).to.match(/^422 StatefulSet\.apps "db" is invalid: spec: Forbidden: updates to statefulset spec /)
  })

  it('quotes immutable optional fields as JSON', () => {
    const cluster = given(job('j', {managedBy: 'example.com/a', suspend: true}))
    const message = verdict(cluster.update({...cluster.stored(job('j', {})), spec: {...at(cluster.stored(job('j', {})), 'spec') as Body, managedBy: 'a/\u0001'}}))
    expect(message).to.match(/spec\.managedBy: Invalid value: "a\/\\u0001": field is immutable\]?$/)
  })

  for (const [what, before, after, generation] of [
    ['deletionGracePeriodSeconds set to 0', {}, {deletionGracePeriodSeconds: 0}, 2],
    ['controller of an owner set to false', {ownerReferences: [{...owner}]}, {ownerReferences: [{...owner, controller: false}]}, 2],
    ['controller of an owner set to null', {ownerReferences: [{...owner}]}, {ownerReferences: [{...owner, controller: null}]}, 1],
    ['an empty operation of managed fields', {managedFields: [{manager: 'm'}]}, {managedFields: [{manager: 'm', operation: ''}]}, 1],
    ['a changed manager of managed fields', {managedFields: [{manager: 'm'}]}, {managedFields: [{manager: 'n'}]}, 2],
    ['generation 0 removed', {generation: 0}, {}, 1],
  ] as const) {
    it(`has generation ${generation} after an update with ${what} in the template`, () => {
      const object = allowed(given(withTemplateMetadata(web, before)).update(withTemplateMetadata(web, after)))
      expect(at(object, 'metadata.generation')).to.equal(generation)
    })
  }

  it('prints the owners and managed fields of the template in the order of their declaration', () => {
    const made = job('j', {})
    const cluster = given(made)
    const stored = cluster.stored(made) ?? {}
    const metadata = {
      ...at(stored, 'spec.template.metadata') as Body,
      ownerReferences: [{uid: 'u', name: 'n', kind: 'K', apiVersion: 'v1', controller: false}],
      managedFields: [{time: '2024-01-01T02:00:00+02:00', manager: 'm', fieldsV1: {a: 2, b: 1}, operation: 'Apply'}],
    }
    const template = {...at(stored, 'spec.template') as Body, metadata}
    expect(verdict(cluster.update({...stored, spec: {...stored['spec'] as Body, template}}))).to.contain(
      '"ownerReferences":[{"apiVersion":"v1","kind":"K","name":"n","uid":"u","controller":false}],'
      + '"managedFields":[{"manager":"m","operation":"Apply","time":"2024-01-01T00:00:00Z","fieldsV1":{"a":2,"b":1}}],"Spec":')
  })

  it('prints the times and numbers of the template', () => {
    const made = job('j', {})
    const cluster = given(made)
    const metadata = {creationTimestamp: '2024-01-01T02:00:00+02:00', generation: 3, labels: at(cluster.stored(made), 'spec.template.metadata.labels')}
    const stored = cluster.stored(made) ?? {}
    const template = {...at(stored, 'spec.template') as Body, metadata}
    expect(verdict(cluster.update({...stored, spec: {...stored['spec'] as Body, template}})))
      .to.contain('spec.template: Invalid value: {"generation":3,"creationTimestamp":"2024-01-01T00:00:00Z","labels":{')
  })
})
