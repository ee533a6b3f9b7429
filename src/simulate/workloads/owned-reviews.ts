import type {Review} from '../../cluster/review.js'
import {type ClaimTemplate, ordinalOf} from '../../controllers/workload/claims.js'
import type {KubeObject} from '../../kinds/kind.js'
import {podOf} from '../../kinds/pod-of.js'
import type {ObjectMeta} from '../../machinery/api/meta-v1.js'
import {merge} from '../../machinery/collections/immutable.js'
import {FieldPath} from '../../machinery/field/path.js'
import {nodeAt} from '../../manifests/locate.js'
import type {Manifest} from '../../manifests/manifest.js'
import type {ManifestReview} from '../manifest-review.js'
import type {WorkloadReport} from './types.js'

/** The answers to a workload's controller, with the places in the workload's manifest. */
export function ownedReviews({kind, name, answers, refused}: WorkloadReport, manifest: Manifest): ManifestReview[] {
  const [first, ...others] = answers.filter(({answer, request}) => !answer.allowed && request['kind'] === 'Pod')
  return answers.map((group) => {
    const {answer, request, count} = group
    // Controllers send requests to the cluster, whose answers are whole reviews.
    return merge(answer as Review, {
      manifest: new CreatedManifest(manifest, request as unknown as KubeObject, answer.status.details?.name),
      owner: {kind, name},
      // Controllers retry the first rejected pod without sending the others, so it counts for all missing pods.
      count: answer.allowed ? count : group === first ? Math.max(refused - others.length, 1) : 1,
    })
  })
}

/** A created object as a manifest, placed at its template in the workload. Finds its node on demand, because that builds the tree of the document. */
class CreatedManifest implements Manifest {
  private generated: KubeObject | undefined

  /** @param name its generated name */
  constructor(private readonly owner: Manifest, private readonly request: KubeObject, private readonly name: string | undefined) {}

  get document(): Manifest['document'] {
    return this.owner.document
  }

  get node(): Manifest['node'] {
    const {node, body} = this.owner
    const template = templateOf(body, this.made)
    return (template && nodeAt(node, template.steps())) ?? node
  }

  get body(): Manifest['body'] {
    return this.made as unknown as Manifest['body']
  }

  private get made(): KubeObject {
    return this.generated ??= withGeneratedName(this.request, this.name)
  }
}

/** The object with its generated name. */
function withGeneratedName(made: KubeObject, name: string | undefined): KubeObject {
  const {generateName: _prefix, ...metadata} = made.metadata
  return name === undefined ? made : {...made, metadata: merge(metadata, {name})}
}

/** Returns the path of the template in a workload from which its controller has made a pod or claim; undefined if it has none. */
export function templateOf(body: Manifest['body'], made: Pick<KubeObject, 'kind' | 'metadata'>): FieldPath | undefined {
  if (made.kind !== 'Pod') return claimTemplateOf(body, made)
  const spec = podOf(body as unknown as KubeObject)?.spec
  return spec?.along(spec.steps().slice(0, -1))
}

function claimTemplateOf(body: Manifest['body'], {kind, metadata: {name = ''}}: Pick<KubeObject, 'kind' | 'metadata'>): FieldPath | undefined {
  if (kind !== 'PersistentVolumeClaim') return undefined
  const {volumeClaimTemplates = []} = (body['spec'] ?? {}) as {readonly volumeClaimTemplates?: readonly ClaimTemplate[]}
  const owner = (body['metadata'] as ObjectMeta).name ?? ''
  const number = volumeClaimTemplates.findIndex((template) => ordinalOf(template, owner, name) !== undefined)
  return number === -1 ? undefined : FieldPath.of('spec', 'volumeClaimTemplates').index(number)
}
