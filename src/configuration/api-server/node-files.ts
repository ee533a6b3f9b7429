import {greatest} from '../../machinery/collections/append.js'
import type {SourceFile} from '../../source/source-file.js'

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
