import {expect} from 'chai'

import type {Clock} from '../../../src/admission/clock.js'
import {EventLimiter} from '../../../src/admission/plugins/event-rate-limit/event-limiter.js'
import {Cluster} from '../../../src/cluster/cluster.js'
import {type ClientRequest, type EmittedEvent, EventClients, eventObject, eventServer, type ServerAnswer} from '../../../src/controllers/event-recorder/index.js'
import {instantOf} from '../../../src/machinery/rate-limit/token-bucket.js'
import {kubeletEvent, seconds, start} from '../../helpers/event-clients.js'

const request = (verb: ClientRequest['verb'], after = 0, name = 'e', namespace = 'shop'): ClientRequest => ({
  verb, time: start + seconds(after), user: 'u',
  event: {name, namespace, type: '', reason: '', message: '', source: {}, involvedObject: {}, count: 1, firstTimestamp: start, lastTimestamp: start},
})

describe('eventServer', () => {
  it('stores new events and finds them again', () => {
    const send = eventServer(() => undefined)
    expect(send(request('PATCH'))).to.deep.equal({code: 404, message: 'events "e" not found'})
    expect(send(request('POST'))).to.deep.equal({code: 201})
    expect(send(request('PATCH'))).to.deep.equal({code: 200})
    expect(send(request('POST'))).to.deep.equal({code: 409, message: 'events "e" already exists'})
    expect(send(request('POST', 0, 'f'))).to.deep.equal({code: 201})
    expect(send(request('POST', 0, 'e', 'other'))).to.deep.equal({code: 201})
  })

  it('stores no rejected event, and asks about all requests except a PATCH without an event', () => {
    const asked: string[] = []
    const rejection: ServerAnswer = {code: 429, message: 'Too many requests: no'}
    const send = eventServer(({verb, event: {name}}) => {
      asked.push(`${verb} ${name}`)
      return name === 'bad' ? rejection : undefined
    })
    expect(send(request('POST', 0, 'bad'))).to.equal(rejection)
    expect(send(request('PATCH', 0, 'bad')).code).to.equal(404)
    expect([send(request('POST')), send(request('POST')), send(request('PATCH'))].map(({code}) => code)).to.deep.equal([201, 409, 200])
    expect(asked).to.deep.equal(['POST bad', 'POST e', 'POST e', 'PATCH e'])
  })

  it('forgets an event an hour after its last write', () => {
    const send = eventServer(() => undefined)
    send(request('POST'))
    expect(send(request('PATCH', 3599.999999999)).code).to.equal(200)
    expect(send(request('PATCH', 7199)).code).to.equal(200)
    expect(send(request('PATCH', 7199 + 3600)).code).to.equal(404)
    expect(send(request('POST', 7199 + 3600)).code).to.equal(201)
  })

  it('keeps newer events while it forgets older ones', () => {
    const send = eventServer(() => undefined)
    send(request('POST', 0, 'old'))
    send(request('POST', 1800, 'new'))
    expect(send(request('POST', 3600, 'other')).code).to.equal(201)
    expect(['old', 'new', 'other'].map((name) => send(request('PATCH', 3601, name)).code)).to.deep.equal([404, 200, 200])
    send(request('POST', 7300, 'last'))
    expect(['new', 'other', 'last'].map((name) => send(request('PATCH', 7300, name)).code)).to.deep.equal([404, 404, 200])
  })
})

class ClusterClock implements Clock {
  time = start

  now(): bigint {
    return this.time
  }
}

/** The cluster as a server of event clients: a PATCH is an update of an existing event. */
function clusterServer(cluster: Cluster, clock: ClusterClock) {
  return ({verb, event, time, user}: ClientRequest): ServerAnswer => {
    clock.time = time
    const {name, namespace} = event
    const isStored = cluster.get({apiVersion: 'v1', kind: 'Event', namespace, name}) !== undefined
    if (verb === 'PATCH' && !isStored) return {code: 404}
    const {status: {code, message}} = cluster.handle({operation: verb === 'POST' ? 'CREATE' : 'UPDATE', namespace, user, object: eventObject(event)})
    return {code, message}
  }
}

describe('event clients under EventRateLimit', () => {
  const limits = [{type: 'Server', qps: 1, burst: 3}, {type: 'Namespace', qps: 1, burst: 2}]

  const events: readonly EmittedEvent[] = Array.from({length: 30}, (_, i) => kubeletEvent(i * 0.3, `m${i % 12}`, {source: {component: `c${i % 2}`}}))

  it('get the same answers from the limiter as from a whole cluster', () => {
    const clock = new ClusterClock()
    const cluster = new Cluster({clock, pluginConfigurations: {EventRateLimit: {limits}}})
    const limiter = new EventLimiter({limits})
    const buckets = eventServer(({time, user, event}) => {
      const reached = limiter.check({user, namespace: event.namespace, object: event}, instantOf(time))
      return reached.length === 0 ? undefined : {code: 429}
    })
    const codesOf = (send: (request: ClientRequest) => ServerAnswer): unknown[] => {
      const codes: unknown[] = []
      const clients = new EventClients('recorder', (request) => {
        const answer = send(request)
        codes.push(answer.code)
        return answer
      })
      for (const event of events) clients.emit(event)
      clients.finish()
      return [codes, clients.counts()]
    }
    const given = codesOf(buckets)
    expect(given).to.deep.equal(codesOf(clusterServer(cluster, clock)))
    expect(new Set(given[0] as number[])).to.deep.equal(new Set([201, 429, 404, 200]))
  })
})
