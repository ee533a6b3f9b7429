import {randomBytes} from 'node:crypto'
import {setTimeout as sleep} from 'node:timers/promises'

import {lookUpKind} from '../../src/cluster/scheme.js'
import type {ApiClient, Json, Response} from './api-client.js'
import type {Case, CaseRequest, KubeJson, Quotas, RecordedAnswer, Recording} from './case.js'
import {recordedAnswer} from './recorded-form.js'

/** Milliseconds until the caches of the admission plugins have what was stored. */
const cacheDelay = 250

/** Milliseconds until the quota controller has counted again. */
const recountDelay = 1200

/** Dry runs of a pod under several LimitRanges, which the server takes in random order: enough to see every order. */
const dryRuns = 12

/** Repetitions of a request that one of several policies rejects: of two quotas the second comes first about one time in seven. */
const repetitions = 40

const policyKinds: ReadonlySet<string> = new Set(['LimitRange', 'ResourceQuota'])

/** Kinds without a namespace that cases create: they are deleted after the case. */
const sharedKinds: ReadonlySet<string> = new Set(['RuntimeClass', 'Namespace', 'PriorityClass', 'StorageClass', 'VolumeAttributesClass'])

/** The path of the objects of a kind. */
function pathOf({apiVersion, kind}: Pick<KubeJson, 'apiVersion' | 'kind'>, namespace: string): string {
  const info = lookUpKind(apiVersion, kind)
  if (info === undefined) throw new Error(`no kind ${kind} in ${apiVersion}`)
  const root = apiVersion.includes('/') ? `apis/${apiVersion}` : `api/${apiVersion}`
  return `${root}/${info.namespaced ? `namespaces/${namespace}/` : ''}${info.resource.name}`
}

const isPolicy = ({object: {kind}}: CaseRequest): boolean => policyKinds.has(kind)

const isPolicyWrite = (request: CaseRequest): boolean => isPolicy(request) && request.dryRun !== true

const nameOf = ({metadata: {name = ''}}: KubeJson): string => name

/** Sends the requests of one case to a server, in a namespace of its own, and records the answers. */
class CaseRecorder {
  private readonly hasController: boolean
  private readonly isWhole: boolean
  /** False while the plugins may not know the latest policy. */
  private settled = true
  private readonly created: {readonly kind: string, readonly path: string}[] = []

  constructor(private readonly client: ApiClient, private readonly given: Case, private readonly namespace: string) {
    this.hasController = given.controller ?? true
    this.isWhole = given.whole ?? false
  }

  async record(): Promise<Recording> {
    await this.makeNamespace()
    for (const {object} of this.given.requests) if (object.kind === 'RuntimeClass') await this.client.call('DELETE', `${pathOf(object, '')}/${nameOf(object)}`)
    const responses: RecordedAnswer[] = []
    for (const request of this.given.requests) responses.push(await this.answer(this.inNamespace(request)))
    const quotas = await this.quotas()
    await this.clean()
    return {...this.given, responses, ...Object.keys(quotas).length > 0 && {quotas}}
  }

  private async makeNamespace(): Promise<void> {
    const {code, body} = await this.client.call('POST', 'api/v1/namespaces', {apiVersion: 'v1', kind: 'Namespace', metadata: {name: this.namespace}})
    if (code !== 201) throw new Error(`namespace ${this.namespace}: ${code} ${JSON.stringify(body['message'])}`)
  }

  /** The request with the namespace of the case, where the case writes `NS` or an event needs one. */
  private inNamespace(request: CaseRequest): CaseRequest {
    const {object} = request
    if (this.isWhole) return {...request, object: JSON.parse(JSON.stringify(object).replaceAll('"NS"', `"${this.namespace}"`)) as KubeJson}
    return object.kind === 'Event' ? {...request, object: {...object, involvedObject: {...object['involvedObject'] as Json, namespace: this.namespace}}} : request
  }

  private async answer(request: CaseRequest): Promise<RecordedAnswer> {
    const {object, verb} = request
    if (!isPolicy(request) && !this.settled) {
      await sleep(cacheDelay)
      this.settled = true
    }
    const others = await this.otherAnswers(request)
    const response = await this.send(request)
    if (response.code === 201 && verb === 'create' && request.dryRun !== true) this.remember(object, response)
    const answer = await this.recorded(request, response, others.length > 0)
    if (response.code < 400 && isPolicyWrite(request)) await this.awaitPolicy(request, response)
    const texts = others.map((other) => JSON.stringify(other))
    const otherwise = others.filter((_, i) => texts[i] !== JSON.stringify(answer) && texts.indexOf(texts[i] ?? '') === i)
    return {...answer, ...otherwise.length > 0 && {otherwise}, ...response.warnings.length > 0 && {warnings: response.warnings}}
  }

  private async recorded(request: CaseRequest, response: Response, hasOthers: boolean): Promise<RecordedAnswer> {
    if (response.code < 400 && ['delete', 'bind', 'status'].includes(request.verb)) return {code: response.code}
    const answer = recordedAnswer(request, this.namespace, this.isWhole, response)
    const alternatives = response.code === 403 && request.verb === 'create' && !hasOthers ? await this.alternatives(request, answer.message ?? '') : []
    return {...answer, ...alternatives.length > 0 && {alternatives}}
  }

  /** The other answers that the server may give to a new pod, depending on the order in which it takes several LimitRanges. */
  private async otherAnswers(request: CaseRequest): Promise<RecordedAnswer[]> {
    const ranges = this.given.requests.filter(({verb, object}) => verb === 'create' && object.kind === 'LimitRange')
    if (ranges.length < 2 || request.object.kind !== 'Pod' || request.verb !== 'create') return []
    const answers: RecordedAnswer[] = []
    for (let i = 0; i < dryRuns; i++) {
      const response = await this.client.call('POST', `${pathOf(request.object, this.namespace)}?dryRun=All`, request.object)
      answers.push(recordedAnswer(request, this.namespace, this.isWhole, response))
    }
    return answers
  }

  /** The other messages of a rejection, where the server chooses at random which of several policies rejects. */
  private async alternatives(request: CaseRequest, message: string): Promise<string[]> {
    if (this.given.requests.filter(isPolicy).length < 2) return []
    const seen = new Set<string>()
    for (let i = 0; i < repetitions; i++) {
      const again = await this.client.call('POST', pathOf(request.object, this.namespace), request.object)
      if (again.code !== 403) throw new Error(`rejected, and then answered with ${again.code}`)
      seen.add(recordedAnswer(request, this.namespace, false, again).message ?? '')
    }
    seen.delete(message)
    return [...seen].sort()
  }

  private async send({verb, object, user, subresource, dryRun}: CaseRequest): Promise<Response> {
    const path = pathOf(object, this.namespace)
    const one = `${path}/${nameOf(object)}`
    switch (verb) {
      case 'create': return this.client.call('POST', `${path}${dryRun === true ? '?dryRun=All' : ''}`, object, user)
      case 'update': return this.update(object, one, subresource, user)
      case 'bind': return this.bind(one)
      case 'status': return this.thenWait(this.hasController ? recountDelay : cacheDelay, this.client.call('PATCH', `${one}/status`, {status: object['status']}, user))
      case 'delete': return this.thenWait(recountDelay, this.client.call('DELETE', `${one}?gracePeriodSeconds=0`))
    }
  }

  private async thenWait(milliseconds: number, response: Promise<Response>): Promise<Response> {
    const result = await response
    await sleep(milliseconds)
    return result
  }

  /** Replaces a stored object, again where a controller has written to it between reading and writing. */
  private async update(object: KubeJson, one: string, subresource: string | undefined, user: string | undefined): Promise<Response> {
    let response = await this.replace(object, one, subresource, user)
    for (let attempt = 1; attempt < 6 && response.code === 409; attempt++) response = await this.replace(object, one, subresource, user)
    const isCounted = this.hasController && !policyKinds.has(object.kind) && this.given.requests.some((request) => request.object.kind === 'ResourceQuota')
    if (isCounted) await sleep(recountDelay)
    return response
  }

  private async replace(object: KubeJson, one: string, subresource: string | undefined, user: string | undefined): Promise<Response> {
    const stored = await this.client.call('GET', one)
    if (stored.code !== 200) return stored
    const {uid, resourceVersion} = (stored.body as unknown as KubeJson).metadata
    const body = (this.isWhole ? JSON.parse(JSON.stringify(object).replaceAll('"UID"', JSON.stringify(uid))) : object) as KubeJson
    return this.client.call('PUT', subresource === undefined ? one : `${one}/${subresource}`, {...body, metadata: {...body.metadata, resourceVersion}}, user)
  }

  /** Marks a claim as bound, so that it may grow. */
  private async bind(one: string): Promise<Response> {
    const stored = await this.client.call('GET', one)
    if (stored.code !== 200) return stored
    const {resources} = stored.body['spec'] as {readonly resources: {readonly requests: unknown}}
    return this.client.call('PUT', `${one}/status`, {...stored.body, status: {phase: 'Bound', capacity: resources.requests}})
  }

  private remember({kind, ...object}: KubeJson, {body}: Response): void {
    if (!sharedKinds.has(kind) && !(this.isWhole && kind === 'Service')) return
    const path = pathOf({apiVersion: object.apiVersion, kind}, this.namespace)
    this.created.push({kind, path: `${path}/${nameOf(body as unknown as KubeJson)}`})
  }

  /** Waits until a written policy has a status, and the server's own cache shows it. */
  private async awaitPolicy({object, verb}: CaseRequest, {body}: Response): Promise<void> {
    if (verb === 'delete' || verb === 'bind') return
    this.settled = false
    if (verb === 'status') return
    const name = nameOf(body as unknown as KubeJson)
    const isQuota = object.kind === 'ResourceQuota'
    if (isQuota && this.hasController) await this.awaitStatus(name, verb === 'create')
    if (!isQuota || this.hasController) await this.awaitCache(object, name)
  }

  /** Waits until the quota controller has copied `spec.hard`: nothing is enforced before. It does not after an update without new values. */
  private async awaitStatus(name: string, isCertain: boolean): Promise<void> {
    for (let i = 0; i < (isCertain ? 400 : 60); i++) {
      const {code, body} = await this.client.call('GET', `api/v1/namespaces/${this.namespace}/resourcequotas/${name}`)
      const [spec, status] = [body['spec'], body['status']] as ({readonly hard?: unknown} | undefined)[]
      if (code === 200 && JSON.stringify(spec?.hard) === JSON.stringify(status?.hard)) return
      await sleep(25)
    }
    if (isCertain) throw new Error(`quota ${name} got no status`)
  }

  private async awaitCache(object: KubeJson, name: string): Promise<void> {
    for (let i = 0; i < 400; i++) {
      const {body} = await this.client.call('GET', `${pathOf(object, this.namespace)}?resourceVersion=0`)
      const item = ((body['items'] ?? []) as KubeJson[]).find((each) => each.metadata.name === name)
      if (item !== undefined && (object.kind !== 'ResourceQuota' || isCounted(item))) return
      await sleep(20)
    }
    throw new Error(`the cache of the server never had ${name}`)
  }

  /** Deletes what the case created outside its namespace, and its Services, which hold addresses and ports. */
  private async clean(): Promise<void> {
    for (const {kind, path} of this.created) {
      if (kind === 'VolumeAttributesClass') await this.client.call('PATCH', path, {metadata: {finalizers: null}})
      const {code} = await this.client.call('DELETE', path)
      if (kind !== 'Namespace' || code !== 200) continue
      const {body} = await this.client.call('GET', path)
      await this.client.call('PUT', `${path}/finalize`, {...body, spec: {}})
    }
  }

  private async quotas(): Promise<Quotas> {
    if (this.hasController && this.given.requests.some(({verb}) => verb === 'update')) await sleep(recountDelay)
    const {body} = await this.client.call('GET', `api/v1/namespaces/${this.namespace}/resourcequotas`)
    return Object.fromEntries(((body['items'] ?? []) as KubeJson[]).map((item) => {
      const {hard = {}, used = {}} = (item['status'] ?? {}) as {readonly hard?: unknown, readonly used?: unknown}
      return [nameOf(item), {hard, used}]
    }))
  }
}

/** True for a quota without bounds, or with a status. */
function isCounted(quota: KubeJson): boolean {
  const {hard = {}} = (quota['spec'] ?? {}) as {readonly hard?: object}
  return Object.keys(hard).length === 0 || (quota['status'] as {readonly hard?: unknown} | undefined)?.hard !== undefined
}

/** Records the answers to a case, in a namespace of this name. */
const recordCase = (client: ApiClient, given: Case, namespace: string): Promise<Recording> => new CaseRecorder(client, given, namespace).record()

/**
 * Records cases, several at a time.
 *
 * @param done called with each recording, or the error, as soon as it is there
 */
export async function recordCases<C extends Case>(
  client: ApiClient, cases: readonly C[], workers: number, done: (recording: Recording | Error, given: C) => void,
): Promise<void> {
  const stamp = randomBytes(4).toString('hex')
  const waiting = cases.map((given, i) => ({given, namespace: `v${stamp}-${i}`}))
  const work = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      done(await recordCase(client, next.given, next.namespace).catch((error: unknown) => error as Error), next.given)
    }
  }
  await Promise.all(Array.from({length: workers}, work))
}
