import {remember} from '../../../machinery/collections/remember.js'
import type {KubernetesVersion} from '../../../machinery/version/kubernetes-version.js'
import {defaultPolicy, type PodSecurityConfiguration} from './configuration.js'
import {minorOfServer} from './evaluate.js'
import type {Policy} from './policy.js'

/** The users, namespaces and runtime classes whose pods are not checked. */
interface Exempt {
  readonly usernames: ReadonlySet<string>
  readonly namespaces: ReadonlySet<string>
  readonly runtimeClasses: ReadonlySet<string>
}

/** The settings of the server: defaults, exemptions and its version. */
export interface Setup {
  /** The policy of namespaces without labels. */
  readonly defaults: Policy
  readonly exempt: Exempt
  /** The newest version of the standards that the server knows. */
  readonly serverMinor: number
}

/** Returns the setup of a server with a valid configuration. */
export const setupOf = (configuration: PodSecurityConfiguration, version: KubernetesVersion): Setup =>
  ({defaults: defaultPolicy(configuration), exempt: exemptBy(configuration), serverMinor: minorOfServer(version)})

/** The exemptions of a configuration: many copies of a cluster have the same one. */
const exemptBy = remember((configuration: PodSecurityConfiguration): Exempt => {
  const {usernames, namespaces, runtimeClasses} = configuration.exemptions ?? {}
  return {usernames: new Set(usernames), namespaces: new Set(namespaces), runtimeClasses: new Set(runtimeClasses)}
})
