import {mergeJson} from '../machinery/patch/json-merge.js'
import {goJson} from '../machinery/go/text.js'
import {jsonPatched} from '../machinery/patch/json-patch.js'
import {PatchError} from '../machinery/patch/patch-error.js'
import {patched} from '../machinery/patch/three-way.js'
import {isObject, textOf} from '../machinery/go/json-value.js'
import {firstLine} from '../manifests/locate.js'
import type {Manifest} from '../manifests/manifest.js'
import {objectsOf, renderedFile} from '../rendering/rendered-file.js'
import {samePlace} from '../rendering/same-place.js'
import type {Node} from '../source/node.js'
import type {SourceFile} from '../source/source-file.js'
import type {BaseObject, InlineObject, ObjectSelector, ObjectSource, Patch, PathSource} from '../test-file/object-source.js'
import type {TestNode} from '../test-file/test-node.js'
import type {TestInput, TestProblem} from './types.js'

/** Returns files with the objects of sources; reports those that cannot be read. */
export class ObjectFiles {
  readonly problems: TestProblem[] = []

  constructor(private readonly input: TestInput) {}

  /** The files of several sources. */
  ofAll(sources: readonly ObjectSource[]): SourceFile[] {
    return sources.flatMap((source) => this.of(source))
  }

  /** The files of a source: those at a path, or one that is made of an inline object or a base. */
  of(source: ObjectSource): readonly SourceFile[] {
    switch (source.kind) {
      case 'path': return this.at(source)
      case 'inline': return [madeOf(source)]
      case 'base': return this.patchedBase(source)
    }
  }

  /** The files with the replicas of their objects changed. */
  scaled(files: readonly SourceFile[], replicas: number): SourceFile[] {
    return files.flatMap((file) => objectsOf(file).map((manifest) => made(mergeJson(manifest.body, {spec: {replicas}}), file, manifest.node)))
  }

  private at({path, node}: PathSource): readonly SourceFile[] {
    const found = this.input.files.get(path) ?? {error: 'is not among the files that were given'}
    return 'error' in found ? this.report(node, `${path} ${found.error}`) : found.sources
  }

  private patchedBase({base, select, patch, node}: BaseObject): readonly SourceFile[] {
    const objects = this.of(base).flatMap(objectsOf)
    if (objects.length === 0 && this.problems.length > 0) return []
    const chosen = select === undefined ? objects : objects.filter(({body}) => isSelected(body, select))
    const [object, ...others] = chosen
    if (object === undefined || others.length > 0) return this.report(node, `${baseText(base)} has ${countText(chosen.length, select)}`)
    return this.patchedObject(object, patch)
  }

  private patchedObject({document: {file}, node, body}: Manifest, patch: Patch | undefined): readonly SourceFile[] {
    if (patch === undefined) return [made(body, file, node)]
    try {
      return [made(patch.kind === 'merge' ? patched(body, patch.value) : jsonPatched(body, patch.operations), file, node)]
    } catch (error) {
      if (error instanceof PatchError) return this.report(patch.node, `the patch cannot be applied: ${error.message}`)
      throw error
    }
  }

  private report(node: TestNode, message: string): [] {
    this.problems.push({...node.place(), message})
    return []
  }
}

const baseText = (base: PathSource | InlineObject): string => base.kind === 'path' ? base.path : 'the base'

function countText(count: number, select: ObjectSelector | undefined): string {
  if (select !== undefined) return count === 0 ? `no object ${select.text}` : `${count} objects ${select.text}`
  return count === 0 ? 'no object' : `${count} objects: choose one with "select: KIND/NAME"`
}

/** True for an object that a selector names. */
export function isSelected(body: Readonly<Record<string, unknown>>, {kind, namespace, name}: ObjectSelector): boolean {
  const metadata = isObject(body['metadata']) ? body['metadata'] : {}
  return body['kind'] === kind && textOf(metadata['name']) === name && (namespace === undefined || textOf(metadata['namespace']) === namespace)
}

const madeOf = ({value, node}: InlineObject): SourceFile => made(value, node.file, node.node)

/** Returns a file with one object, whose places are those of the text that it is made from. */
function made(body: Readonly<Record<string, unknown>>, file: SourceFile, node: Node): SourceFile {
  const closest = {file, span: firstLine(file, node), isExact: false}
  return renderedFile(file.path, `${goJson(body)}\n`, ({manifest, ...place}) => samePlace(file, node, manifest.node, place) ?? closest)
}
