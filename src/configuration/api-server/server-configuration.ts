import {isAbsolute, normalize} from '#platform/paths.js'
import type {PluginFlags} from '../../admission/plugin-flags.js'
import {greatest} from '../../machinery/collections/append.js'
import type {SourceFile} from '../../source/source-file.js'
import type {ReadFile} from '../file-error.js'
import {type AdmissionConfiguration, readAdmissionConfiguration} from '../read-configuration.js'
import type {ApiServer} from './api-server.js'

/** The AdmissionConfiguration that the flags of an API server name, resolved among the given files. */
export interface ServerConfiguration extends AdmissionConfiguration {
  /** The file that it is read from. */
  readonly file?: SourceFile
  /** The named paths that match no given file. */
  readonly missing: readonly string[]
  /** Different files that match the path equally well. */
  readonly ambiguous: readonly SourceFile[]
}

/** The files that an API server may read. */
export interface GivenFiles {
  readonly files: readonly SourceFile[]
  /** Reads a file in the folder of the AdmissionConfiguration that is not among the given ones. */
  readonly readFile: ReadFile
}

const nothing = {configurations: {}, problems: [], missing: [], ambiguous: []}

/**
 * Reads the AdmissionConfiguration of an API server with the files that it names. Paths on the node are looked up among the given
 * files by their ends, and nowhere else.
 *
 * @param path that of `--admission-control-config-file`
 * @param plugins the flags in force: as on a server, an entry does not enable its plugin
 */
export function serverConfiguration(path: string, pod: Pick<ApiServer, 'pathsOf'>, plugins: PluginFlags, {files, readFile}: GivenFiles): ServerConfiguration {
  const [file, ...others] = filesFor(pod.pathsOf(path), files.filter(({text}) => text.includes('AdmissionConfiguration')))
  if (file === undefined) return {...nothing, missing: [path]}
  if (others.some(({text}) => text !== file.text)) return {...nothing, ambiguous: [file, ...others]}
  const missing: string[] = []
  const readNamed: ReadFile = (named) => {
    const given = files.find((other) => normalize(other.path) === normalize(named))
    const known = given ?? (isAbsolute(named) ? filesFor(pod.pathsOf(named), files)[0] : readFile(named))
    if (known !== undefined && !('skipReason' in known)) return known
    missing.push(named)
    return {operation: 'open', errorNumber: 0x2, skipReason: 'it is not among the given files'}
  }
  return {...readAdmissionConfiguration(file, {readFile: readNamed, plugins, entriesEnable: false}), file, missing, ambiguous: []}
}

/**
 * Finds the file for a path on the node of an API server: the one with the same name whose path shares the longest suffix with
 * one of the paths.
 *
 * @param paths the path in the container, and possible paths on the node
 * @returns several files if they fit equally well; none if no file has the name
 */
export function filesFor(paths: readonly string[], files: readonly SourceFile[]): readonly SourceFile[] {
  const scored = files.map((file) => ({file, score: greatest(paths.map((path) => sharedEnd(segmentsOf(path), segmentsOf(file.path))), 0)}))
  const best = greatest(scored.map(({score}) => score), 1)
  return scored.filter(({score}) => score === best).map(({file}) => file)
}

const segmentsOf = (path: string): string[] => path.split(/[\\/]+/).filter((segment) => segment !== '' && segment !== '.')

/** Returns the number of trailing segments that two paths share. */
function sharedEnd(a: readonly string[], b: readonly string[]): number {
  let count = 0
  while (count < Math.min(a.length, b.length) && a.at(-1 - count) === b.at(-1 - count)) count++
  return count
}
