import {objectShapes} from './objects.js'
import {policyShapes} from './policies.js'
import type {Shape, ShapeFiles} from './shape.js'
import {workloadShapes} from './workloads.js'

/** The shapes whose objects or policies change, each with what may depend on all of them. */
const names: ReadonlySet<string> = new Set([
  'deployments', 'claims-of-stateful-sets', 'nodes-and-daemon-sets', 'quotas-and-deployments', 'quotas-with-scopes', 'one-quota-of-scope-terms', 'limit-ranges-and-deployments',
  'metadata-policies-that-change', 'one-metadata-policy-of-rules', 'namespaces-with-quotas', 'priority-classes', 'one-runtime-class-of-tolerations', 'one-config-map-of-keys', 'one-pod-of-tolerations', 'one-stateful-set-of-claims',
])

/** Other amounts, other values of labels, and another level of Pod Security. */
const changed = (text: string): string => text
  .replaceAll(/(?<=":\s*")(\d)(?=\d*(?:m|[KMG]i)?")/g, (digit) => String(Number(digit) % 9 + 1))
  .replaceAll(/(?<=":\s*")(?:v|x|z\d+)(?=")/g, 'w').replaceAll('"restricted"', '"baseline"')

const within = (folder: string, files: ShapeFiles, change: (text: string) => string = String): ShapeFiles =>
  Object.fromEntries(Object.entries(files).map(([path, text]) => [`${folder}/${path}`, change(text)]))

const all = [...workloadShapes, ...policyShapes, ...objectShapes]

/** Manifests before and after a change of all of them. */
export const changeShapes: readonly Shape[] = all.filter(({name}) => names.has(name)).map(({name, files}): Shape => ({
  name: `changed-${name}`, input: 'changes', files: (size, share) => {
    const before = files(size / 2, share)
    return {...within('before', before), ...within('after', before, changed)}
  },
}))
