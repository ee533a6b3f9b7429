import {customResourceDefinition} from '../../../../kinds/custom-resource-definition/index.js'
import type {GroupName} from '../../../../machinery/meta/status.js'
import {isCustomGroup, isNamespacedResource} from '../../../../machinery/schema/rest-mapper.js'
import type {Clock} from '../../../clock.js'
import type {Lister} from '../../../plugin.js'
import type {Evaluator} from './evaluator.js'
import {objectCountEvaluator} from './object-count.js'
import {persistentVolumeClaimEvaluator} from './persistent-volume-claims.js'
import {podEvaluator} from './pods.js'
import {resourceClaimEvaluator} from './resource-claims.js'
import {serviceEvaluator} from './services.js'

const keyOf = ({group, name}: GroupName): string => `${name}.${group}`

/** Resources that no quota ever counts (apiserver `DefaultIgnoredResources`; spec resourcequota 1.1). */
const ignored: ReadonlySet<string> = new Set([
  'bindings.', 'componentstatuses.', 'events.', 'events.events.k8s.io',
  'tokenreviews.authentication.k8s.io', 'selfsubjectreviews.authentication.k8s.io',
  'subjectaccessreviews.authorization.k8s.io', 'selfsubjectaccessreviews.authorization.k8s.io',
  'localsubjectaccessreviews.authorization.k8s.io', 'selfsubjectrulesreviews.authorization.k8s.io',
])

const objectCountKey = /^count\/([^./]+)(?:\.([^/]+))?$/

/** The names of resources by their groups. */
type KnownResources = ReadonlyMap<string, ReadonlySet<string>>

/** The evaluators of resources of which every server counts the objects. All clusters share them: a run may have thousands. */
const counted = ['configmaps', 'resourcequotas', 'replicationcontrollers', 'secrets'].map((name) => objectCountEvaluator({group: '', name}))

/** The evaluators of a cluster, one a resource. */
export class Evaluators {
  private readonly evaluators: Map<string, Evaluator>
  /** The resources that are known from the keys of quotas only. */
  private readonly assumed = new Set<string>()

  constructor(private readonly lister: Lister, clock: Clock) {
    const pods = podEvaluator(clock)
    const special = [pods, serviceEvaluator, persistentVolumeClaimEvaluator, resourceClaimEvaluator(lister, (pod) => pods.usage(pod))] as unknown as Evaluator[]
    this.evaluators = new Map([...special, ...counted].map((evaluator) => [keyOf(evaluator.resource), evaluator]))
  }

  /** The evaluator of a resource, undefined for those that no quota counts. */
  of(resource: GroupName): Evaluator | undefined {
    const key = keyOf(resource)
    if (ignored.has(key)) return undefined
    this.assumed.delete(key)
    let evaluator = this.evaluators.get(key)
    if (evaluator === undefined) this.evaluators.set(key, evaluator = objectCountEvaluator(resource))
    return evaluator
  }

  /** The evaluators that track some of the keys of a quota, each with those keys. A key that none tracks is left out. */
  tracking(names: readonly string[]): readonly {readonly evaluator: Evaluator, readonly names: readonly string[]}[] {
    let known: KnownResources | undefined
    for (const name of names) this.addCounter(name, () => known ??= this.knownByGroup())
    const all = new Set(names)
    return [...this.evaluators.values()].flatMap((evaluator) => {
      const tracked = evaluator.keys === undefined ? names.filter((name) => evaluator.tracks(name)) : evaluator.keys.filter((name) => all.has(name))
      return tracked.length === 0 ? [] : [{evaluator, names: tracked}]
    })
  }

  /**
   * A count of objects is tracked when the server knows such objects. A custom group with definitions or objects consists of their
   * resources; any other group is assumed to have those that quotas name.
   *
   * @param known returns the known resources; a quota can have thousands of keys, and few quotas have one that needs them
   */
  private addCounter(name: string, known: () => KnownResources): void {
    const [, plural = '', group = ''] = objectCountKey.exec(name) ?? []
    const resource = {group, name: plural}
    const key = keyOf(resource)
    if (plural === '' || this.evaluators.has(key) || !isNamespacedResource(resource)) return
    if (isCustomGroup(group) && known().get(group)?.has(plural) === false) return
    this.of(resource)
    this.assumed.add(key)
  }

  /** The names of the resources that are known from evaluators or definitions, and not from the keys of quotas only. */
  private knownByGroup(): KnownResources {
    const known = new Map<string, Set<string>>()
    const add = (group: string, name: string): void => void known.set(group, (known.get(group) ?? new Set()).add(name))
    for (const [key, {resource: {group, name}}] of this.evaluators) if (!this.assumed.has(key)) add(group, name)
    for (const {spec} of this.lister.list(customResourceDefinition)) add(spec?.group ?? '', spec?.names?.plural ?? '')
    return known
  }
}
