import {basename, dirname, join, resolve, sep} from 'node:path'

import type {Neighbourhood} from './neighbourhood.js'
import type {Skip} from './skipped.js'

/** What a step of a kuttl test expects, or expects not to be there. */
const kuttlExpectation = /^\d+-(?:assert|errors?)\.ya?ml$/

/** The files that make a folder a test of Chainsaw or of the Kyverno CLI. */
const testNames: ReadonlySet<string> = new Set(['chainsaw-test.yaml', 'chainsaw-test.yml', 'kyverno-test.yaml', 'kyverno-test.yml'])

/** The files that a Chainsaw test compares objects with. */
const comparedFile = /\b(?:assert|error|patch):\s*\{?\s*file:\s*["']?([^\s"'}]+)/g

/** The files above `testdata` that show that it is for Go, whose tools leave that folder alone. */
const goFiles = ['go.mod', 'go.work', '.golangci.yml', '.golangci.yaml']

/** The parts of a repository that are tests of its controllers: no cluster gets them as they stand. */
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

  /** Why a file is no manifest: it has parts of objects that a test expects, or is an input of Go tests. */
  skip(path: string): Skip | undefined {
    if (this.compared.has(path)) return {reason: 'tool-file', detail: 'expected by a Chainsaw test'}
    if (kuttlExpectation.test(basename(path))) return {reason: 'tool-file', detail: 'expected by a kuttl test'}
    return path.includes(`${sep}testdata${sep}`) && this.isOfGo(path) ? {reason: 'tool-file', detail: 'input of Go tests'} : undefined
  }

  /** True of a file in the folder of a test, whose steps apply one object several times. */
  isStep(path: string): boolean {
    return this.folders.size > 0 && this.folders.has(dirname(path))
  }

  /** True of a file in `testdata` of a repository for Go, unless this is what the user asks for. */
  private isOfGo(path: string): boolean {
    const module = path.slice(0, path.indexOf(`${sep}testdata${sep}`))
    if (this.neighbours.isGiven(join(module, 'testdata'))) return false
    for (let at = module; dirname(at) !== at; at = dirname(at)) if (goFiles.some((name) => this.neighbours.has(join(at, name)))) return true
    return false
  }
}
