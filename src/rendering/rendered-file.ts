import type {Manifest} from '../manifests/manifest.js'
import {readManifests} from '../manifests/read-manifests.js'
import {type Origin, SourceFile} from '../source/source-file.js'
import {contains, placeAt, type SourcePlace} from './source-place.js'

/** A place in a rendered object. */
export interface RenderedPlace extends SourcePlace {
  readonly manifest: Manifest
}

/** Finds the origin of a place in a rendered object; undefined if unknown. */
export type FindOrigin = (place: RenderedPlace) => Origin | undefined

/** Reads a source file of rendered text; undefined if it cannot be read. */
export type ReadSource = (path: string) => SourceFile | undefined

/** Creates a file from rendered text. Origins are computed lazily, for findings only. */
export function renderedFile(path: string, text: string, findOrigin: FindOrigin): SourceFile {
  let manifests: readonly Manifest[] | undefined
  const file: SourceFile = new SourceFile(path, text, undefined, (span) => {
    manifests ??= objectsOf(file)
    const manifest = lastFrom(manifests, span.start)
    if (manifest === undefined || !contains(manifest.node, span)) return undefined
    return findOrigin({manifest, ...placeAt(manifest.node, span)})
  })
  return file
}

/** Returns the readable objects of a file. */
export const objectsOf = (file: SourceFile): Manifest[] => readManifests(file).flatMap(({manifest}) => manifest ?? [])

/** Returns the last object that begins at or before an offset. */
function lastFrom(manifests: readonly Manifest[], offset: number): Manifest | undefined {
  let [low, high] = [0, manifests.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((manifests[middle]?.node.start ?? 0) <= offset) low = middle + 1
    else high = middle
  }
  return manifests[low - 1]
}
