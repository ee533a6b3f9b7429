import {dirname, join} from '#platform/paths.js'

import {type Deployer, deployerOf, findDeployments} from './gitops/deployed-folders.js'
import {type Kustomization, type NamedPath, readKustomization} from './kustomization.js'
import {chartName, type Neighbourhood} from './neighbourhood.js'
import {maxUnits} from './units.js'

/** The role of a file in the kustomization that names it. */
export interface FileRole {
  readonly role: 'resource' | 'patch' | 'input'
  readonly named: NamedPath
  readonly by: Kustomization
}

/** The kustomizations of a repository, and which of them include which. */
export class KustomizeGraph {
  private readonly byFolder = new Map<string, Kustomization>()
  private readonly files = new Set<string>()
  private readonly roles = new Map<string, FileRole>()
  private readonly resourcesOf = new Map<string, Kustomization[]>()
  private readonly includers = new Map<Kustomization, Set<Kustomization>>()
  /** The folders that Flux or Argo CD deploy, represented as kustomizations. */
  private readonly deployed = new Map<string, Deployer[]>()
  private readonly entries: ReadonlySet<string>

  constructor(private readonly neighbours: Neighbourhood) {
    for (const path of neighbours.kustomizations) {
      const file = neighbours.read(path)
      const kustomization = file && readKustomization(file, path)
      if (kustomization === undefined || this.byFolder.has(kustomization.folder)) continue
      this.byFolder.set(kustomization.folder, kustomization)
      this.files.add(path)
    }
    const all = [...this.byFolder.values()]
    const tools = this.toolFolders(all)
    for (const kustomization of all) this.take(kustomization, tools)
    const {folders, entries} = findDeployments(neighbours)
    this.entries = entries
    for (const folder of folders) this.deploy(deployerOf(folder))
    for (const kustomization of folders.length === 0 ? [] : all) {
      for (const {kustomization: outer} of this.deployersOver(kustomization)) add(this.includers, kustomization, outer)
    }
  }

  get isEmpty(): boolean {
    return this.byFolder.size === 0 && this.entries.size === 0
  }

  /** Returns true for the file of a kustomization that was read. */
  isKustomization(path: string): boolean {
    return this.files.has(path)
  }

  /** Returns the role of a file; undefined if no kustomization names it. The role `resource` overrides other roles. */
  roleOf(path: string): FileRole | undefined {
    return this.roles.get(path)
  }

  /** Returns the kustomizations with the file among their resources. */
  kustomizationsWith(path: string): readonly Kustomization[] {
    return this.resourcesOf.get(path) ?? []
  }

  /** Returns the kustomizations that collect a file, after Flux and Argo CD if they deploy its folder, nearest folder first. */
  collecting(path: string): readonly Kustomization[] {
    const named = this.kustomizationsWith(path)
    return this.deployed.size === 0 ? named : [...this.deployersWith(path).map(({kustomization}) => kustomization), ...named]
  }

  /** Returns the deployers of a plain file. Kustomize and Helm, not these, render files in folders of their own. */
  deployersWith(path: string): readonly Deployer[] {
    const folder = dirname(path)
    const found: Deployer[] = []
    if (this.deployed.size === 0) return found
    for (let at = folder; !this.byFolder.has(at) && !this.neighbours.has(join(at, chartName)); at = dirname(at)) {
      for (const deployer of this.deployed.get(at) ?? []) if (deployer.isRecursive || at === folder) found.push(deployer)
      if (dirname(at) === at) break
    }
    return found
  }

  /** Returns the nearest folder of a file, or above it, that contains objects of Flux or Argo CD: the entry point of a cluster. */
  entryOf(path: string): string | undefined {
    if (this.entries.size === 0) return undefined
    for (let at = dirname(path); ; at = dirname(at)) {
      if (this.entries.has(at)) return at
      if (dirname(at) === at) return undefined
    }
  }

  /** Returns the kustomization in a folder, or in the nearest one above it. */
  nearest(folder: string): Kustomization | undefined {
    for (let at = folder; ; at = dirname(at)) {
      const found = this.byFolder.get(at)
      if (found !== undefined || dirname(at) === at) return found
    }
  }

  /** Returns the kustomization and all that include it, directly or indirectly. */
  above(kustomization: Kustomization): ReadonlySet<Kustomization> {
    return reach([kustomization], this.includersOf)
  }

  /** Returns the kustomizations that may change the objects of one: itself, all that include it, and the components of these. */
  changing(kustomization: Kustomization): ReadonlySet<Kustomization> {
    return reach(this.above(kustomization), ({components}) => this.at(components))
  }

  /** Returns the kustomizations that include one directly, and Flux and Argo CD if they deploy it. */
  readonly includersOf = (kustomization: Kustomization): readonly Kustomization[] => [...this.includers.get(kustomization) ?? []]

  /** Returns the kustomizations that include one directly, without Flux and Argo CD. */
  readonly renderersOf = (kustomization: Kustomization): readonly Kustomization[] =>
    this.includersOf(kustomization).filter(({isDeployed = false}) => !isDeployed)

  private deploy(deployer: Deployer): void {
    const {folder} = deployer.kustomization
    const there = this.deployed.get(folder)
    if (there === undefined) this.deployed.set(folder, [deployer])
    else if (there.length < maxUnits) there.push(deployer)
  }

  /** Returns the deployers of a kustomization: those of its folder, and Flux if it deploys a parent folder without a kustomization. */
  private deployersOver({folder}: Kustomization): readonly Deployer[] {
    const own = this.deployed.get(folder) ?? []
    const found = [...own]
    for (let at = dirname(folder); !this.byFolder.has(at); at = dirname(at)) {
      for (const deployer of this.deployed.get(at) ?? []) if (deployer.isOfFlux) found.push(deployer)
      if (dirname(at) === at) break
    }
    return found
  }

  private take(kustomization: Kustomization, tools: ReadonlySet<Kustomization>): void {
    const {resources, components, patchFiles, inputs} = kustomization
    const isTool = tools.has(kustomization)
    for (const named of [...resources, ...components]) {
      const included = this.byFolder.get(named.path)
      if (included !== undefined) add(this.includers, included, kustomization)
      else if (!isTool) {
        this.roles.set(named.path, {role: 'resource', named, by: kustomization})
        const collecting = this.resourcesOf.get(named.path)
        if (collecting === undefined) this.resourcesOf.set(named.path, [kustomization])
        else collecting.push(kustomization)
      } else this.name('input', named, kustomization)
    }
    for (const named of patchFiles) this.name('patch', named, kustomization)
    for (const named of inputs) this.name('input', named, kustomization)
  }

  private name(role: 'patch' | 'input', named: NamedPath, by: Kustomization): void {
    if (!this.roles.has(named.path)) this.roles.set(named.path, {role, named, by})
  }

  /** Returns the kustomizations that only collect transformers, generators and validators for others. */
  private toolFolders(all: readonly Kustomization[]): ReadonlySet<Kustomization> {
    const named = all.flatMap(({inputs}) => this.at(inputs))
    const included = new Set(all.flatMap(({resources, components}) => this.at([...resources, ...components])))
    return reach(named.filter((each) => !included.has(each)), ({resources}) => this.at(resources))
  }

  private at(named: readonly NamedPath[]): Kustomization[] {
    return named.flatMap(({path}) => this.byFolder.get(path) ?? [])
  }
}

/** Returns the items and everything reachable from them. */
function reach<T>(from: Iterable<T>, next: (item: T) => Iterable<T>): ReadonlySet<T> {
  const reached = new Set(from)
  for (const item of reached) for (const other of next(item)) reached.add(other)
  return reached
}

function add<K, V>(sets: Map<K, Set<V>>, key: K, value: V): void {
  const set = sets.get(key)
  if (set === undefined) sets.set(key, new Set([value]))
  else set.add(value)
}
