import {kubernetesVersions} from '../machinery/version/kubernetes-version.js'
import {boolean, type Decoded, duration, field, fields, integer, listOf, named, oneOf, text} from './decoder.js'
import {path} from './object-source.js'

const names = listOf(text('the name of an admission plugin'), {orOne: true})

/** Reads the settings of the API server, which have the names of the settings in .kadm.yaml and of the flags of `kadm simulate`. */
export const serverSettings = named('server', fields('settings of the API server', {
  kubernetesVersion: field('Kubernetes version to emulate.', oneOf(kubernetesVersions)),
  enableAdmissionPlugins: field('Admission plugins to enable in addition to the default ones.', names),
  disableAdmissionPlugins: field('Default admission plugins to disable.', names),
  admissionControl: field('Enable only these admission plugins. Cannot be combined with the other two.', names),
  admissionConfig: field('The AdmissionConfiguration of the server, or the configuration of one plugin.', path),
  allowPrivileged: field('False for an API server that rejects privileged containers.', boolean),
  onConflict: field('How MetadataPolicies with different values for one label are resolved.', oneOf(['refuse', 'by-name'] as const)),
  resync: field('Period after which the quota controller recounts objects other than pods.', duration),
  nodes: field('Number of nodes, for the pods of DaemonSets.', integer(0, 5000)),
  neverReady: field('True for pods that never become ready.', boolean),
}))

export type ServerSettings = Decoded<typeof serverSettings>
