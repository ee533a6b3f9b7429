import type {ObjectSource} from './object-source.js'
import type {TestFile} from './read-test-file.js'

/** A path in a test file. */
export interface NamedPath {
  readonly path: string
  /** True if policies are at the path, with which the API server can be configured. */
  readonly isOfPolicies: boolean
}

/** Returns the paths in a test file, each once. */
export function pathsIn({policies, existing, server, tests}: TestFile): NamedPath[] {
  const sources = [
    ...existing, ...configurationOf(server),
    ...tests.flatMap((test) => [...test.existing, ...configurationOf(test.server), ...test.steps.flatMap(({objects}) => objects)]),
  ]
  const ofPolicies = new Set([...policies, ...tests.flatMap((test) => test.policies)].flatMap(pathOf))
  return [...new Set([...ofPolicies, ...sources.flatMap(pathOf)])].map((path) => ({path, isOfPolicies: ofPolicies.has(path)}))
}

const configurationOf = ({admissionConfig}: TestFile['server']): ObjectSource[] => admissionConfig === undefined ? [] : [admissionConfig]

function pathOf(source: ObjectSource): string[] {
  if (source.kind === 'base') return pathOf(source.base)
  return source.kind === 'path' ? [source.path] : []
}
