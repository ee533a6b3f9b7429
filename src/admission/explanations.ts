import type {Attributes} from './attributes.js'
import {type AdmissionPlugin, type Explanation, isRejection, type Phase} from './plugin.js'

/** The verdict of a plugin on a request in a phase, with the values by which it decides. */
export interface PluginExplanation extends Explanation {
  readonly plugin: string
  readonly phase: Phase
  /** False if the server rejects the request before it asks the plugin. */
  readonly isReached: boolean
}

/**
 * Collects what plugins say about one request, without changing their state. It also asks the plugins that the server does not reach
 * because an earlier one rejects the request. Few plugins check a DELETE: all of them are collected, even if they have nothing to say.
 */
export class Explanations {
  readonly all: PluginExplanation[] = []
  private isReached = true

  ask(plugins: readonly AdmissionPlugin[], attributes: Attributes, phase: Phase): void {
    for (const plugin of plugins.filter((one) => one.handles(attributes.operation))) {
      const {policies = [], rejection} = explain(plugin, attributes, phase) ?? {}
      const isMade = attributes.operation === 'DELETE' && phase in plugin
      if (isMade || policies.length > 0 || rejection !== undefined) this.all.push({plugin: plugin.name, phase, isReached: this.isReached, policies, rejection})
      if (rejection !== undefined) this.isReached = false
    }
  }

  /** Records that the server rejects the request itself: it asks no plugin any more. */
  end(): void {
    this.isReached = false
  }
}

function explain(plugin: AdmissionPlugin, attributes: Attributes, phase: Phase): Explanation | undefined {
  if (plugin.explain !== undefined) return plugin.explain(attributes, phase)
  const outcome = phase === 'admit' ? plugin.admit?.(attributes) : plugin.validate?.(attributes)
  return outcome !== undefined && isRejection(outcome) ? {policies: [], rejection: outcome} : undefined
}
