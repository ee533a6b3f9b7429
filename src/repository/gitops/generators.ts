import {isObject, textOf} from '../../machinery/go/json-value.js'
import {compareText} from '../../machinery/go/text.js'
import {type Fields, itemsOf} from '../kustomization-fields.js'

/** The values of one generated application, by the placeholder's name in the template. */
export type Parameters = Readonly<Record<string, string>>

/** The folders of a repository, relative to its root, with slashes. */
export type Folders = Iterable<string>

/** Limit on the applications of one object; people generate fewer. */
const maxApplications = 1000

/** Returns the parameters of each generated application. Generators that query a cluster or a service yield one without parameters. */
export function parametersOf(generators: unknown, folders: Folders): readonly Parameters[] {
  return itemsOf(generators).filter(isObject).flatMap((generator) => ofGenerator(generator, folders)).slice(0, maxApplications)
}

const unknown: readonly Parameters[] = [{}]

function ofGenerator({list, git, matrix}: Fields, folders: Folders): readonly Parameters[] {
  if (isObject(list)) return itemsOf(list['elements']).filter(isObject).map((element) => valuesOf(element, ''))
  if (isObject(git) && git['directories'] !== undefined) return chosenFolders(itemsOf(git['directories']).filter(isObject), folders).map(ofFolder)
  return isObject(matrix) ? product(itemsOf(matrix['generators']).filter(isObject).map((each) => ofGenerator(each, folders))) : unknown
}

/** Combines every parameter set of one generator with every one of the others, up to the limit. */
const product = (sets: readonly (readonly Parameters[])[]): readonly Parameters[] => sets.reduce<readonly Parameters[]>((all, set) => {
  const maximum = Math.ceil(maxApplications / Math.max(all.length, 1))
  return all.flatMap((one) => set.slice(0, maximum).map((other) => ({...one, ...other}))).slice(0, maxApplications)
}, unknown)

/** Flattens a map to the names that plain and Go templates use: `cluster`, `.values.zone`. */
function valuesOf(fields: Fields, prefix: string): Parameters {
  const entries = Object.entries(fields).flatMap(([name, value]): [string, string][] => {
    if (isObject(value)) return Object.entries(valuesOf(value, `${prefix}${name}.`))
    const text = typeof value === 'number' || typeof value === 'boolean' ? String(value) : textOf(value)
    return [[`${prefix}${name}`, text], [`.${prefix}${name}`, text]]
  })
  return Object.fromEntries(entries)
}

/** Returns the parameters that the directory generator has for a folder. */
function ofFolder(path: string): Parameters {
  const segments = path.split('/')
  const basename = segments.at(-1) ?? ''
  return {
    path, 'path.basename': basename, '.path.path': path, '.path.basename': basename,
    ...Object.fromEntries(segments.flatMap((segment, i) => [[`path[${i}]`, segment], [`index .path.segments ${i}`, segment]])),
  }
}

/** Returns the folders that match the patterns (Go `path.Match`), sorted. An `exclude` pattern overrides all others. */
function chosenFolders(patterns: readonly Fields[], folders: Folders): string[] {
  const among = (chosen: readonly Fields[], folder: string): boolean => chosen.some(({path}) => isMatch(textOf(path), folder))
  const excluded = patterns.filter(({exclude}) => exclude === true)
  const included = patterns.filter(({exclude}) => exclude !== true)
  return [...folders].filter((folder) => among(included, folder) && !among(excluded, folder)).sort(compareText)
}

/** Supported patterns: at most two stars a segment, so that matching stays fast. Others match nothing. */
const plainSegment = /^[^*?[\]\\]*(?:\*[^*?[\]\\]*){0,2}$/

function isMatch(pattern: string, folder: string): boolean {
  const [wanted, there] = [pattern.replace(/^\/|\/$/g, '').split('/'), folder.split('/')]
  return wanted.length === there.length && wanted.every((segment, i) => {
    const name = there[i] ?? ''
    if (segment === name) return true
    const [start = '', ...others] = segment.split('*')
    return plainSegment.test(segment) && others.length > 0 && !name.startsWith('.') && matchesParts(name, start, others)
  })
}

/** Returns true if a name begins with `start`, ends with the last part and contains the other one between them. */
function matchesParts(name: string, start: string, others: readonly string[]): boolean {
  const end = others.at(-1) ?? ''
  const middle = others.length > 1 ? others[0] ?? '' : ''
  const isLongEnough = name.length >= start.length + end.length
  return isLongEnough && name.startsWith(start) && name.endsWith(end) && name.slice(start.length, name.length - end.length).includes(middle)
}

/** Substitutes the placeholders of a template; undefined if a value is unknown. */
export function substituted(text: string, parameters: Parameters): string | undefined {
  const filled = text.replaceAll(/(?<!\{)\{\{-?([^{}]*)\}\}(?!\})/g, (reference, inner: string) => {
    const name = inner.replace(/-$/, '').trim()
    return (Object.hasOwn(parameters, name) ? parameters[name] : undefined) ?? reference
  })
  return /\{\{|\}\}/.test(filled) ? undefined : filled
}
