import {expect} from 'chai'
import type {OwnerReference} from '../../../src/machinery/api/meta-v1.js'
import {FieldPath} from '../../../src/machinery/field/path.js'
import {distinctOwners, validateOwnerReferences} from '../../../src/machinery/meta/owner-references.js'

const pod: OwnerReference = {apiVersion: 'v1', kind: 'Pod', name: 'a', uid: 'u'}

const errorsOf = (...references: OwnerReference[]): string[] => validateOwnerReferences(references, FieldPath.of('owners')).map(String)

describe('distinctOwners', () => {
  const cases: Record<string, [references: OwnerReference[], distinct: OwnerReference[], repeated: string[]]> = {
    'keeps references that differ in any field': [
      [pod, {...pod, name: 'b'}, {...pod, uid: 'v'}, {...pod, controller: false}, {...pod, controller: true}, {...pod, apiVersion: '/v1'}],
      [pod, {...pod, name: 'b'}, {...pod, uid: 'v'}, {...pod, controller: false}, {...pod, controller: true}, {...pod, apiVersion: '/v1'}],
      [],
    ],
    'keeps the first of equal references, and returns the uid of each other one': [[pod, {...pod, uid: 'v'}, pod, pod, {uid: 'v', name: 'a', kind: 'Pod', apiVersion: 'v1'}], [pod, {...pod, uid: 'v'}], ['u', 'u', 'v']],
    'treats omitted fields as empty': [[{}, {apiVersion: '', kind: '', name: '', uid: ''}], [{}], ['']],
  }
  for (const [title, [references, distinct, repeated]] of Object.entries(cases)) {
    it(title, () => expect(distinctOwners(references)).to.deep.equal({references: distinct, repeated}))
  }
})

describe('validateOwnerReferences', () => {
  const accept: Record<string, OwnerReference[]> = {
    'no references': [],
    'several references': [pod, {...pod, apiVersion: 'apps/v1', kind: 'ReplicaSet'}],
    'one controller': [pod, {...pod, controller: true}, {...pod, controller: false}],
    'an Event of another group': [{...pod, apiVersion: 'events.k8s.io/v1', kind: 'Event'}],
    'an Event of another version': [{...pod, apiVersion: 'v2', kind: 'Event'}],
    'a kind that differs from Event in case': [{...pod, kind: 'event'}],
  }

  for (const [title, references] of Object.entries(accept)) {
    it(`accepts ${title}`, () => expect(errorsOf(...references)).to.deep.equal([]))
  }

  for (const apiVersion of ['', '/', 'apps/', 'a/b/c']) {
    it(`rejects the apiVersion "${apiVersion}"`, () => {
      expect(errorsOf({...pod, apiVersion})).to.deep.equal([`owners.apiVersion: Invalid value: "${apiVersion}": version must not be empty`])
    })
  }

  it('rejects empty fields, without a position in the path', () => {
    expect(errorsOf(pod, {})).to.deep.equal([
      'owners.apiVersion: Invalid value: "": version must not be empty',
      'owners.kind: Invalid value: "": must not be empty',
      'owners.name: Invalid value: "": must not be empty',
      'owners.uid: Invalid value: "": must not be empty',
    ])
  })

  for (const apiVersion of ['v1', '/v1']) {
    it(`rejects an Event of ${apiVersion}, printed as Go does`, () => {
      const event = {blockOwnerDeletion: false, controller: true, name: '<a>', kind: 'Event', apiVersion}
      expect(errorsOf(event)).to.deep.equal([
        'owners.uid: Invalid value: "": must not be empty',
        `owners: Invalid value: {"apiVersion":"${apiVersion}","kind":"Event","name":"\\u003ca\\u003e","uid":"","controller":true,`
          + '"blockOwnerDeletion":false}: /v1, Kind=Event is disallowed from being an owner',
      ])
    })
  }

  it('rejects every controller but the first, even an equal one', () => {
    const controller = {...pod, controller: true}
    const bystander = {...pod, name: 'b'}
    const bystanderJson = '{"apiVersion":"v1","kind":"Pod","name":"b","uid":"u"}'
    const controllerJson = '{"apiVersion":"v1","kind":"Pod","name":"a","uid":"u","controller":true}'
    const jobJson = '{"apiVersion":"v1","kind":"Job","name":"\\u003c","uid":"u","controller":true}'
    const errors = ['Job/<', 'Pod/a'].map((second) =>
      `owners: Invalid value: [${bystanderJson},${controllerJson},${jobJson},${controllerJson}]: `
        + `Only one reference can have Controller set to true. Found "true" in references for Pod/a and ${second}`)
    expect(errorsOf(bystander, controller, {...controller, kind: 'Job', name: '<'}, controller)).to.deep.equal(errors)
  })

  it('reports at most ten controllers', () => {
    const owners = Array.from({length: 20_000}, (_, i) => ({...pod, name: `p${i}`, controller: true}))
    expect(validateOwnerReferences(owners, FieldPath.of('owners'))).to.have.lengthOf(9)
  })
})
