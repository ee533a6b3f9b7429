import {dirname, join, relative, resolve, sep} from 'node:path'

import {groupBy} from '../../machinery/group-by.js'
import {isObject, textOf} from '../../machinery/json-value.js'
import {parseApiVersion} from '../../machinery/schema/rest-mapper.js'
import {readDocuments} from '../../source/read-documents.js'
import type {SourceFile} from '../../source/source-file.js'
import {Charts} from '../chart.js'
import type {Neighbourhood} from '../neighbourhood.js'
import {argoGroup, declaredByArgo, namedInTemplate} from './argo.js'
import type {Declared, Deployment} from './deployment.js'
import {declaredByFlux, fluxGroups} from './flux.js'

/** A folder of this repository that Flux or Argo CD deploys. */
export interface DeployedFolder extends Deployment {
  /** Absolute. */
  readonly folder: string
  /** False where the folder may belong to another repository, which has one of the same name: its namespace is not certain. */
  readonly isOwn: boolean
}

/** What Flux and Argo CD deploy of a repository, as far as their objects among the files say so. Nothing else is read. */
export interface Deployments {
  readonly folders: readonly DeployedFolder[]
  /** The folders in which their objects lie: each is where a cluster begins. */
  readonly entries: ReadonlySet<string>
}

const nothing: Deployments = {folders: [], entries: new Set()}

/** Finds what Flux and Argo CD deploy. A path leads from the root of the repository, and has to lead to files that were found. */
export function deploymentsAmong(neighbours: Neighbourhood): Deployments {
  const files = neighbours.sources.filter(({text}) => mayDeploy(text))
  if (files.length === 0) return nothing
  const known = foldersOf(neighbours.sources)
  const charts = new Charts(neighbours)
  const declared = files.map((file) => charts.skip(resolve(file.path)) === undefined
    ? declaredIn(file, rootsOf(file, neighbours), known)
    : {file, deployments: namedInTemplate(file), sources: []})
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

/** The folders in which files lie, and those above them. */
function foldersOf(sources: readonly SourceFile[]): ReadonlySet<string> {
  const folders = new Set<string>()
  for (const {path} of sources) {
    for (let at = dirname(resolve(path)); !folders.has(at); at = dirname(at)) folders.add(at)
  }
  return folders
}

/** The folders of a repository as generators see them. */
const foldersBelow = (roots: readonly string[], known: ReadonlySet<string>): ReadonlySet<string> =>
  new Set(roots.flatMap((root) => [...known].flatMap((folder) => folder.startsWith(join(root, sep)) ? [relative(root, folder).split(sep).join('/')] : [])))

const rootsOf = ({path}: SourceFile, neighbours: Neighbourhood): readonly string[] => neighbours.rootsOf(resolve(path))

/** A deployment with its folder, as far as there is one. */
interface Located extends Deployment {
  readonly folder: string | undefined
}

function located(deployment: Deployment, known: ReadonlySet<string>, neighbours: Neighbourhood): Located {
  const inRoots = rootsOf(deployment.file, neighbours).map((root) => ({root, folder: join(root, deployment.path).replace(/[\\/]+$/, '')}))
  // All of a repository is no folder of it: it says nothing about which repository is meant.
  const inside = inRoots.filter(({root, folder}) => folder.startsWith(join(root, sep))).map(({folder}) => folder)
  return {...deployment, folder: inside.find((folder) => known.has(folder)) ?? inside.find((folder) => neighbours.has(folder))}
}

/**
 * The sources that are this repository as far as can be told: all folders that are deployed from there are here. Where the source is
 * declared in the repository, one of these folders has its declaration: a repository that deploys itself, as Flux bootstraps one.
 */
function ownSources(all: readonly Located[], declared: readonly {readonly name: string, readonly file: SourceFile}[]): ReadonlySet<string> {
  const own = [...groupBy(all, ({source}) => source)].filter(([source, deployments]) => {
    const declarations = declared.filter(({name}) => name === source)
    const isHere = deployments.every(({isGit, folder}) => isGit && folder !== undefined)
    return isHere && (declarations.length === 0 || declarations.some(({file}) => deployments.some(({folder = ''}) => resolve(file.path).startsWith(join(folder, sep)))))
  })
  return new Set(own.map(([source]) => source))
}
