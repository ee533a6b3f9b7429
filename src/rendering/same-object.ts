import {textOf} from '../machinery/go/json-value.js'
import type {Manifest} from '../manifests/manifest.js'
import type {SourceFile} from '../source/source-file.js'
import {objectsOf} from './rendered-file.js'

/** Limits for comparing prefixes and suffixes: a file with more objects of a kind, or a longer name, needs equal names. */
const maxCompared = 500
const longestName = 253

/** The objects of a source file. */
export class SourceObjects {
  private readonly byKind = new Map<string, Manifest[]>()
  private readonly byName = new Map<string, Manifest[]>()

  constructor(readonly file: SourceFile) {
    for (const manifest of objectsOf(file)) {
      add(this.byKind, kindOf(manifest), manifest)
      add(this.byName, `${kindOf(manifest)} ${nameOf(manifest)}`, manifest)
    }
  }

  /**
   * Returns the source of a rendered object: the only object of its kind, or the one with the same name. Otherwise
   * rendering has added one prefix and suffix to the names of all objects of the kind in the file.
   *
   * @param siblings the names of the rendered objects of this kind from this file
   */
  sourceOf(rendered: Manifest, siblings: ReadonlySet<string>): Manifest | undefined {
    const [kind, name] = [kindOf(rendered), nameOf(rendered)]
    const sameKind = this.byKind.get(kind) ?? []
    if (sameKind.length < 2) return sameKind[0]
    const sameName = this.byName.get(`${kind} ${name}`) ?? []
    if (sameName.length > 0 || sameKind.length > maxCompared || name.length > longestName) return sameName.length === 1 ? sameName[0] : undefined
    const found = sameKind.filter((source) => affixesOf(nameOf(source), name).some(([prefix, suffix]) =>
      sameKind.every((other) => siblings.has(prefix + nameOf(other) + suffix))))
    return found.length === 1 ? found[0] : undefined
  }
}

function add(map: Map<string, Manifest[]>, key: string, manifest: Manifest): void {
  const known = map.get(key)
  if (known === undefined) map.set(key, [manifest])
  else known.push(manifest)
}

/** Returns the group and kind. Leaves out the version, which a patch may change. */
export function kindOf({body: {apiVersion, kind}}: Manifest): string {
  const version = textOf(apiVersion)
  return `${version.slice(0, Math.max(0, version.lastIndexOf('/')))}/${textOf(kind)}`
}

export function nameOf({body: {metadata}}: Manifest): string {
  return textOf((metadata as {readonly name?: unknown} | undefined)?.name)
}

/** Returns the possible prefixes and suffixes that extend a name to a longer one. */
function affixesOf(name: string, longer: string): [prefix: string, suffix: string][] {
  const found: [string, string][] = []
  for (let at = longer.indexOf(name); at !== -1 && name !== ''; at = longer.indexOf(name, at + 1)) {
    found.push([longer.slice(0, at), longer.slice(at + name.length)])
  }
  return found
}
