import type {Cluster} from '../cluster/cluster.js'
import {endpoint} from '../cluster/endpoints.js'
import type {Request, Review} from '../cluster/review.js'
import {scalableKinds} from '../cluster/scale.js'
import {type KindInfo, lookUpKind} from '../cluster/scheme.js'
import {identify} from '../cluster/target.js'
import {serviceAccount} from '../kinds/service-account/index.js'
import {isObject, textOf} from '../machinery/go/json-value.js'
import {patchOf} from './patch.js'
import {readRequest} from './read-request.js'
import type {AdmissionRequest, AdmissionReviewResponse} from './types.js'

/** Answers that the server gives itself: the object exists there, even if it does not exist in the cluster in memory. */
const ofServer: ReadonlySet<number> = new Set([404, 405, 409])

/**
 * Answers an AdmissionReview, as a webhook does, under the policies in a cluster. An admitted request is stored, unless it is a dry run, so that
 * quotas count it. Requests that no admission plugin of kadm handles are admitted: CONNECT, and subresources without an object of their own,
 * such as `eviction` and `binding`. The patch has no service account and no token: the server's own plugin sets them before it calls webhooks.
 *
 * @param body the body of the HTTP request, parsed from JSON
 * @throws AdmissionReviewError for a body that is not a review
 */
export function answerAdmissionReview(cluster: Cluster, body: unknown): AdmissionReviewResponse {
  const request = readRequest(body)
  const {uid, object} = request
  const sent = requestFor(request, cluster)
  if (sent === undefined) return responseOf({uid, allowed: true})
  // The server knows the stored object better than the cluster in memory.
  if (request.oldObject && sent.scaled === undefined) cluster.load({object: request.oldObject, ...sent.namespace !== undefined && {namespace: sent.namespace}})
  loadAccount(cluster, sent)
  const review = cluster.handle(sent)
  if (!review.allowed && !ofServer.has(review.status.code)) {
    const {code, reason, message} = review.status
    return responseOf({uid, allowed: false, status: {status: 'Failure', code, reason, message}, ...warningsOf(review)})
  }
  // A Scale has no field that a plugin sets.
  const steps = review.steps.filter(({plugin}) => plugin !== 'ServiceAccount')
  const patch = object && review.object && sent.scaled === undefined ? patchOf(object, review.object, steps) : []
  return responseOf({
    uid, allowed: true, ...warningsOf(review),
    ...patch.length > 0 && {patchType: 'JSONPatch', patch: Buffer.from(JSON.stringify(patch)).toString('base64')},
  })
}

/** Stores the account of a pod, which the server's own plugin has found before the server calls webhooks. Without any account, kadm assumes that all exist. */
function loadAccount(cluster: Cluster, {object: {kind, spec}, namespace}: Request): void {
  const name = kind === 'Pod' && isObject(spec) ? textOf(spec['serviceAccountName']) : ''
  const accounts = name === '' ? [] : cluster.list(serviceAccount, namespace)
  if (accounts.length === 0 || accounts.some(({metadata}) => metadata.name === name)) return
  cluster.load({object: {apiVersion: 'v1', kind: 'ServiceAccount', metadata: {name, namespace}}, ...namespace !== undefined && {namespace}})
}

/** The request to the cluster; undefined if the cluster has no such endpoint. */
function requestFor(request: AdmissionRequest, {kubernetesVersion}: Cluster): Request | undefined {
  const {operation, subResource: subresource = '', resource, namespace = '', userInfo: {username = '', uid, groups, extra} = {}, dryRun = false} = request
  if (operation === 'CONNECT') return undefined
  const object = request.object ?? request.oldObject ?? {}
  const sent: Request = {operation, object, dryRun, ...namespace !== '' && {namespace}, ...username !== '' && {user: username}, ...uid !== undefined && {uid}, ...groups && {groups}, ...extra && {extra}}
  if (subresource === '') return sent
  if (subresource === 'scale') {
    const scaled = resource && scalableKinds.find(({apiVersion, kind}) => isResource(lookUpKind(apiVersion, kind, kubernetesVersion), resource))
    return scaled && {...sent, subresource, scaled}
  }
  const info = identify(object, kubernetesVersion)
  return 'code' in info || endpoint(info, subresource) === undefined ? undefined : {...sent, subresource}
}

const isResource = (info: KindInfo | undefined, {group = '', resource}: Required<AdmissionRequest>['resource']): boolean =>
  info?.resource.group === group && info.resource.name === resource

const responseOf = (response: AdmissionReviewResponse['response']): AdmissionReviewResponse =>
  ({apiVersion: 'admission.k8s.io/v1', kind: 'AdmissionReview', response})

const warningsOf = ({warnings}: Review): {readonly warnings?: readonly string[]} => warnings.length > 0 ? {warnings} : {}
