import {expect} from 'chai'

import {auditEvent, requestsOf, sourceAndObject} from '../../../helpers/event-log.js'

/** The sample of spec eventratelimit 9.1, as a line of a log. */
const sample = '{"kind":"Event","apiVersion":"audit.k8s.io/v1","level":"Request","auditID":"a1","stage":"ResponseComplete","requestURI":"/api/v1/namespaces/shop/events","verb":"create",'
  + '"user":{"username":"system:node:n1"},"objectRef":{"resource":"events","namespace":"shop","name":"web-0.17c0ffee","apiVersion":"v1"},"responseStatus":{"metadata":{},"status":"Failure",'
  + '"message":"Too many requests: limit reached on type Namespace for key shop","reason":"TooManyRequests","code":429},"requestObject":{"kind":"Event","apiVersion":"v1","metadata":'
  + '{"name":"web-0.17c0ffee","namespace":"shop"},"involvedObject":{"kind":"Pod","namespace":"shop","name":"web-0","uid":"u1","apiVersion":"v1","fieldPath":"spec.containers{c}"},'
  + '"reason":"BackOff","message":"…","source":{"component":"kubelet","host":"n1"},"type":"Warning","count":1,"eventTime":null,"reportingComponent":"kubelet","reportingInstance":"n1"},'
  + '"requestReceivedTimestamp":"2026-01-01T10:00:00.000001Z","stageTimestamp":"2026-01-01T10:00:00.002000Z"}'

describe('audit events', () => {
  it('are read with user, verb, object and time', () => {
    const {requests: [request]} = requestsOf([sample])
    expect(request).to.deep.include({
      at: '2026-01-01T10:00:00.000001Z', user: 'system:node:n1', namespace: 'shop', verb: 'create', group: '', dryRun: false, approx: [], line: 1,
      observed: {code: 429, message: 'Too many requests: limit reached on type Namespace for key shop'},
    })
    expect(sourceAndObject(request!)).to.equal('kubeletn1Podshopweb-0u1v1')
    expect(request?.object).to.include({type: 'Warning', reason: 'BackOff', message: '…'})
  })

  const others: Readonly<Record<string, string>> = {
    'pods': auditEvent({objectRef: {resource: 'pods'}}),
    'subresources': auditEvent({objectRef: {subresource: 'status'}}),
    'reads': auditEvent({verb: 'list'}),
    'deletes': auditEvent({verb: 'delete'}),
    'deletions of collections': auditEvent({verb: 'deletecollection'}),
    'custom resources of the same name': auditEvent({objectRef: {apiGroup: 'example.com'}}),
    'requests without an object': JSON.stringify({kind: 'Event', apiVersion: 'audit.k8s.io/v1', stage: 'ResponseComplete', verb: 'get', requestURI: '/healthz'}),
  }
  for (const [name, line] of Object.entries(others)) {
    it(`are not limited for ${name}`, () => {
      const {requests, log: {reading}} = requestsOf([line])
      expect(requests).to.deep.equal([])
      expect(reading).to.include({lines: 1, auditEvents: 1, auditedWrites: 0, others: 1, unreadable: 0})
    })
  }

  it('of creates, updates and patches count', () => {
    const {requests} = requestsOf(['create', 'update', 'patch'].map((verb, i) => auditEvent({verb, auditID: `a${i}`})))
    expect(requests.map(({verb}) => verb)).to.deep.equal(['create', 'update', 'patch'])
  })

  it('use the impersonated user', () => {
    const lines = [auditEvent({impersonatedUser: {username: 'jane'}}), auditEvent({auditID: 'a2', user: {username: 'system:anonymous'}}), auditEvent({auditID: 'a3', user: {}})]
    expect(requestsOf(lines).requests.map(({user}) => user)).to.deep.equal(['jane', 'system:anonymous', ''])
  })

  it('recognize dry runs by the query of requestURI', () => {
    const uris = ['/e?dryRun=All', '/e?fieldManager=k&dryRun=All&x=y', '/e?dryRun=None', '/e?xdryRun=All', '/e?dryRun=Allx', '/dryRun=All']
    const {requests, log: {requests: {bypassing}}} = requestsOf(uris.map((requestURI, i) => auditEvent({requestURI, auditID: `a${i}`})))
    expect(bypassing.dryRun).to.equal(2)
    expect(requests).to.have.length(4)
  })

  it('through events.k8s.io bypass all limits', () => {
    const {requests, log} = requestsOf([auditEvent({objectRef: {apiGroup: 'events.k8s.io', apiVersion: 'v1'}})])
    expect(requests).to.deep.equal([])
    expect(log.requests.bypassing).to.deep.equal({'events.k8s.io': 1, 'dryRun': 0, 'verb': 0})
  })

  describe('of several stages', () => {
    const stage = (name: string, fields: object = {}): string => auditEvent({stage: name, ...fields})

    it('are one request (spec eventratelimit 11 case 44)', () => {
      const {requests, log: {reading}} = requestsOf([stage('RequestReceived', {requestObject: null, responseStatus: {code: undefined}}), stage('ResponseComplete')])
      expect(requests).to.have.length(1)
      expect(requests[0]).to.deep.include({line: 2, approx: []})
      expect(reading).to.include({repeated: 1, auditedWrites: 2})
    })

    it('are one request if stages are repeated or out of order', () => {
      expect(requestsOf([stage('ResponseComplete'), stage('RequestReceived')]).requests).to.have.length(1)
      expect(requestsOf([stage('RequestReceived'), stage('RequestReceived'), stage('ResponseComplete'), stage('ResponseComplete')]).requests).to.have.length(1)
    })

    it('count as approximate if there is only RequestReceived', () => {
      const {requests: [request], log} = requestsOf([JSON.stringify({...JSON.parse(stage('RequestReceived', {requestObject: null})), responseStatus: undefined})])
      expect(request).to.deep.include({approx: ['stage', 'sourceAndObject'], observed: undefined})
      expect(Object.fromEntries(log.requests.approximations)).to.deep.equal({stage: 1, sourceAndObject: 1})
    })

    it('do not count if the final stage has a failure before admission', () => {
      const {requests, log: {reading}} = requestsOf([stage('RequestReceived'), stage('ResponseComplete', {responseStatus: {code: 404}})])
      expect(requests).to.deep.equal([])
      expect(Object.fromEntries(reading.skipped)).to.deep.equal({404: 1})
    })

    it('count with stage Panic, but not with ResponseStarted', () => {
      expect(requestsOf([stage('Panic')]).requests).to.have.length(1)
      const {requests, log: {reading}} = requestsOf([stage('ResponseStarted')])
      expect(requests).to.deep.equal([])
      expect(reading).to.include({unreadable: 0, repeated: 1})
    })

    it('count without a stage', () => expect(requestsOf([stage('Panic').replace('"stage":"Panic",', '')]).requests).to.have.length(1))

    it('are reported as unreadable with an unknown stage', () => {
      expect(requestsOf([stage('Later')]).log.reading.unreadableLines).to.deep.equal([{path: 'log', line: 1, reason: 'an audit event with an unknown stage'}])
    })

    it('are matched by auditID only', () => {
      expect(requestsOf([auditEvent({auditID: undefined}), auditEvent({auditID: undefined})]).requests).to.have.length(2)
      expect(requestsOf([auditEvent(), auditEvent()]).requests).to.have.length(1)
    })
  })

  describe('of requests that failed', () => {
    const failed = (code: number, message = '', verb = 'create'): string => auditEvent({verb, responseStatus: {status: 'Failure', code, message}})
    const cases: readonly (readonly [what: string, line: string, counted: boolean])[] = [
      ['400 does not count', failed(400), false],
      ['401 does not count', failed(401), false],
      ['403 by authorization does not count', failed(403, 'events is forbidden: User "jane" cannot create resource "events" in API group "" in the namespace "quota"'), false],
      ['403 of a terminating namespace does not count', failed(403, 'events "a" is forbidden: unable to create new content in namespace shop because it is being terminated'), false],
      ['403 by a webhook counts', failed(403, 'admission webhook "events.example.com" denied the request: no'), true],
      ['403 by a policy counts', failed(403, 'events "a" is forbidden: ValidatingAdmissionPolicy \'p\' with binding \'b\' denied request: no'), true],
      ['403 by a quota counts', failed(403, 'events "a" is forbidden: exceeded quota: q, requested: count/events=1, used: count/events=5, limited: count/events=5'), true],
      ['404 of a patch does not count (spec eventratelimit 11 case 20)', failed(404, 'events "a" not found', 'patch'), false],
      ['404 of a namespace does not count', failed(404, 'namespaces "a" not found'), false],
      ['409 of a create counts', failed(409, 'events "a" already exists'), true],
      ['409 of a patch does not count', failed(409, 'the object has been modified', 'patch'), false],
      ['413 does not count', failed(413), false],
      ['415 does not count', failed(415), false],
      ['422 does not count', failed(422, 'Event "a" is invalid: involvedObject.namespace: Invalid value: "b": does not match event.namespace'), false],
      ['422 by a policy counts', failed(422, 'events "a" is forbidden: ValidatingAdmissionPolicy \'p\' with binding \'b\' denied request: no'), true],
      ['429 of API Priority and Fairness does not count (spec eventratelimit 11 case 46)', failed(429, 'Too many requests, please try again later.'), false],
      ['429 of the limits counts', failed(429, 'Too many requests: limit reached on type Server for key '), true],
      ['500 counts', failed(500), true],
      ['504 counts', failed(504), true],
    ]
    for (const [what, line, counts] of cases) {
      it(what, () => {
        const {requests, log: {reading}} = requestsOf([line])
        expect(requests).to.have.length(counts ? 1 : 0)
        expect([...reading.skipped.values()]).to.deep.equal(counts ? [] : [1])
      })
    }
  })

  describe('of patches', () => {
    const create = auditEvent()
    const patch = (fields: object = {}): string => auditEvent({
      verb: 'patch', auditID: 'a2', requestObject: null, user: {username: 'p'}, requestReceivedTimestamp: '2026-01-01T10:00:01.000000Z', ...fields,
    })

    it('have the object of the event created under the same name', () => {
      const [, request] = requestsOf([create, patch()]).requests
      expect(sourceAndObject(request!)).to.equal('kubeletn1Podshopweb-0u1v1')
      expect(request).to.deep.include({approx: [], user: 'p'})
      expect(request?.object).to.include({type: 'Warning', reason: 'BackOff'})
    })

    it('have the object of the response, if there is one', () => {
      const responseObject = {kind: 'Event', source: {component: 'c', host: 'h'}, involvedObject: {kind: 'K', namespace: 'n', name: 'o', uid: 'u', apiVersion: 'v'}}
      expect(sourceAndObject(requestsOf([patch({responseObject})]).requests[0]!)).to.equal('chKnouv')
      expect(sourceAndObject(requestsOf([create, patch({responseObject: {kind: 'Status'}})]).requests[1]!)).to.equal('kubeletn1Podshopweb-0u1v1')
    })

    it('are approximate if no earlier line has the event (spec eventratelimit 11 case 45)', () => {
      const body = {count: 2, lastTimestamp: '2026-01-01T10:00:01Z', message: 'again'}
      const {requests: [request], log} = requestsOf([JSON.stringify({...JSON.parse(patch()), requestObject: body})])
      expect(request).to.deep.include({approx: ['sourceAndObject'], user: 'p', namespace: 'shop'})
      expect(sourceAndObject(request!)).to.equal('kubeletshopweb-0')
      expect(Object.fromEntries(log.requests.approximations)).to.deep.equal({sourceAndObject: 1})
    })

    it('ignore an event of the same name in another namespace', () => {
      expect(requestsOf([create, patch({objectRef: {namespace: 'other'}})]).requests[1]?.approx).to.deep.equal(['sourceAndObject'])
    })
  })

  it('of level Metadata get source and object from userAgent and name', () => {
    const line = (name: string, userAgent?: string): string => auditEvent({level: 'Metadata', requestObject: null, objectRef: {name}, userAgent})
    const key = (text: string): string => sourceAndObject(requestsOf([text]).requests[0]!)
    expect(key(line('web-0.17c0ffee', 'kubelet/v1.36.3 (linux)'))).to.equal('kubeletshopweb-0')
    expect(key(line('web.example.com.17c0ffee', 'controller'))).to.equal('controllershopweb.example.com')
    expect(key(line('not-hexadecimal.xyz', ''))).to.equal('shopnot-hexadecimal.xyz')
  })

  it('are read from lists, on one line or several', () => {
    const items = [1, 2].map((i) => ({...JSON.parse(auditEvent({auditID: `a${i}`})) as object, kind: undefined, apiVersion: undefined}))
    const list = {kind: 'EventList', apiVersion: 'audit.k8s.io/v1', metadata: {}, items}
    expect(requestsOf([JSON.stringify(list)]).requests.map(({line}) => line)).to.deep.equal([1, 1])
    const pretty = requestsOf(JSON.stringify(list, null, 2))
    expect(pretty.requests).to.have.length(2)
    expect(pretty.requests[0]?.line).to.equal(6)
  })

  it('are read with spaces after separators', () => {
    const {requests: [request]} = requestsOf([sample.replaceAll('":', '": ').replaceAll(',"', ', "')])
    expect(sourceAndObject(request!)).to.equal('kubeletn1Podshopweb-0u1v1')
  })

  it('are unreadable without a valid time', () => {
    for (const requestReceivedTimestamp of [undefined, '', 'yesterday', 5]) {
      expect(requestsOf([auditEvent({requestReceivedTimestamp})]).log.reading.unreadableLines).to.deep.equal([{path: 'log', line: 1, reason: 'requestReceivedTimestamp is not a time in RFC 3339'}])
    }
  })

  it('are read without exceptions if fields have unexpected types', () => {
    for (const value of [null, 5, 'x', [], {}, [{}]]) {
      for (const field of ['user', 'impersonatedUser', 'objectRef', 'responseStatus', 'requestObject', 'responseObject', 'verb', 'stage', 'requestURI', 'auditID']) {
        const {log: {reading}} = requestsOf([JSON.stringify({...JSON.parse(auditEvent()), [field]: value})])
        expect(reading.lines).to.equal(1)
      }
    }
  })
})
