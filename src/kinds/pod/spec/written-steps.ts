type Steps = readonly (string | number)[]

/**
 * The written names of fields of a pod spec that have other names in the server's paths, and the fields from which defaults are
 * derived.
 */
const names: ReadonlyMap<string | number, string> = new Map([
  ['persistentDisk', 'gcePersistentDisk'], ['cephFS', 'cephfs'], ['downwarAPI', 'downwardAPI'], ['initiatorname', 'initiatorName'],
  ['HostPID', 'hostPID'], ['HostIPC', 'hostIPC'], ['{topologyKey, whenUnsatisfiable}', 'topologyKey'], ['namespace', 'namespaces'], ['uID', 'uid'],
  ['requests', 'limits'], ['hostPort', 'containerPort'], ['serviceAccountName', 'serviceAccount'], ['imagePullPolicy', 'image'], ['pullPolicy', 'reference'],
])

/**
 * Maps a path in the server's messages about the spec of a pod or template to the paths that may be written there: for
 * `KindDefinition.defaultedFrom`, with paths that begin below the spec.
 */
export function stepsInSpec(steps: Steps): Steps[] {
  const moved = moveOf(steps)
  if (moved !== undefined) return [moved]
  return steps.some((step) => names.has(step)) ? [steps.map((step) => names.get(step) ?? step)] : []
}

function moveOf(steps: Steps): Steps | undefined {
  const [first, second, third, fourth = '', fifth = '', ...rest] = steps
  if (first === 'securityContext' && second === 'shareProcessNamespace') return [second]
  if (first === 'overhead' && second === 'limits') return [first, ...steps.slice(2)]
  if (first === 'resources' && second === 'containers') return [second, third ?? 0, first, fifth, fourth, ...rest]
  const name = steps.length - 1
  if (steps[name] === 'name' && steps[name - 1] === 'csi') return [...steps.slice(0, name), 'nodePublishSecretRef', 'name']
  return isLabelKey(steps) ? [...steps.slice(0, name), 'matchLabelKeys', steps[name] ?? 0] : undefined
}

/** True for the index of a label in a list whose name upstream omits. */
const isLabelKey = (steps: Steps): boolean => {
  const [parent, position] = steps.slice(-2)
  return typeof position === 'number' && (typeof parent === 'number' || parent === 'podAffinityTerm')
}
