import type {Cluster} from '../../cluster/cluster.js'
import type {Review} from '../../cluster/review.js'
import type {KindInfo} from '../../cluster/scheme.js'
import type {JsonObject} from '../../machinery/decode/encode.js'
import {isObject} from '../../machinery/go/json-value.js'
import {ok} from '../../machinery/meta/status.js'
import {PatchError} from '../../machinery/patch/patch-error.js'
import {patched, threeWayPatch} from '../../machinery/patch/three-way.js'
import {asWritten} from './as-written.js'
import {lastAppliedOf, withLastApplied} from './last-applied.js'
import {asPatchRejection, notApplied, notSent} from './patch-rejection.js'

/** The answer to an update, with the whole updated object. Nothing is sent if nothing would change. */
export interface AppliedReview extends Review {
  readonly sent?: JsonObject
  readonly isUnchanged?: true
}

/** The object to apply, and the stored one. */
export interface Application {
  readonly info: KindInfo
  readonly namespace: string
  /** As in the manifest. */
  readonly body: JsonObject
  /** As in the cluster. */
  readonly stored: JsonObject
  readonly user?: string
}

/**
 * Emulates `kubectl apply` for an existing object: sends the patch that a three-way merge computes from the last applied
 * configuration, the stored object and the manifest. Without a last-applied record, fields that the manifest leaves
 * out are removed, unless the server would reject that.
 */
export function applyTo(cluster: Cluster, application: Application): AppliedReview {
  const {stored} = application
  const recorded = lastAppliedOf(stored)
  if (recorded !== undefined) return applyOver(cluster, application, parsed(recorded))
  const replaced = applyOver(cluster, application, asWritten(stored))
  return replaced.status.code === 422 ? applyOver(cluster, application, {}) : replaced
}

function applyOver(cluster: Cluster, {info, namespace, body, stored, user}: Application, original: JsonObject | undefined): AppliedReview {
  if (original === undefined) return notSent('invalid JSON document')
  const modified = withLastApplied({...body, apiVersion: info.apiVersion, kind: info.kind})
  const patch = attempt(() => threeWayPatch({original, modified, current: stored}))
  if (typeof patch === 'string') return notSent(patch)
  if (Object.keys(patch).length === 0) return {operation: 'UPDATE', allowed: true, status: ok, object: stored, sent: stored, isUnchanged: true, ...nothing}
  const whole = attempt(() => patched(stored, patch))
  if (typeof whole === 'string') return notApplied(whole)
  const review = cluster.handle({operation: 'UPDATE', namespace, object: whole, ...user !== undefined && {user}})
  const answer = review.problems.length > 0 && info.table !== undefined ? asPatchRejection(review, {patch, current: stored, patched: whole}) : review
  return {...answer, sent: whole}
}

/** The last-applied record; undefined if it is not a JSON object. */
function parsed(text: string): JsonObject | undefined {
  try {
    const value = JSON.parse(text) as unknown
    return value === null ? {} : isObject(value) ? value as JsonObject : undefined
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

const nothing = {steps: [], warnings: [], problems: [], errors: []}

/** Returns the result of a merge, or the message of its error. */
function attempt(run: () => JsonObject): JsonObject | string {
  try {
    return run()
  } catch (error) {
    if (error instanceof PatchError) return error.message
    throw error
  }
}
