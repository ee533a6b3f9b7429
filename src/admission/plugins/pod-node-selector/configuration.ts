import {isObject, textOf} from '../../../machinery/go/json-value.js'
import type {ConfigurationKind} from '../../configuration-kind.js'

/** The selectors of the configuration: that of namespaces without annotation, and the whitelists of namespaces by their names. */
export interface NodeSelectorConfiguration {
  readonly podNodeSelectorPluginConfig: Readonly<Record<string, string>>
}

/**
 * The kind of the configuration, which has no apiVersion. The server reads all values as texts, and lists and maps as empty ones; it
 * ignores other mistakes (podnodeselector `readConfig`).
 */
export const podNodeSelectorConfiguration: ConfigurationKind<NodeSelectorConfiguration> = {
  versions: [],
  isStrict: false,
  validate: () => [],
  readUntyped: (json) => {
    const selectors = isObject(json) ? json['podNodeSelectorPluginConfig'] : undefined
    const texts = isObject(selectors) ? Object.entries(selectors).map(([name, text]) => [name, textOf(text)] as const) : []
    return {podNodeSelectorPluginConfig: Object.fromEntries(texts)}
  },
}
