import {basename, dirname, join} from '#platform/paths.js'

import {isObject, textOf} from '../machinery/go/json-value.js'
import {readDocuments} from '../source/read-documents.js'
import type {SourceFile} from '../source/source-file.js'
import {AbsolutePaths} from './absolute-paths.js'
import {type Change, changesOf} from './changes.js'
import {Charts} from './chart.js'
import {changedBeforeDeployment, type Completion, completionOf, isEncrypted, unchangedObject, withVariables} from './completion.js'
import {skipByContent} from './content.js'
import {itemsOf} from './kustomization-fields.js'
import type {Kustomization} from './kustomization.js'
import {KustomizeGraph} from './kustomize-graph.js'
import {isKustomizationName, type Neighbourhood} from './neighbourhood.js'
import type {Skip, SkippedFile} from './skipped.js'
import {TestFiles} from './test-files.js'
import {toolOf} from './tool-kinds.js'
import {plainUnit, type Unit, unitsAbove} from './units.js'
import {unusedPatch} from './unused-patch.js'

/** An input file, and whether the user named it. */
export interface FoundFile {
  readonly source: SourceFile
  /** True if the user named the file: it counts as a manifest with any content. */
  readonly isNamed: boolean
}

/** Found files, sorted into manifests and others. */
export interface Recognized {
  readonly manifests: readonly SourceFile[]
  readonly skipped: readonly SkippedFile[]
}

/** The folder and namespace with which Flux or Argo CD deploy a plain file. */
export interface PlainDeployment {
  /** In the form for output. */
  readonly folder: string
  /** The namespace that overrides those of the objects. */
  readonly namespace?: string | undefined
  /** The namespace of objects without one. */
  readonly defaultNamespace?: string | undefined
}

/** The changes that kustomizations make to the objects of a file. */
interface FileChanges {
  readonly changing: readonly Kustomization[]
  readonly changes: readonly Change[]
  readonly isRenamed: boolean
  /** True if Kustomize substitutes variables. */
  readonly hasVariables: boolean
}

/** The completion of an object that Kustomize does not change: only shell variables are substituted. */
const filledIn = withVariables('shell', unchangedObject)

const plainUnits: readonly Unit[] = [plainUnit]

/** Relations between files: which are manifests, which are deployed together, and which change others. */
export class Repository {
  /** The paths of the files that the user did not name: only for these do other files matter. */
  private readonly found = new Set<string>()
  private readonly paths = new AbsolutePaths()
  private readonly charts: Charts
  private readonly tests: TestFiles
  private readonly graph: KustomizeGraph
  private readonly changes = new Map<Kustomization, readonly Change[]>()
  private readonly changesTo = new Map<string, FileChanges>()
  private readonly units = new Map<Kustomization, readonly Unit[]>()

  constructor(private readonly neighbours: Neighbourhood) {
    this.tests = new TestFiles(neighbours)
    this.graph = new KustomizeGraph(neighbours)
    this.charts = new Charts(neighbours)
  }

  /** Separates manifests from files that no cluster gets. Keeps the order. */
  recognize(files: readonly FoundFile[]): Recognized {
    const manifests: SourceFile[] = []
    const skipped: SkippedFile[] = []
    for (const {source, isNamed} of files) {
      const skip = isNamed || source.unreadable !== undefined ? undefined : this.skip(source)
      if (!isNamed) this.found.add(source.path)
      if (skip === undefined) manifests.push(source)
      else skipped.push({path: source.path, ...skip})
    }
    return {manifests, skipped}
  }

  /** Returns the units of deployment to which a file belongs. */
  unitsOf(path: string): readonly Unit[] {
    const kustomizations = this.collecting(path)
    if (kustomizations.length === 0) return plainUnits
    const units = new Map<string, Unit>()
    for (const unit of kustomizations.flatMap((each) => this.unitsAbove(each))) if (!units.has(unit.id)) units.set(unit.id, unit)
    return [...units.values()]
  }

  /**
   * Returns the scope of a file: only objects of one scope can be duplicates. Files that nothing deploys share the scope of their
   * cluster, whose entry point is the nearest folder with objects of Flux or Argo CD.
   *
   * @param units the units of the file
   */
  scopeOf(path: string, units = this.unitsOf(path)): string {
    const absolute = this.paths.of(path)
    if (this.tests.isStep(absolute) && this.found.has(path)) return absolute
    const [{id} = plainUnit] = units
    return id === '' ? bundleOf(absolute, this.neighbours) ?? (this.graph.isEmpty ? '' : this.graph.entryOf(absolute) ?? '') : id
  }

  /** Returns how Flux or Argo CD deploy a plain file; undefined unless exactly one of their folders does. */
  deployedWith(path: string): PlainDeployment | undefined {
    if (this.isFree(path)) return undefined
    const absolute = this.paths.of(path)
    if (this.graph.kustomizationsWith(absolute).length > 0) return undefined
    const [deployer, ...others] = this.graph.deployersWith(absolute)
    if (deployer === undefined || others.some(({kustomization: {id}}) => id !== deployer.kustomization.id)) return undefined
    const {kustomization: {folder, namespace, defaultNamespace}, isCertain} = deployer
    return {folder: this.neighbours.show(folder), ...isCertain && {namespace, defaultNamespace}}
  }

  /** Returns the changes that tools may still make to an object; undefined if it is sent unchanged. */
  completionOf(path: string, body: Readonly<Record<string, unknown>>): Completion | undefined {
    if (!this.found.has(path)) return undefined
    if (isEncrypted(body) || toolOf(body) !== undefined) return changedBeforeDeployment
    const completion = this.kustomized(path, body)
    return completion === undefined ? filledIn : withVariables('shell', completion)
  }

  /** Returns the folders of the kustomizations that deploy an object with other fields, or in another namespace, than in its file. */
  changedIn(path: string, body: Readonly<Record<string, unknown>>): readonly string[] {
    const collecting = this.isFree(path) ? [] : this.graph.kustomizationsWith(this.paths.of(path))
    if (collecting.length === 0) return []
    const renderedAbove = (each: Kustomization): readonly Unit[] => unitsAbove(each, this.graph.renderersOf)
    const {changing, isRenamed} = this.changesOfFile(this.collecting(path))
    const editing = changing.filter((each) => each.isDeployed !== true && completionOf(body, this.changesBy(each), isRenamed).isChanged)
    const own = isObject(body['metadata']) ? textOf(body['metadata']['namespace']) : ''
    const moving = collecting.flatMap(renderedAbove).filter(({namespace = own}) => own !== '' && namespace !== own)
    return [...new Set([...editing.flatMap(renderedAbove), ...moving].map(({id}) => this.neighbours.show(id)))]
  }

  /** Returns true if nothing collects the file: the user named it, or the repository has no kustomizations or deployments. */
  private isFree(path: string): boolean {
    return this.graph.isEmpty || !this.found.has(path)
  }

  /** Returns the kustomizations and deployments that collect a file. */
  private collecting(path: string): readonly Kustomization[] {
    return this.isFree(path) ? [] : this.graph.collecting(this.paths.of(path))
  }

  private kustomized(path: string, body: Readonly<Record<string, unknown>>): Completion | undefined {
    const collecting = this.collecting(path)
    if (collecting.length === 0) return undefined
    const {changes, isRenamed, hasVariables} = this.changesOfFile(collecting)
    const completion = completionOf(body, changes, isRenamed)
    return hasVariables ? withVariables('kustomize', completion) : completion
  }

  /** Returns why a file is not a manifest. Checks the files around it before its content. */
  private skip(source: SourceFile): Skip | undefined {
    const path = this.paths.of(source.path)
    const skip = this.charts.skip(path) ?? this.tests.skip(path)
    if (skip !== undefined) return skip
    if (isKustomizationName(path)) return this.skipKustomization(path, source)
    const {role, named, by} = this.graph.roleOf(path) ?? {}
    if (role === 'patch' || role === 'input') return {reason: `kustomize-${role}`, detail: `${named?.field ?? ''} of ${by?.file.path ?? ''}:${named?.line ?? 1}`}
    const found = skipByContent(source)
    if (role === undefined) return found ?? this.skipUnused(path)
    // A resource of Kustomize must be an object: lint the file as a broken manifest.
    return found?.reason === 'not-kubernetes' ? undefined : found
  }

  /** Reports a kustomization that cannot be read like any other broken file. */
  private skipKustomization(path: string, source: SourceFile): Skip | undefined {
    if (this.graph.isKustomization(path)) return {reason: 'kustomization', detail: 'read by Kustomize'}
    return readDocuments(source).some(({problems}) => problems.length > 0) ? undefined : skipByContent(source)
  }

  private skipUnused(path: string): Skip | undefined {
    const nearest = this.graph.isEmpty ? undefined : this.graph.nearest(dirname(path))
    return nearest && unusedPatch(path, nearest)
  }

  /** @param collecting the kustomizations and deployments that collect the file */
  private changesOfFile(collecting: readonly Kustomization[]): FileChanges {
    // All files of one kustomization share their changes.
    const key = collecting.map(({id}) => id).join('\n')
    let found = this.changesTo.get(key)
    if (found === undefined) {
      const changing = [...new Set(collecting.flatMap((each) => [...this.graph.changing(each)]))]
      found = {changing, changes: changing.flatMap((each) => this.changesBy(each)), isRenamed: changing.some(isRenaming), hasVariables: changing.some(({value}) => itemsOf(value['vars']).length > 0)}
      this.changesTo.set(key, found)
    }
    return found
  }

  private unitsAbove(kustomization: Kustomization): readonly Unit[] {
    let units = this.units.get(kustomization)
    if (units === undefined) this.units.set(kustomization, units = unitsAbove(kustomization, this.graph.includersOf))
    return units
  }

  private changesBy(kustomization: Kustomization): readonly Change[] {
    let changes = this.changes.get(kustomization)
    if (changes === undefined) this.changes.set(kustomization, changes = changesOf(kustomization, this.neighbours))
    return changes
  }
}

/** Returns the bundle of the Operator Lifecycle Manager that contains the manifest: OLM deploys each bundle separately. */
function bundleOf(path: string, neighbours: Neighbourhood): string | undefined {
  const folder = dirname(path)
  const bundle = dirname(folder)
  return basename(folder) === 'manifests' && neighbours.has(join(bundle, 'metadata', 'annotations.yaml')) ? bundle : undefined
}

const isRenaming = ({value}: Kustomization): boolean => textOf(value['namePrefix']) !== '' || textOf(value['nameSuffix']) !== ''
