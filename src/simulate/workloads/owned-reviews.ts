import type {Review} from '../../cluster/review.js'
import {type ClaimTemplate, ordinalOf} from '../../controllers/workload/claims.js'
import type {KubeObject} from '../../kinds/kind.js'
import {podOf} from '../../kinds/pod-of.js'
import type {ObjectMeta} from '../../machinery/api/meta-v1.js'
import {merge} from '../../machinery/collections/immutable.js'
import {nodeAt, type Steps} from '../../manifests/locate.js'
import type {Manifest} from '../../manifests/manifest.js'
import type {ManifestReview} from '../manifest-review.js'
import type {WorkloadReport} from './types.js'

/** The answers to a workload's controller, with the places in the workload's manifest. */
export function ownedReviews({kind, name, answers, refused}: WorkloadReport, manifest: Manifest): ManifestReview[] {
  const [first, ...others] = answers.filter(({answer, request}) => !answer.allowed && request['kind'] === 'Pod')
  return answers.map((folded) => {
    const {answer, request, count} = folded
    return {
      // Controllers send requests to the cluster, whose answers are whole reviews.
      ...answer as Review,
      manifest: writtenIn(manifest, shown(request as unknown as KubeObject, answer.status.details?.name)),
      owner: {kind, name},
      // Controllers retry the first rejected pod without sending the others, so it counts for all missing pods.
      count: answer.allowed ? count : folded === first ? Math.max(refused - others.length, 1) : 1,
    }
  })
}

/** The object with its generated name. */
function shown(made: KubeObject, name: string | undefined): KubeObject {
  const {generateName: _prefix, ...metadata} = made.metadata
  return name === undefined ? made : {...made, metadata: merge(metadata, {name})}
}

/** A created object as a manifest, placed at its template in the workload. */
function writtenIn({document, node, body}: Manifest, made: KubeObject): Manifest {
  const steps = made.kind === 'Pod' ? podOf(body as unknown as KubeObject)?.spec.steps().slice(0, -1) : claimSteps(body, made)
  return {document, node: (steps && nodeAt(node, steps)) ?? node, body: made as unknown as Manifest['body']}
}

/** The path of a claim's template. */
function claimSteps(body: Manifest['body'], {kind, metadata: {name = ''}}: KubeObject): Steps | undefined {
  if (kind !== 'PersistentVolumeClaim') return undefined
  const {volumeClaimTemplates = []} = (body['spec'] ?? {}) as {readonly volumeClaimTemplates?: readonly ClaimTemplate[]}
  const owner = (body['metadata'] as ObjectMeta).name ?? ''
  const number = volumeClaimTemplates.findIndex((template) => ordinalOf(template, owner, name) !== undefined)
  return number === -1 ? undefined : ['spec', 'volumeClaimTemplates', number]
}
