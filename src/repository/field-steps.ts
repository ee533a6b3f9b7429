/** The path of a field in an object, without the indexes of lists. */
export type Steps = readonly string[]

/** Matches any index of a list. */
export const anyItem = '*'

/** Splits a field in Kubernetes' notation: `spec.containers[0].image`, `metadata.labels[app.kubernetes.io/name]`. */
export function stepsOf(field: string): Steps {
  const parts = field.match(/\[[^\]]*\]|[^.[\]]+/g) ?? []
  return parts.map((part) => /^\[\d*\]$/.test(part) ? anyItem : part.replace(/^\[(.*)\]$/, '$1'))
}

/** Returns true if a path equals the other one or begins with it. */
export const isWithin = (steps: Steps, outer: Steps): boolean => outer.every((step, i) => steps[i] === step)

/** Maps whose entries depend on each other and on the fields beside the map. */
const sharedMaps: ReadonlySet<string> = new Set([
  'labels', 'annotations', 'matchLabels', 'matchExpressions', 'selector', 'podSelector', 'limits', 'requests', 'hard', 'data', 'stringData', 'binaryData',
])

/** Fields on which no other field depends. */
const independent: ReadonlySet<string> = new Set([
  'replicas', 'image', 'imagePullPolicy', 'paused', 'suspend', 'minReadySeconds', 'revisionHistoryLimit', 'progressDeadlineSeconds', 'priorityClassName',
  'serviceAccountName', 'schedule', 'nodeSelector', 'annotations',
])

/** Lists whose items other fields refer to by name. */
const referred: readonly string[] = ['volumes', 'volumeClaimTemplates', 'containers', 'initContainers']

/** Returns the parts of an object in which a change of this field may fix or cause a finding. */
export function influencedBy(steps: Steps): Steps[] {
  if (steps.some((step) => independent.has(step))) return [steps]
  if (steps[0] === 'metadata') return [steps.slice(0, 2)]
  let end = steps.length - 1
  while (end > 1 && (sharedMaps.has(steps[end - 1] ?? '') || steps[end - 1] === anyItem)) end--
  const lists = referred.map((name) => steps.indexOf(name)).filter((at) => at !== -1 && at >= steps.length - 3)
  return [steps.slice(0, Math.max(end, 1)), ...lists.map((at) => steps.slice(0, at))]
}
