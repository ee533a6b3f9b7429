import type {KubernetesVersion} from '../../../machinery/version/kubernetes-version.js'
import {defaultPolicy, type PodSecurityConfiguration} from './configuration.js'
import {minorOfServer} from './evaluate.js'
import type {Policy} from './policy.js'

/** The settings of the server: defaults, exemptions and its version. */
export interface Setup {
  /** The policy of namespaces without labels. */
  readonly defaults: Policy
  readonly exempt: {
    readonly usernames: ReadonlySet<string>
    readonly namespaces: ReadonlySet<string>
    readonly runtimeClasses: ReadonlySet<string>
  }
  /** The newest version of the standards that the server knows. */
  readonly serverMinor: number
}

/** Returns the setup of a server with a valid configuration. */
export function setupOf(configuration: PodSecurityConfiguration, version: KubernetesVersion): Setup {
  const {usernames, namespaces, runtimeClasses} = configuration.exemptions ?? {}
  return {
    defaults: defaultPolicy(configuration),
    exempt: {usernames: new Set(usernames), namespaces: new Set(namespaces), runtimeClasses: new Set(runtimeClasses)},
    serverMinor: minorOfServer(version),
  }
}
