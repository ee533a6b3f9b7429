import type {Cluster} from '../../cluster/cluster.js'
import type {JsonObject} from '../../machinery/decode/encode.js'
import {isObject} from '../../machinery/go/json-value.js'
import {ok} from '../../machinery/meta/status.js'
import {threeWayPatch} from '../../machinery/patch/three-way.js'
import {manifestFromStored} from './manifest-from-stored.js'
import {lastAppliedOf, withLastApplied} from './last-applied.js'
import {attempt, mergeStored, type PatchedReview, type PatchTarget} from './patch.js'
import {notSent} from './patch-rejection.js'

/** The answer to an update, with the whole updated object. Nothing is sent if nothing would change. */
export interface AppliedReview extends PatchedReview {
  readonly isUnchanged?: true
}

/** The object to apply, and the stored one. */
export interface Application extends PatchTarget {
  /** As in the manifest. */
  readonly body: JsonObject
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
  const replaced = applyOver(cluster, application, manifestFromStored(stored))
  return replaced.status.code === 422 ? applyOver(cluster, application, {}) : replaced
}

function applyOver(cluster: Cluster, application: Application, original: JsonObject | undefined): AppliedReview {
  if (original === undefined) return notSent('invalid JSON document')
  const {info, body, stored} = application
  const modified = withLastApplied({...body, apiVersion: info.apiVersion, kind: info.kind})
  const patch = attempt(() => threeWayPatch({original, modified, current: stored}))
  if (typeof patch === 'string') return notSent(patch)
  if (Object.keys(patch).length === 0) return {operation: 'UPDATE', allowed: true, status: ok, object: stored, sent: stored, isUnchanged: true, ...nothing}
  return mergeStored(cluster, application, patch)
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
