import type {Attributes} from '../../attributes.js'
import {type AdmissionPlugin, type PluginDefinition, reject, type Rejection} from '../../plugin.js'

/** Rejects everything (plugin/pkg/admission/deny; spec more-kinds 13). */
class AlwaysDeny implements AdmissionPlugin {
  readonly name = 'AlwaysDeny'

  handles(): boolean {
    return true
  }

  admit(attributes: Attributes): Rejection {
    return reject(attributes, 'admission control is denying all modifications')
  }
}

/** AlwaysDeny with everything that belongs to it. */
export const alwaysDeny: PluginDefinition = {
  name: 'AlwaysDeny',
  summary: 'Rejects every change; deprecated.',
  kinds: [],
  enabledByDefault: false,
  create: () => new AlwaysDeny(),
}
