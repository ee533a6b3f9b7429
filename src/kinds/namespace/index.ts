import type {Namespace} from '../../machinery/api/core-v1.js'
import {remember} from '../../machinery/collections/remember.js'
import {type FieldError, invalid} from '../../machinery/field/error.js'
import {FieldPath} from '../../machinery/field/path.js'
import {qualifiedName} from '../../machinery/meta/names.js'
import type {KindDefinition} from '../kind.js'

const nameLabel = 'kubernetes.io/metadata.name'

const standardFinalizers = ['kubernetes', 'orphan', 'foregroundDeletion']

/** Namespace (spec kinds 4). */
export const namespace: KindDefinition<Namespace> = {
  apiVersion: 'v1',
  kind: 'Namespace',
  metadata: {name: 'label', namesOnUpdate: true},
  isLookedUp: true,

  setDefaults(object) {
    const {name = '', labels = {}} = object.metadata
    if (name === '' || labels[nameLabel] === name) return object
    return {...object, metadata: {...object.metadata, labels: {...labels, [nameLabel]: name}}}
  },

  prepareForCreate(object) {
    const finalizers = object.spec?.finalizers ?? []
    return {...object, spec: {finalizers: finalizers.includes('kubernetes') ? finalizers : [...finalizers, 'kubernetes']}, status: {phase: 'Active'}}
  },

  validate: ({spec}) => (spec?.finalizers ?? []).flatMap(validateFinalizer),

  // The namespace controller first deletes its content.
  whenDeleted: (object) => object.spec?.finalizers?.length === 0 ? undefined : {...object, status: {...object.status, phase: 'Terminating'}},

  prepareForUpdate: (object, old) => ({...object, spec: old.spec ?? {}, status: old.status ?? {}}),

  subresources: {
    status: {prepareForUpdate: (object, old) => ({...object, spec: old.spec ?? {}}), changeOnly: true},
  },
}

function validateFinalizer(finalizer: string): FieldError[] {
  const path = FieldPath.of('spec', 'finalizers')
  const isKnown = finalizer.includes('/') || standardFinalizers.includes(finalizer)
  const errors = [...qualifiedName(finalizer), ...isKnown ? [] : ['name is neither a standard finalizer name nor is it fully qualified']]
  return errors.map((error) => invalid(path, finalizer, error, 'namespace/finalizers'))
}

/** Returns the namespace with a name. A namespace without a manifest is assumed to exist, with default values. */
export function namespaceNamed(name: string, lister: {list(kind: KindDefinition<Namespace>): readonly Namespace[]}): Namespace {
  return byName(lister.list(namespace)).get(name) ?? assumed(name)
}

let lastAssumed: Namespace | undefined

/** Returns the same object for the same name in succession, so that callers can remember what they compute from it. */
function assumed(name: string): Namespace {
  if (lastAssumed?.metadata.name !== name) lastAssumed = {apiVersion: 'v1', kind: 'Namespace', metadata: {name, labels: {[nameLabel]: name}}, status: {phase: 'Active'}}
  return lastAssumed
}

/** Indexes a list once: a store returns the same list until an object changes. */
const byName = remember((list: readonly Namespace[]): ReadonlyMap<string, Namespace> => new Map(list.map((one) => [one.metadata.name ?? '', one])))
