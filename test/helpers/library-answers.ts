/** A set of files with a version of Kubernetes, from which a library makes answers. */
export interface LibraryInput {
  readonly files: readonly {readonly path: string, readonly text: string}[]
  readonly kubernetesVersion: string
  /** The functions to call; all by default. */
  readonly functions?: readonly FunctionName[]
}

type FunctionName = 'lint' | 'simulate' | 'explainRequests' | 'capacity'

const allFunctions: readonly FunctionName[] = ['lint', 'simulate', 'explainRequests', 'capacity']

interface File {
  readonly path: string
  readonly text: string
}

type Call = (input: unknown, options: object) => unknown

/** The functions of the libraries for Node.js and for browsers. */
export interface AnsweringLibrary extends Readonly<Record<FunctionName, Call>> {
  readonly SourceFile: new (path: string, text: string) => File
}

/** Keys that lead to files, clusters and other results: the answers print what they state. */
const skipped = new Set(['file', 'document', 'manifest', 'cluster', 'node', 'simulation', 'scheduled'])

/** True for maps and sets, also those of another realm. */
const isIterable = (part: unknown): part is Iterable<unknown> => typeof part === 'object' && part !== null && Symbol.iterator in part

const stable = (value: unknown): string => JSON.stringify(value, (key, part: unknown) =>
  skipped.has(key) ? undefined : typeof part === 'bigint' ? `${part}n` : isIterable(part) ? [...part] : part)

/** Returns the answers to each input as texts: all parts of the results, or the message of an error. */
export async function answersOf(library: AnsweringLibrary, inputs: readonly LibraryInput[]): Promise<string[]> {
  const answers: string[] = []
  for (const {files: given, kubernetesVersion, functions = allFunctions} of inputs) {
    const files = given.map(({path, text}) => new library.SourceFile(path, text))
    for (const name of functions) {
      const answer = await Promise.resolve().then(() => library[name](name === 'lint' ? files : {files}, {kubernetesVersion})).then(stable, (error: unknown) => `error: ${String(error)}`)
      answers.push(`${name} of ${files.map(({path}) => path).join(' ')} with ${kubernetesVersion}: ${answer}`)
    }
  }
  return answers
}
