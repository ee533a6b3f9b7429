import type {DecidingPart} from '../admission/plugin.js'
import {isDeepEqual} from '../machinery/collections/deep-equal.js'
import type {InitialCluster} from '../simulate/initial-cluster.js'
import type {SimulateOptions} from '../simulate/simulate.js'
import type {SourceFile} from '../source/source-file.js'
import type {TestFile} from '../test-file/read-test-file.js'
import type {TestCase} from '../test-file/test-case.js'
import {ObjectFiles} from './object-files.js'
import type {TestInput, TestProblem} from './types.js'

/** An initial cluster with the plugins to enable, and the deciding parts of policies when it was created. */
interface SharedCluster {
  readonly initial: InitialCluster
  readonly enabled: readonly string[]
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
   * Returns the option `initialCluster` for a test: a test that adds nothing to the setup of the file gets the cluster of an earlier one.
   *
   * @param decisions gets the deciding parts when the cluster was created
   */
  clusterFor({policies, existing, server}: TestCase, namespace: string, decisions: DecidingPart[]): NonNullable<SimulateOptions['initialCluster']> {
    const isOwn = policies.length + existing.length + Object.keys(server).length > 0
    return (create, enabled) => {
      if (isOwn) return create()
      const {shared} = this
      if (shared !== undefined && isSame(shared, namespace, enabled)) {
        for (const part of shared.decisions) decisions.push(part)
        return shared.initial
      }
      const initial = create()
      this.shared = {initial, enabled, decisions: [...decisions]}
      return initial
    }
  }
}

const isSame = (shared: SharedCluster, namespace: string, enabled: readonly string[]): boolean =>
  [undefined, namespace].includes(shared.initial.namespace) && isDeepEqual(shared.enabled, enabled)
