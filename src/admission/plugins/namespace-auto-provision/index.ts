import {namespace} from '../../../kinds/namespace/index.js'
import {isSuccess} from '../../../machinery/meta/status.js'
import type {Attributes, Operation} from '../../attributes.js'
import {isKnownNamespace} from '../../known-namespaces.js'
import {type AdmissionPlugin, type Explanation, type Phase, type PluginContext, type PluginDefinition, reject, type Rejection} from '../../plugin.js'

/** Creates the missing namespace of a new object (plugin/pkg/admission/namespace/autoprovision; spec more-kinds 13). */
class NamespaceAutoProvision implements AdmissionPlugin {
  readonly name = 'NamespaceAutoProvision'

  constructor(private readonly context: PluginContext) {}

  handles(operation: Operation): boolean {
    return operation === 'CREATE'
  }

  admit(attributes: Attributes): Rejection | undefined {
    return attributes.dryRun ? undefined : this.provide(attributes, false)
  }

  explain(attributes: Attributes, phase: Phase): Explanation | undefined {
    const rejection = phase === 'validate' || attributes.dryRun ? undefined : this.provide(attributes, true)
    return rejection && {policies: [], rejection}
  }

  private provide(attributes: Attributes, dryRun: boolean): Rejection | undefined {
    const {kind, namespace} = attributes
    if (namespace === '' || (kind.group === '' && kind.name === 'Namespace') || isKnownNamespace(this.context.store, namespace)) return undefined
    const status = this.context.send({apiVersion: 'v1', kind: 'Namespace', metadata: {name: namespace}}, dryRun)
    return isSuccess(status) ? undefined : reject(attributes, status.message)
  }
}

/** NamespaceAutoProvision with everything that belongs to it. */
export const namespaceAutoProvision: PluginDefinition = {
  name: 'NamespaceAutoProvision',
  summary: 'Creates the missing namespace of a new object.',
  kinds: [],
  lookups: [{kind: namespace, by: 'namespace', fields: []}],
  enabledByDefault: false,
  create: (context) => new NamespaceAutoProvision(context),
}
