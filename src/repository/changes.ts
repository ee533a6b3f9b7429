import {append} from '../machinery/collections/append.js'
import {isObject, textOf} from '../machinery/go/json-value.js'
import {readDocuments} from '../source/read-documents.js'
import {SourceFile} from '../source/source-file.js'
import {anyItem, type Steps} from './field-steps.js'
import {type Fields, itemsOf} from './kustomization-fields.js'
import type {Kustomization} from './kustomization.js'
import type {Neighbourhood} from './neighbourhood.js'
import type {Patch} from './patch.js'
import {mayName, mayTarget, type PatchedObject} from './target.js'

/** A change that a kustomization may make to objects. */
export interface Change {
  /** Returns false if the change certainly does not apply to the object. */
  mayConcern(object: PatchedObject, isRenamed: boolean): boolean
  /** The fields that the change writes; `anything` if it may change the whole object, `removal` if it deletes the object. */
  readonly effect: 'anything' | 'removal' | readonly Steps[]
}

/** Returns the changes that a kustomization may make to its objects. Ignores unreadable patches: Kustomize reports them. */
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

/** Returns the changes that fields such as `namePrefix` and `replicas` make. */
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

/** The fields, besides the object's own labels, to which Kustomize adds common labels. */
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

/** Returns the fields that operations of a JSON patch (RFC 6902) write. */
function editedFields(operations: readonly unknown[]): Steps[] {
  const pointers = operations.flatMap((operation) => isObject(operation) ? [operation['path'], operation['from']] : [])
  return pointers.flatMap((pointer) => typeof pointer === 'string' ? [pointerSteps(pointer)] : [])
}

const pointerSteps = (pointer: string): Steps =>
  pointer.split('/').slice(1).map((step) => /^(?:\d+|-)$/.test(step) ? anyItem : step.replaceAll('~1', '/').replaceAll('~0', '~'))

/** Returns the fields that a strategic merge patch writes: all its leaves, except those that identify the object. */
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

/** Removes the `name` of a list item, which is its merge key. */
function withoutKey(item: unknown): unknown {
  if (!isObject(item) || item['name'] === undefined || Object.keys(item).length === 1) return item
  const {name: _name, ...rest} = item
  return rest
}

/** Returns the replacements of a kustomization: those written inline and those in files. */
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

/** Returns the steps of a path such as `spec.template.spec.containers.[name=web].image`. A backslash escapes a dot. */
const replacedSteps = (path: string): Steps =>
  (path.match(/\[[^\]]*\]|(?:\\.|[^.])+/g) ?? []).map((part) => /^\[.*=.*\]$|^[\d*-]+$/.test(part) ? anyItem : part.replace(/^\[(.*)\]$/, '$1').replaceAll('\\.', '.'))
