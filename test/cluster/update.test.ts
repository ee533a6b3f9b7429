import {expect} from 'chai'
import {app, type Body, claim, configMap, container, limitRange, type Manifest, namespace, pod, priorityClass, quota, service, storageClass} from '../helpers/builders.js'
import {allowed, at, given, TestCluster, verdict} from '../helpers/test-cluster.js'

const noResource = '404 the server could not find the requested resource'

/** Cluster with a loaded ConfigMap that has all fields set by a server. */
function loaded(metadata: Body = {}): TestCluster {
  const cluster = new TestCluster()
  const made = {uid: 'u1', resourceVersion: '12', creationTimestamp: '2001-01-01T00:00:00Z', generation: 3, ...metadata}
  allowed(cluster.cluster.load({object: configMap('c', {data: {a: '1'}}).marked(made), namespace: 'dev'}))
  return cluster
}

describe('update of an object', () => {
  it('returns the object that replaces the old one', () => {
    const cluster = given(configMap('c', {data: {a: '1'}}).labelled({a: 'b'}))
    const review = cluster.update(configMap('c', {data: {b: '2'}}))
    expect(review).to.deep.equal({
      operation: 'UPDATE', allowed: true, status: {code: 200, reason: 'OK', message: ''}, steps: [], warnings: [], problems: [], errors: [],
      object: {apiVersion: 'v1', kind: 'ConfigMap', metadata: {name: 'c', namespace: 'dev'}, data: {b: '2'}},
    })
    expect(cluster.stored(configMap('c'))).to.deep.equal(review.object)
  })

  it('answers 404 for an unknown object', () => {
    expect(given().update(configMap('c')).status).to.deep.equal({code: 404, reason: 'NotFound', message: 'configmaps "c" not found', details: {name: 'c', group: '', kind: 'configmaps'}})
    expect(verdict(given().update({apiVersion: 'v1', kind: 'ConfigMap'}))).to.equal('404 configmaps "" not found')
  })

  it('rejects the same errors as a creation', () => {
    const cluster = given(configMap('c'), pod())
    expect(verdict(cluster.update({apiVersion: 'v1'}))).to.equal("400 Object 'Kind' is missing")
    expect(verdict(cluster.update(configMap('c', {bogus: 1})))).to.match(/^400 ConfigMap in version "v1" cannot be handled as a ConfigMap: strict decoding error/)
    expect(verdict(cluster.update(configMap('c').marked({namespace: 'x'})))).to.match(/^400 the namespace of the provided object/)
    expect(verdict(cluster.update(pod().asking({restartPolicy: 'x'})))).to.match(/^422 Pod "p" is invalid: \[spec\.restartPolicy: /)
    expect(verdict(cluster.update(configMap('c').labelled({a: '-'})))).to.match(/^422 ConfigMap "c" is invalid: metadata\.labels: /)
    expect(verdict(cluster.update({apiVersion: 'v9', kind: 'ConfigMap', metadata: {name: 'c'}}))).to.equal(noResource)
  })

  it('validates generateName only for kinds that check names on update', () => {
    const cluster = given(configMap('c'), quota({pods: 1}), limitRange('l', {type: 'Container'}))
    const error = 'Invalid value: "X_": a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters'
    for (const manifest of [configMap('c'), limitRange('l', {type: 'Container'})]) {
      expect(verdict(cluster.update(manifest.marked({generateName: 'X_'})))).to.match(/^422 /).and.include(`metadata.generateName: ${error}`)
    }
    expect(verdict(cluster.update(quota({pods: 1}).marked({generateName: 'X_'})))).to.equal('200')
  })

  it('keeps the stored object when it is rejected', () => {
    const cluster = given(pod().labelled({a: 'b'}))
    const before = cluster.stored(pod())
    expect(cluster.update(pod().asking({hostNetwork: true})).object).to.equal(undefined)
    expect(cluster.stored(pod())).to.equal(before)
  })

  it('applies the defaults to the new object', () => {
    const cluster = given(limitRange('l', {type: 'Container', max: {cpu: '1'}}))
    const updated = allowed(cluster.update(limitRange('l', {type: 'Container', max: {cpu: '2'}})))
    expect(at(updated, 'spec.limits.0.default.cpu')).to.equal('2')
  })

  describe('in a dry run', () => {
    it('returns the same answer and changes nothing', () => {
      const cluster = given(configMap('c'))
      const before = cluster.stored(configMap('c'))
      const changed = configMap('c', {data: {a: '1'}})
      const dry = cluster.update(changed, {dryRun: true})
      expect(cluster.stored(configMap('c'))).to.equal(before)
      expect(dry).to.deep.equal(cluster.update(changed))
    })

    it('does not remove an object without its last finalizer', () => {
      const held = configMap('c').marked({finalizers: ['a/b']})
      const cluster = given(held)
      allowed(cluster.delete(held))
      expect(verdict(cluster.update(configMap('c'), {dryRun: true}))).to.equal('200')
      expect(cluster.stored(configMap('c'))).not.to.equal(undefined)
    })
  })

  describe('resourceVersion', () => {
    const versionAfter = (cluster: TestCluster, changed: Body): unknown => at(allowed(cluster.update(changed)), 'metadata.resourceVersion')

    it('increases with each change', () => {
      const cluster = loaded()
      expect(versionAfter(cluster, configMap('c', {data: {a: '2'}}))).to.equal('13')
      expect(versionAfter(cluster, configMap('c', {data: {a: '3'}}).marked({resourceVersion: '13'}))).to.equal('14')
      expect(verdict(cluster.update(configMap('c').marked({resourceVersion: '13'})))).to.match(/^409 /)
    })

    it('may be larger than the largest safe integer', () => {
      const version = '9007199254740993'
      expect(versionAfter(loaded({resourceVersion: version}), configMap('c'))).to.equal('9007199254740994')
    })

    it('stays the same without a change and in a dry run', () => {
      const cluster = loaded()
      expect(versionAfter(cluster, configMap('c', {data: {a: '1'}}))).to.equal('12')
      expect(at(allowed(cluster.update(configMap('c'), {dryRun: true})), 'metadata.resourceVersion')).to.equal('12')
    })

    it('stays the same if it is not a number', () => {
      expect(versionAfter(loaded({resourceVersion: 'x1'}), configMap('c'))).to.equal('x1')
    })
  })

  describe('fields set by the server', () => {
    it('are kept when they are omitted', () => {
      expect(at(allowed(loaded().update(configMap('c'))), 'metadata'))
        .to.deep.equal({name: 'c', namespace: 'dev', uid: 'u1', resourceVersion: '13', creationTimestamp: '2001-01-01T00:00:00Z', generation: 3})
    })

    it('are kept when they are sent again', () => {
      const {object} = loaded().update(configMap('c').marked({uid: 'u1', resourceVersion: '12', creationTimestamp: '2001-01-01T00:00:00Z', generation: 3}))
      expect(at(object, 'metadata')).to.deep.include({uid: 'u1', resourceVersion: '13', generation: 3})
    })

    it('are kept when another generation and creationTimestamp are sent', () => {
      const {object} = loaded().update(configMap('c').marked({creationTimestamp: '2009-01-01T00:00:00Z', generation: 9}))
      expect(at(object, 'metadata')).to.deep.include({creationTimestamp: '2001-01-01T00:00:00Z', generation: 3})
    })

    it('are kept when they are sent empty', () => {
      expect(at(loaded().update(configMap('c').marked({uid: '', resourceVersion: ''})).object, 'metadata')).to.deep.include({uid: 'u1', resourceVersion: '13'})
    })

    it('are ignored if the stored object has none, except for the resourceVersion', () => {
      const made = {uid: 'u', resourceVersion: '5', creationTimestamp: '2001-01-01T00:00:00Z', generation: 4}
      expect(at(allowed(given(configMap('c')).update(configMap('c').marked(made))), 'metadata')).to.deep.equal({name: 'c', namespace: 'dev', resourceVersion: '6'})
    })

    it('must not include a different UID', () => {
      const message = (key: string): RegExp => new RegExp(`^409 Operation cannot be fulfilled on .*: StorageError: invalid object, Code: 4, Key: ${key}, ResourceVersion: 0, `
        + 'AdditionalErrorMsg: Precondition failed: UID in precondition: u2, UID in object meta: u1$')
      expect(verdict(loaded().update(configMap('c').marked({uid: 'u2', resourceVersion: 'x'})))).to.match(message('/configmaps/dev/c'))
      const keys: [object: Manifest, key: string][] = [
        [service('s'), '/services/specs/dev/s'], [storageClass('s'), '/storageclasses/s'],
        [storageClass('s').having({apiVersion: 'example.com/v1', kind: 'Widget'}), '/example.com/widgets/dev/s'],
        [storageClass('s').having({apiVersion: 'apiregistration.k8s.io/v1', kind: 'APIService'}), '/apiregistration.k8s.io/apiservices/s'],
      ]
      for (const [object, key] of keys) {
        const cluster = new TestCluster()
        allowed(cluster.cluster.load({object: object.marked({uid: 'u1'}), namespace: 'dev'}))
        expect(verdict(cluster.update(object.marked({uid: 'u2'})))).to.match(message(key))
        expect(cluster.update(object.marked({uid: 'u1'})).status.code).to.equal(200)
      }
    })

    it('must not include a different UID, which is checked before mutating admission', () => {
      const cluster = loaded()
      allowed(cluster.cluster.load({object: pod().marked({uid: 'u1'}), namespace: 'dev'}))
      const {status, steps} = cluster.update(pod().marked({uid: 'u2'}).asking({priority: 5}))
      expect([status.code, steps]).to.deep.equal([409, []])
    })

    it('must not include a UID if the update creates the object', () => {
      const event = {apiVersion: 'v1', kind: 'Event', metadata: {name: 'e', uid: 'u2'}, involvedObject: {namespace: 'dev'}}
      expect(verdict(given().update(event))).to.match(/^409 .* Key: \/events\/dev\/e, .*UID in precondition: u2, UID in object meta: $/)
    })

    it('must not include a different resourceVersion, which is checked before validation', () => {
      const {status} = loaded().update(configMap('c').marked({resourceVersion: '11', labels: {a: '-'}}))
      expect(status).to.deep.equal({
        code: 409, reason: 'Conflict', details: {name: 'c', group: '', kind: 'configmaps'},
        message: 'Operation cannot be fulfilled on configmaps "c": the object has been modified; please apply your changes to the latest version and try again',
      })
    })

    it('include the resourceVersion, which is parsed as a number', () => {
      for (const resourceVersion of ['12', '0012', '0', '000']) expect(loaded().update(configMap('c').marked({resourceVersion})).status.code).to.equal(200)
      const rejections: Record<string, string> = {
        'abc': 'strconv.ParseUint: parsing "abc": invalid syntax', '-1': 'strconv.ParseUint: parsing "-1": invalid syntax', '+12': 'strconv.ParseUint: parsing "+12": invalid syntax',
        '99999999999999999999': 'strconv.ParseUint: parsing "99999999999999999999": value out of range',
      }
      for (const [resourceVersion, message] of Object.entries(rejections)) {
        expect(loaded().update(configMap('c').marked({resourceVersion, labels: {a: '-'}})).status).to.deep.equal({code: 500, reason: '', message})
      }
    })

    it('must include the resourceVersion for some kinds, if it is known', () => {
      const budget = configMap('b').having({apiVersion: 'policy/v1', kind: 'PodDisruptionBudget', spec: {maxUnavailable: 1}})
      const cluster = given(budget.marked({name: 'unknown'}))
      allowed(cluster.cluster.load({object: budget.marked({resourceVersion: '5'}), namespace: 'dev'}))
      expect(cluster.update(budget.marked({name: 'unknown'})).status.code).to.equal(200)
      expect(cluster.update(budget.marked({resourceVersion: '5'})).status.code).to.equal(200)
      for (const resourceVersion of [undefined, '', '0']) {
        expect(verdict(cluster.update(budget.marked({resourceVersion}).asking({maxUnavailable: -1}))))
          .to.equal('422 poddisruptionbudgets.policy "b" is invalid: metadata.resourceVersion: Invalid value: 0: must be specified for an update')
      }
      const widget = configMap('w').having({apiVersion: 'example.com/v1', kind: 'Widget'})
      allowed(cluster.cluster.load({object: widget.marked({resourceVersion: '5'}), namespace: 'dev'}))
      expect(verdict(cluster.update(widget))).to.match(/^422 widgets\.example\.com "w" is invalid: metadata\.resourceVersion: Invalid value: 0/)
    })

    it('must not include a new deletionTimestamp', () => {
      expect(verdict(given(configMap('c')).update(configMap('c').marked({deletionTimestamp: '2001-01-01T00:00:00Z'}))))
        .to.equal('422 ConfigMap "c" is invalid: metadata.deletionTimestamp: Invalid value: "2001-01-01T00:00:00Z": field is immutable')
    })

    it('include the deletionTimestamp of an object that is being deleted', () => {
      const dying = {finalizers: ['a/b'], deletionTimestamp: '2001-01-01T00:00:00Z', deletionGracePeriodSeconds: 5}
      const sent = configMap('c').marked({finalizers: ['a/b'], deletionTimestamp: '2002-02-02T00:00:00Z'})
      expect(at(allowed(loaded(dying).update(sent)), 'metadata')).to.deep.include(dying)
      expect(verdict(loaded(dying).update(sent.marked({deletionGracePeriodSeconds: 6})))).to.match(/^422 ConfigMap "c" is invalid: metadata\.deletionGracePeriodSeconds: Invalid value: 6: field is immutable$/)
    })
  })

  describe('generation', () => {
    const generations = (first: Manifest, updates: readonly Body[]): unknown[] => {
      const cluster = given(first.having({metadata: {name: 'a', generation: -5}}))
      return [first, ...updates.map((update) => first.having(update))].map((body) => at(allowed(cluster.update(body)), 'metadata.generation'))
    }

    it('of custom resources increases with any change except to metadata and status', () => {
      const widget = configMap('a').having({apiVersion: 'example.com/v1', kind: 'Widget', spec: {a: [null, 1]}})
      expect(generations(widget, [
        {spec: {a: [null, 1], b: null}}, {spec: {a: 2}}, {spec: {a: 2}, status: {x: 1}}, {spec: {a: 2, c: ''}}, {spec: {a: 2, c: 0}},
        {spec: {c: 0, a: 2}, metadata: {name: 'a', labels: {a: 'b'}, generation: 9}},
      ])).to.deep.equal([1, 2, 3, 3, 4, 5, 5])
    })

    it('of kinds without a schema in kadm increases as on the server', () => {
      const ingressClass = configMap('a').having({apiVersion: 'networking.k8s.io/v1', kind: 'IngressClass', spec: {controller: 'a/b'}})
      expect(generations(ingressClass, [{spec: {controller: 'a/b', parameters: null}}, {spec: {controller: 'a/b', parameters: {kind: 'K', name: 'n'}}}])).to.deep.equal([1, 1, 2])
      const role = configMap('a').having({apiVersion: 'rbac.authorization.k8s.io/v1', kind: 'Role', metadata: {name: 'a', generation: 5}})
      expect(at(allowed(given().create(role)), 'metadata.generation')).to.equal(5)
    })
  })

  describe('of an object that is being deleted', () => {
    const held = configMap('c').marked({finalizers: ['a/b', 'c/d']})
    const dying = (): TestCluster => {
      const cluster = given(held)
      allowed(cluster.delete(held))
      return cluster
    }

    it('rejects new finalizers', () => {
      expect(verdict(dying().update(configMap('c').marked({finalizers: ['a/b', 'x/y']}))))
        .to.equal('422 ConfigMap "c" is invalid: metadata.finalizers: Forbidden: no new finalizers can be added if the object is being deleted, found new finalizers []string{"x/y"}')
    })

    it('removes the object with its last finalizer', () => {
      const cluster = dying()
      expect(verdict(cluster.update(configMap('c').marked({finalizers: ['c/d']})))).to.equal('200')
      expect(cluster.stored(held)).not.to.equal(undefined)
      expect(verdict(cluster.update(configMap('c')))).to.equal('200')
      expect(cluster.stored(held)).to.equal(undefined)
    })

    it('does not wait for finalizers that controllers remove', () => {
      const cluster = given(claim('c', '1Gi').marked({finalizers: ['a/b']}))
      allowed(cluster.delete(claim('c', '1Gi')))
      allowed(cluster.update(claim('c', '1Gi').marked({finalizers: ['kubernetes.io/pvc-protection']})))
      expect(cluster.stored(claim('c', '1Gi'))).to.equal(undefined)
    })
  })

  it('returns warnings for the object, but not for its subresources', () => {
    const annotated = claim('c', '1Gi').annotated({'volume.beta.kubernetes.io/storage-class': 'x'})
    const cluster = given(annotated)
    expect(cluster.update(annotated).warnings).to.have.length(1)
    expect(cluster.update(annotated, {subresource: 'status'}).warnings).to.deep.equal([])
  })

  describe('of a subresource', () => {
    it('changes status and metadata, but not the spec', () => {
      const cluster = given(pod())
      const updated = allowed(cluster.update(pod().labelled({a: 'b'}).with(app({limits: {cpu: '1'}})).having({status: {phase: 'Running'}}), {subresource: 'status'}))
      expect(at(updated, 'status')).to.deep.equal({phase: 'Running', qosClass: 'BestEffort'})
      expect(at(updated, 'metadata.labels')).to.deep.equal({a: 'b'})
      expect(at(updated, 'spec.containers.0.resources')).to.deep.equal({})
      expect(at(cluster.stored(pod()), 'status.phase')).to.equal('Running')
    })

    it('changes the status of a kind without a schema', () => {
      const widget = configMap('w').having({apiVersion: 'example.com/v1', kind: 'Widget', spec: {a: 1}})
      const cluster = given(widget)
      expect(allowed(cluster.update(widget.having({spec: {a: 2}, status: {ready: true}}), {subresource: 'status'}))).to.deep.include({spec: {a: 1}, status: {ready: true}})
    })

    it('accepts the status of every kind that has one', () => {
      const cluster = given(namespace('n'), quota({cpu: '1'}), claim('c', '1Gi'))
      for (const body of [namespace('n'), quota({cpu: '1'}), claim('c', '1Gi')]) expect(verdict(cluster.update(body, {subresource: 'status'}))).to.equal('200')
    })

    it('answers 404 for the status of a kind without one', () => {
      const cluster = given(configMap('c'), limitRange('l'), priorityClass('x', 1))
      for (const body of [configMap('c'), limitRange('l'), priorityClass('x', 1)]) expect(verdict(cluster.update(body, {subresource: 'status'}))).to.equal(noResource)
    })

    it('accepts resizes and ephemeral containers of pods', () => {
      const cluster = given(pod().with(app({requests: {cpu: '1'}})))
      const resized = allowed(cluster.update(pod().with(app({requests: {cpu: '2'}})), {subresource: 'resize'}))
      expect(at(resized, 'spec.containers.0.resources.requests.cpu')).to.equal('2')
      expect(at(resized, 'metadata.generation')).to.equal(2)
      const debugged = allowed(cluster.update(pod().with().asking({ephemeralContainers: [container('debug')]}), {subresource: 'ephemeralcontainers'}))
      expect(at(debugged, 'spec.ephemeralContainers.0.name')).to.equal('debug')
      expect(at(debugged, 'metadata.generation')).to.equal(3)
      expect(verdict(cluster.update(pod().with().asking({ephemeralContainers: [{name: 'x'}]}), {subresource: 'ephemeralcontainers'}))).to.match(/^422 Pod "p" is invalid: \[spec\.ephemeralContainers\[0\]\.image: /)
    })

    it('answers 404 for any other subresource', () => {
      const cluster = given(pod(), configMap('c'))
      for (const subresource of ['bogus', 'binding', 'toString', 'Status']) expect(verdict(cluster.update(pod(), {subresource})), subresource).to.equal(noResource)
      expect(verdict(cluster.update(configMap('c'), {subresource: 'resize'}))).to.equal(noResource)
      expect(verdict(cluster.update(pod('q'), {subresource: 'bogus'}))).to.equal(noResource)
    })

    it('answers 404 for an unknown object', () => expect(verdict(given().update(pod(), {subresource: 'resize'}))).to.equal('404 pods "p" not found'))

    it('reports only that a static pod cannot be resized', () => {
      const cluster = new TestCluster()
      allowed(cluster.cluster.load({object: pod().annotated({'kubernetes.io/config.mirror': 'x'}).asking({nodeName: 'n'}), namespace: 'dev'}))
      expect(verdict(cluster.update(pod().with(), {subresource: 'resize'}))).to.equal('422 Pod "p" is invalid: []: Forbidden: static pods cannot be resized')
    })
  })

  it('validates only the change, for kinds such as PriorityClass', () => {
    const cluster = given(priorityClass('x', 1))
    expect(verdict(cluster.update(priorityClass('x', 2_000_000_000)))).to.equal('422 PriorityClass.scheduling.k8s.io "x" is invalid: value: Forbidden: may not be changed in an update.')
  })

  describe('managedFields', () => {
    const entry = {manager: 'x', operation: 'Update', apiVersion: 'v1', fieldsType: 'FieldsV1', fieldsV1: {'f:data': {'f:a': {}}}}
    const managers = (object: unknown): unknown => at(object, 'metadata.managedFields')

    it('are kept when none are sent', () => {
      const cluster = loaded({managedFields: [entry]})
      expect(managers(allowed(cluster.update(configMap('c', {data: {a: '1', b: '2'}}))))).to.deep.equal([entry])
    })

    it('are those that are sent, without the fields that change', () => {
      const given = configMap('c', {data: {a: '1'}}).marked({managedFields: [entry]})
      expect(managers(allowed(loaded().update(given)))).to.deep.equal([entry])
      expect(managers(allowed(loaded().update(given.having({data: {a: '2'}}))))).to.equal(undefined)
      expect(verdict(loaded().update(given.marked({managedFields: [{...entry, manager: '\u0001'}]}))))
        .to.equal('422 ConfigMap "c" is invalid: metadata.managedFields[0].manager: Invalid value: "\\x01": invalid character U+0001 (at position 0)')
    })

    it('are ignored on subresources', () => {
      const cluster = given(pod())
      expect(managers(allowed(cluster.update(pod().marked({managedFields: [{...entry, manager: '\u0001'}]}), {subresource: 'status'})))).to.equal(undefined)
    })
  })
})
