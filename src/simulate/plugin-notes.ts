import {type PluginFlags, unmodelledPlugins} from '../admission/plugin-flags.js'
import {admissionPlugins} from '../admission/plugins/index.js'
import type {Cluster} from '../cluster/cluster.js'

/**
 * Notes on admission plugins: policies without effect because their plugin is off, and enabled plugins
 * that kadm does not emulate.
 */
export function pluginNotes(cluster: Cluster, flags: PluginFlags): string[] {
  const off = admissionPlugins.filter(({name}) => !cluster.hasPlugin(name)).flatMap(({name, kinds}) => kinds.flatMap((kind) => {
    const count = cluster.namespacesWith(kind).reduce((sum, namespace) => sum + cluster.list(kind, namespace).length, 0)
    if (count === 0) return []
    return [`the admission plugin ${name} is off: ${count === 1 ? `1 ${kind.kind} has` : `${count} objects of kind ${kind.kind} have`} no effect`]
  }))
  const unmodelled = unmodelledPlugins(admissionPlugins, flags)
  if (unmodelled.length === 0) return off
  const [subject, pronoun] = unmodelled.length === 1 ? ['plugin', 'it'] : ['plugins', 'they']
  return [...off, `kadm does not model the admission ${subject} ${unmodelled.join(', ')}, and answers as if ${pronoun} were off`]
}
