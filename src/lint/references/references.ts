import {horizontalPodAutoscaler} from '../../kinds/horizontal-pod-autoscaler/index.js'
import {horizontalPodAutoscalerV1} from '../../kinds/horizontal-pod-autoscaler/v1.js'
import type {AnyKind, KubeObject} from '../../kinds/kind.js'
import {pod} from '../../kinds/pod/index.js'
import {podMakers} from '../../kinds/pod-template/pod-of.js'
import {service} from '../../kinds/service/index.js'
import {textOf} from '../../machinery/json-value.js'
import {isCustomGroup, parseApiVersion} from '../../machinery/schema/rest-mapper.js'
import type {Manifest} from '../../manifests/manifest.js'
import type {SourceFile} from '../../source/source-file.js'
import type {CheckedObject} from '../check-manifest.js'
import type {Diagnostic} from '../diagnostic.js'
import {KeptObject} from '../kept-object.js'
import {Neighbours} from './neighbours.js'
import {selectNothing, selectsPods} from './selects-nothing.js'
import {scalableKinds, unknownTargets} from './unknown-target.js'

/** True of a file to whose objects a kustomization may add labels. */
export type IsKustomized = (path: string) => boolean

const autoscalers: ReadonlySet<AnyKind> = new Set([horizontalPodAutoscaler, horizontalPodAutoscalerV1] as AnyKind[])

const makesPods: ReadonlySet<AnyKind> = new Set(podMakers)

/** Where objects of most kinds go. */
const noLists: readonly KeptObject[][] = []

/** A pod as far as selectors see it: the rest need not be kept. */
const withoutSpec = ({object: {apiVersion, kind, metadata}, definition, manifest}: CheckedObject): CheckedObject =>
  ({object: {apiVersion, kind, metadata}, definition, manifest})

/** Groups of custom resources have a dot in their names. */
const isCustom = ({apiVersion}: KubeObject): boolean => apiVersion.includes('.') && isCustomGroup(parseApiVersion(apiVersion)?.group ?? '')

/**
 * Finds references between objects that lead nowhere, where exactly one object beside must be meant. Nothing is said of folders in which
 * something is not known: a file that cannot be read, an object with errors, a custom resource that may make pods.
 */
export class References {
  private readonly autoscalers: KeptObject[] = []
  private readonly services: KeptObject[] = []
  private readonly makers: KeptObject[] = []
  private readonly scalable: KeptObject[] = []
  private readonly declared = new Set<string>()
  private readonly neighbours = new Neighbours()

  /** @param isKustomized of files: what a kustomization adds to the objects in it is not known */
  constructor(private readonly isKustomized: IsKustomized) {}

  /** Takes an object that the server would take; `entry` is which of the objects of its file it is, from 0. */
  add(checked: CheckedObject, entry: number): void {
    const {object, definition, manifest} = checked
    this.declare(manifest)
    if (isCustom(object)) this.neighbours.addUnclear(manifest.document.file)
    if (definition === pod as AnyKind) this.makers.push(new KeptObject(withoutSpec(checked), entry))
    else for (const list of this.listsFor(object, definition)) list.push(new KeptObject(checked, entry))
  }

  private listsFor(object: KubeObject, definition: AnyKind): readonly KeptObject[][] {
    if (autoscalers.has(definition)) return [this.autoscalers]
    if (definition === service as AnyKind) return selectsPods(object) ? [this.services] : []
    if (!makesPods.has(definition)) return noLists
    return scalableKinds.has(object.kind) ? [this.makers, this.scalable] : [this.makers]
  }

  /** Takes something of a file that the server would not take, or that cannot be read. */
  addUnclear(file: SourceFile, manifest: Manifest | undefined): void {
    this.neighbours.addUnclear(file)
    if (manifest !== undefined) this.declare(manifest)
  }

  diagnostics(): Diagnostic[] {
    return [
      ...unknownTargets(this.autoscalers, this.scalable, this.neighbours, (kind, name) => this.declared.has(`${kind}/${name}`)),
      ...selectNothing(this.services, this.makers, this.neighbours).filter(({file}) => file.originOf !== undefined || !this.isKustomized(file.path)),
    ]
  }

  /** Only what can be scaled is asked for. */
  private declare({body: {kind, metadata}}: Manifest): void {
    if (!scalableKinds.has(textOf(kind))) return
    this.declared.add(`${textOf(kind)}/${textOf((metadata as {readonly name?: unknown} | null | undefined)?.name)}`)
  }
}
