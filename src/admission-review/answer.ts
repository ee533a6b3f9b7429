import type {Cluster} from '../cluster/cluster.js'
import type {Request, Review} from '../cluster/review.js'
import {patchOf} from './patch.js'
import {readRequest} from './read-request.js'
import type {AdmissionRequest, AdmissionReviewResponse} from './types.js'

/** The subresources that kadm evaluates; requests to others are admitted. */
const evaluated: ReadonlySet<string> = new Set(['', 'status', 'resize'])

/** Answers that the server gives itself: the object is known to it, whatever the cluster in memory has. */
const ofServer: ReadonlySet<number> = new Set([404, 405, 409])

/**
 * Answers an AdmissionReview, as a webhook does, under the policies in a cluster. An admitted request is stored, unless it is a dry run, so that
 * quotas count it. Requests that kadm does not evaluate are admitted: CONNECT, and subresources other than `status` and `resize`.
 *
 * @param body the body of the HTTP request, parsed from JSON
 * @throws AdmissionReviewError for a body that is not a review
 */
export function answerAdmissionReview(cluster: Cluster, body: unknown): AdmissionReviewResponse {
  const request = readRequest(body)
  const {uid, operation, subResource = '', object} = request
  if (operation === 'CONNECT' || !evaluated.has(subResource)) return responseOf({uid, allowed: true})
  const review = evaluate(cluster, request, operation)
  if (!review.allowed && !ofServer.has(review.status.code)) {
    const {code, reason, message} = review.status
    return responseOf({uid, allowed: false, status: {status: 'Failure', code, reason, message}, ...warningsOf(review)})
  }
  const patch = object && review.object ? patchOf(object, review.object, review.steps) : []
  return responseOf({
    uid, allowed: true, ...warningsOf(review),
    ...patch.length > 0 && {patchType: 'JSONPatch', patch: Buffer.from(JSON.stringify(patch)).toString('base64')},
  })
}

function evaluate(cluster: Cluster, request: AdmissionRequest, operation: Request['operation']): Review {
  const {subResource = '', namespace = '', object, oldObject, userInfo: {username = ''} = {}, dryRun = false} = request
  const place = namespace === '' ? {} : {namespace}
  // The server knows the stored object better than the cluster in memory.
  if (oldObject) cluster.load({object: oldObject, ...place})
  return cluster.handle({
    operation, object: object ?? oldObject ?? {}, dryRun, ...place, ...subResource !== '' && {subresource: subResource}, ...username !== '' && {user: username},
  })
}

const responseOf = (response: AdmissionReviewResponse['response']): AdmissionReviewResponse =>
  ({apiVersion: 'admission.k8s.io/v1', kind: 'AdmissionReview', response})

const warningsOf = ({warnings}: Review): {readonly warnings?: readonly string[]} => warnings.length > 0 ? {warnings} : {}
