import {namespace as kind} from '../../../kinds/namespace/index.js'
import {notFoundRequest} from '../../../machinery/meta/status.js'
import type {Attributes} from '../../attributes.js'
import {isKnownNamespace} from '../../known-namespaces.js'
import type {AdmissionPlugin, Lister, PluginDefinition, Rejection} from '../../plugin.js'

/**
 * Rejects requests in a namespace that does not exist (plugin/pkg/admission/namespace/exists; spec more-kinds 13). If no namespace is
 * declared, all of them are assumed to exist.
 */
class NamespaceExists implements AdmissionPlugin {
  readonly name = 'NamespaceExists'

  constructor(private readonly lister: Lister) {}

  handles(): boolean {
    return true
  }

  validate({kind: {group, name}, namespace}: Attributes): Rejection | undefined {
    if (namespace === '' || (group === '' && name === 'Namespace')) return undefined
    if (isKnownNamespace(this.lister, namespace) || this.lister.list(kind).length === 0) return undefined
    const status = notFoundRequest({group: '', name: 'namespaces'}, namespace)
    return {status, reasons: [{message: status.message}]}
  }
}

/** NamespaceExists with everything that belongs to it. */
export const namespaceExists: PluginDefinition = {
  name: 'NamespaceExists',
  summary: 'Rejects requests in a namespace that is not declared, if any namespace is.',
  kinds: [],
  lookups: [{kind, by: 'namespace', fields: []}],
  enabledByDefault: false,
  create: ({store}) => new NamespaceExists(store),
}
