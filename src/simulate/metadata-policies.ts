import type {PluginFlags} from '../admission/plugin-flags.js'
import {metadataPolicy as metadataPolicyPlugin} from '../admission/plugins/metadata-policy/index.js'
import {podQos, qosAnnotation} from '../admission/plugins/pod-qos/index.js'
import type {Review} from '../cluster/review.js'
import {identify} from '../cluster/target.js'
import {metadataPolicy} from '../kinds/metadata-policy/index.js'
import type {ManifestEntry} from '../manifests/manifest.js'

/**
 * Returns the plugin flags of a simulation that differ from those of the user: PodQos is enabled where there are MetadataPolicies, unless
 * the user disables it. In the design, such policies choose schedulers by the annotation that it sets (metadata-policy.md, implementation plan).
 *
 * @param entries all manifests of the simulation
 */
export function impliedFlags(flags: PluginFlags, entries: readonly ManifestEntry[]): Pick<PluginFlags, 'enableAdmissionPlugins'> {
  const {enableAdmissionPlugins = [], disableAdmissionPlugins, admissionControl} = flags
  if (admissionControl !== undefined || disableAdmissionPlugins?.includes(podQos.name) || !entries.some(isMetadataPolicy)) return {}
  return {enableAdmissionPlugins: [...enableAdmissionPlugins, podQos.name]}
}

function isMetadataPolicy({manifest}: ManifestEntry): boolean {
  const info = manifest && identify(manifest.body)
  return info !== undefined && !('code' in info) && info.definition === metadataPolicy
}

/** Hints on PodQos, if it was enabled implicitly, and on MetadataPolicies with different values for one key, if they took part. */
export function metadataHints({enableAdmissionPlugins = [], admissionControl = []}: PluginFlags, reviews: readonly Review[]): string[] {
  const steps = reviews.flatMap((review) => review.steps)
  const isAnnotated = ![...enableAdmissionPlugins, ...admissionControl].includes(podQos.name) && steps.some(({plugin}) => plugin === podQos.name)
  const isConflict = steps.some(({plugin, rejection}) => plugin === metadataPolicyPlugin.name && rejection?.reasons.some(({setBy}) => setBy !== undefined))
  return [
    ...isAnnotated ? [`Hint: as there are MetadataPolicies, ${podQos.name} is on: it annotates pods with ${qosAnnotation}, their quality of service class.`] : [],
    ...isConflict ? ['Hint: with --on-conflict by-name, the last rule by policy name wins if several set one key.'] : [],
  ]
}
