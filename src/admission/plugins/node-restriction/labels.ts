import {sortTexts} from '../../../machinery/go/text.js'

type Labels = Readonly<Record<string, string>>

/** The labels with names of Kubernetes that a kubelet may set on its node (k8s.io/kubelet apis `KubeletLabels`). */
const kubeletLabels: ReadonlySet<string> = new Set([
  'kubernetes.io/hostname', 'topology.kubernetes.io/zone', 'topology.kubernetes.io/region', 'failure-domain.beta.kubernetes.io/zone',
  'failure-domain.beta.kubernetes.io/region', 'beta.kubernetes.io/instance-type', 'node.kubernetes.io/instance-type', 'kubernetes.io/os',
  'kubernetes.io/arch', 'beta.kubernetes.io/os', 'beta.kubernetes.io/arch',
])

/** Returns the message about labels that differ and that a node may not change, if there are any. */
export function labelsError(labels: Labels = {}, old: Labels = {}, message: string): string | undefined {
  const changed = [...new Set([...Object.keys(labels), ...Object.keys(old)])].filter((key) => labels[key] !== old[key])
  const forbidden = changed.filter((key) => isForbidden(key))
  return forbidden.length === 0 ? undefined : `${message}: ${sortTexts(forbidden).join(', ')}`
}

/** True for labels for restricting nodes, and for all of Kubernetes but those of the kubelet. */
function isForbidden(key: string): boolean {
  const domain = key.includes('/') ? key.slice(0, key.indexOf('/')) : ''
  const isIn = (suffix: string): boolean => domain === suffix || domain.endsWith(`.${suffix}`)
  if (isIn('node-restriction.kubernetes.io')) return true
  if (!isIn('kubernetes.io') && !isIn('k8s.io')) return false
  return !kubeletLabels.has(key) && !isIn('kubelet.kubernetes.io') && !isIn('node.kubernetes.io')
}
