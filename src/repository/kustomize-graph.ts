import {dirname, join} from 'node:path'

import {type Deployer, deployerOf} from './gitops/deployer.js'
import {deploymentsAmong} from './gitops/deployed-folders.js'
import {type Kustomization, type NamedPath, readKustomization} from './kustomization.js'
import {chartName, type Neighbourhood} from './neighbourhood.js'
import {mostUnits} from './units.js'

/** What kustomizations say that a file is. */
export interface FileRole {
  readonly role: 'resource' | 'patch' | 'input'
  readonly named: NamedPath
  readonly by: Kustomization
}

/** The kustomizations of a repository, and how they lead to each other. */
export class KustomizeGraph {
  private readonly byFolder = new Map<string, Kustomization>()
  private readonly files = new Set<string>()
  private readonly roles = new Map<string, FileRole>()
  private readonly resourcesOf = new Map<string, Kustomization[]>()
  private readonly includers = new Map<Kustomization, Set<Kustomization>>()
  /** The folders that Flux or Argo CD deploy, as if they were kustomizations. */
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
    const {folders, entries} = deploymentsAmong(neighbours)
    this.entries = entries
    for (const folder of folders) this.deploy(deployerOf(folder))
    for (const kustomization of folders.length === 0 ? [] : all) {
      for (const {kustomization: outer} of this.deployersOver(kustomization)) add(this.includers, kustomization, outer)
    }
  }

  get isEmpty(): boolean {
    return this.byFolder.size === 0 && this.entries.size === 0
  }

  /** True of the file of a kustomization. */
  isKustomization(path: string): boolean {
    return this.files.has(path)
  }

  /** What a file is; undefined for one that no kustomization names. A resource of one is a resource, whatever others say. */
  roleOf(path: string): FileRole | undefined {
    return this.roles.get(path)
  }

  /** The kustomizations that have a file among their resources. */
  kustomizationsWith(path: string): readonly Kustomization[] {
    return this.resourcesOf.get(path) ?? []
  }

  /** All that collect a file: kustomizations that name it, and Flux and Argo CD where they deploy its folder. The nearest folder comes first. */
  collecting(path: string): readonly Kustomization[] {
    const named = this.kustomizationsWith(path)
    return this.deployed.size === 0 ? named : [...this.deployersWith(path).map(({kustomization}) => kustomization), ...named]
  }

  /** What Flux and Argo CD deploy a plain file with. They leave to Kustomize and Helm what lies in folders of these. */
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

  /** The folder nearest to a file that has objects of Flux or Argo CD: where a cluster begins. */
  entryOf(path: string): string | undefined {
    if (this.entries.size === 0) return undefined
    for (let at = dirname(path); ; at = dirname(at)) {
      if (this.entries.has(at)) return at
      if (dirname(at) === at) return undefined
    }
  }

  /** The kustomization in a folder, or in the nearest one above it. */
  nearest(folder: string): Kustomization | undefined {
    for (let at = folder; ; at = dirname(at)) {
      const found = this.byFolder.get(at)
      if (found !== undefined || dirname(at) === at) return found
    }
  }

  /** The kustomizations that lead to one, over however many others, itself among them. */
  above(kustomization: Kustomization): ReadonlySet<Kustomization> {
    return reach([kustomization], this.includersOf)
  }

  /** The kustomizations that change what another one collects: those that lead to it, and the components of all of these. */
  changing(kustomization: Kustomization): ReadonlySet<Kustomization> {
    return reach(this.above(kustomization), ({components}) => this.at(components))
  }

  /** The kustomizations that have one among their resources or components, and Flux and Argo CD where they deploy it. */
  readonly includersOf = (kustomization: Kustomization): readonly Kustomization[] => [...this.includers.get(kustomization) ?? []]

  /** The same without Flux and Argo CD. */
  readonly renderersOf = (kustomization: Kustomization): readonly Kustomization[] =>
    this.includersOf(kustomization).filter(({isDeployed = false}) => !isDeployed)

  private deploy(deployer: Deployer): void {
    const {folder} = deployer.kustomization
    const there = this.deployed.get(folder)
    if (there === undefined) this.deployed.set(folder, [deployer])
    else if (there.length < mostUnits) there.push(deployer)
  }

  /** What deploys a kustomization: whoever names its folder, and Flux where it names one above that is no kustomization itself. */
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

  /** The kustomizations that only collect transformers, generators and validators for others. */
  private toolFolders(all: readonly Kustomization[]): ReadonlySet<Kustomization> {
    const named = all.flatMap(({inputs}) => this.at(inputs))
    const included = new Set(all.flatMap(({resources, components}) => this.at([...resources, ...components])))
    return reach(named.filter((each) => !included.has(each)), ({resources}) => this.at(resources))
  }

  private at(named: readonly NamedPath[]): Kustomization[] {
    return named.flatMap(({path}) => this.byFolder.get(path) ?? [])
  }
}

/** Everything that can be reached from some things, they themselves first. */
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
