import type {ClusterOptions} from '../cluster/options.js'
import {kubernetesVersions} from '../machinery/version/kubernetes-version.js'
import type {Settings} from './config/settings.js'

/** The options of the emulated server in the settings. */
export function serverOptions({allowPrivileged, kubernetesVersion}: Settings): Pick<ClusterOptions, 'allowPrivileged' | 'kubernetesVersion'> {
  const version = kubernetesVersions.find((known) => known === kubernetesVersion)
  return {...allowPrivileged !== undefined && {allowPrivileged}, ...version && {kubernetesVersion: version}}
}
