import type {PolicyChange} from './types.js'

/** Fields of looked-up kinds that neither admission nor a controller reads. */
const unread: Readonly<Record<string, RegExp>> = {
  PriorityClass: /^description$/,
  RuntimeClass: /^handler$/,
  StorageClass: /^(?:provisioner|parameters|reclaimPolicy|mountOptions|volumeBindingMode|allowedTopologies)\b/,
  // Items of other types, which are the first word of a field.
  LimitRange: /^(?!(?:Container|Pod|PersistentVolumeClaim) )\S+ /,
}

/** The kinds whose labels and annotations admission reads. */
const selected: ReadonlySet<string> = new Set(['Namespace', 'Node', 'StorageClass', 'IngressClass', 'ServiceAccount'])

/** True if nothing that kadm evaluates reads the field of a change, such as the description of a PriorityClass. */
export function isUnread({policy: {kind}, field}: PolicyChange): boolean {
  return field.startsWith('metadata.') ? !selected.has(kind) : unread[kind]?.test(field) === true
}
