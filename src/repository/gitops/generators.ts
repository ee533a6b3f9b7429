import {compareText} from '../../machinery/go-text.js'
import {isObject, textOf} from '../../machinery/json-value.js'
import {type Fields, itemsOf} from '../kustomization-fields.js'
import type {Parameters} from './template.js'

export type {Parameters} from './template.js'

/** The folders of a repository, from its root, with slashes. */
export type Folders = Iterable<string>

/** More applications than one object generates for a repository that a person keeps. */
const mostApplications = 1000

/** The values of each application that generators make of what is written or lies in folders; where they ask others, one without values. */
export function parametersOf(generators: unknown, folders: Folders): readonly Parameters[] {
  return itemsOf(generators).filter(isObject).flatMap((generator) => ofGenerator(generator, folders)).slice(0, mostApplications)
}

const unknown: readonly Parameters[] = [{}]

function ofGenerator({list, git, matrix}: Fields, folders: Folders): readonly Parameters[] {
  if (isObject(list)) return itemsOf(list['elements']).filter(isObject).map((element) => valuesOf(element, ''))
  if (isObject(git) && git['directories'] !== undefined) return chosenFolders(itemsOf(git['directories']).filter(isObject), folders).map(ofFolder)
  return isObject(matrix) ? product(itemsOf(matrix['generators']).filter(isObject).map((each) => ofGenerator(each, folders))) : unknown
}

/** Every parameter set of one with every one of the other; cut off where nobody waits for more. */
const product = (sets: readonly (readonly Parameters[])[]): readonly Parameters[] => sets.reduce<readonly Parameters[]>((all, set) => {
  const most = Math.ceil(mostApplications / Math.max(all.length, 1))
  return all.flatMap((one) => set.slice(0, most).map((other) => ({...one, ...other}))).slice(0, mostApplications)
}, unknown)

/** The values of a map, as both kinds of templates name them: `cluster`, `.values.zone`. */
function valuesOf(fields: Fields, prefix: string): Parameters {
  const entries = Object.entries(fields).flatMap(([name, value]): [string, string][] => {
    if (isObject(value)) return Object.entries(valuesOf(value, `${prefix}${name}.`))
    const text = typeof value === 'number' || typeof value === 'boolean' ? String(value) : textOf(value)
    return [[`${prefix}${name}`, text], [`.${prefix}${name}`, text]]
  })
  return Object.fromEntries(entries)
}

/** What the directory generator says of a folder. */
function ofFolder(path: string): Parameters {
  const segments = path.split('/')
  const basename = segments.at(-1) ?? ''
  return {
    path, 'path.basename': basename, '.path.path': path, '.path.basename': basename,
    ...Object.fromEntries(segments.flatMap((segment, i) => [[`path[${i}]`, segment], [`index .path.segments ${i}`, segment]])),
  }
}

/** The folders that patterns choose, in order (Go `path.Match`): one that says `exclude` goes before all others. */
function chosenFolders(patterns: readonly Fields[], folders: Folders): string[] {
  const among = (chosen: readonly Fields[], folder: string): boolean => chosen.some(({path}) => isMatch(textOf(path), folder))
  const excluded = patterns.filter(({exclude}) => exclude === true)
  const included = patterns.filter(({exclude}) => exclude !== true)
  return [...folders].filter((folder) => among(included, folder) && !among(excluded, folder)).sort(compareText)
}

/** Patterns that need no backtracking to speak of; others match nothing. */
const plainSegment = /^[^*?[\]\\]*(?:\*[^*?[\]\\]*){0,2}$/

function isMatch(pattern: string, folder: string): boolean {
  const [asked, there] = [pattern.replace(/^\/|\/$/g, '').split('/'), folder.split('/')]
  return asked.length === there.length && asked.every((segment, i) => {
    const name = there[i] ?? ''
    if (segment === name) return true
    const [start = '', ...others] = segment.split('*')
    return plainSegment.test(segment) && others.length > 0 && !name.startsWith('.') && matchesParts(name, start, others)
  })
}

/** True of a name that begins with one part, ends with the last, and has another between. */
function matchesParts(name: string, start: string, others: readonly string[]): boolean {
  const end = others.at(-1) ?? ''
  const middle = others.length > 1 ? others[0] ?? '' : ''
  const isLongEnough = name.length >= start.length + end.length
  return isLongEnough && name.startsWith(start) && name.endsWith(end) && name.slice(start.length, name.length - end.length).includes(middle)
}
