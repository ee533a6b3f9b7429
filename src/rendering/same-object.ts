import {textOf} from '../machinery/json-value.js'
import type {Manifest} from '../manifests/manifest.js'

/**
 * The object of a source file from which a rendered one is made: it has the same kind and name, or a name to which the same
 * prefix and suffix are added as to all objects of that kind in the file, or is the only one of its kind.
 *
 * @param sources the objects of the source file
 * @param siblings the names of the rendered objects of this kind that come from that file
 */
export function sameObject(rendered: Manifest, sources: readonly Manifest[], siblings: ReadonlySet<string>): Manifest | undefined {
  const alike = sources.filter((source) => kindOf(source) === kindOf(rendered))
  if (alike.length < 2) return alike[0]
  const name = nameOf(rendered)
  const sameName = alike.filter((source) => nameOf(source) === name)
  const found = sameName.length > 0 ? sameName : alike.filter((source) => affixesOf(nameOf(source), name).some(([prefix, suffix]) =>
    alike.every((other) => siblings.has(prefix + nameOf(other) + suffix))))
  return found.length === 1 ? found[0] : undefined
}

/** Whatever its version: kustomize leaves it as it is, but a patch may change it. */
export const kindOf = ({body: {apiVersion, kind}}: Manifest): string => `${textOf(apiVersion).replace(/\/?[^/]*$/, '')}/${textOf(kind)}`

export function nameOf({body: {metadata}}: Manifest): string {
  return textOf((metadata as {readonly name?: unknown} | undefined)?.name)
}

/** What has to be added to a name to get another one: at each place where it stands in the other. */
function affixesOf(name: string, longer: string): [prefix: string, suffix: string][] {
  const found: [string, string][] = []
  for (let at = longer.indexOf(name); at !== -1 && name !== ''; at = longer.indexOf(name, at + 1)) {
    found.push([longer.slice(0, at), longer.slice(at + name.length)])
  }
  return found
}
