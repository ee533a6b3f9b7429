import {dirname, resolve} from '#platform/paths.js'

import {isObject, textOf} from '../machinery/go/json-value.js'
import {locate} from '../manifests/locate.js'
import {readDocuments} from '../source/read-documents.js'
import type {SourceDocument} from '../source/source-document.js'
import type {SourceFile} from '../source/source-file.js'
import {type Fields, isInline, isRemote, itemsOf} from './kustomization-fields.js'
import {type Patch, patchesOf} from './patch.js'

/** A path in a kustomization, and the field and line that name it. */
export interface NamedPath {
  /** Absolute; a file, or a folder with a kustomization of its own. */
  readonly path: string
  readonly field: string
  readonly line: number
}

/** A kustomization: the files that it names and the changes that it makes. */
export interface Kustomization {
  readonly file: SourceFile
  readonly folder: string
  /** Identifies the unit of deployment: the folder, plus the namespaces if Flux or Argo CD deploy it. */
  readonly id: string
  /** Resources and bases. */
  readonly resources: readonly NamedPath[]
  readonly components: readonly NamedPath[]
  /** Files that are patches. */
  readonly patchFiles: readonly NamedPath[]
  /** Files and folders that configure Kustomize, or whose content it copies. */
  readonly inputs: readonly NamedPath[]
  readonly patches: readonly Patch[]
  /** The namespace that overrides those of the objects. */
  readonly namespace: string | undefined
  /** The namespace of objects without one, if Argo CD deploys the folder. */
  readonly defaultNamespace?: string | undefined
  /** True for a folder that Flux or Argo CD deploy, which acts as a kustomization. */
  readonly isDeployed?: boolean
  /** All fields, for the changes that apply to all objects. */
  readonly value: Fields
}

/** The API group of Kustomize's own files. */
const ownGroup = 'kustomize.config.k8s.io/'

/**
 * Reads a kustomization. Ignores malformed fields: Kustomize itself reports them.
 *
 * @returns undefined if the file is unreadable or has another apiVersion (Flux has a Kustomization, too)
 */
export function readKustomization(file: SourceFile, path: string): Kustomization | undefined {
  const [document] = readDocuments(file)
  const value = document?.value
  if (document === undefined || !isObject(value)) return undefined
  const apiVersion = textOf(value['apiVersion'])
  if (apiVersion !== '' && !apiVersion.startsWith(ownGroup)) return undefined
  const reading = new Reading(document, value, dirname(path))
  return {
    file, folder: reading.folder, id: reading.folder, value,
    resources: [...reading.paths('resources'), ...reading.paths('bases')],
    components: reading.paths('components'),
    patchFiles: [...reading.paths('patchesStrategicMerge'), ...reading.paths('patches'), ...reading.paths('patches', 'path'), ...reading.paths('patchesJson6902', 'path')],
    inputs: inputsOf(reading),
    patches: patchesOf(value, reading.folder),
    namespace: textOf(value['namespace']) === '' ? undefined : textOf(value['namespace']),
  }
}

function inputsOf(reading: Reading): NamedPath[] {
  const lists = ['configurations', 'transformers', 'generators', 'validators', 'crds'].flatMap((field) => reading.paths(field))
  const generators = ['configMapGenerator', 'secretGenerator'].flatMap((field) => [...reading.sources(field), ...reading.paths(field, 'env')])
  const charts = ['helmCharts', 'helmChartInflationGenerator'].flatMap((field) =>
    [...reading.paths(field, 'valuesFile'), ...reading.paths(field, 'values'), ...reading.nested(field, 'additionalValuesFiles')])
  return [...lists, ...reading.paths('replacements', 'path'), ...reading.single('openapi', 'path'), ...generators, ...charts]
}

/** Collects the paths that a kustomization names. */
class Reading {
  constructor(private readonly document: SourceDocument, private readonly value: Fields, readonly folder: string) {}

  /** Returns the paths in a list: its items, or the field `inner` of each. */
  paths(field: string, inner?: string): NamedPath[] {
    return itemsOf(this.value[field]).flatMap((item, i) => this.named(inner === undefined ? item : isObject(item) ? item[inner] : undefined, field, i))
  }

  /** Returns the paths in the list `inner` of each item of a list. */
  nested(field: string, inner: string): NamedPath[] {
    return itemsOf(this.value[field]).flatMap((item, i) => isObject(item) ? itemsOf(item[inner]).flatMap((text) => this.named(text, field, i)) : [])
  }

  /** Returns the files of generators, written as `name` or `key=name`. */
  sources(field: string): NamedPath[] {
    return itemsOf(this.value[field]).flatMap((item, i) => isObject(item)
      ? [...itemsOf(item['files']), ...itemsOf(item['envs'])].flatMap((text) => this.named(textOf(text).replace(/^[^=]*=/, ''), field, i))
      : [])
  }

  single(field: string, inner: string): NamedPath[] {
    const fields = this.value[field]
    return isObject(fields) ? this.named(fields[inner], field) : []
  }

  private named(text: unknown, field: string, item?: number): NamedPath[] {
    if (typeof text !== 'string' || text === '' || isRemote(text) || isInline(text)) return []
    const {file, root} = this.document
    const line = root === undefined ? 1 : file.position(locate(file, root, item === undefined ? [field] : [field, item]).start).line
    return [{path: resolve(this.folder, text), field, line}]
  }
}
