import {goJson} from '../machinery/go/text.js'
import {isObject, textOf} from '../machinery/go/json-value.js'
import {firstLine, locate} from '../manifests/locate.js'
import type {Manifest} from '../manifests/manifest.js'
import {readDocuments} from '../source/read-documents.js'
import {type Origin, SourceFile} from '../source/source-file.js'
import {objectsOf, type ReadSource, renderedFile, type RenderedPlace} from './rendered-file.js'
import {kindOf, nameOf, SourceObjects} from './same-object.js'
import {samePlace} from './same-place.js'

/** The output of `kustomize build` for a folder. */
export interface KustomizeBuild {
  /** The path of the rendered text, for output. */
  readonly path: string
  readonly text: string
  /** The same objects in any order, with origin annotations; undefined if unavailable. */
  readonly annotated: string | undefined
}

/** The annotation with the source file of an object, which kustomize adds for `buildMetadata: [originAnnotations]`. */
const annotation = 'config.kubernetes.io/origin'

/**
 * Returns the output of kustomize as a file whose places are mapped to source files.
 *
 * @param readSource reads a path in an origin annotation
 */
export function kustomizeFile({path, text, annotated}: KustomizeBuild, readSource: ReadSource): SourceFile {
  let origins: Origins | undefined
  const sources = new Map<string, SourceObjects | undefined>()
  return renderedFile(path, text, (place) => {
    origins ??= annotated === undefined ? {paths: new Map(), names: new Map()} : originsIn(annotated)
    const from = origins.paths.get(identityOf(place.manifest))
    if (from === undefined) return undefined
    if (!sources.has(from)) {
      const file = readSource(from)
      sources.set(from, file && new SourceObjects(file))
    }
    const source = sources.get(from)
    return source && originIn(source, place, origins.names.get(siblingKey(from, place.manifest)) ?? new Set())
  })
}

/** Falls back to the beginning of the source file if it does not contain the object, because a generator creates it. */
function originIn(sources: SourceObjects, place: RenderedPlace, siblings: ReadonlySet<string>): Origin {
  const {file} = sources
  const source = sources.sourceOf(place.manifest, siblings)
  if (source === undefined) return {file, span: firstLine(file, {start: 0, end: file.text.length}), isExact: false}
  return samePlace(file, source.node, place.manifest.node, place) ?? {file, span: locate(file, source.node, []), isExact: false}
}

interface Origins {
  /** The source file of each object, by its identity. */
  readonly paths: ReadonlyMap<string, string>
  /** The names of the objects of one kind from one file. */
  readonly names: ReadonlyMap<string, ReadonlySet<string>>
}

function originsIn(annotated: string): Origins {
  const paths = new Map<string, string>()
  const names = new Map<string, Set<string>>()
  for (const manifest of objectsOf(new SourceFile('', annotated))) {
    const path = originOf(manifest)
    if (path === undefined) continue
    paths.set(identityOf(manifest), path)
    const key = siblingKey(path, manifest)
    names.set(key, (names.get(key) ?? new Set()).add(nameOf(manifest)))
  }
  return {paths, names}
}

const siblingKey = (path: string, manifest: Manifest): string => JSON.stringify([path, kindOf(manifest)])

/** Returns the source file of an object according to its annotation, or the kustomization that generates it; undefined for another repository. */
function originOf({body: {metadata}}: Manifest): string | undefined {
  const annotations = isObject(metadata) ? metadata['annotations'] : undefined
  const text = isObject(annotations) ? textOf(annotations[annotation]) : ''
  const value = readDocuments(new SourceFile('', text))[0]?.value
  if (!isObject(value) || 'repo' in value) return undefined
  return textOf(value['path']) || textOf(value['configuredIn']) || undefined
}

function identityOf({body: {apiVersion, kind, metadata}}: Manifest): string {
  const {namespace, name} = isObject(metadata) ? metadata : {}
  return goJson([apiVersion, kind, namespace, name])
}
