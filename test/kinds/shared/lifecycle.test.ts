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

describe('the SELinux policy of a template', () => {
  const spec = (policy?: string): Body =>
    ({securityContext: policy === undefined ? {} : {seLinuxChangePolicy: policy}, containers: [{name: 'c', image: 'i'}]})
  const template = (policy?: string): Body => ({metadata: {labels: {a: 'b'}}, spec: spec(policy)})
  const body = (apiVersion: string, kind: string, rest: Body): Body => ({apiVersion, kind, metadata: {name: 'x'}, ...rest})
  const selecting = {selector: {matchLabels: {a: 'b'}}}
  const jobTemplate = (policy?: string): Body => ({spec: {template: {spec: {...spec(policy), restartPolicy: 'Never'}}}})

  for (const [kind, at, make] of [
    ...['Deployment', 'ReplicaSet', 'DaemonSet', 'StatefulSet'].map((kind) =>
      [kind, 'spec.template.spec', (policy?: string) => body('apps/v1', kind, {spec: {...selecting, template: template(policy)}})] as const),
    ['CronJob', 'spec.jobTemplate.spec.template.spec', (policy?: string) => body('batch/v1', 'CronJob', {spec: {schedule: '@daily', jobTemplate: jobTemplate(policy)}})],
    ['ReplicationController', 'spec.template.spec', (policy?: string) => body('v1', 'ReplicationController', {spec: {selector: {a: 'b'}, template: template(policy)}})],
    ['PodTemplate', 'template.spec', (policy?: string) => body('v1', 'PodTemplate', {template: template(policy)})],
  ] as const) {
    it(`of a ${kind} may be MountOption where it had one before`, () => {
      const refusal = (value: string, supported: string): string =>
        `is invalid: ${at}.securityContext.seLinuxChangePolicy: Unsupported value: "${value}": supported values: ${supported}`
      expect(verdict(given().create(make('MountOption')))).to.contain(refusal('MountOption', '"Recursive"'))
      expect(verdict(given(make()).update(make('MountOption')))).to.contain(refusal('MountOption', '"Recursive"'))
      expect(verdict(given(make('Recursive')).update(make('MountOption')))).to.equal('200')
      expect(verdict(given(make('Recursive')).update(make('Other')))).to.contain(refusal('Other', '"MountOption", "Recursive"'))
    })
  }
})

describe('a time zone', () => {
  it('is printed as JSON', () => {
    const body = {apiVersion: 'batch/v1', kind: 'CronJob', metadata: {name: 'c'}, spec: {schedule: '@daily', timeZone: '<', jobTemplate: {spec: job('j', {})['spec']}}}
    expect(verdict(given().create(body))).to.equal('422 CronJob.batch "c" is invalid: spec.timeZone: Invalid value: "\\u003c": unknown time zone <')
  })
})

describe('a pod', () => {
  it('may come with its class, and gets the seconds of a sleep that has none', () => {
    const sleeping = {name: 'c', image: 'i', lifecycle: {preStop: {sleep: {}}}}
    const object = allowed(given().create({apiVersion: 'v1', kind: 'Pod', metadata: {name: 'p'}, spec: {containers: [sleeping]}, status: {qosClass: 'Burstable'}}))
    expect(at(object, 'status.qosClass')).to.equal('Burstable')
    expect(at(object, 'spec.containers.0.lifecycle')).to.deep.equal({preStop: {sleep: {seconds: 0}}})
  })
})
