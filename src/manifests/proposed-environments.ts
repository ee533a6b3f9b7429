import {dirname} from '#platform/paths.js'

import {groupBy} from '../machinery/collections/group-by.js'
import {compareText} from '../machinery/go/text.js'
import {oneLine} from '../machinery/output/printable.js'
import type {DeployedFrom, Duplicate} from './duplicates.js'

/** A possible environment. */
export interface ProposedEnvironment {
  readonly name: string
  readonly folders: readonly string[]
  /** The namespace of objects without one. */
  readonly namespace?: string | undefined
}

/** Proposes environments that separate duplicates: the folders that Flux or Argo CD deploy, otherwise folders with the same parent. None if folders do not separate them. */
export function proposeEnvironments(duplicates: readonly Duplicate[]): readonly ProposedEnvironment[] {
  const deployed = deployedAmong(duplicates)
  return deployed.length > 1 ? deployed : foldersAmong(duplicates)
}

const partsOf = (folder: string): string[] => folder.split(/[\\/]/)

/** Possible names of the environment of a folder: its last part (`apps/prod`), its first part (`prod/apps`), or all parts. */
const namings: readonly ((folder: string) => string)[] = [(folder) => partsOf(folder).at(-1) ?? '', (folder) => partsOf(folder)[0] ?? '', (folder) => partsOf(folder).join('-')]

/**
 * Groups the folders from which the objects are deployed by a part of their paths, so that no group has duplicates.
 * Returns none if an object is not deployed from a folder, or if a folder contains another.
 */
function deployedAmong(duplicates: readonly Duplicate[]): readonly ProposedEnvironment[] {
  const pairs = duplicates.flatMap(({first: {from: one}, second: {from: other}}) => one === undefined || other === undefined ? [] : [[one, other] as const])
  const folders = [...new Map(pairs.flat().map((from) => [from.folder, from])).values()].sort((a, b) => compareText(a.folder, b.folder))
  const isNested = folders.some(({folder}) => folders.some((other) => other.folder.startsWith(`${folder}/`)))
  const nameOf = namings.find((naming) => pairs.every(([one, other]) => naming(one.folder) !== naming(other.folder)))
  if (pairs.length < duplicates.length || isNested || nameOf === undefined) return []
  const groups = [...groupBy(folders, ({folder}) => nameOf(folder))].sort(([a], [b]) => compareText(a, b))
  return groups.map(([name, all]) => ({name, folders: all.map(({folder}) => folder), namespace: namespaceOf(all)}))
}

/** Returns the namespace if it is the same for all folders. */
function namespaceOf(all: readonly DeployedFrom[]): string | undefined {
  const [first, ...others] = new Set(all.map(({namespace, defaultNamespace}) => namespace ?? defaultNamespace))
  return others.length === 0 ? first : undefined
}

/** Proposes the folders with duplicates that have the same parent. */
function foldersAmong(duplicates: readonly Duplicate[]): readonly ProposedEnvironment[] {
  const children = new Map<string, Set<string>>()
  for (const {first, second} of duplicates) {
    const [one = [], other = []] = [first, second].map(({file: {path}}) => partsOf(dirname(path)))
    const depth = one.findIndex((part, i) => part !== other[i])
    const names = [one[depth], other[depth]].filter((name) => name !== undefined && name !== '.')
    if (names.length < 2) continue
    const parent = one.slice(0, depth).map((part) => `${part}/`).join('')
    children.set(parent, new Set([...children.get(parent) ?? [], ...names as string[]]))
  }
  const [maximum] = [...children].sort(([, a], [, b]) => b.size - a.size)
  if (maximum === undefined) return []
  const [parent, names] = maximum
  return [...names].sort(compareText).map((name) => ({name, folders: [`${parent}${name}`]}))
}

/** Formats environments as a part of .kadm.yaml. */
export const environmentsYaml = (environments: readonly ProposedEnvironment[]): string =>
  `environments:\n${environments.map(({name, folders, namespace}) => `  ${scalar(name)}:\n    files: ${list(folders)}\n${namespace === undefined ? '' : `    namespace: ${scalar(namespace)}\n`}`).join('')}`

/** Formats environments on one line. */
export const environmentsLine = (environments: readonly ProposedEnvironment[]): string =>
  `environments: {${environments.map(({name, folders, namespace}) => `${scalar(name)}: {files: ${list(folders)}${namespace === undefined ? '' : `, namespace: ${scalar(namespace)}`}}`).join(', ')}}`

const list = (texts: readonly string[]): string => `[${texts.map(scalar).join(', ')}]`

const scalar = (text: string): string => /^[a-z_][\w./-]*$/i.test(text) && !/^(?:y|n|yes|no|on|off|true|false|null)$/i.test(text) ? text : JSON.stringify(oneLine(text))
