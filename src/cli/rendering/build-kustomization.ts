import {join, relative, resolve} from 'node:path'

import {statsOf} from '../../io/discover.js'
import {findProgram} from '../../io/find-program.js'
import {isBelow, realPath} from '../../io/open-file.js'
import {rootOf} from '../../io/repository-root.js'
import {type ProgramCall, runProgram} from '../../io/run-program.js'
import {withTemporaryFolder} from '../../io/temporary-folder.js'
import {createFile} from '../../io/write-file.js'
import {kustomizeFile} from '../../rendering/kustomize.js'
import type {SourceFile} from '../../source/source-file.js'
import {UsageError} from '../../usage-error.js'
import {readFileAsShown, type ReadShown} from './read-file-as-shown.js'

/**
 * Builds a kustomization with the installed kustomize or kubectl. The result refers to the source files.
 *
 * @param read reads a source file
 * @throws UsageError if there is no such folder or program, and if the program fails
 */
export async function buildKustomization(folder: string, read: ReadShown = readFileAsShown): Promise<SourceFile> {
  if (statsOf(folder)?.isDirectory() !== true) throw new UsageError(`the directory ${JSON.stringify(folder)} does not exist: --kustomize takes the folder of a kustomization`)
  const callOf = kustomize(folder)
  // Sources are read when findings show them. By then, the working directory may be another one, and the folder of a revision of git is removed.
  const readable = [resolve(folder), rootOf(resolve(folder))]
  return withTemporaryFolder(async (temporary) => {
    const [text, annotated] = await Promise.all([runProgram(callOf(resolve(folder))), buildWithOrigins(callOf, folder, temporary)])
    return kustomizeFile({path: join(folder, '(kustomize build)'), text, annotated}, (path) => {
      const source = resolve(temporary, path)
      // A patch can set the annotation to any path, and findings show lines of the file.
      return readable.some((each) => isBelow(source, each)) ? read(source) : undefined
    })
  })
}

/** Returns the call that builds a folder. The folder must be an absolute path, which cannot be mistaken for an option or a repository URL. */
function kustomize(shown: string): (folder: string) => ProgramCall {
  const own = findProgram('kustomize')
  if (own !== undefined) return (folder) => ({file: own, args: ['build', folder], title: `kustomize build ${shown}`})
  const kubectl = findProgram('kubectl')
  if (kubectl !== undefined) return (folder) => ({file: kubectl, args: ['kustomize', folder], title: `kubectl kustomize ${shown}`})
  throw new UsageError(`${JSON.stringify(shown)} cannot be built: there is neither kustomize nor kubectl on the PATH`, [
    'install kustomize: https://kubectl.docs.kubernetes.io/installation/kustomize/',
    'or install kubectl, which has "kubectl kustomize": https://kubernetes.io/docs/tasks/tools/',
  ])
}

/**
 * Builds a folder again, as the base of a kustomization that enables origin annotations. It is in a temporary folder, so that
 * the user's files do not change. Returns undefined if the build fails: the origins are then unknown.
 */
async function buildWithOrigins(callOf: (folder: string) => ProgramCall, folder: string, temporary: string): Promise<string | undefined> {
  const base = relative(temporary, realPath(folder)).replaceAll('\\', '/')
  createFile(join(temporary, 'kustomization.yaml'), JSON.stringify({buildMetadata: ['originAnnotations'], resources: [base]}))
  try {
    return await runProgram(callOf(temporary))
  } catch (error) {
    if (error instanceof UsageError) return undefined
    throw error
  }
}
