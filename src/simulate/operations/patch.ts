import type {Cluster} from '../../cluster/cluster.js'
import type {Review} from '../../cluster/review.js'
import type {KindInfo} from '../../cluster/scheme.js'
import type {Requester} from '../../kinds/kind.js'
import type {JsonObject} from '../../machinery/decode/encode.js'
import {jsonPatched} from '../../machinery/patch/json-patch.js'
import {PatchError} from '../../machinery/patch/patch-error.js'
import {patched} from '../../machinery/patch/three-way.js'
import type {ObjectPatch} from './operation.js'
import {asJsonPatchRejection, asPatchRejection, notApplicable, notApplied, rejectMovedObject} from './patch-rejection.js'

/** The stored object that a patch is for. */
export interface PatchTarget {
  readonly info: KindInfo
  readonly namespace: string
  readonly stored: JsonObject
  readonly who: Requester
}

/** The answer to a patch, with the whole object that the server makes of it. */
export interface PatchedReview extends Review {
  readonly sent?: JsonObject
}

/** Emulates `kubectl patch`: the server applies the patch to the stored object and updates it (apiserver `patcher.patchResource`). */
export function patchStored(cluster: Cluster, target: PatchTarget, patch: ObjectPatch): PatchedReview {
  if (patch.kind === 'merge') return mergeStored(cluster, target, patch.value)
  const whole = attempt(() => jsonPatched(target.stored, patch.operations))
  if (typeof whole === 'string') return notApplicable
  const review = rejectMovedObject(target.stored, whole) ?? asJsonPatchRejection(update(cluster, target, whole), whole)
  return {...review, sent: whole}
}

/** Sends a strategic merge patch, or for a custom resource a JSON merge patch. */
export function mergeStored(cluster: Cluster, target: PatchTarget, patch: JsonObject): PatchedReview {
  const {info, stored} = target
  const whole = attempt(() => patched(stored, patch))
  if (typeof whole === 'string') return notApplied(whole)
  const elsewhere = rejectMovedObject(stored, whole)
  if (elsewhere !== undefined) return {...elsewhere, sent: whole}
  const review = update(cluster, target, whole)
  const answer = review.problems.length > 0 && info.table !== undefined ? asPatchRejection(review, {patch, current: stored, patched: whole}) : review
  return {...answer, sent: whole}
}

const update = (cluster: Cluster, {namespace, who}: PatchTarget, object: JsonObject): Review =>
  cluster.handle({operation: 'UPDATE', namespace, object, ...who})

/** Returns the result of a merge, or the message of its error. */
export function attempt(run: () => JsonObject): JsonObject | string {
  try {
    return run()
  } catch (error) {
    if (error instanceof PatchError) return error.message
    throw error
  }
}
