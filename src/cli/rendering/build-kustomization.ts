import {join, relative, resolve} from 'node:path'

import {statsOf} from '../../io/discover.js'
import {findProgram} from '../../io/find-program.js'
import {realPath} from '../../io/open-file.js'
import {type ProgramCall, runProgram} from '../../io/run-program.js'
import {withTemporaryFolder} from '../../io/temporary-folder.js'
import {createFile} from '../../io/write-file.js'
import {kustomizeFile} from '../../rendering/kustomize.js'
import type {SourceFile} from '../../source/source-file.js'
import {UsageError} from '../../usage-error.js'
import {readShown} from './read-shown.js'

/**
 * Builds a kustomization with the user's own kustomize, or the one of kubectl. What is built knows the files that it comes from.
 *
 * @throws UsageError when there is no such folder or program, and when the program fails
 */
export async function buildKustomization(folder: string): Promise<SourceFile> {
  if (statsOf(folder)?.isDirectory() !== true) throw new UsageError(`the directory ${JSON.stringify(folder)} does not exist: --kustomize takes the folder of a kustomization`)
  const callOf = kustomize(folder)
  return withTemporaryFolder(async (temporary) => {
    const [text, annotated] = await Promise.all([runProgram(callOf(resolve(folder))), buildWithOrigins(callOf, folder, temporary)])
    return kustomizeFile({path: join(folder, '(kustomize build)'), text, annotated}, (path) => readShown(resolve(temporary, path)))
  })
}

/** How to build a folder. Given as an absolute path, it is taken neither for an option nor for the address of a repository. */
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
 * Builds a folder once more, as the base of a kustomization that asks for origin annotations. That one lies in a temporary folder,
 * so that the user's files stay as they are. Undefined when this fails: the origins are not known then.
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
