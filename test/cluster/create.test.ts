import {expect} from 'chai'
import {app, type Body, configMap, type Item, limitRange, type Manifest, namespace, pod, podNamedAfter, priorityClass} from '../helpers/builders.js'
import {allowed, at, given, TestCluster, verdict} from '../helpers/test-cluster.js'

const max: Item = {type: 'Container', max: {cpu: '1'}}

const tooLarge = app({requests: {cpu: '2'}, limits: {cpu: '2'}})

describe('creation of an object', () => {
  it('returns the object as it is stored', () => {
    const cluster = new TestCluster()
    const review = cluster.create(configMap('c', {data: {a: 'b'}}))
    expect(review).to.deep.equal({
      operation: 'CREATE', allowed: true, status: {code: 201, reason: 'Created', message: ''}, steps: [], warnings: [], problems: [], errors: [],
      object: {apiVersion: 'v1', kind: 'ConfigMap', metadata: {name: 'c', namespace: 'dev'}, data: {a: 'b'}},
    })
    expect(cluster.stored(configMap('c'))).to.deep.equal(review.object)
  })

  it('applies the defaults of admission and of the kind', () => {
    const object = allowed(given().create(pod().with(app({limits: {cpu: '1'}}))))
    expect(at(object, 'spec.containers.0.resources')).to.deep.equal({limits: {cpu: '1'}, requests: {cpu: '1'}})
    expect(at(object, 'spec')).to.deep.include({priority: 0, preemptionPolicy: 'PreemptLowerPriority'})
    expect(at(object, 'status')).to.deep.equal({phase: 'Pending', qosClass: 'Burstable'})
    expect(at(object, 'metadata.generation')).to.equal(1)
  })

  it('applies the defaults of the kind again after admission', () => {
    const cluster = given(limitRange('limits', {type: 'Container', defaultRequest: {cpu: '100m'}}))
    expect(at(allowed(cluster.create(pod().limitedTo({limits: {memory: '1Gi'}}))), 'spec.resources')).to.deep.equal({limits: {memory: '1Gi'}, requests: {cpu: '100m', memory: '1Gi'}})
  })

  it('drops fields that only the server sets', () => {
    const made = {uid: 'u', creationTimestamp: '2001-01-01T00:00:00Z', resourceVersion: '0', deletionTimestamp: '2001-01-01T00:00:00Z', deletionGracePeriodSeconds: 5}
    for (const [field, value] of Object.entries(made)) {
      expect(at(allowed(given().create(configMap('c').marked({[field]: value}))), 'metadata'), field).to.deep.equal({name: 'c', namespace: 'dev'})
    }
    expect(at(allowed(given().create(configMap('c').marked({...made, generation: 7, labels: {a: 'b'}}))), 'metadata')).to.deep.equal({name: 'c', namespace: 'dev', generation: 7, labels: {a: 'b'}})
  })

  it('drops a given status', () => {
    expect(at(allowed(given().create(pod().having({status: {phase: 'Running', podIP: '1.2.3.4'}}))), 'status')).to.deep.equal({phase: 'Pending', qosClass: 'BestEffort'})
  })

  describe('order of the stages', () => {
    // Each object adds an error of an earlier stage.
    const policies = [limitRange('limits', max), priorityClass('high', 1), pod()]
    const existing = pod().having({})
    const forbidden = existing.with(tooLarge)
    const invalid = forbidden.asking({restartPolicy: 'x'})
    const notAdmitted = invalid.asking({priorityClassName: 'none'})
    const elsewhere = notAdmitted.marked({namespace: 'other'})
    const undecodable = elsewhere.asking({hostNetwork: 'x'})
    const unknown = undecodable.having({apiVersion: 'v2'})

    const table: Record<string, [body: Body, verdict: RegExp]> = {
      'the lookup of the resource': [unknown, /^404 the server could not find the requested resource$/],
      'decoding': [undecodable, /^400 Pod in version "v1" cannot be handled as a Pod: json: cannot unmarshal string into Go struct field PodSpec\.spec\.hostNetwork of type bool$/],
      'the check of the namespace': [elsewhere, /^400 the namespace of the provided object does not match the namespace sent on the request$/],
      'mutating admission': [notAdmitted, /^403 pods "p" is forbidden: no PriorityClass with name none was found$/],
      'validation': [invalid, /^422 Pod "p" is invalid: spec\.restartPolicy: Unsupported value: "x"/],
      'validating admission': [forbidden, /^403 pods "p" is forbidden: maximum cpu usage per Container is 1, but limit is 2$/],
      'storage': [existing, /^409 pods "p" already exists$/],
    }

    for (const [stage, [body, expected]] of Object.entries(table)) {
      it(`rejects an object in ${stage} before later stages`, () => expect(verdict(given(...policies).create(body))).to.match(expected))
    }
  })

  describe('rejections', () => {
    it('have the reasons of the API server', () => {
      const cluster = given(limitRange('limits', max), configMap('c'))
      const reasonOf = (body: Body): [number, string] => {
        const {status: {code, reason}} = cluster.create(body)
        return [code, reason]
      }
      expect(reasonOf(pod().having({bogus: 1}))).to.deep.equal([400, 'BadRequest'])
      expect(reasonOf(pod().with(tooLarge))).to.deep.equal([403, 'Forbidden'])
      expect(reasonOf({apiVersion: 'v1', kind: 'Bogus'})).to.deep.equal([404, 'NotFound'])
      expect(reasonOf(configMap('c'))).to.deep.equal([409, 'AlreadyExists'])
      expect(reasonOf(pod('A'))).to.deep.equal([422, 'Invalid'])
      expect(reasonOf(configMap('d').marked({resourceVersion: '1'}))).to.deep.equal([500, ''])
    })

    it('return no object and store nothing', () => {
      const cluster = given(limitRange('limits', max))
      for (const body of [pod().having({bogus: 1}), pod().with(tooLarge), pod().with(), pod().asking({runtimeClassName: ''})]) {
        const review = cluster.create(body)
        expect([review.allowed, review.object]).to.deep.equal([false, undefined])
        expect(cluster.stored(pod())).to.equal(undefined)
      }
    })

    it('report every decoding problem', () => {
      const {problems, status} = given().create(pod().having({bogus: 1}).asking({hostNetwork: 'x'}))
      expect(problems.map(({path, type}) => [String(path), type])).to.deep.equal([['bogus', 'unknown-field'], ['spec.hostNetwork', 'wrong-type']])
      expect(status.message).to.equal('Pod in version "v1" cannot be handled as a Pod: json: cannot unmarshal string into Go struct field PodSpec.spec.hostNetwork of type bool')
      expect(given().create(configMap('c', {Data: {}})).status.message).to.equal('ConfigMap in version "v1" cannot be handled as a ConfigMap: strict decoding error: unknown field "Data"')
    })

    it('report every validation error', () => {
      const {errors, status} = given().create(pod('A').with())
      expect(errors.map(({field}) => String(field))).to.deep.equal(['metadata.name', 'spec.containers'])
      expect(status.details).to.deep.include({name: 'A', group: '', kind: 'Pod'})
      expect(status.details?.causes?.map(({field, reason}) => [field, reason])).to.deep.equal([['metadata.name', 'FieldValueInvalid'], ['spec.containers', 'FieldValueRequired']])
    })

    it('report a lower-case kind with 400, not 404', () => {
      expect(verdict(given().create(configMap('c').having({kind: 'configmap'}))))
        .to.equal('400 configmap in version "v1" cannot be handled as a ConfigMap: no kind "configmap" is registered for version "v1" in scheme "pkg/api/legacyscheme/scheme.go:30"')
    })

    describe('of fields that differ from apiVersion or kind only in case', () => {
      const unrecognized = 'the object provided is unrecognized (must be of type ConfigMap): couldn\'t get version/kind; json parse error: json: cannot unmarshal'
      const cases: [title: string, extra: Body, message: string][] = [
        ['of the wrong type', {Kind: 5}, `${unrecognized} number into Go struct field .kind of type string ({"Kind":5,"apiVersion":"v1","k ...)`],
        ['of the wrong type, together with another one', {Kind: [], ApiVersion: {b: 1, a: 2}},
          `${unrecognized} object into Go struct field .apiVersion of type string ({"ApiVersion":{"a":2,"b":1},"K ...)`],
        ['in an object with characters that JSON escapes', {Aa: 'ä<>&', Kind: false}, `${unrecognized} bool into Go struct field .kind of type string ({"Aa":"ä\\u003c\\u003e\\u0026"," ...)`],
        ['with the value null', {KIND: null}, 'ConfigMap in version "v1" cannot be handled as a ConfigMap: strict decoding error: unknown field "KIND"'],
        ['with a string', {Kind: 'Pod'}, 'ConfigMap in version "v1" cannot be handled as a ConfigMap: strict decoding error: unknown field "Kind"'],
        ['that comes last in the object', {'\u212aind': 'Gizmo'},
          'Gizmo in version "v1" cannot be handled as a ConfigMap: no kind "Gizmo" is registered for version "v1" in scheme "pkg/api/legacyscheme/scheme.go:30"'],
      ]
      for (const [title, extra, message] of cases) it(`report a second field ${title}`, () => expect(verdict(given().create(configMap('c', extra)))).to.equal(`400 ${message}`))

      it('report the field when it is the only one', () => {
        const message = (kind: string, field: string) => `400 ${kind} in version "v1" cannot be handled as a ${kind}: strict decoding error: unknown field "${field}"`
        expect(verdict(given().create({apiVersion: 'v1', Kind: 'ConfigMap', metadata: {name: 'c'}}))).to.equal(message('ConfigMap', 'Kind'))
        expect(verdict(given().create({APIVersion: 'apps/v1', kind: 'Deployment', metadata: {name: 'd'}}))).to.equal(message('Deployment', 'APIVersion'))
      })
    })

    for (const [title, body] of Object.entries<Body>({'a missing kind': {apiVersion: 'v1'}, 'an empty kind': {apiVersion: 'v1', kind: ''}, 'a kind that is not a string': {apiVersion: 'v1', kind: 5}})) {
      it(`report ${title}`, () => expect(verdict(given().create(body))).to.equal("400 Object 'Kind' is missing"))
    }

    for (const apiVersion of [undefined, '', 'v2', 'apps/v1', 'apps/', 'a/b/c', 5, 'example']) {
      it(`report the apiVersion ${JSON.stringify(apiVersion)} of a Pod with 404`, () => expect(verdict(given().create({apiVersion, kind: 'Pod'}))).to.equal('404 the server could not find the requested resource'))
    }

    it('report a resourceVersion with 500', () => {
      const versioned = configMap('c').marked({resourceVersion: '12'})
      const rejection = '500 resourceVersion should not be set on objects to be created'
      expect(verdict(given().create(versioned))).to.equal(rejection)
      expect(verdict(given(configMap('c')).create(versioned))).to.equal(rejection)
      expect(verdict(given().create(podNamedAfter('a-').marked({resourceVersion: '12'})))).to.equal(rejection)
      expect(verdict(given().create(versioned.marked({labels: {a: '-'}})))).to.match(/^422 /)
      expect(verdict(given().create(versioned, {dryRun: true}))).to.equal('201')
      for (const resourceVersion of ['', '0', 'abc', '-1', '99999999999999999999']) expect(verdict(given().create(configMap('c').marked({resourceVersion})))).to.equal('201')
    })

    it('report the name of an object that is being deleted with 409', () => {
      const held = configMap('c').marked({finalizers: ['example.com/hold']})
      const cluster = given(held)
      allowed(cluster.delete(held))
      expect(cluster.create(configMap('c')).status).to.deep.equal({
        code: 409, reason: 'AlreadyExists', message: 'object is being deleted: configmaps "c" already exists', details: {name: 'c', group: '', kind: 'configmaps'},
      })
    })

    it('report bodies of more than 3 MiB before they are decoded @slow', () => {
      const sized = (bytes: number, text: string): Body => {
        const widget = (data: string): Body => ({apiVersion: 'example.com/v1', kind: 'Widget', metadata: {name: 'w', bogus: 1}, data: [data, 1, true]})
        const room = bytes - JSON.stringify(widget('')).length - 1
        const length = Math.floor(room / JSON.stringify(text).slice(1, -1).length)
        return widget(text.repeat(length) + 'x'.repeat(room - length * JSON.stringify(text).slice(1, -1).length))
      }
      const tooLarge = {code: 413, reason: 'RequestEntityTooLarge', message: 'Request entity too large: limit is 3145728'}
      for (const text of ['x', '"', '\u0001']) {
        expect(given().create(sized(3145728, text)).status.code).to.equal(400)
        expect(given().create(sized(3145729, text)).status).to.deep.equal(tooLarge)
      }
      expect(given().create(configMap('c', {data: {a: '<'.repeat(600_000)}})).status).to.deep.equal(tooLarge)
      expect(given().create(configMap('c', {data: Object.fromEntries(Array.from({length: 800}, (_, i) => [`${i}-${'k'.repeat(4000)}`, '']))})).status).to.deep.equal(tooLarge)
      expect(given(configMap('c')).update(sized(4_000_000, 'x')).status).to.deep.equal(tooLarge)
      expect(verdict(given().create({...sized(4_000_000, 'x'), apiVersion: 'v1', kind: 'ComponentStatus'}))).to.match(/^405/)
    })

    it('report kinds that can only be read with 405', () => {
      for (const kind of ['ComponentStatus', 'componentstatus']) {
        expect(verdict(given().create({apiVersion: 'v1', kind, metadata: {name: 'X'}, foo: 1}))).to.equal('405 the server does not allow this method on the requested resource')
      }
    })

    it('report subresources with 405 or 404', () => {
      expect(given(pod()).create(pod(), {subresource: 'status'}).status).to.deep.equal({code: 405, reason: 'MethodNotAllowed', message: 'the server does not allow this method on the requested resource'})
      expect(verdict(given(pod()).create(pod(), {subresource: 'bogus'}))).to.equal('404 the server could not find the requested resource')
      expect(verdict(given().create({apiVersion: 'v1', kind: 'Bogus'}, {subresource: 'status'}))).to.equal('404 the server could not find the requested resource')
    })
  })

  describe('managed fields', () => {
    const entry = {manager: 'x'.repeat(129), operation: 'Update', apiVersion: 'v1', fieldsType: 'FieldsV1'}

    it('of fields in the object are assigned to the client that creates it', () => {
      const {object} = given().create(configMap('c', {data: {a: '1'}}).marked({managedFields: [{...entry, fieldsV1: {'f:data': {'f:a': {}}}}]}))
      expect(at(object, 'metadata')).to.deep.equal({name: 'c', namespace: 'dev'})
    })

    it('of fields that the object lacks are kept and validated', () => {
      expect(verdict(given().create(configMap('c').marked({managedFields: [{...entry, fieldsV1: {'f:data': {'f:a': {}}}}]}))))
        .to.equal('422 ConfigMap "c" is invalid: metadata.managedFields[0].manager: Too long: may not be more than 128 bytes')
    })
  })

  describe('kinds that are answered but not stored', () => {
    for (const [apiVersion, kind] of [['authentication.k8s.io/v1', 'TokenReview'], ['authorization.k8s.io/v1', 'LocalSubjectAccessReview']] as const) {
      it(`include ${kind}`, () => {
        const body = {apiVersion, kind, metadata: {name: 'a'}}
        const cluster = given(body, body)
        expect(cluster.stored(body)).to.equal(undefined)
        for (const {status} of [cluster.update(body), cluster.delete(body)]) expect(status.code).to.equal(405)
      })
    }

    it('include reviews with a generated name', () => {
      const body = {apiVersion: 'authentication.k8s.io/v1', kind: 'TokenReview', metadata: {generateName: 'a-'}}
      expect(verdict(given().create(body))).to.equal('201')
    })
  })

  describe('warnings', () => {
    it('are returned for an object that is stored', () => {
      expect(given().create(pod('a.b')).warnings).to.have.length(1)
    })

    it('are returned for an object that validating admission rejects or that already exists', () => {
      expect(given(limitRange('limits', max)).create(pod('a.b').with(tooLarge)).warnings).to.have.length(1)
      expect(given(pod('a.b')).create(pod('a.b')).warnings).to.have.length(1)
    })

    describe('about duplicate owner references', () => {
      const owner = {apiVersion: 'v1', kind: 'Pod', name: 'a', uid: 'u1', controller: true}
      const owned = (object: Manifest): Manifest => object.marked({ownerReferences: [owner, {...owner, uid: 'u2', controller: false}, owner, {...owner}]})
      const warning = '.metadata.ownerReferences contains duplicate entries; API server dedups owner references in 1.20+, and may reject such requests as early as 1.24; '
        + 'please fix your requests; duplicate UID(s) observed: u1, u1'

      it('are returned and the duplicates removed', () => {
        const {warnings, object} = given().create(owned(configMap('c')))
        expect(warnings).to.deep.equal([warning])
        expect(at(object, 'metadata.ownerReferences')).to.deep.equal([owner, {...owner, uid: 'u2', controller: false}])
      })

      it('come before all other warnings', () => expect(given().create(owned(pod('a.b'))).warnings).to.deep.equal([warning, ...given().create(pod('a.b')).warnings]))

      it('are returned even when the request fails', () => {
        const cluster = given(priorityClass('x', 1), configMap('c'))
        for (const object of [configMap('A'), configMap('c'), pod('p').asking({priorityClassName: 'none'})]) {
          const {allowed: isAllowed, warnings} = cluster.create(owned(object))
          expect([isAllowed, warnings]).to.deep.equal([false, [warning]])
        }
        expect(cluster.update(owned(configMap('c'))).warnings).to.deep.equal([warning])
        expect(cluster.update(owned(configMap('none')))).to.deep.include({allowed: false, warnings: [warning]})
      })

      it('are omitted when the object cannot be decoded', () => expect(given().create(owned(configMap('c', {Data: {}}))).warnings).to.deep.equal([]))
    })

    it('are omitted for an object that validation or mutating admission rejects', () => {
      expect(given().create(pod('a.b').with()).warnings).to.deep.equal([])
      expect(given(priorityClass('x', 1)).create(pod('a.b').asking({priorityClassName: 'none'})).warnings).to.deep.equal([])
    })
  })

  describe('dry runs', () => {
    it('return the same answer and store nothing', () => {
      const cluster = given(limitRange('limits', max))
      const dry = cluster.create(pod(), {dryRun: true})
      expect(cluster.stored(pod())).to.equal(undefined)
      expect(dry).to.deep.equal(cluster.create(pod()))
      expect(verdict(cluster.create(pod(), {dryRun: true}))).to.equal('409 pods "p" already exists')
    })

    it('store no object with a generated name', () => {
      const cluster = given()
      expect(verdict(cluster.create(podNamedAfter('web-'), {dryRun: true}))).to.equal('201')
      expect(cluster.stored(pod('web-XXXXX'))).to.equal(undefined)
    })
  })

  describe('other kinds', () => {
    it('accept any fields if they are custom resources', () => {
      const widget = configMap('w').having({apiVersion: 'example.com/v1', kind: 'Widget', spec: {a: [null, 1]}, anything: true})
      const cluster = given(widget)
      expect(cluster.stored(widget)).to.deep.equal({...widget, metadata: {name: 'w', namespace: 'dev', generation: 1}})
      expect(verdict(cluster.create(widget))).to.equal('409 widgets.example.com "w" already exists')
      expect(verdict(cluster.create(widget.having({metadata: {name: 'A'}})))).to.match(/^422 Widget\.example\.com "A" is invalid: metadata\.name: Invalid value: "A": a lowercase RFC 1123 subdomain/)
      expect(verdict(cluster.create(widget.having({metadata: {name: 'b', bogus: 1}})))).to.equal('400 Widget in version "v1" cannot be handled as a Widget: strict decoding error: unknown field "metadata.bogus"')
    })

    it('accept any fields if kadm has no schema of the kind', () => {
      const lease = configMap('Any Name').having({apiVersion: 'coordination.k8s.io/v1', kind: 'Lease', spec: {bogus: 1}})
      expect(allowed(given().create(lease))).to.deep.equal({...lease, metadata: {name: 'Any Name', namespace: 'dev'}})
      expect(verdict(given().create(lease.having({metadata: {name: 'a/b'}})))).to.equal("422 Lease.coordination.k8s.io \"a/b\" is invalid: metadata.name: Invalid value: \"a/b\": may not contain '/'")
    })

    it('require a name even without metadata', () => {
      expect(verdict(given().create({apiVersion: 'v1', kind: 'ConfigMap'}))).to.equal('422 ConfigMap "" is invalid: metadata.name: Required value: name or generateName is required')
      expect(verdict(given().create({apiVersion: 'v1', kind: 'ConfigMap', metadata: null}))).to.match(/^422 /)
      expect(verdict(given().create({apiVersion: 'v1', kind: 'ConfigMap', metadata: 'x'}))).to.match(/^400 /)
    })

    it('are stored with the canonical apiVersion', () => {
      expect(allowed(given().create(configMap('c').having({apiVersion: '/v1'})))['apiVersion']).to.equal('v1')
    })

    it('such as Namespaces are stored with their label, finalizer and status', () => {
      const cluster = given(namespace('dev'))
      expect(cluster.stored(namespace('dev'))).to.deep.equal({
        apiVersion: 'v1', kind: 'Namespace', metadata: {name: 'dev', labels: {'kubernetes.io/metadata.name': 'dev'}}, spec: {finalizers: ['kubernetes']}, status: {phase: 'Active'},
      })
    })
  })
})
