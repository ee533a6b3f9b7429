import type {DecidingPart} from '../admission/plugin.js'
import {isDeepEqual} from '../machinery/collections/deep-equal.js'
import type {InitialCluster} from '../simulate/initial-cluster.js'
import type {SimulateOptions} from '../simulate/simulate.js'
import type {SourceFile} from '../source/source-file.js'
import type {ObjectSource} from '../test-file/object-source.js'
import type {TestFile} from '../test-file/read-test-file.js'
import type {TestCase} from '../test-file/test-case.js'
import {ObjectFiles} from './object-files.js'
import type {TestInput, TestProblem} from './types.js'

/** An initial cluster, and the deciding parts of policies when it was created. */
interface SharedCluster {
  readonly initial: InitialCluster
  /** The files that a test adds to the setup of its file, and the plugins to enable. */
  readonly additions: readonly (readonly string[])[]
  readonly decisions: readonly DecidingPart[]
}

/** The setup that the tests of a file have in common, which is read and created once. */
export class SuiteSetup {
  readonly policies: readonly SourceFile[]
  readonly existing: readonly SourceFile[]
  readonly problems: readonly TestProblem[]
  private shared: SharedCluster | undefined

  constructor(readonly suite: TestFile, readonly input: TestInput) {
    const files = new ObjectFiles(input)
    this.policies = files.ofAll(suite.policies)
    this.existing = files.ofAll(suite.existing)
    this.problems = files.problems
  }

  /**
   * Returns the option `initialCluster` for a test: a test that adds the same files as an earlier one, or none, gets its cluster. Tests with
   * objects or settings of their own create one.
   *
   * @param decisions gets the deciding parts when the cluster was created
   */
  clusterFor({policies, existing, server}: TestCase, namespace: string, decisions: DecidingPart[]): NonNullable<SimulateOptions['initialCluster']> {
    const files = [policies, existing].map(pathsOf)
    const isOwn = files.includes(undefined) || Object.keys(server).length > 0
    return (create, enabled) => {
      if (isOwn) return create()
      const additions = [...files.map((paths = []) => paths), enabled]
      const {shared} = this
      if (shared !== undefined && isSame(shared, namespace, additions)) {
        for (const part of shared.decisions) decisions.push(part)
        return shared.initial
      }
      const initial = create()
      this.shared = {initial, additions, decisions: [...decisions]}
      return initial
    }
  }
}

/** The paths of sources; undefined if one of them is no file. */
function pathsOf(sources: readonly ObjectSource[]): readonly string[] | undefined {
  const paths = sources.flatMap((source) => source.kind === 'path' ? source.path : [])
  return paths.length < sources.length ? undefined : paths
}

const isSame = (shared: SharedCluster, namespace: string, additions: SharedCluster['additions']): boolean =>
  [undefined, namespace].includes(shared.initial.namespace) && isDeepEqual(shared.additions, additions)
