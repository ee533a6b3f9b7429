import {namespace as kind} from '../../../kinds/namespace/index.js'
import type {Attributes} from '../../attributes.js'
import {missingNamespace} from '../../known-namespaces.js'
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

  validate(attributes: Attributes): Rejection | undefined {
    const {kind: {group, name}, namespace} = attributes
    return namespace === '' || (group === '' && name === 'Namespace') ? undefined : missingNamespace(this.lister, attributes)
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
