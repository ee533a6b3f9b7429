import {namespace as kind} from '../../../kinds/namespace/index.js'
import type {Namespace} from '../../../machinery/api/core-v1.js'
import {FieldPath} from '../../../machinery/field/path.js'
import type {Attributes} from '../../attributes.js'
import {declaredNamespace} from '../../known-namespaces.js'
import {type AdmissionPlugin, type Lister, type PluginDefinition, reject, type Rejection} from '../../plugin.js'

const immortal: ReadonlySet<string> = new Set(['default', 'kube-system', 'kube-public'])

/**
 * Rejects new objects in namespaces that are being deleted. An undeclared namespace is assumed to exist; on a cluster, the answer
 * would be a 404.
 */
class NamespaceLifecycle implements AdmissionPlugin {
  readonly name = 'NamespaceLifecycle'

  constructor(private readonly lister: Lister) {}

  handles(): boolean {
    return true
  }

  admit(attributes: Attributes): Rejection | undefined {
    const {kind: {group, name: kindName}, name, namespace, operation} = attributes
    if (group === '' && kindName === 'Namespace') {
      return operation === 'DELETE' && immortal.has(name) ? reject(attributes, 'this namespace may not be deleted') : undefined
    }
    if (operation !== 'CREATE' || namespace === '') return undefined
    const declared = declaredNamespace(this.lister, namespace)
    return declared !== undefined && isTerminating(declared) ? rejectContent(attributes) : undefined
  }
}

/** A server sets both at once; a manifest may have one of them. */
const isTerminating = ({metadata: {deletionTimestamp}, status}: Namespace): boolean => status?.phase === 'Terminating' || deletionTimestamp !== undefined

function rejectContent(attributes: Attributes): Rejection {
  const {namespace} = attributes
  const {status, reasons} = reject(attributes, `unable to create new content in namespace ${namespace} because it is being terminated`)
  const cause = {reason: 'NamespaceTerminating', message: `namespace ${namespace} is being terminated`, field: 'metadata.namespace'}
  return {status: {...status, details: {...status.details, causes: [cause]}}, reasons}
}

/** NamespaceLifecycle with everything that belongs to it. */
export const namespaceLifecycle: PluginDefinition = {
  name: 'NamespaceLifecycle',
  summary: 'Rejects new objects in a namespace that is being deleted.',
  kinds: [],
  lookups: [{kind, by: 'namespace', fields: [FieldPath.of('metadata', 'deletionTimestamp'), FieldPath.of('status', 'phase')]}],
  create: ({store}) => new NamespaceLifecycle(store),
}
