import {expect} from 'chai'

import type {Body, Manifest} from '../../helpers/builders.js'
import {allowed, at, given, verdict} from '../../helpers/test-cluster.js'
import {deployment, job, statefulSet} from '../../helpers/workload-manifests.js'

const withTemplateMetadata = (manifest: Manifest, metadata: Body): Manifest => {
  const template = at(manifest, 'spec.template') as Body
  return manifest.asking({template: {...template, metadata: {...template['metadata'] as Body, ...metadata}}})
}

const owner = {apiVersion: 'v1', kind: 'K', name: 'n', uid: 'u'}

describe('an update of a workload', () => {
  const web = deployment('web', 1)

  for (const [field, value] of Object.entries({
    selfLink: '/x', uid: 'u', resourceVersion: '5', generation: 3, creationTimestamp: '2024-01-01T00:00:00Z', deletionTimestamp: '2024-01-01T00:00:00Z',
    deletionGracePeriodSeconds: 7, managedFields: [{manager: 'm'}],
  })) {
    it(`makes a new generation of it with another ${field} of the template`, () => {
      const object = allowed(given(web).update(withTemplateMetadata(web, {[field]: value})))
      expect(at(object, 'metadata.generation')).to.equal(2)
    })
  }

  it('leaves the generation with the same time in another zone', () => {
    const made = withTemplateMetadata(web, {creationTimestamp: '2024-01-01T00:00:00Z'})
    const object = allowed(given(made).update(withTemplateMetadata(web, {creationTimestamp: '2024-01-01T02:00:00+02:00'})))
    expect(at(object, 'metadata.generation')).to.equal(1)
  })

  it('may write the same amount of a claim in another way', () => {
    const cluster = given(statefulSet('db', 1, '1Gi'))
    for (const amount of ['1024Mi', '1073741824']) expect(verdict(cluster.update(statefulSet('db', 1, amount)))).to.equal('200')
    const withStatus = statefulSet('db', 1, '1Gi').asking({volumeClaimTemplates: [{
      ...(at(statefulSet('db', 1, '1Gi'), 'spec.volumeClaimTemplates') as Body[])[0], status: {phase: 'Pending', accessModes: []},
    }]})
    expect(verdict(cluster.update(withStatus))).to.equal('200')
    expect(verdict(cluster.update(statefulSet('db', 1, '2Gi')))).to.match(/^422 StatefulSet\.apps "db" is invalid: spec: Forbidden: updates to statefulset spec /)
  })

  it('is refused with the texts behind pointers as JSON', () => {
    const cluster = given(job('j', {managedBy: 'example.com/a', suspend: true}))
    const message = verdict(cluster.update({...cluster.stored(job('j', {})), spec: {...at(cluster.stored(job('j', {})), 'spec') as Body, managedBy: 'a/\u0001'}}))
    expect(message).to.match(/spec\.managedBy: Invalid value: "a\/\\u0001": field is immutable\]?$/)
  })

  for (const [what, before, after, generation] of [
    ['a time to stop of 0', {}, {deletionGracePeriodSeconds: 0}, 2],
    ['an owner that is told not to be the controller', {ownerReferences: [{...owner}]}, {ownerReferences: [{...owner, controller: false}]}, 2],
    ['an owner of whom that is left open', {ownerReferences: [{...owner}]}, {ownerReferences: [{...owner, controller: null}]}, 1],
    ['managed fields of an empty operation', {managedFields: [{manager: 'm'}]}, {managedFields: [{manager: 'm', operation: ''}]}, 1],
    ['managed fields of another manager', {managedFields: [{manager: 'm'}]}, {managedFields: [{manager: 'n'}]}, 2],
    ['the generation 0', {generation: 0}, {}, 1],
  ] as const) {
    it(`is of generation ${generation} with ${what} in its template`, () => {
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
