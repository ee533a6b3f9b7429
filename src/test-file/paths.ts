import type {ObjectSource} from './object-source.js'
import type {TestFile} from './read-test-file.js'

/** Returns the paths in a test file, each once. */
export function pathsIn({policies, existing, server, tests}: TestFile): string[] {
  const sources = [
    ...policies, ...existing, ...configurationOf(server),
    ...tests.flatMap((test) => [...test.policies, ...test.existing, ...configurationOf(test.server), ...test.steps.flatMap(({objects}) => objects)]),
  ]
  return [...new Set(sources.flatMap(pathOf))]
}

const configurationOf = ({admissionConfig}: TestFile['server']): ObjectSource[] => admissionConfig === undefined ? [] : [admissionConfig]

function pathOf(source: ObjectSource): string[] {
  if (source.kind === 'base') return pathOf(source.base)
  return source.kind === 'path' ? [source.path] : []
}
