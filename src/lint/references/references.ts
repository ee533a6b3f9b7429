import {horizontalPodAutoscaler} from '../../kinds/horizontal-pod-autoscaler/index.js'
import {horizontalPodAutoscalerV1} from '../../kinds/horizontal-pod-autoscaler/v1.js'
import type {AnyKind, KubeObject} from '../../kinds/kind.js'
import {podMakers} from '../../kinds/pod-of.js'
import {pod} from '../../kinds/pod/index.js'
import {service} from '../../kinds/service/index.js'
import {textOf} from '../../machinery/go/json-value.js'
import {isCustomGroup, parseApiVersion} from '../../machinery/schema/rest-mapper.js'
import type {Manifest} from '../../manifests/manifest.js'
import type {SourceFile} from '../../source/source-file.js'
import type {CheckedObject} from '../check-manifest.js'
import type {Diagnostic} from '../diagnostic.js'
import {LazyObject} from '../lazy-object.js'
import {Neighbours} from './neighbours.js'
import {selectsPods, servicesWithoutPods} from './selects-nothing.js'
import {scalableKinds, unknownTargets} from './unknown-target.js'

/** Returns true for a file to whose objects a kustomization may add labels. */
export type IsKustomized = (path: string) => boolean

const autoscalers: ReadonlySet<AnyKind> = new Set([horizontalPodAutoscaler, horizontalPodAutoscalerV1] as AnyKind[])

const makesPods: ReadonlySet<AnyKind> = new Set(podMakers)

/** The lists for objects of most kinds: none. */
const noLists: readonly LazyObject[][] = []

/** Removes the spec of a pod, which selectors do not use, to save memory. */
const withoutSpec = ({object: {apiVersion, kind, metadata}, definition, manifest}: CheckedObject): CheckedObject =>
  ({object: {apiVersion, kind, metadata}, definition, manifest})

/** Returns true for a custom resource. Fast path: the names of their groups contain a dot. */
const isCustom = ({apiVersion}: KubeObject): boolean => apiVersion.includes('.') && isCustomGroup(parseApiVersion(apiVersion)?.group ?? '')

/**
 * Finds broken references between objects for which exactly one object in the folder can be the intended target. Ignores folders
 * with unknown content: an unreadable file, an object with errors, a custom resource that may create pods.
 */
export class References {
  private readonly autoscalers: LazyObject[] = []
  private readonly services: LazyObject[] = []
  private readonly podSources: LazyObject[] = []
  private readonly scalable: LazyObject[] = []
  private readonly declared = new Set<string>()
  private readonly neighbours = new Neighbours()

  /** @param isKustomized returns true for files to whose objects a kustomization may add labels */
  constructor(private readonly isKustomized: IsKustomized) {}

  /** Adds an object that the server accepts; `entry` is its index in its file. */
  add(checked: CheckedObject, entry: number): void {
    const {object, definition, manifest} = checked
    this.declare(manifest)
    if (isCustom(object)) this.neighbours.addUnclear(manifest.document.file)
    if (definition === pod as AnyKind) this.podSources.push(new LazyObject(withoutSpec(checked), entry))
    else for (const list of this.listsFor(object, definition)) list.push(new LazyObject(checked, entry))
  }

  private listsFor(object: KubeObject, definition: AnyKind): readonly LazyObject[][] {
    if (autoscalers.has(definition)) return [this.autoscalers]
    if (definition === service as AnyKind) return selectsPods(object) ? [this.services] : []
    if (!makesPods.has(definition)) return noLists
    return scalableKinds.has(object.kind) ? [this.podSources, this.scalable] : [this.podSources]
  }

  /** Adds an object that the server rejects, or a file that cannot be read. */
  addUnclear(file: SourceFile, manifest: Manifest | undefined): void {
    this.neighbours.addUnclear(file)
    if (manifest !== undefined) this.declare(manifest)
  }

  diagnostics(): Diagnostic[] {
    return [
      ...unknownTargets(this.autoscalers, this.scalable, this.neighbours, (kind, name) => this.declared.has(`${kind}/${name}`)),
      ...servicesWithoutPods(this.services, this.podSources, this.neighbours).filter(({file}) => file.originOf !== undefined || !this.isKustomized(file.path)),
    ]
  }

  /** Records the name of a scalable object; other kinds are never looked up. */
  private declare({body: {kind, metadata}}: Manifest): void {
    if (!scalableKinds.has(textOf(kind))) return
    this.declared.add(`${textOf(kind)}/${textOf((metadata as {readonly name?: unknown} | null | undefined)?.name)}`)
  }
}
