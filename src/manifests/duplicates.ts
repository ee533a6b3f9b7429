import {dirname} from '#platform/paths.js'

import {rememberPairs} from '../machinery/collections/remember-pairs.js'
import {isObject, textOf} from '../machinery/go/json-value.js'
import {oneLine} from '../machinery/output/printable.js'
import type {SourceFile, Span} from '../source/source-file.js'
import {identityOf} from './identity.js'
import {mapKind} from './kind-lookup.js'
import type {Manifest} from './manifest.js'
import type {GivenNamespaces} from './namespace.js'

/** The name of an object, and the place of its manifest. */
export interface Declaration {
  readonly file: SourceFile
  readonly start: number
  /** End offset in the file. */
  readonly end: number
  readonly kind: string
  readonly name: string
  /** The folder from which Flux or Argo CD deploy it; undefined if unknown. */
  readonly from?: DeployedFrom | undefined
}

/** A folder that is deployed separately, and the namespaces that the tool sets. */
export interface DeployedFrom extends GivenNamespaces {
  readonly folder: string
}

/** Two declarations with the same group, kind, namespace and name. */
export interface Duplicate {
  readonly first: Declaration
  readonly second: Declaration
}

/** Kinds whose objects may be repeated: an Event is counted up, and a ResourceQuotaUsage is a request to its quota. */
const repeatable: ReadonlySet<string> = new Set(['Event', 'ResourceQuotaUsage'])

/** Collects the objects of a run and finds duplicates. */
export class Declarations {
  readonly duplicates: Duplicate[] = []
  /** By group and kind, by scope, and by namespace and name. */
  private readonly first = new Map<string, Map<string, Map<string, Declaration>>>()

  /** @param namespace the namespace of objects without one */
  constructor(private readonly namespace: string) {}

  /**
   * Adds an object. Ignores objects without a fixed name.
   *
   * @param scope the scope of the object: objects of different scopes are never duplicates
   * @param from the folder from which it is deployed
   */
  add({body, node, document: {file}}: Manifest, scope = '', from?: DeployedFrom): void {
    const {apiVersion, kind: kindText, metadata} = body
    const name = isObject(metadata) ? textOf(metadata['name']) : ''
    const {groupKind, kind, isNamespaced} = declaredKind(textOf(apiVersion), textOf(kindText))
    // The value of a variable in a name is unknown.
    if (!isObject(metadata) || name === '' || name.includes('${') || repeatable.has(kind)) return
    const namespace = isNamespaced ? textOf(metadata['namespace']) || this.namespace : ''
    const key = namespace === this.namespace ? name : `${namespace}\u0000${name}`
    const declaration = {file, start: node.start, end: node.end, kind, name, from}
    const all = this.firstOf(groupKind, scope)
    const first = all.get(key)
    if (first === undefined) all.set(key, declaration)
    else this.duplicates.push({first, second: declaration})
  }

  private firstOf(groupKind: string, scope: string): Map<string, Declaration> {
    let scopes = this.first.get(groupKind)
    if (scopes === undefined) this.first.set(groupKind, scopes = new Map<string, Map<string, Declaration>>())
    let all = scopes.get(scope)
    if (all === undefined) scopes.set(scope, all = new Map<string, Declaration>())
    return all
  }
}

interface DeclaredKind {
  readonly kind: string
  readonly groupKind: string
  readonly isNamespaced: boolean
}

const declaredKind = rememberPairs((apiVersion, kindText): DeclaredKind => {
  const identity = identityOf({apiVersion, kind: kindText})
  const {kind, groupVersion: {group}} = identity
  return {kind, groupKind: `${group}\u0000${kind}`, isNamespaced: mapKind(identity)?.namespaced === true}
})

/** Returns true if both declarations have the same text. */
export const isCopy = ({first, second}: Duplicate): boolean => sourceText(first) === sourceText(second)

const sourceText = ({file: {text}, start, end}: Declaration): string => text.slice(start, end).trimEnd()

/** All duplicates between the same two folders, or the same two files of one folder. */
export interface DuplicateGroup extends Duplicate {
  /** The folder or the file of the first declarations. */
  readonly one: string
  readonly count: number
}

/** Groups duplicates by folders, or by files in one folder. */
export function groupDuplicates(duplicates: readonly Duplicate[]): DuplicateGroup[] {
  const groups = new Map<string, DuplicateGroup>()
  for (const {first, second} of duplicates) {
    const [one, other] = sidesOf(first, second)
    const key = `${one}\u0000${other}`
    groups.set(key, {one, first, second, ...groups.get(key), count: (groups.get(key)?.count ?? 0) + 1})
  }
  return [...groups.values()]
}

/** Returns the folders of two files, or the files themselves if they are in one folder. */
function sidesOf({file: {path: first}}: Declaration, {file: {path: second}}: Declaration): readonly [string, string] {
  const folders = [dirname(first), dirname(second)] as const
  return folders[0] === folders[1] ? [first, second] : [`${folders[0]}/`, `${folders[1]}/`]
}

/** Returns the message about duplicates: `Deployment web is declared in a.yaml:1 too`. */
export function duplicateMessage({first, second, count}: DuplicateGroup): string {
  const subject = oneLine(`${second.kind} ${second.name}`)
  if (count === 1) return `${subject} is declared in ${placeOf(first)} too`
  const [one, other] = sidesOf(first, second).map(oneLine)
  const more = count === 2 ? '1 more object' : `${count - 1} more objects`
  return one === other ? `${subject} and ${more} are declared in ${one} twice` : `${subject} and ${more} of ${other} are declared in ${one} too`
}

/** Formats a place for messages: `a.yaml:1`. */
export const placeOf = ({file, start}: Declaration): string => `${oneLine(file.path)}:${file.position(start).line}`

/** Returns the first line of a declaration. */
export function spanOf({file: {text}, start}: Declaration): Span {
  const end = text.indexOf('\n', start)
  return {start, end: end === -1 ? text.length : end}
}

/** Reports duplicate objects. Their result would be ambiguous: a verdict on one of them does not apply to the other. */
export class DuplicateObjectsError extends Error {
  constructor(readonly duplicates: readonly Duplicate[]) {
    super(groupDuplicates(duplicates).map((group) => `${placeOf(group.second)}: ${duplicateMessage(group)}`).join('\n'))
  }
}

/**
 * Checks that each object is declared once.
 *
 * @param namespace the namespace of objects without one
 * @param deployedFrom returns the folder from which a file is deployed, to propose environments
 * @throws DuplicateObjectsError
 */
export function checkDuplicates(
  manifests: readonly Manifest[], namespace: string, deployedFrom: (path: string) => DeployedFrom | undefined = () => undefined,
): void {
  const declarations = new Declarations(namespace)
  for (const manifest of manifests) declarations.add(manifest, '', deployedFrom(manifest.document.file.path))
  if (declarations.duplicates.length > 0) throw new DuplicateObjectsError(declarations.duplicates)
}
