import type {Cluster} from '../../cluster/cluster.js'
import type {Review} from '../../cluster/review.js'
import type {KindInfo} from '../../cluster/scheme.js'
import type {JsonObject} from '../../machinery/encode.js'
import {isObject} from '../../machinery/json-value.js'
import {PatchError} from '../../machinery/patch/patch-error.js'
import {patched, threeWayPatch} from '../../machinery/patch/three-way.js'
import {ok} from '../../machinery/status.js'
import {asWritten} from './as-written.js'
import {lastAppliedOf, withLastApplied} from './last-applied.js'
import {asPatchRefusal, notApplied, notSent} from './patch-refusal.js'

/** The answer to an update, with what was sent of the whole object; nothing is sent where nothing would change. */
export interface AppliedReview extends Review {
  readonly sent?: JsonObject
  readonly isUnchanged?: true
}

/** What is applied, and to what. */
export interface Application {
  readonly info: KindInfo
  readonly namespace: string
  /** As it is written. */
  readonly body: JsonObject
  /** As it is stored. */
  readonly stored: JsonObject
  readonly user?: string
}

/**
 * Does with an object that is there already what `kubectl apply` does: sends the patch that a three-way merge makes of what was
 * applied last, of what is stored, and of the manifest. Where nobody has recorded what was applied last, what the manifest leaves
 * out goes away, unless the server would refuse that.
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
  const answer = review.problems.length > 0 && info.table !== undefined ? asPatchRefusal(review, {patch, current: stored, patched: whole}) : review
  return {...answer, sent: whole}
}

/** What was applied last, as it is recorded; undefined for what is no JSON object. */
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

/** What comes of it, or why it cannot be done. */
function attempt(run: () => JsonObject): JsonObject | string {
  try {
    return run()
  } catch (error) {
    if (error instanceof PatchError) return error.message
    throw error
  }
}
