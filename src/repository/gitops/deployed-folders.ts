import {dirname, join, relative, resolve, sep} from '#platform/paths.js'

import {groupBy} from '../../machinery/collections/group-by.js'
import {isObject, textOf} from '../../machinery/go/json-value.js'
import {parseApiVersion} from '../../machinery/schema/rest-mapper.js'
import {readDocuments} from '../../source/read-documents.js'
import type {SourceFile} from '../../source/source-file.js'
import {Charts} from '../chart.js'
import {itemsOf} from '../kustomization-fields.js'
import type {Kustomization} from '../kustomization.js'
import type {Neighbourhood} from '../neighbourhood.js'
import {patchesOf} from '../patch.js'
import {argoGroup, declaredByArgo, declaredInChartTemplate} from './argo.js'
import type {Declared, Deployment} from './deployment.js'
import {declaredByFlux, fluxGroups} from './flux.js'

/** A folder of this repository that Flux or Argo CD deploys. */
export interface DeployedFolder extends Deployment {
  /** Absolute. */
  readonly folder: string
  /** False if another repository with a folder of this name may be deployed instead: the namespace is uncertain. */
  readonly isOwn: boolean
}

/** The folders of a repository that Flux and Argo CD deploy, according to their objects among the files. */
export interface Deployments {
  readonly folders: readonly DeployedFolder[]
  /** The folders that contain their objects: each is the entry point of one cluster. */
  readonly entries: ReadonlySet<string>
}

const nothing: Deployments = {folders: [], entries: new Set()}

/** Finds the folders that Flux and Argo CD deploy. Paths start at the root of the repository; folders without found files are ignored. */
export function findDeployments(neighbours: Neighbourhood): Deployments {
  const files = neighbours.sources.filter(({text}) => mayDeploy(text))
  if (files.length === 0) return nothing
  const known = foldersOf(neighbours.sources)
  const charts = new Charts(neighbours)
  const declared = files.map((file) => charts.skip(resolve(file.path)) === undefined
    ? declaredIn(file, rootsOf(file, neighbours), known)
    : {file, deployments: declaredInChartTemplate(file), sources: []})
  const all = declared.flatMap(({deployments}) => deployments.map((each) => located(each, known, neighbours)))
  const sources = declared.flatMap(({sources: names, file}) => names.map((name) => ({name, file})))
  const own = ownSources(all, sources)
  return {
    folders: all.flatMap((each) => each.folder === undefined || !known.has(each.folder) ? [] : [{...each, folder: each.folder, isOwn: own.has(each.source)}]),
    entries: new Set(declared.filter(({deployments}) => deployments.length > 0).map(({file}) => dirname(resolve(file.path)))),
  }
}

const mayDeploy = (text: string): boolean => text.includes(argoGroup) || text.includes('fluxcd.')

interface DeclaredIn extends Declared {
  readonly file: SourceFile
}

function declaredIn(file: SourceFile, roots: readonly string[], known: ReadonlySet<string>): DeclaredIn {
  const declared = readDocuments(file).flatMap(({value}) => isObject(value) ? declaredBy(value, file, roots, known) : [])
  return {file, deployments: declared.flatMap(({deployments}) => deployments), sources: declared.flatMap(({sources}) => sources)}
}

function declaredBy(body: Readonly<Record<string, unknown>>, file: SourceFile, roots: readonly string[], known: ReadonlySet<string>): Declared[] {
  const {group = ''} = parseApiVersion(textOf(body['apiVersion'])) ?? {}
  if (group === argoGroup) return [declaredByArgo(body, file, foldersBelow(roots, known))]
  return fluxGroups.includes(group) ? [declaredByFlux(body, file)] : []
}

/** Returns the folders that contain files, and their parents. */
function foldersOf(sources: readonly SourceFile[]): ReadonlySet<string> {
  const folders = new Set<string>()
  for (const {path} of sources) {
    for (let at = dirname(resolve(path)); !folders.has(at); at = dirname(at)) folders.add(at)
  }
  return folders
}

/** Returns folders relative to the roots, with slashes, as directory generators match them. */
const foldersBelow = (roots: readonly string[], known: ReadonlySet<string>): ReadonlySet<string> =>
  new Set(roots.flatMap((root) => [...known].flatMap((folder) => folder.startsWith(join(root, sep)) ? [relative(root, folder).split(sep).join('/')] : [])))

const rootsOf = ({path}: SourceFile, neighbours: Neighbourhood): readonly string[] => neighbours.rootsOf(resolve(path))

/** A deployment with its folder in this repository, if any. */
interface Located extends Deployment {
  readonly folder: string | undefined
}

function located(deployment: Deployment, known: ReadonlySet<string>, neighbours: Neighbourhood): Located {
  const inRoots = rootsOf(deployment.file, neighbours).map((root) => ({root, folder: join(root, deployment.path).replace(/[\\/]+$/, '')}))
  // Ignore the root itself: every repository has one, so it does not identify this one.
  const inside = inRoots.filter(({root, folder}) => folder.startsWith(join(root, sep))).map(({folder}) => folder)
  return {...deployment, folder: inside.find((folder) => known.has(folder)) ?? inside.find((folder) => neighbours.has(folder))}
}

/**
 * Returns the sources that are most probably this repository: it has all folders that are deployed from them. If a source is
 * declared in the repository, one of these folders must contain the declaration, as in a repository that Flux bootstraps.
 */
function ownSources(all: readonly Located[], declared: readonly {readonly name: string, readonly file: SourceFile}[]): ReadonlySet<string> {
  const own = [...groupBy(all, ({source}) => source)].filter(([source, deployments]) => {
    const declarations = declared.filter(({name}) => name === source)
    const isHere = deployments.every(({isGit, folder}) => isGit && folder !== undefined)
    return isHere && (declarations.length === 0 || declarations.some(({file}) => deployments.some(({folder = ''}) => resolve(file.path).startsWith(join(folder, sep)))))
  })
  return new Set(own.map(([source]) => source))
}

/** A folder that Flux or Argo CD deploys, represented as a kustomization: Flux generates one for it. */
export interface Deployer extends Pick<DeployedFolder, 'isRecursive' | 'isOfFlux'> {
  readonly kustomization: Kustomization
  /** True if plain files certainly get the namespace of the kustomization: this folder is deployed, with all its files. */
  readonly isCertain: boolean
}

/** Returns the deployer of a folder. Ignores the namespace if another repository may be deployed instead. */
export function deployerOf({file, folder, changes, isOwn, isWhole, isRecursive, isOfFlux, namespace, defaultNamespace}: DeployedFolder): Deployer {
  const components = itemsOf(changes['components']).map((path) => ({path: resolve(folder, textOf(path)), field: 'components', line: 1}))
  return {
    isRecursive, isOfFlux, isCertain: isOwn && isWhole,
    kustomization: {
      file, folder, id: [folder, namespace, defaultNamespace].join('\0'), isDeployed: true, value: changes,
      resources: [], components, patchFiles: [], inputs: [], patches: patchesOf(changes, folder),
      ...isOwn ? {namespace, defaultNamespace: isWhole ? defaultNamespace : undefined} : {namespace: undefined},
    },
  }
}
