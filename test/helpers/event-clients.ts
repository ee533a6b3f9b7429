import {
  type ClientCounts, type ClientName, type ClientRequest, type CorrelatorOptions, type EmittedEvent, EventClients, eventServer,
  type SendRequest, type ServerAnswer,
} from '../../src/controllers/event-recorder/index.js'

/** Returns the response to the request with this number; undefined for the default response. */
type Answers = (request: ClientRequest, position: number) => ServerAnswer | undefined

const ownAnswers: Answers = () => undefined

/** The start of every test: 2026-01-01T00:00:00Z, in nanoseconds. */
export const start = 1_767_225_600_000_000_000n

export const seconds = (count: number): bigint => BigInt(Math.round(count * 1e9))

/** An event that a kubelet emits for a pod, `after` seconds after the start. */
export const kubeletEvent = (after: number, message = 'm', fields: Partial<EmittedEvent> = {}): EmittedEvent => ({
  time: start + seconds(after), user: 'system:node:n1', source: {component: 'kubelet', host: 'n1'}, type: 'Warning', reason: 'BackOff', message,
  involvedObject: {kind: 'Pod', namespace: 'shop', name: 'web', uid: 'u', apiVersion: 'v1'}, ...fields,
})

/** A request in short, `0 POST m ×1 201`: seconds since the start, verb, message, count and answer. */
const line = ({time, verb, event: {message, count}}: ClientRequest, {code}: ServerAnswer): string =>
  `${Number(time - start) / 1e9} ${verb} ${message} ×${count} ${code}`

export interface Story {
  readonly lines: readonly string[]
  readonly requests: readonly ClientRequest[]
  readonly counts: ClientCounts
}

/** Requests of clients for these events, against a server with these answers. */
export function story(client: ClientName, events: readonly EmittedEvent[], server = ownAnswers, options?: CorrelatorOptions): Story {
  const requests: ClientRequest[] = []
  const lines: string[] = []
  const stored = eventServer(() => undefined)
  const send: SendRequest = (request) => {
    const answer = server(request, requests.length) ?? stored(request)
    requests.push(request)
    lines.push(line(request, answer))
    return answer
  }
  const clients = new EventClients(client, send, options)
  for (const event of events) clients.emit(event)
  clients.finish()
  return {lines, requests, counts: clients.counts()}
}

/** Returns these responses in order. */
export const answering = (...answers: (ServerAnswer | undefined)[]): Answers => (_request, position) => answers[position]

/** Reasons of lost events, without those that are zero. */
export const losses = ({lostBy}: ClientCounts): Record<string, number> => Object.fromEntries(Object.entries(lostBy).filter(([, count]) => count > 0))
