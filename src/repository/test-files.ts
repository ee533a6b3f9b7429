import {basename, dirname, join, resolve, sep} from '#platform/paths.js'

import {isTestFilePath} from '../test-file/test-file-name.js'
import type {Neighbourhood} from './neighbourhood.js'
import type {Skip} from './skipped.js'

/** Files of a kuttl test with objects that must, or must not, exist. */
const kuttlExpectation = /^\d+-(?:assert|errors?)\.ya?ml$/

/** The files that mark a folder as a test of Chainsaw or of the Kyverno CLI. */
const testNames: ReadonlySet<string> = new Set(['chainsaw-test.yaml', 'chainsaw-test.yml', 'kyverno-test.yaml', 'kyverno-test.yml'])

/** The files that a Chainsaw test compares objects with. */
const comparedFile = /\b(?:assert|error|patch):\s*\{?\s*file:\s*["']?([^\s"'}]+)/g

/** The files above `testdata` that mark a Go project, whose tools ignore that folder. */
const goFiles = ['go.mod', 'go.work', '.golangci.yml', '.golangci.yaml']

/** Recognizes the tests of controllers in a repository: no cluster gets their files unchanged. */
export class TestFiles {
  /** The folders of tests that apply objects step by step. */
  private readonly folders = new Set<string>()
  private readonly compared = new Set<string>()

  constructor(private readonly neighbours: Neighbourhood) {
    for (const {path, text} of neighbours.sources) {
      const name = basename(path)
      if (!testNames.has(name) && !kuttlExpectation.test(name)) continue
      const folder = dirname(resolve(path))
      this.folders.add(folder)
      if (name.startsWith('chainsaw')) for (const [, file = ''] of text.matchAll(comparedFile)) this.compared.add(join(folder, file))
    }
  }

  /** Returns why a file is not a manifest: a test compares objects with it, or it is an input of Go tests. */
  skip(path: string): Skip | undefined {
    if (this.compared.has(path)) return {reason: 'tool-file', detail: 'expected by a Chainsaw test'}
    if (isTestFilePath(path)) return {reason: 'tool-file', detail: 'kadm test'}
    if (kuttlExpectation.test(basename(path))) return {reason: 'tool-file', detail: 'expected by a kuttl test'}
    return path.includes(`${sep}testdata${sep}`) && this.isOfGo(path) ? {reason: 'tool-file', detail: 'input of Go tests'} : undefined
  }

  /** Returns true for a file in the folder of a test, whose steps may apply one object several times. */
  isStep(path: string): boolean {
    return this.folders.size > 0 && this.folders.has(dirname(path))
  }

  /** Returns true for a file in `testdata` of a Go project, unless the user named that folder or a path in it. */
  private isOfGo(path: string): boolean {
    const module = path.slice(0, path.indexOf(`${sep}testdata${sep}`))
    if (this.neighbours.isGiven(join(module, 'testdata'))) return false
    for (let at = module; dirname(at) !== at; at = dirname(at)) if (goFiles.some((name) => this.neighbours.has(join(at, name)))) return true
    return false
  }
}
