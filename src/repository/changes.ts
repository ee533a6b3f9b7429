import {append} from '../machinery/append.js'
import {isObject, textOf} from '../machinery/json-value.js'
import {readDocuments} from '../source/read-documents.js'
import {SourceFile} from '../source/source-file.js'
import {anyItem, type Steps} from './field-steps.js'
import type {Kustomization} from './kustomization.js'
import {type Fields, itemsOf} from './kustomization-fields.js'
import type {Neighbourhood} from './neighbourhood.js'
import type {Patch} from './patch.js'
import {mayName, mayTarget, type PatchedObject} from './target.js'

/** Something that a kustomization may do to objects. */
export interface Change {
  /** True unless it cannot be meant for an object. */
  mayConcern(object: PatchedObject, isRenamed: boolean): boolean
  /** The fields that it writes, or that all of the object may be changed, or removed. */
  readonly effect: 'anything' | 'removal' | readonly Steps[]
}

/** What a kustomization may do to the objects that it includes. Patches that cannot be read do nothing: Kustomize reports them. */
export function changesOf(kustomization: Kustomization, neighbours: Neighbourhood): Change[] {
  const {patches, value} = kustomization
  return [
    ...patches.flatMap((patch) => changesOfPatch(patch, neighbours)),
    ...replacementsOf(kustomization, neighbours).flatMap(changesOfReplacement),
    ...itemsOf(value['transformers']).length > 0 ? [ofAll('anything')] : [],
    ...transformations(value),
  ]
}

const ofAll = (effect: Change['effect']): Change => ({mayConcern: () => true, effect})

/** The changes that a kustomization asks for by fields of its own. */
function transformations(value: Fields): Change[] {
  const fields: Steps[] = []
  if (textOf(value['namespace']) !== '') fields.push(['metadata', 'namespace'])
  if (textOf(value['namePrefix']) !== '' || textOf(value['nameSuffix']) !== '') fields.push(['metadata', 'name'])
  if (isObject(value['commonAnnotations'])) fields.push(['metadata', 'annotations'])
  if (isObject(value['commonLabels']) || itemsOf(value['labels']).length > 0) append(fields, [['metadata', 'labels']], labelled)
  const replicas = itemsOf(value['replicas']).flatMap((item) => isObject(item) ? [textOf(item['name'])] : [])
  return [
    ...fields.length > 0 ? [ofAll(fields)] : [],
    ...replicas.map((name): Change => ({mayConcern: (object, isRenamed) => isRenamed || object.name === name, effect: [['spec', 'replicas']]})),
  ]
}

/** Where common labels go besides the object itself. */
const labelled: readonly Steps[] = [['spec', 'selector'], ['spec', 'template', 'metadata', 'labels'], ['spec', 'jobTemplate', 'spec', 'template', 'metadata', 'labels']]

function changesOfPatch({target, path, text}: Patch, neighbours: Neighbourhood): Change[] {
  const file = path === undefined ? new SourceFile('', text ?? '') : neighbours.read(path)
  const documents = file === undefined ? [] : readDocuments(file)
  return documents.flatMap(({value}): Change[] => {
    if (Array.isArray(value)) return target === undefined ? [] : [{mayConcern: targeted(target), effect: editedFields(value)}]
    if (!isObject(value)) return []
    const effect = isRemoval(value) ? 'removal' : mergedFields(value)
    return [{mayConcern: target === undefined ? (object, isRenamed) => mayName(value, object, isRenamed) : targeted(target), effect}]
  })
}

const targeted = (target: Fields): Change['mayConcern'] => (object, isRenamed) => mayTarget(target, object, isRenamed)

const isRemoval = (patch: Fields): boolean => patch['$patch'] === 'delete'

/** The fields that operations of RFC 6902 write. */
function editedFields(operations: readonly unknown[]): Steps[] {
  const pointers = operations.flatMap((operation) => isObject(operation) ? [operation['path'], operation['from']] : [])
  return pointers.flatMap((pointer) => typeof pointer === 'string' ? [pointerSteps(pointer)] : [])
}

const pointerSteps = (pointer: string): Steps =>
  pointer.split('/').slice(1).map((step) => /^(?:\d+|-)$/.test(step) ? anyItem : step.replaceAll('~1', '/').replaceAll('~0', '~'))

/** The fields that a strategic merge patch writes: all at its leaves but those that say which object it is for. */
function mergedFields({apiVersion: _apiVersion, kind: _kind, metadata, ...rest}: Fields): Steps[] {
  const {name: _name, namespace: _namespace, ...others} = isObject(metadata) ? metadata : {}
  return [...Object.keys(others).length > 0 ? leaves(others, ['metadata']) : [], ...leaves(rest, [])]
}

function leaves(value: unknown, steps: Steps): Steps[] {
  if (Array.isArray(value)) return value.length === 0 ? [steps] : value.flatMap((item) => leaves(withoutKey(item), [...steps, anyItem]))
  if (!isObject(value)) return [steps]
  const names = Object.keys(value)
  if (names.length === 0 || names.includes('$patch')) return [steps]
  return names.flatMap((name) => leaves(value[name], [...steps, name]))
}

/** An item of a list without the name by which it is found. */
function withoutKey(item: unknown): unknown {
  if (!isObject(item) || item['name'] === undefined || Object.keys(item).length === 1) return item
  const {name: _name, ...rest} = item
  return rest
}

/** The replacements of a kustomization: written in place, and in files of their own. */
function replacementsOf({value, inputs}: Kustomization, neighbours: Neighbourhood): Fields[] {
  const files = inputs.filter(({field}) => field === 'replacements').flatMap(({path}) => neighbours.read(path) ?? [])
  const read = files.flatMap((file) => readDocuments(file)).flatMap(({value: content}): readonly unknown[] =>
    Array.isArray(content) ? content as unknown[] : [content])
  return [...itemsOf(value['replacements']), ...read].filter(isObject)
}

function changesOfReplacement({targets}: Fields): Change[] {
  return itemsOf(targets).filter(isObject).map(({select, fieldPaths}) => ({
    mayConcern: isObject(select) ? targeted(select) : () => true,
    effect: itemsOf(fieldPaths).map((path) => replacedSteps(textOf(path))),
  }))
}

/** The steps of a path such as `spec.template.spec.containers.[name=web].image`, in which a dot can be escaped. */
const replacedSteps = (path: string): Steps =>
  (path.match(/\[[^\]]*\]|(?:\\.|[^.])+/g) ?? []).map((part) => /^\[.*=.*\]$|^[\d*-]+$/.test(part) ? anyItem : part.replace(/^\[(.*)\]$/, '$1').replaceAll('\\.', '.'))
