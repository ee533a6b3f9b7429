import {namespace} from '../../../kinds/namespace/index.js'
import {isSuccess} from '../../../machinery/meta/status.js'
import type {Attributes, Operation} from '../../attributes.js'
import {isKnownNamespace, missingNamespace} from '../../known-namespaces.js'
import {type AdmissionPlugin, type Explanation, type Phase, type PluginContext, type PluginDefinition, reject, type Rejection} from '../../plugin.js'

/**
 * Creates the missing namespace of a new object (plugin/pkg/admission/namespace/autoprovision; spec more-kinds 13). In a dry run it creates none,
 * and the server's NamespaceLifecycle, the next plugin, answers 404. That plugin of kadm assumes undeclared namespaces to exist, so the answer is here.
 */
class NamespaceAutoProvision implements AdmissionPlugin {
  readonly name = 'NamespaceAutoProvision'

  constructor(private readonly context: PluginContext) {}

  handles(operation: Operation): boolean {
    return operation === 'CREATE'
  }

  admit(attributes: Attributes): Rejection | undefined {
    return this.isProvided(attributes) ? undefined : this.provide(attributes, false)
  }

  explain(attributes: Attributes, phase: Phase): Explanation | undefined {
    const rejection = phase === 'validate' || this.isProvided(attributes) ? undefined : this.provide(attributes, true)
    return rejection && {policies: [], rejection}
  }

  /** True for requests that need no namespace, or one that exists. */
  private isProvided({kind, namespace}: Attributes): boolean {
    return namespace === '' || (kind.group === '' && kind.name === 'Namespace') || isKnownNamespace(this.context.store, namespace)
  }

  private provide(attributes: Attributes, explains: boolean): Rejection | undefined {
    if (attributes.dryRun) return missingNamespace(this.context.store, attributes)
    const status = this.context.send({apiVersion: 'v1', kind: 'Namespace', metadata: {name: attributes.namespace}}, explains)
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
